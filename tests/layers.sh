#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# layers.sh BUILD: the engine asks nothing of the world but what layers.allow lists, nothing
# includes what lies above it, and the shared library exports what symbols.txt lists.
# layers.sh BUILD --update writes symbols.txt.
set -u
build=$1
cd "$(dirname "$0")/.." || exit 2
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

exported() {
    nm -D --defined-only "$build"/libbouton.so | awk '{ print $3 }' | LC_ALL=C sort
}
if [ "${2:-}" = --update ]; then
    exported >tests/symbols.txt
    exit
fi

# Symbols that the given objects need from elsewhere and that are not allowed.
refused() {
    nm --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
    nm -u "$@" | awk '$1 == "U" || $1 == "w" { print $2 }' | sort -u >"$work/needed"
    grep -v '^#' tests/layers.allow | sort -u >"$work/allowed"
    sort -u "$work/defined" "$work/allowed" | comm -23 "$work/needed" - | grep .
}

mapfile -t objects < <(find "$build/CMakeFiles/bouton_engine.dir" -name '*.o')
check "the engine has objects" test ${#objects[@]} -gt 0
check_not "the engine asks only for what tests/layers.allow lists" refused "${objects[@]}"
for call in 'malloc(1)' 'printf("x")' 'fopen("x", "r")' 'time(0)'; do
    printf '#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n%s' \
        "void f(void); void f(void) { volatile long x = (long)$call; (void)x; }" \
        >"$work/call.c"
    cc -w -c -o "$work/call.o" "$work/call.c"
    check "this test refuses $call" refused "$work/call.o"
done

# bt_x and bti_x are never two things.
twins() {
    grep -rhoE '\<bti?_[a-z0-9_]+\>' src include --include='*.[ch]' | sort -u |
        sed -E 's/^bti?_//' | sort | uniq -d | grep .
}
check_not "no name stands behind bt_ and bti_ alike" twins

# The layers, lowest first; each may include itself and what stands before it. The checker
# of certificates stands apart, so that it shares nothing with the prover: above core only.
layers=(core kernels graph automata formula rules solve prove explain draw play commands)
system_headers=' immintrin.h limits.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h string.h '

# The layer that a public header belongs to.
layer_of_header() {
    case $1 in
    certificate.h) echo check ;;
    base.h | cells.h | context.h | host.h | json.h | message.h | shapes.h | steps.h | text.h | version.h) echo core ;;
    kernels.h) echo kernels ;;
    graph.h) echo graph ;;
    disguise.h | kit.h | number_kit.h | rules.h) echo rules ;;
    explore.h | solve.h | solved.h) echo solve ;;
    explain.h) echo explain ;;
    draw.h) echo draw ;;
    play.h) echo play ;;
    command.h) echo commands ;;
    *) echo unknown ;;
    esac
}

# below LAYER OTHER: may LAYER include OTHER?
below() {
    local layer
    if [ "$1" = check ]; then
        [ "$2" = check ] || [ "$2" = core ]
        return
    fi
    [ "$2" = check ] && [ "$1" = commands ] && return 0
    for layer in "${layers[@]}"; do
        [ "$layer" = "$2" ] && return 0
        [ "$layer" = "$1" ] && return 1
    done
    return 1
}

# allowed LAYER FILE NAME: may this file of the layer include NAME (with its brackets)?
allowed() {
    local layer=$1 folder name=${3:1:-1}
    folder=$(dirname "$2")
    case $layer:$3 in
    cli:\<* | serve:\<* | wasm:\<*) true ;;               # public and system headers
    host:\<bouton/*) below core "$(layer_of_header "${name#*/}")" ;;
    host:\<*) true ;;
    *:\<bouton/*) below "$layer" "$(layer_of_header "${name#*/}")" ;;
    *:\<*) [[ $system_headers == *" $name "* ]] ;;
    cli:\"serve/server.h\") true ;;
    cli:\"*/* | serve:\"*/* | wasm:\"*/*) false ;;
    host:\"*/*) below core "${name%%/*}" ;;
    *:\"*/*) below "$layer" "${name%%/*}" ;;
    *) [ -e "$folder/$name" ] ;;                          # a neighbour
    esac
}

# wrong_includes LAYER FILE...: prints what is not allowed.
wrong_includes() {
    local layer=$1 file name wrong=1
    shift
    for file; do
        while read -r name; do
            allowed "$layer" "$file" "$name" && continue
            echo "$file includes $name"
            wrong=0
        done < <(sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*([<"][^>"]*[>"]).*/\1/p' "$file")
    done
    return $wrong
}

shopt -s nullglob
for folder in src/*/; do
    layer=$(basename "$folder")
    case " ${layers[*]} check host cli serve wasm " in
    *" $layer "*) check_not "src/$layer includes nothing above it" \
        wrong_includes "$layer" "$folder"*.[ch] ;;
    *) check "tests/layers.sh knows the layer $layer" false ;;
    esac
done
for header in include/bouton/*.h; do
    case $header in include/bouton/all.h | include/bouton/bouton.h) continue ;; esac
    layer=$(layer_of_header "$(basename "$header")")
    check "tests/layers.sh knows the layer of $header" test "$layer" != unknown &&
        check_not "$header includes nothing above it" wrong_includes "$layer" "$header"
done
# And this part can fail, too.
mkdir -p "$work/src"
for line in 'core <stdio.h>' 'core <bouton/rules.h>' 'rules "solve/solve.h"' \
    'cli "core/arith.h"' 'serve "core/arith.h"' 'cli "serve/page.h"' 'check "automata/x.h"' 'check <bouton/rules.h>' \
    'prove "check/x.h"' 'host "solve/x.h"' 'solve "posix.h"'; do
    echo "#include ${line#* }" >"$work/src/file.c"
    check "this test refuses ${line#* } in ${line%% *}" \
        wrong_includes "${line%% *}" "$work/src/file.c"
done

exported >"$work/exported"
check "the shared library exports what tests/symbols.txt lists (layers.sh BUILD --update)" \
    diff tests/symbols.txt "$work/exported"
check_not "everything exported begins with bt_" grep -v '^bt_' "$work/exported"
close
