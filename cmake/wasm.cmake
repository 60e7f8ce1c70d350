# SPDX-License-Identifier: MIT
# bouton.wasm: the engine and its WebAssembly face as a reactor, a module that is called
# again and again. It exports what the sources mark with export_name and imports what they
# mark with import_name. It is made for size, since every visitor of the page loads it.
file(GLOB wasm_sources CONFIGURE_DEPENDS src/wasm/*.c)
add_executable(bouton_wasm ${wasm_sources})
target_include_directories(bouton_wasm PRIVATE ${public_includes})
target_link_libraries(bouton_wasm PRIVATE bouton_engine)

# src/wasm/left_out.c stands for these.
get_target_property(kept_sources bouton_engine SOURCES)
list(FILTER kept_sources EXCLUDE REGEX
     "/src/check/|/completion\\.c$|/manual\\.c$|/solved_file\\.c$")
set_target_properties(bouton_engine PROPERTIES SOURCES "${kept_sources}")

# The loops of searches are made for speed, each file for itself, since what is inlined
# from others would be made for speed, too; all else is small and optimised as a whole.
foreach(target bouton_engine bouton_wasm)
  target_compile_options(${target} PRIVATE -Oz -flto -mbulk-memory -msign-ext)
endforeach()
foreach(name core/hash kernels/nim_sum formula/option_walk rules/nim solve/heap_table
             solve/memo solve/packed solve/position_set solve/sweep)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/${name}.c" PROPERTIES
                              COMPILE_OPTIONS "-O2;-fno-lto")
endforeach()

# Its functions are called from outside C, so no header declares them.
target_compile_options(bouton_wasm PRIVATE -Wno-missing-prototypes)
# The stack lies below the data, so that running out of it traps instead of writing there.
target_link_options(bouton_wasm PRIVATE -mexec-model=reactor -Wl,--strip-all
                    -Wl,--gc-sections -Wl,-O2 -Wl,--compress-relocations
                    -Wl,--stack-first -Wl,-z,stack-size=1048576)
set_target_properties(bouton_wasm PROPERTIES OUTPUT_NAME bouton SUFFIX .wasm
                      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# What the linker leaves is made smaller still, by binaryen where there is one. Nothing lies
# in the lowest 1024 bytes but the very end of the stack: there it would trap a little sooner.
find_program(BOUTON_WASM_OPT wasm-opt)
if(BOUTON_WASM_OPT)
  add_custom_command(TARGET bouton_wasm POST_BUILD VERBATIM
    COMMAND "${BOUTON_WASM_OPT}" --flatten --rereloop -Oz -Oz --low-memory-unused
            --enable-bulk-memory --enable-sign-ext "$<TARGET_FILE:bouton_wasm>" -o "$<TARGET_FILE:bouton_wasm>")
endif()
