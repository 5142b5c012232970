# Completion of rowkey in fish: asks the command itself.
function __rowkey_candidates
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l word (string unescape -- $typed)
    or set word $typed
    set -l lines ($words[1] --generate candidates $words[2..-1] "$word" 2>/dev/null)
    string join -- \n $lines[2..-1]
    set -l option (string match -r -- '^--[^=]*=' $typed)
    or set option ''
    set -l path (string replace -r -- '^--[^=]*=' '' $typed)
    switch "$lines[1]"
        case files
            string join -- \n $option(__fish_complete_path $path)
        case folders
            string join -- \n $option(__fish_complete_directories $path '')
    end
end
complete -c rowkey -f -a '(__rowkey_candidates)'
