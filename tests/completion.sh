#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# completion.sh BOUTON: calls the completion functions of bash and zsh as the shells would,
# and looks at what they offer.
set -u
bouton=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bouton" help --bash >"$work/bash"
"$bouton" help --zsh >"$work/zsh"

# The folder in which files are completed.
mkdir -p "$work/here/games" "$work/here/nothing"
cd "$work/here" || exit 2
echo a b >games/graph.txt
touch one.game two.dot three.txt 'fo=ur.game' games/five.game evil

# in_bash LINE: what bash is offered at its end, sorted. The words are taken apart at blanks
# and, as bash does it, at each of : = @; quoted ones stay whole. An offer replaces what comes
# after the last : or =.
in_bash() {
    bash -c '
        line=$2 COMP_LINE=$2 COMP_WORDS=() options=
        compopt() { options+=" $2"; }
        . "$1"
        while [[ $line =~ ^\ *([:=@]+|\'\''[^\'\'']*\'\''|[^\ :=@\'\'']+) ]]; do
            COMP_WORDS+=("${BASH_REMATCH[1]}")
            line=${line#"${BASH_REMATCH[0]}"}
        done
        [[ $2 == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        part=${COMP_WORDS[COMP_CWORD]}
        [[ $part == [:=] ]] && part=
        [[ $part != @* && $2 == *"@$part" ]] && part=@$part
        _bouton bouton "$part" "${COMP_WORDS[COMP_CWORD - 1]}"
        [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}" | sort -u
        echo "$options" >"$3"
    ' bash "$work/bash" "$1" "$work/options" | paste -sd ' '
}

# in_zsh LINE: what zsh is offered that fits, and which files it is asked for.
in_zsh() {
    zsh -f -c '
        setopt extendedglob
        words=("${(@Q)${(z)2}}")
        [[ $2 == *" " ]] && words+=("")
        CURRENT=$#words
        compset() { typed=$2; }
        _files() { print -r -- "FILES${1:+ }${*}"; }
        compadd() {
            local -a offered=("${(@P)@[-1]}")
            local word
            for word in $offered; do
                [[ ${typed-}$word == ${words[CURRENT]}* ]] && print -r -- "$word"
            done
        }
        . $1
    ' zsh "$work/zsh" "$1" | sort -u | paste -sd ' '
}

# offers SHELL LINE WORDS
offers() {
    local got
    got=$("in_$1" "$2")
    [ "$got" = "$3" ] || {
        echo "got '$got', want '$3'"
        return 1
    }
}

# both LINE WORDS [ZSH]: zsh, which has its own way with files, may offer other words.
both() {
    check "bash: $1" offers bash "$1" "$2"
    check "zsh: $1" offers zsh "$1" "${3-$2}"
}

# has SHELL LINE WORDS: at least these are offered.
has() {
    local - got word
    set -f
    got=" $("in_$1" "$2") "
    for word in $3; do
        [[ $got == *" $word "* ]] || {
            echo "got '$got' without '$word'"
            return 1
        }
    done
}

rules='cheating dynamic game: graph: moore: nim nimble staircase subtraction:'
# Rules, wherever they can stand.
for words in solve moves explain table graph prove discover demo play 'solve --json' \
    'solve --by search' 'solve --memory 2G --threads 3' '--json solve' 'play --level slips' \
    'solve --by=plain' 'prove --claim "x+y=0"' 'prove --grundy g=0' 'graph -o x.svg' \
    'solve nim 3,4 +' 'play nim +' 'solve nim 3,4 --by search +' 'solve nim - +' \
    'solve nim --position - +' 'explain nim 3 + subtraction:1,2 4 +' 'solve -- nim 3 +' \
    'solve nim -1 +'; do
    check "bash: $words" has bash "bouton $words " "$rules games nothing one.game two.dot"
    check "zsh: $words" has zsh "bouton $words " "$rules FILES *.game *.dot"
done
for words in solve prove play 'solve nim 3,4 +' 'solve --by search' 'solve --memory 2G'; do
    both "bouton $words nimb" nimble 'FILES -g  *.game *.dot nimble'
    both "bouton $words nim/" 'nim/misere nim/normal'
    both "bouton $words nim/m" nim/misere
    check "bash: $words subtraction:1,3/m" \
        offers bash "bouton $words subtraction:1,3/m" 1,3/misere
    check "zsh: $words subtraction:1,3/m" \
        offers zsh "bouton $words subtraction:1,3/m" subtraction:1,3/misere
done
both 'bouton solve gra' graph: 'FILES -g  *.game *.dot graph:'
check "bash: no blank after a colon" grep -w nospace <(in_bash 'bouton solve gra' && cat "$work/options")
check_not "bash: a blank after nimble" grep -w nospace <(in_bash 'bouton solve nimb' && cat "$work/options")

# Files with rules, and files where files go.
check "bash: a file" offers bash 'bouton solve on' one.game
check "bash: a folder" offers bash 'bouton solve not' nothing
check "bash: names of files are quoted" grep -w filenames "$work/options"
check "bash: in a folder" offers bash 'bouton solve games/' games/five.game
check "bash: a file with =" offers bash 'bouton solve fo=' ur.game
check "bash: after game:" offers bash 'bouton solve game:th' three.txt
check "bash: after graph: all files" offers bash 'bouton solve graph:' \
    'evil fo=ur.game games nothing one.game three.txt two.dot'
check "zsh: after graph: all files" offers zsh 'bouton solve graph:' FILES
both 'bouton solve one.game/m' one.game/misere
check "bash: misère play of a file" offers bash 'bouton solve game:one.game/m' one.game/misere
check "zsh: misère play of a file" offers zsh 'bouton solve game:one.game/m' game:one.game/misere
for words in label check 'label --json' 'graph nim 3 -o' 'solve nim 3 --table' \
    'solve nim 3 --from' 'solve nim --batch' 'prove nim --certificate'; do
    both "bouton $words th" three.txt FILES
done
check "bash: a file for a position" offers bash 'bouton solve nim @th' @three.txt
check "zsh: a file for a position" offers zsh 'bouton solve nim @th' FILES
check "bash: after --from=" offers bash 'bouton solve nim 3 --from=th' three.txt
both 'bouton serve --page n' nothing 'FILES -/'
both 'bouton solve nim ' ''
both 'bouton solve nim 3,4 ' ''
both 'bouton table nim 0..3 ' ''

# Words that options take, options, commands and names.
both 'bouton solve nim 3 --by ' 'plain search theorem'
both 'bouton solve nim 3 --by s' search
both 'bouton solve --by s' search
check "bash: --by=s" offers bash 'bouton solve --by=s' search
both 'bouton graph nim 3 --labels ' 'both grundy none np'
both 'bouton label x --play ' 'misere normal'
both 'bouton play nim --level ' 'perfect random slips'
both 'bouton play nim --first ' '1 2 computer me'
# The command takes each of them.
for words in 'solve nim 3 --by' 'graph nim 1 --labels' 'label games/graph.txt --play' \
    'play nim 1 --level' 'play nim 1 --first' 'play nim 1 --neighbour --first'; do
    read -ra offered < <(in_bash "bouton $words ")
    [[ $words == *neighbour* ]] && offered=(1 2 I II)
    for value in "${offered[@]}"; do
        [[ $words == 'play nim 1 --first' && $value == [12] ]] && continue
        # shellcheck disable=SC2086
        check "bouton $words $value" "$bouton" $words "$value" </dev/null
    done
done
both 'bouton solve nim --memory ' ''
both 'bouton solve nim --se' ''
both 'bouton play nim --se' --seed
both 'bouton solve nim -- -' ''
both 'bouton pl' play
both 'bouton --v' --version
both 'bouton help pr' prove
both 'bouton games che' cheating
both 'bouton games moore ' ''
both 'bouton tour ' ''
both 'bouton xyzzy ' ''

# What was typed is a text to the scripts and nothing to be run.
for text in '$(touch bad)' '`touch bad`' '*' '$(touch bad)/m' 'nim$(touch bad)/m' '[a-' '\'; do
    in_bash "bouton solve $text" >/dev/null
    in_bash "bouton solve nim 3 --from $text" >/dev/null
    in_zsh "bouton solve '$text" >/dev/null 2>&1
done
check "nothing was run" test ! -e bad
close
