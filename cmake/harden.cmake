# SPDX-License-Identifier: MIT
# Release builds are hardened: a mistake in a reader of foreign files should end the
# program and not run somebody's code. tests/hardening.sh looks for each of these in what
# was built. Sanitizers bring checks of their own, and WebAssembly has no use for them.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)
include(CheckPIESupported)

check_pie_supported(LANGUAGES C)
set(released "$<CONFIG:Release,RelWithDebInfo,MinSizeRel>")

foreach(flag -fstack-protector-strong -fstack-clash-protection)
  string(MAKE_C_IDENTIFIER "BOUTON_HAS${flag}" has)
  check_c_compiler_flag(${flag} ${has})
  if(${has})
    add_compile_options("$<${released}:${flag}>")
  endif()
endforeach()
add_compile_options("$<${released}:-U_FORTIFY_SOURCE>" "$<${released}:-D_FORTIFY_SOURCE=2>")

foreach(flag relro now noexecstack)
  string(MAKE_C_IDENTIFIER "BOUTON_LINKS_${flag}" has)
  check_linker_flag(C "-Wl,-z,${flag}" ${has})
  if(${has})
    add_link_options("$<${released}:-Wl,-z,${flag}>")
  endif()
endforeach()
