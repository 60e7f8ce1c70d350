# SPDX-License-Identifier: MIT
# The page inside the command: a table of the files of the folder BOUTON_PAGE, whose bytes
# the assembler takes in. Without a folder the table is empty. Names only, no paths: the
# command is the same wherever it was built.
set(BOUTON_PAGE "" CACHE PATH "Folder of the built web page, to put into the command")

set(page_files "")
if(BOUTON_PAGE)
  if(NOT EXISTS "${BOUTON_PAGE}/index.html")
    message(FATAL_ERROR "BOUTON_PAGE is ${BOUTON_PAGE}, where there is no index.html: "
                        "build the page first, or set BOUTON_PAGE to nothing")
  endif()
  file(GLOB page_files CONFIGURE_DEPENDS "${BOUTON_PAGE}/*")
endif()

set(page_bytes "")
set(page_rows "")
set(page_taken "")
foreach(file ${page_files})
  cmake_path(GET file FILENAME name)
  if(IS_DIRECTORY "${file}" OR NOT name MATCHES "^[A-Za-z0-9_-][A-Za-z0-9._-]*$")
    continue()
  endif()
  list(LENGTH page_taken n)
  list(APPEND page_taken "${file}")
  string(APPEND page_bytes "BYTES(${n}, \"${file}\")\n")
  string(APPEND page_rows "    {\"${name}\", page_bytes_${n}, page_end_${n}},\n")
endforeach()
set(page_table "${PROJECT_BINARY_DIR}/page_table.c")
configure_file("${CMAKE_CURRENT_LIST_DIR}/page_table.c.in" "${page_table}" @ONLY)
set_source_files_properties("${page_table}" PROPERTIES OBJECT_DEPENDS "${page_taken}")
