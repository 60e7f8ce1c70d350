# SPDX-License-Identifier: MIT
# The front door. The build itself is CMake's: see CMakeLists.txt and CMakePresets.json.
#
## make deps        name the Debian packages that are needed and install the missing ones
## make build       build the command: build/bouton
## make page        build the web page: build/page for any web server, and one file,
##                  build/page/bouton.html, that works from a disk
## make run         build all and serve the page at http://127.0.0.1:1901;
##                  ARGS="solve nim 3,4,6" runs any other command instead
## make check       what a developer runs every minute: a minute of processor time
## make test        build with gcc, clang, sanitizers and WebAssembly, and test it all
## make test-long   the same, and what takes longer
## make bench       how fast it is
## make fuzz        look for crashes; FUZZ_SECONDS=60 for each target
## make mutants     put COUNT=100 small mistakes into src/ (SEED=1, UNDER="src/rules") and
##                  say which of them no test notices
## make coverage    which lines and branches of src/ the tests reach, folder by folder
## make install     PREFIX=/usr/local, DESTDIR=
## make uninstall   removes what make install put there; PREFIX and DESTDIR as before
## make docs        write docs/games, a page for each rule set
## make golden      fill in what the commands in docs and tests/cli say; read the diff!
## make format      lay out the C files
## make clean       remove build/
##
## NO_INSTALL=1 only says which packages are missing. V=1 shows what the build says.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
COUNT ?= 100
SEED ?= 1
UNDER ?= src
export NO_INSTALL V

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

deps:
	@tools/deps --list build page test

build:
	@tools/deps build
	@tools/build release
	@echo build/bouton

page:
	@tools/deps build page
	@tools/page
	@echo build/page

ifdef ARGS
run:
	@tools/deps build >&2
	@tools/build release
	@build/bouton $(ARGS)
else
run:
	@tools/deps build page >&2
	@tools/page
	@PAGE=build/page tools/build release
	@build/bouton serve
endif

check:
	@tools/deps build test
	@tests/run --quick

test:
	@tools/deps build page test
	@tests/run

test-long:
	@tools/deps build page test
	@tests/run --long

bench:
	@tools/deps build page
	@tools/page
	@tools/build bench
	@bench/run build/bench

fuzz:
	@tools/deps build page test
	@tools/build fuzz
	@tools/fuzz $(FUZZ_SECONDS)

mutants:
	@tools/deps build page test
	@tools/mutants.mjs --count "$(COUNT)" --seed "$(SEED)" --under "$(UNDER)"

coverage:
	@tools/deps build page test
	@tools/build coverage
	@tools/coverage.mjs

install:
	@tools/deps build
	@tools/build release
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(abspath $(PREFIX))"

uninstall:
	@tools/uninstall "$(DESTDIR)$(abspath $(PREFIX))"

docs:
	@tools/deps build
	@tools/build release
	@tools/docs build/bouton docs/games
	@tools/api docs/api

golden:
	@tools/deps build page test
	@tools/build gcc
	@tools/docs build/gcc/bouton docs/games
	@tools/api docs/api
	@BOUTON=$(CURDIR)/build/gcc/bouton tests/pages.sh $(CURDIR)/build/gcc/tests/golden --update

format:
	@tools/format -i

clean:
	rm -rf build

.PHONY: help deps build page run check test test-long bench fuzz mutants coverage \
	install uninstall docs golden format clean
