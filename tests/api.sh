#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pages in docs/api and the manual page bouton.3 are what the headers say today, and
# nothing that the library exports is missing in them.
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check "the headers make their pages" tools/api "$work"
check "docs/api is up to date (tools/api docs/api)" diff -r docs/api "$work"
for header in include/bouton/*.h; do
    name=$(basename "$header" .h)
    check "$header has a page" grep -qx "# bouton/$name.h" "docs/api/$name.md"
done
while read -r symbol; do
    check "$symbol is in a page" grep -qw "$symbol" docs/api/*.md
    check "$symbol is in bouton(3)" grep -qw "$symbol" docs/api/bouton.3
done <tests/symbols.txt
# What bouton.h promises is there, and it brings every header that declares it.
cc=${CC:-cc}
for name in $(sed -n '/^ \*   /p' include/bouton/bouton.h | grep -o 'bt_[a-z_]*'); do
    check "$name exists" grep -qx "$name" tests/symbols.txt
    echo "(void)&$name;"
done >"$work/uses" 2>&1
n=$(grep -c '^(void)' "$work/uses")
check "bouton.h names some forty functions" test "$n" -ge 35 -a "$n" -le 60
{
    echo '#include <bouton/bouton.h>'
    echo 'void uses(void); void uses(void) {'
    grep '^(void)' "$work/uses"
    echo '}'
} >"$work/uses.c"
check "bouton.h declares them" "$cc" -fsyntax-only -Iinclude "-I${1:-build/gcc}/include" \
    "$work/uses.c"
close
