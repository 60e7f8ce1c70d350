#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The state of the source tree: unique file names, one layout, a licence line in each file.
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh

twice() {
    find include src tests fuzz bench -name '*.[ch]' -printf '%f\n' | sort | uniq -d |
        grep .
}

without_licence() {
    { find include src tests fuzz bench cmake tools .ci \( -name corpus -o -name cli \
        -o -name rows \) -prune -o -type f \( -name '*.[ch]' -o -name '*.sh' -o \
        -name '*.mjs' -o -name '*.cmake' -o -name CMakeLists.txt -o -perm -u+x \) -print
      echo Makefile
      echo CMakeLists.txt; } | xargs grep -L 'SPDX-License-Identifier: MIT' | grep .
}

check_not "file names are unique over the tree" twice
check_not "every file has its licence line" without_licence
check "C files are laid out as .clang-format says (make format does it)" tools/format --check
check "CITATION.cff has the number in VERSION" grep -qx "version: $(cat VERSION)" CITATION.cff
for script in tests/run tests/*.sh tools/* .ci/run; do
    parser=(bash -n)
    [[ $script == *.mjs ]] && parser=(node --check)
    check "$script has no syntax error" "${parser[@]}" "$script"
done
close
