#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# headers.sh BUILD: each header compiles alone and twice, with gcc and clang; the public
# ones also as C++.
set -u
build=$1
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
clang=$(command -v clang-14 || command -v clang)
warnings=(-Wall -Wextra -Wshadow -Werror)

# compiles NAME COMPILER FLAGS...
compiles() {
    local name=$1
    shift
    printf '#include %s\n#include %s\ntypedef int not_empty;\n' "$name" "$name" |
        "$@" "${warnings[@]}" -Iinclude "-I$build/include" -fsyntax-only -
}

for header in include/bouton/*.h "$build"/include/bouton/*.h; do
    name="<bouton/$(basename "$header")>"
    for compiler in gcc "$clang"; do
        check "$name alone, $compiler" compiles "$name" "$compiler" -std=c17 -pedantic -x c
        check "$name alone, $compiler, C++" \
            compiles "$name" "$compiler" -std=c++17 -pedantic -x c++
    done
done
while read -r header; do
    for compiler in gcc "$clang"; do
        check "$header alone, $compiler" compiles "\"${header#src/}\"" "$compiler" \
            -std=c17 -D_POSIX_C_SOURCE=200809L -Isrc -x c
    done
done < <(find src -name '*.h' | sort)
close
