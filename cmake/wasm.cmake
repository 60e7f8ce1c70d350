# SPDX-License-Identifier: MIT
# bouton.wasm: the engine and its WebAssembly face as a reactor, a module that is called
# again and again. It exports what the sources mark with export_name and imports what they
# mark with import_name.
file(GLOB wasm_sources CONFIGURE_DEPENDS src/wasm/*.c)
add_executable(bouton_wasm ${wasm_sources})
target_include_directories(bouton_wasm PRIVATE ${public_includes})
target_link_libraries(bouton_wasm PRIVATE bouton_engine)
# Its functions are called from outside C, so no header declares them.
target_compile_options(bouton_wasm PRIVATE -Wno-missing-prototypes)
# The stack lies below the data, so that running out of it traps instead of writing there.
target_link_options(bouton_wasm PRIVATE -mexec-model=reactor -Wl,--strip-all
                    -Wl,--stack-first -Wl,-z,stack-size=1048576)
set_target_properties(bouton_wasm PROPERTIES OUTPUT_NAME bouton SUFFIX .wasm
                      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
