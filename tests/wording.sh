#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How Bouton speaks, as docs/wording.md describes it: every sentence of the program is a whole
# message, the words in that page's table are used nowhere, and the tables of the catalogues
# are what texts/ says.
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

texts() {
    node tools/texts.mjs "$@"
}

check "every sentence of src/ is a whole message (tools/texts.mjs check)" texts check
check "no page, header, game or string uses a word of docs/wording.md's table" texts words
check "the catalogues can be built" texts build "$work/built"
for table in src/core/catalogues.c web/src/messages/catalogues.ts; do
    check "$table is what tools/texts.mjs build writes" diff "$table" "$work/built/$table"
done

# The test of the test: what is wrong is seen, and what is right is not refused.
# says FILE TEXT: does this file have words that we never use?
says() {
    printf '%s\n' "$2" >"$work/$1"
    texts words "$work/$1"
}
# message TEXT: is this line of C a good message?
message() {
    rm -rf "$work/src"
    mkdir "$work/src"
    printf '%s\n' "$1" >"$work/src/file.c"
    texts check "$work/src"
}
rows=$(sed -n '/^## Words we never use/,/^## /p' docs/wording.md | grep -c '^|.*`.*|$')
check "docs/wording.md has a table of words" test "$rows" -gt 9
check_not "'behind' in a page is seen" says page.md 'The text behind the colon.'
check_not "a capital letter does not hide a word" says page.md 'Behind the colon.'
check_not "the end of a line does not hide a word" says page.md $'Nobody\nknows.'
check_not "'wants' in a header is seen" says header.h '/* What nim wants. */'
check_not "a comment of two lines is one text" says header.h $'/* That is so\n * many. */'
check_not "'is no move' in a string is seen" says file.c 'const char *a = "that is no move";'
check_not "a string of two lines is one text" says file.c $'f("this tells "\n  "more");'
check_not "', for' in a game is seen" says rules.game '# P, for nothing is left.'
check "good words are not refused" says page.md 'There is no move. This is not a move.'
check "what commands print is not read" says page.md $'```console\n$ bouton\nwants\n```'
check "a name in backquotes is not read" says page.md 'The parameter `wants`.'
check "comments in C are not read" says file.c '/* behind */ int a;'

check "a whole message is good" message 'bt_say(out, "Take {n}.", BT_ARGS(BT_NUM("n", 1)));'
check_not "a piece of a sentence is seen" message 'bt_say(out, " and more.", BT_NO_ARGS);'
check_not "a missing argument is seen" message 'bt_say(out, "Take {n}.", BT_NO_ARGS);'
check_not "an argument too many is seen" \
    message 'bt_say(out, "Take it.", BT_ARGS(BT_NUM("n", 1)));'
check_not "a brace that is not closed is seen" \
    message 'bt_say(out, "Take {n.", BT_ARGS(BT_NUM("n", 1)));'
check_not "letters glued to an argument are seen" \
    message 'bt_say(out, "{n} pile{s}", BT_ARGS(BT_NUM("n", 1), BT_STR("s", s)));'
check_not "a choice without 'other' is seen" \
    message 'bt_say(out, "{n, plural, one {x}}", BT_ARGS(BT_NUM("n", 1)));'
check_not "prose outside of a message is seen" \
    message 'bt_text_put(out, "take some chips from a pile");'
check_not "a word that we never use is seen" message 'bt_fail(c, s, "nim wants {n}", a);'
close
