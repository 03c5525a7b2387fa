# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Resources without the times of their files: the same tree gives the same bytes wherever and whenever it was checked out.
set(CMAKE_AUTORCC_OPTIONS --format-version 1)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Precompiled headers are cached, too, when ccache is told what they may differ in.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()

# One place for what every target of ours is compiled with; generated code does not link it.
add_library(apollo_flags INTERFACE)
target_compile_options(apollo_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
  -Wformat=2 -Werror)
# GCC 12's flow warnings raise false alarms in optimised builds: moves of a std::variant (maybe-uninitialized), sums of
# std::string (array-bounds, restrict, stringop), the latter once the headers come precompiled.
target_compile_options(apollo_flags INTERFACE 
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>)
# Several files as one (CMAKE_UNITY_BUILD) look to GCC like one header with types of its own in it.
if(CMAKE_UNITY_BUILD)
  target_compile_options(apollo_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
target_compile_definitions(apollo_flags INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH QT_NO_KEYWORDS
  APOLLO_VERSION="${PROJECT_VERSION}")
target_include_directories(apollo_flags INTERFACE ${CMAKE_SOURCE_DIR})

if(APOLLO_SANITIZE)
  add_compile_options(-fsanitize=${APOLLO_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${APOLLO_SANITIZE})
endif()
