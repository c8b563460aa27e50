#compdef warledger
# Completion of warledger in zsh. In ~/.zshrc, behind compinit: eval "$(warledger completion zsh)"
_warledger() {
    local value text files=
    local -a values shown
    while IFS=$'\t' read -r value text; do
        if [[ $value == :files ]]; then
            files=yes
        else
            values+=("$value")
            shown+=("$value${text:+  -- $text}")
        fi
    done < <("${words[1]}" completion zsh --line "${(j: :)words[1,CURRENT]}" 2>/dev/null)
    (( $#values )) && compadd -l -d shown -a values
    if [[ -n $files ]]; then
        compset -P '*='
        _files
    fi
}
compdef _warledger warledger
