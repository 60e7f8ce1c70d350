# SPDX-License-Identifier: MIT
# Toolchain file: clang 14, or whatever clang there is.
find_program(BOUTON_CLANG NAMES clang-14 clang REQUIRED)
set(CMAKE_C_COMPILER "${BOUTON_CLANG}")
