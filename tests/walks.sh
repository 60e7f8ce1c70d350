#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The files and functions that docs/walks.md and docs/design.md name are there, and every
# folder has its file to read first, which begins by saying what the folder is about.
# Notation: `path/file.ext` names a file, `name()` a function that this file defines.
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What stands in backquotes, a line each, without blocks of code.
quoted() {
    sed '/^```/,/^```/d' "$1" | grep -o '`[^`]*`' | tr -d '`'
}

is_path() {
    [[ $1 =~ ^[A-Za-z_.][A-Za-z0-9_./-]*/[A-Za-z0-9_.-]+\.[a-z]+$ ]]
}

# Headers of a layer may be named as they are included: core/tame.h.
is_there() {
    [ -f "$1" ] || [ -f "src/$1" ]
}

# defines FILE NAME. C: a line that begins at the margin, no matter how it ends: a folder's
# own prototypes stand in headers. TypeScript: a function, a const, a method or a member.
defines() {
    case $1 in
    *.c | *.h) grep -Eq "^[A-Za-z][^=;]*[ *]$2\(" "$1" ;;
    *) grep -Eq "^ *(export )?(async )?(function|const) $2\b|^ +((private|async) )*$2(<[^>]*>)?\(.*\): .*\{$|^ +$2: (async )?\(" "$1" ;;
    esac
}

# names PAGE: says every name that is wrong, fails if there is one or if there are none.
names() {
    local file='' word wrong=0 seen=0
    while read -r word; do
        if is_path "$word"; then
            file=$word seen=$((seen + 1))
            is_there "$word" || { echo "$word is not there" && wrong=1; }
        elif [[ $word =~ ^([A-Za-z_][A-Za-z0-9_]*)\(\)$ ]]; then
            seen=$((seen + 1))
            [ -f "$file" ] && defines "$file" "${BASH_REMATCH[1]}" ||
                { echo "${file:-no file} does not define $word" && wrong=1; }
        fi
    done < <(quoted "$1")
    [ "$seen" -gt 0 ] && [ "$wrong" -eq 0 ]
}

# first_of FOLDER: the file that the tables of docs/design.md name for it; the last column.
first_of() {
    sed -n "s/^| ${1##*/} |.*| \`\(${1//\//\\/}\/[a-z_.]*\)\` |$/\1/p" docs/design.md
}

# Behind the licence a sentence, before any code.
has_head() {
    sed -n 2p "$1" | grep -Eq '^( \*|//) [A-Z`]'
}

has_first() {
    local file
    file=$(first_of "$1")
    [ -n "$file" ] || { echo "no row of docs/design.md says what to read first in $1" && return 1; }
    [ -f "$file" ] || { echo "$file is not there" && return 1; }
    has_head "$file" || { echo "$file does not begin by saying what $1 is about" && return 1; }
}

check "docs/walks.md names what is there" names docs/walks.md
check "docs/design.md names what is there" names docs/design.md
for folder in src/*/ web/src/*/; do
    folder=${folder%/}
    [ "$folder" = web/src/style ] && continue
    check "$folder has a file to read first" has_first "$folder"
done

# The test of the test: what is wrong is seen.
# wrong SENTENCE LINE
wrong() {
    echo "$2" >"$work/page.md"
    check_not "$1" names "$work/page.md"
}
wrong "a file that is gone is seen" '`src/cli/gone.c`'
wrong "a function that is gone is seen" '`src/cli/main.c` `gone()`'
wrong "a function that is only called is seen" '`src/cli/main.c` `bt_command_run()`'
wrong "a method that is only called is seen" '`web/src/play/game.ts` `parse()`'
wrong "a function without a file is seen" '`main()`'
wrong "a page without names is seen" 'nothing'
check_not "a folder without a row is seen" has_first src/gone
close
