#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hardening.sh BUILD: looks into the release build's command and library for what
# cmake/harden.cmake asks for, one by one. Programs that lack each of it show that the
# looking finds it.
set -u
build=$(realpath "$1")
cd "$(dirname "$0")" || exit 2
. ./check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

is_pie() {
    readelf -hW "$1" | grep -E 'Type: +DYN' && readelf -dW "$1" | grep -E 'FLAGS_1.*PIE'
}
has_relro() {
    readelf -lW "$1" | grep GNU_RELRO
}
binds_now() {
    readelf -dW "$1" | grep -E '\(FLAGS\).*BIND_NOW|FLAGS_1.*NOW|\(BIND_NOW\)'
}
has_plain_stack() {
    readelf -lW "$1" | grep -E 'GNU_STACK .* RW '
}
has_no_writable_code() {
    ! readelf -lW "$1" | grep -E 'LOAD .* RWE '
}
protects_stack() {
    readelf -sW "$1" | grep -F __stack_chk_fail
}
is_fortified() {
    readelf -sW "$1" | grep -E '__(memcpy|memmove|memset|snprintf|strncat)_chk'
}
# Stack probes leave no name behind, so the commands that compiled it have to tell.
probes_stack() {
    local commands=$1/compile_commands.json
    [ "$(grep -c '"command".*/src/' "$commands")" -gt 0 ] &&
        ! grep '"command".*/src/' "$commands" | grep -vF -e -fstack-clash-protection
}

for file in bouton libbouton.so; do
    check "$file: RELRO" has_relro "$build/$file"
    check "$file: symbols are bound at once, so RELRO covers all" binds_now "$build/$file"
    check "$file: the stack is not executable" has_plain_stack "$build/$file"
    check "$file: no code is writable" has_no_writable_code "$build/$file"
    check "$file: stack protector" protects_stack "$build/$file"
    check "$file: _FORTIFY_SOURCE" is_fortified "$build/$file"
done
check "bouton is position independent" is_pie "$build/bouton"
if echo 'int main(void) { return 0; }' |
    cc -fstack-clash-protection -x c -c -o "$work/try.o" - 2>/dev/null; then
    check "every file has stack probes" probes_stack "$build"
fi

# The same questions to programs without.
cat >"$work/soft.c" <<'END'
#include <string.h>
int main(int argc, char **argv)
{
    char copy[100];
    memcpy(copy, argv[0], strlen(argv[0]));
    return copy[argc];
}
END
soft=(-O2 -U_FORTIFY_SOURCE -fno-stack-protector -no-pie -fno-pie -w
    "-Wl,-z,norelro" "-Wl,-z,lazy" "-Wl,-z,execstack")
check "a program without it compiles" cc "${soft[@]}" "$work/soft.c" -o "$work/soft"
check_not "it is not position independent" is_pie "$work/soft"
check_not "it has no RELRO" has_relro "$work/soft"
check_not "it binds late" binds_now "$work/soft"
check_not "its stack is executable" has_plain_stack "$work/soft"
check_not "its stack is not protected" protects_stack "$work/soft"
check_not "it is not fortified" is_fortified "$work/soft"
mkdir "$work/build"
grep -v '"command".*/src/' "$build/compile_commands.json" >"$work/build/compile_commands.json"
check_not "no command is not every command" probes_stack "$work/build"
sed '0,/-fstack-clash-protection/s///' "$build/compile_commands.json" \
    >"$work/build/compile_commands.json"
check_not "one file without probes is found" probes_stack "$work/build"
close
