/// The script that makes a shell complete the program's command lines. It knows no command: it asks the program, which uses its tables.
public enum CompletionScript: String, Sendable, Hashable, CaseIterable {
    case bash
    case zsh
    case fish

    /// The whole script file.
    public var text: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// The script for bash. Bash 3.2, which macOS has, has no `compopt`; a space then follows a key of a filter, and only files with plain names are
    /// offered, as nothing would quote the others. No script offers a file whose name begins with a dash.
    private static let bashScript = #"""
        # Completes microscope in bash; the program itself says with what.
        _microscope() {
            local line home=${1%%/*} quotes=
            COMPREPLY=()
            ! type compopt >/dev/null 2>&1 || quotes=yes
            # The word as it was typed: a ~ at its beginning still stands for a directory, here of a name that is plain.
            case $home in
            '~'*[!A-Za-z0-9._-]*) ;;
            '~'*) eval "home=$home" ;;
            esac
            while IFS= read -r line; do
                case $line in
                :files | :directories)
                    local kind=-f word=${COMP_WORDS[COMP_CWORD]} path found=
                    [ "$line" = :files ] || kind=-d
                    [ "$word" != = ] || word=
                    while IFS= read -r path; do
                        case $path in
                        -*) continue ;;
                        *[!A-Za-z0-9._/,+@%-]*) [ -n "$quotes" ] || continue ;;
                        esac
                        COMPREPLY+=("$path")
                        found=yes
                    done < <(compgen "$kind" -- "$word")
                    [ -z "$found" ] || [ -z "$quotes" ] || compopt -o filenames
                    ;;
                *) COMPREPLY+=("${line%%$'\t'*}") ;;
                esac
            done < <("$home${1#"${1%%/*}"}" complete --bash "${COMP_LINE:0:COMP_POINT}" -- "${2-}" 2>/dev/null)
            case ${COMPREPLY[0]-} in
            *[:=@/]) [ "${#COMPREPLY[@]}" -ne 1 ] || [ -z "$quotes" ] || compopt -o nospace ;;
            esac
        }
        complete -F _microscope microscope

        """#

    private static let zshScript = #"""
        #compdef microscope
        # Completes microscope in zsh; the program itself says with what.
        _microscope() {
            local line files program=${(Q)words[1]}
            local -a open_words open_shown whole_words whole_shown dashed=("-*")
            # The word as it was typed: a ~ at its beginning still stands for a directory, here of a name that is plain.
            if [[ $words[1] = \~* ]]; then
                local typed=${program%%/*}
                [[ $typed =~ '^~[A-Za-z0-9._-]*$' ]] || return 1
                local place="$(print -r -- ${~typed})"
                [[ -n $place ]] || return 1
                program=$place${program#$typed}
            fi 2>/dev/null
            for line in "${(@f)$($program complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
                case $line in
                "") ;;
                :files) files="_files -F dashed" ;;
                :directories) files="_files -/ -F dashed" ;;
                *[:=@/]|*[:=@/]$'\t'*)
                    open_words+=("${line%%$'\t'*}")
                    open_shown+=("${line/$'\t'/  }")
                    ;;
                *)
                    whole_words+=("${line%%$'\t'*}")
                    whole_shown+=("${line/$'\t'/  }")
                    ;;
                esac
            done
            (( ${#whole_words} )) && compadd -l -d whole_shown -a whole_words
            (( ${#open_words} )) && compadd -l -S '' -d open_shown -a open_words
            if [[ -n $files ]]; then
                compset -P '--*='
                ${=files}
            fi
        }
        if [ "$funcstack[1]" = _microscope ]; then
            _microscope "$@"
        else
            compdef _microscope microscope
        fi

        """#

    private static let fishScript = #"""
        # Completes microscope in fish; the program itself says with what.
        function __microscope_complete
            set -l words (commandline -opc)
            set -l program $words[1]
            set -e words[1]
            # The word as it was typed: a ~ at its beginning still stands for a directory, here of a name that is plain.
            if string match -qr '^~[A-Za-z0-9._-]*(/|$)' -- $program
                set -l typed (string split -m 1 / -- $program)
                eval set typed[1] $typed[1]
                set program (string join / -- $typed)
            end
            type -q -- $program; or return
            set -l token (commandline -ct)
            for line in ($program complete -- $words "$token" 2>/dev/null)
                switch $line
                    case :files
                        __fish_complete_path "$token" | string match -v -- '-*'
                    case :directories
                        __fish_complete_directories "$token" | string match -v -- '-*'
                    case '*'
                        printf '%s\n' $line
                end
            end
        end
        complete -c microscope -f -a '(__microscope_complete)'

        """#
}
