# SPDX-License-Identifier: MIT
# Toolchain file: clang and wasi-libc for WebAssembly.
include("${CMAKE_CURRENT_LIST_DIR}/clang.cmake")
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# Only these headers: without -nostdlibinc those of the building machine leak in.
find_path(BOUTON_WASI_INCLUDE wasi/api.h PATHS /usr/include/wasm32-wasi
          PATH_SUFFIXES wasm32-wasi NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem ${BOUTON_WASI_INCLUDE}")

# Linking gets no -O flag: with one, clang runs any wasm-opt it finds over the result.
set(CMAKE_C_LINK_EXECUTABLE
    "<CMAKE_C_COMPILER> --target=wasm32-wasi <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
