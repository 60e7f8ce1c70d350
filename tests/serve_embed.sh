#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# serve_embed.sh BUILD: cmake/page.cmake puts the files of a folder into a program as they
# are, and nothing about the folder.
set -u
build=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 2
source=$PWD
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/a page" "$work/one" "$work/another one"
page="$work/a page"
head -c 300000 /dev/urandom >"$page/bouton.wasm"
echo '<h1>Nim</h1>' >"$page/index.html"
gzip -nk "$page/index.html"
: >"$page/empty.txt"
printf '\0"\\\n%%s' >"$page/odd-bytes_1.js"
mkdir "$page/folder"
echo hidden >"$page/.hidden"
echo odd >"$page/odd name.txt"

# A program that writes the files inside it into a folder.
cat >"$work/unpack.c" <<'END'
#include "serve/page.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    char path[1000];
    for (const page_piece *p = page_pieces; argc == 2 && p->name; p++) {
        snprintf(path, sizeof path, "%s/%s", argv[1], p->name);
        FILE *f = fopen(path, "wb");
        if (!f || fwrite(p->at, 1, (size_t)(p->end - p->at), f) != (size_t)(p->end - p->at) ||
            fclose(f) != 0)
            return 1;
    }
    return 0;
}
END
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(embed C)
include("$source/cmake/page.cmake")
add_executable(unpack unpack.c "\${page_table}")
target_include_directories(unpack PRIVATE "$source/src" "$source/include" "$build/include")
END
for folder in one "another one"; do
    cp "$work/unpack.c" "$work/CMakeLists.txt" "$work/$folder"
done

# make_program FOLDER [PAGE]
make_program() {
    cmake -G Ninja -S "$work/$1" -B "$work/$1/build" -DCMAKE_BUILD_TYPE=Release \
        ${2+-DBOUTON_PAGE="$2"} && cmake --build "$work/$1/build"
}
# unpacks FOLDER: what is inside its program is in $work/out.
unpacks() {
    rm -rf "$work/out"
    mkdir "$work/out"
    "$work/$1/build/unpack" "$work/out"
}
same() {
    unpacks one && diff -r -x folder -x .hidden -x 'odd name.txt' "$page" "$work/out"
}

check "a program without a page builds" make_program one
check "there is nothing in it" unpacks one
check "nothing at all" rmdir "$work/out"
check "a program with a page builds" make_program one "$page"
check "the files are inside" same
check "all of them" test "$(find "$work/out" -type f | wc -l)" -eq 5
check "in another folder it builds too" make_program "another one" "$page"
check "the programs are the same" cmp "$work/one/build/unpack" "$work/another one/build/unpack"
check_not "nothing names the folder" grep -aF "$work" "$work/one/build/unpack"
echo '<h1>Nimble</h1>' >"$page/index.html"
check "a file changes" make_program one
check "the new bytes are inside" same
echo more >"$page/more.txt"
check "a file is added" make_program one
check "it is inside" same
rm "$page/index.html"
check_not "without index.html it is no page" make_program one
close
