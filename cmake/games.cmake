# SPDX-License-Identifier: MIT
# The games of games/ inside the library: a C table of their names and texts, in the order
# of the names. Only what stands in the files goes into it, so it is the same wherever it
# is made.
file(GLOB game_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/games/*.game")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${game_files})

set(game_names ${game_files})
list(TRANSFORM game_names REPLACE "^.*/(.*)\\.game$" "\\1")
list(SORT game_names)
set(game_rows "")
foreach(name IN LISTS game_names)
  file(READ "${PROJECT_SOURCE_DIR}/games/${name}.game" text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND game_rows
         "    {\"${name}\", &bti_rules_game,\n     \"${text}\"},\n")
endforeach()
set(games_table "${PROJECT_BINARY_DIR}/games_table.c")
configure_file("${CMAKE_CURRENT_LIST_DIR}/games_table.c.in" "${games_table}" @ONLY)
