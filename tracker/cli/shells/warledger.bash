# Completion of warledger in bash. In ~/.bashrc: eval "$(warledger completion bash)"
_warledger() {
    local current="${COMP_WORDS[COMP_CWORD]}" value text
    local -a values=() shown=()
    COMPREPLY=()
    while IFS=$'\t' read -r value text; do
        if [[ $value == :files ]]; then
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
        else
            [[ $current == [\'\"]* ]] || printf -v value %q "$value"
            values+=("$value")
            shown+=("$value${text:+  ($text)}")
        fi
    done < <("$1" completion bash --line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    if ((${#values[@]} == 1)); then
        shown=("${values[@]}")
    fi
    COMPREPLY+=("${shown[@]}")
}
complete -o nosort -F _warledger warledger
