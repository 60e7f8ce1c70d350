# SPDX-License-Identifier: MIT
# Runs twice while `cmake --install` does. Before the files are put down it notes which of
# BOUTON_FOLDERS, and of the folders around them, are not there yet; afterwards it writes
# BOUTON_LIST, with paths below the prefix, so that an installed tree may be moved. What an
# earlier installation has noted stays noted.
set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")

if(BOUTON_BEFORE)
  set(made)
  if(EXISTS "${root}/${BOUTON_LIST}")
    file(STRINGS "${root}/${BOUTON_LIST}" made REGEX "^folder ")
    list(TRANSFORM made REPLACE "^folder " "")
  endif()
  foreach(folder ${BOUTON_FOLDERS})
    while(folder AND NOT IS_ABSOLUTE "${folder}" AND NOT EXISTS "${root}/${folder}")
      list(APPEND made "${folder}")
      cmake_path(GET folder PARENT_PATH folder)
    endwhile()
  endforeach()
  if(NOT EXISTS "${root}")
    list(APPEND made ".")
  endif()
  set(BOUTON_MADE ${made})
  return()
endif()

set(lines)
foreach(file ${CMAKE_INSTALL_MANIFEST_FILES})
  cmake_path(IS_PREFIX CMAKE_INSTALL_PREFIX "${file}" NORMALIZE is_below)
  if(is_below)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
    string(APPEND lines "file ${file}\n")
    cmake_path(GET file PARENT_PATH folder)
    if(folder MATCHES "^share/bouton/") # nobody else has folders in there
      list(APPEND BOUTON_MADE "${folder}")
    endif()
  endif()
endforeach()
list(REMOVE_DUPLICATES BOUTON_MADE)
foreach(folder ${BOUTON_MADE})
  string(APPEND lines "folder ${folder}\n")
endforeach()
file(WRITE "${root}/${BOUTON_LIST}" "${lines}")
list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_PREFIX}/${BOUTON_LIST}")
