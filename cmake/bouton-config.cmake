# SPDX-License-Identifier: MIT
# find_package(bouton): bouton::bouton is shared, bouton::bouton_static is not.
include(CMakeFindDependencyMacro)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/bouton-targets.cmake")
