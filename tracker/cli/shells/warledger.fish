# Completion of warledger in fish. Into ~/.config/fish/completions/warledger.fish:
#     warledger completion fish > ~/.config/fish/completions/warledger.fish
function __warledger_complete
    set -l typed (commandline -ct)
    for line in (command warledger completion fish --line (commandline -cp | string collect) 2>/dev/null)
        if test "$line" = ':files'
            set -l before (string match -r '^[^=]*=' -- $typed)
            for path in (__fish_complete_path (string replace -r '^[^=]*=' '' -- $typed))
                echo "$before$path"
            end
        else
            echo $line
        end
    end
end
complete -c warledger -f -a '(__warledger_complete)'
