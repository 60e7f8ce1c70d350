#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# install.sh BUILD [FILE...]: installs a build, uses the installed library as strangers
# would, and looks for this machine's folders in what was installed and in the FILEs.
set -u
build=$(realpath "$1")
shift
more=("$@")
cd "$(dirname "$0")/.." || exit 2
source=$PWD
. tests/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/somewhere
version=$(cat VERSION)

check "it installs" cmake --install "$build" --prefix "$work/first" || {
    close
    exit 1
}
mv "$work/first" "$prefix" # an installed tree may be moved
check "DESTDIR comes before the prefix" env DESTDIR="$work/stage" \
    cmake --install "$build" --prefix /opt/bouton
check "the same files are there" diff <(cd "$prefix" && find . | sort) \
    <(cd "$work/stage/opt/bouton" && find . | sort)

# Installed twice and uninstalled, nothing is left; files and folders of others stay.
check "it installs into a folder" cmake --install "$build" --prefix "$work/gone"
check "and over itself" cmake --install "$build" --prefix "$work/gone"
check "its list names every file" diff <(cd "$work/gone" && find . -type f -o -type l |
    grep -v '/installed.txt$' | sed 's|^\./|file |' | sort) \
    <(grep '^file ' "$work/gone/share/bouton/installed.txt" | sort)
check "it uninstalls" make -s uninstall PREFIX="$work/gone"
check_not "nothing is left" test -e "$work/gone"
mkdir -p "$work/shared/bin" "$work/shared/share/man" "$work/shared/include/bouton"
echo other >"$work/shared/bin/other"
echo other >"$work/shared/include/bouton/other.h"
(cd "$work/shared" && find . | sort) >"$work/before"
check "it installs among others" env DESTDIR="$work" cmake --install "$build" \
    --prefix /shared
echo other >"$work/shared/share/bouton/games/other.game"
check "it uninstalls with DESTDIR" make -s uninstall DESTDIR="$work" PREFIX=/shared
check "files of others stay" test -e "$work/shared/share/bouton/games/other.game"
rm -r "$work/shared/share/bouton"
check "all else is as it was" diff "$work/before" <(cd "$work/shared" && find . | sort)
check_not "what is not installed is not uninstalled" \
    make -s uninstall PREFIX="$work/shared"
mkdir -p "$work/forged/share/bouton"
echo 'file ../shared/bin/other' >"$work/forged/share/bouton/installed.txt"
check_not "a list that leads elsewhere is refused" \
    make -s uninstall PREFIX="$work/forged"
check "and nothing is removed" test -e "$work/shared/bin/other"

lib=$prefix/$(cd "$prefix" && dirname "$(find . -name libbouton.a)")
for file in bin/bouton include/bouton/bouton.h include/bouton/version.h \
    share/man/man1/bouton.1 share/man/man3/bouton.3 share/bash-completion/completions/bouton \
    share/zsh/site-functions/_bouton share/bouton/games/wythoff.game \
    share/bouton/examples/teaser.dot; do
    check "$file is installed" test -s "$prefix/$file"
done
for header in include/bouton/*.h; do
    check "$header is installed" cmp "$header" "$prefix/$header"
done
check "the command runs and knows its version" \
    grep -F "$version" <("$prefix/bin/bouton" --version)
check "the shared library is called libbouton.so.0" \
    grep -F '[libbouton.so.0]' <(readelf -d "$lib/libbouton.so")

mkdir "$work/user"
# The program of the README is the stranger's program.
sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```' >"$work/user/user.c"
cat >"$work/user/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(bouton ${version%.*} REQUIRED)
add_executable(shared user.c)
target_link_libraries(shared PRIVATE bouton::bouton)
add_executable(static user.c)
target_link_libraries(static PRIVATE bouton::bouton_static)
END

# says PROGRAM: what the README says it prints.
says() {
    [ "$(LD_LIBRARY_PATH=$lib "$1")" = 'N, Grundy value 1' ]
}
needs_library() {
    readelf -d "$1" | grep -F libbouton
}

export PKG_CONFIG_PATH=$lib/pkgconfig
read -ra flags < <(pkg-config --cflags --libs bouton)
check "pkg-config knows the version" test "$(pkg-config --modversion bouton)" = "$version"
check "it compiles through pkg-config" \
    cc -Wall -Wextra -Werror "$work/user/user.c" -o "$work/pc-shared" "${flags[@]}"
check "the shared program runs" says "$work/pc-shared"
check "it is shared" needs_library "$work/pc-shared"
read -ra flags < <(pkg-config --static --cflags --libs bouton)
check "it compiles statically through pkg-config" cc -Wall -Wextra -Werror -static \
    "$work/user/user.c" -o "$work/pc-static" "${flags[@]}"
check "the static program runs" says "$work/pc-static"

# Rule sets of strangers: in C with a command of their own, and in C++.
read -ra flags < <(pkg-config --cflags --libs bouton)
rules=$prefix/share/bouton/examples/rules
check "a drawn rule set in C compiles" cc -Wall -Wextra -Werror -c "$rules/skittles.c" \
    -o "$work/skittles.o" "${flags[@]}"
check "a rule set in C compiles" cc -Wall -Wextra -Werror "$rules/bouton-halving.c" \
    "$rules/halving.c" -o "$work/halving" "${flags[@]}"
check "a command knows it" \
    grep -F 'take 1 from pile 1 (10 to 9)' <(LD_LIBRARY_PATH=$lib "$work/halving" moves halving 10,7)
check "and a proof" grep -F PROVED <(LD_LIBRARY_PATH=$lib "$work/halving" prove halving --heaps 1)
check "a rule set in C++ compiles" c++ -std=c++17 -Wall -Wextra -Werror -pedantic \
    tests/outside.cc -o "$work/outside" "${flags[@]}"
check "and gives right answers" env LD_LIBRARY_PATH="$lib" "$work/outside"
check "and with a kit in C++20" c++ -std=c++20 -Wall -Wextra -Werror -pedantic \
    -Wno-missing-field-initializers tests/outside.cc -o "$work/outside20" "${flags[@]}"
check "and gives right answers, too" env LD_LIBRARY_PATH="$lib" "$work/outside20"

check "it compiles through find_package" cmake -S "$work/user" -B "$work/user/build" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
check "and builds" cmake --build "$work/user/build"
for kind in shared static; do
    check "the $kind program runs" says "$work/user/build/$kind"
done
check "the shared one is shared" needs_library "$work/user/build/shared"
check_not "the static one is not" needs_library "$work/user/build/static"

# Pages carry no date on purpose.
lint() {
    mandoc -T lint -W warning "$1" | grep -v 'missing date' | grep .
}
for page in man1/bouton.1 man3/bouton.3; do
    check_not "the manual page $page is clean" lint "$prefix/share/man/$page"
done
# What the manual page says is installed is there.
mapfile -t named < <(sed -n 's|^\.I PREFIX/||p' "$prefix/share/man/man1/bouton.1" | sed 's/\\-/-/g')
check "the manual page says where files are" test "${#named[@]}" -ge 8
for file in "${named[@]}"; do
    check "$file is where the manual page says" test -e "$prefix/$file"
done
for variable in $(grep -rhoE 'getenv\("[A-Z_]+"\)' src | cut -d'"' -f2 | sort -u); do
    check "the manual page says what $variable does" \
        grep -x "\.B $variable" "$prefix/share/man/man1/bouton.1"
done
check "bash reads its completion" \
    bash -n "$prefix/share/bash-completion/completions/bouton"
check "zsh reads its completion" zsh -n "$prefix/share/zsh/site-functions/_bouton"

for folder in "$build" "$source"; do
    check_not "nothing names the folder $folder" \
        grep -rlaF "$folder" "$prefix" "${more[@]}"
done
close
