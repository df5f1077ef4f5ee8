package completion

// Scripts maps shells to completion scripts. A script calls "tain complete" with the words
// typed so far, including the unfinished last word. The command prints one word per line,
// followed by a tab and a description, or the single line ":files" if the word is a file name.
var Scripts = map[string]string{
	"bash": `# tain completion for bash
_tain() {
    local answer line
    COMPREPLY=()
    answer=$(tain complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
    if [[ $answer == ":files" ]]; then
        compopt -o filenames
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        return
    fi
    while IFS= read -r line; do
        [[ -n $line ]] && COMPREPLY+=("${line%%$'\t'*}")
    done <<< "$answer"
    [[ ${#COMPREPLY[@]} -eq 1 && $COMPREPLY == */ ]] && compopt -o nospace
}
complete -F _tain tain
`,
	"zsh": `#compdef tain
_tain() {
    local answer line
    local -a found
    answer=$(tain complete -- "${(@)words[2,CURRENT]}" 2>/dev/null) || return
    if [[ $answer == ":files" ]]; then
        _files
        return
    fi
    for line in ${(f)answer}; do
        if [[ ${line%%$'\t'*} == */ ]]; then
            compadd -Q -S '' -- "${line%%$'\t'*}"
            continue
        fi
        found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    done
    _describe tain found
}
# Found in fpath, this file is itself the function at the first Tab.
if [[ $funcstack[1] == _tain ]]; then
    _tain "$@"
else
    compdef _tain tain
fi
`,
	"fish": `# tain completion for fish
function __tain_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l answer (tain complete -- $words[2..-1] 2>/dev/null)
    if test "$answer" = ":files"
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $answer
    end
end
complete -c tain -f -a '(__tain_complete)'
`,
	// Older versions of PowerShell drop empty arguments unless they are quoted. If the function returns nothing,
	// PowerShell completes file names.
	"powershell": `# tain completion for PowerShell
Register-ArgumentCompleter -Native -CommandName tain -ScriptBlock {
    param($last, $line, $cursor)
    $words = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text.Trim('"', "'") })
    if ($last -eq '' -and $PSNativeCommandArgumentPassing -notin 'Standard', 'Windows') { $last = '""' }
    $offers = @(tain complete -- @words $last 2>$null)
    if ($offers.Count -eq 1 -and $offers[0] -eq ':files') { return }
    foreach ($offer in $offers) {
        $word, $help = $offer -split [char]9, 2
        if (-not $help) { $help = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $help)
    }
}
`,
}
