# SPDX-License-Identifier: MIT
# What `make install` puts where. Everything finds its neighbours relative to itself, so
# an installed tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The manual page and the completions are what the program says of itself.
set(made "${PROJECT_BINARY_DIR}/share")
file(MAKE_DIRECTORY "${made}")
foreach(pair man=bouton.1 bash=bouton.bash zsh=_bouton)
  string(REGEX REPLACE "=.*" "" kind ${pair})
  string(REGEX REPLACE ".*=" "" name ${pair})
  add_custom_command(OUTPUT "${made}/${name}"
                     COMMAND bouton_command help --${kind} > "${made}/${name}"
                     DEPENDS bouton_command VERBATIM)
  list(APPEND made_files "${made}/${name}")
endforeach()
add_custom_target(bouton_pages ALL DEPENDS ${made_files})

file(RELATIVE_PATH BOUTON_PC_PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
     "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" BOUTON_PC_PREFIX "${BOUTON_PC_PREFIX}")
configure_file(cmake/bouton.pc.in bouton.pc @ONLY)
write_basic_package_version_file(bouton-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/bouton")

# A list of what was installed lies among it, for `make uninstall`: the files, and the
# folders that were not there before.
set(share_dir "${CMAKE_INSTALL_DATADIR}/bouton")
set(folders "${CMAKE_INSTALL_BINDIR}" "${CMAKE_INSTALL_LIBDIR}/pkgconfig" "${package_dir}"
            "${CMAKE_INSTALL_INCLUDEDIR}/bouton" "${CMAKE_INSTALL_MANDIR}/man1"
            "${CMAKE_INSTALL_MANDIR}/man3"
            "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
            "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" "${share_dir}"
            "${CMAKE_INSTALL_DOCDIR}")
install(CODE "set(BOUTON_FOLDERS \"${folders}\")
set(BOUTON_LIST \"share/bouton/installed.txt\")
set(BOUTON_BEFORE TRUE)
include(\"${PROJECT_SOURCE_DIR}/cmake/installed.cmake\")")
install(TARGETS bouton_command bouton_static bouton_shared EXPORT bouton
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES "${version_header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/bouton")
install(DIRECTORY include/bouton DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")
install(EXPORT bouton NAMESPACE bouton:: FILE bouton-targets.cmake
        DESTINATION "${package_dir}")
install(FILES cmake/bouton-config.cmake
              "${PROJECT_BINARY_DIR}/bouton-config-version.cmake"
        DESTINATION "${package_dir}")
install(FILES "${PROJECT_BINARY_DIR}/bouton.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${made}/bouton.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES docs/api/bouton.3 DESTINATION "${CMAKE_INSTALL_MANDIR}/man3")
install(FILES "${made}/bouton.bash" RENAME bouton
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${made}/_bouton"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(DIRECTORY games examples DESTINATION "${share_dir}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(CODE "set(BOUTON_BEFORE FALSE)
include(\"${PROJECT_SOURCE_DIR}/cmake/installed.cmake\")")
