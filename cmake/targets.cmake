# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors

# PCH headers...: what most files of a large target include and nobody here edits, parsed once.
function(apollo_precompile name)
  if(ARGN)
    target_precompile_headers(${name} PRIVATE ${ARGN} <functional> <map> <memory> <optional> <string> <vector>)
  endif()
endfunction()

# NAMES...: of each the file for the system built for, NAME_linux.cpp or NAME_windows.cpp. Both stand behind one header.
function(apollo_platform_files result)
  string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
  list(TRANSFORM ARGN APPEND _${system}.cpp)
  set(${result} ${ARGN} PARENT_SCOPE)
endfunction()

# apollo_library(NAME FILES... PLATFORM names... LINK targets...): one folder = one static library.
function(apollo_library name)
  cmake_parse_arguments(ARG "QT" "" "FILES;PLATFORM;LINK;PCH" ${ARGN})
  apollo_platform_files(platform_files ${ARG_PLATFORM})
  add_library(${name} STATIC ${ARG_FILES} ${platform_files})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE apollo_flags)
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  if(ARG_QT)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
  endif()
  apollo_precompile(${name} ${ARG_PCH})
endfunction()

# apollo_program(NAME FILES... PLATFORM names... LINK targets...): a program of the product.
function(apollo_program name)
  cmake_parse_arguments(ARG "QT" "" "FILES;PLATFORM;LINK" ${ARGN})
  apollo_platform_files(platform_files ${ARG_PLATFORM})
  add_executable(${name} ${ARG_FILES} ${platform_files})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} apollo_flags)
  if(ARG_QT)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
  endif()
  if(WIN32)
    apollo_map_of(${name})
  endif()
endfunction()

# Where Qt is linked statically, what it would otherwise load while running: OpenSSL for TLS, SQLite, windows and their
# like in memory.
function(apollo_static_plugins name)
  if(WIN32)
    list(TRANSFORM ARGN REPLACE "^tls$" "Qt6::QTlsBackendOpenSSLPlugin" OUTPUT_VARIABLE plugins)
    list(TRANSFORM plugins REPLACE "^sqlite$" "Qt6::QSQLiteDriverPlugin")
    list(TRANSFORM plugins REPLACE "^windows$" "Qt6::QWindowsIntegrationPlugin")
    list(TRANSFORM plugins REPLACE "^offscreen$" "Qt6::QOffscreenIntegrationPlugin")
    qt_import_plugins(${name} INCLUDE ${plugins})
  endif()
endfunction()

# apollo_test(NAME FILES... LINK targets... [TIMEOUT s] [ALONE filter]): one GoogleTest program, one ctest test per case; where programs of
# another system run through an emulator, which takes long to start, one ctest test per program. Cases that ALONE's filter
# of GoogleTest names need all of the machine: nothing else runs beside them.
function(apollo_test name)
  cmake_parse_arguments(ARG "QT" "TIMEOUT;ALONE" "FILES;LINK;PCH" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  add_executable(${name} ${ARG_FILES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest GTest::gmock apollo_flags)
  if(ARG_QT)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  endif()
  list(LENGTH ARG_FILES file_count)
  if(file_count GREATER 3)
    list(APPEND ARG_PCH <gtest/gtest.h>)
  endif()
  apollo_precompile(${name} ${ARG_PCH})
  if(CMAKE_CROSSCOMPILING)
    math(EXPR ARG_TIMEOUT "5 * ${ARG_TIMEOUT}")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
    return()
  endif()
  if(ARG_ALONE)
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 TEST_FILTER "${ARG_ALONE}" TEST_LIST ${name}_alone
      PROPERTIES TIMEOUT ${ARG_TIMEOUT} RUN_SERIAL TRUE)
    set(others TEST_FILTER "-${ARG_ALONE}")
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 ${others} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
endfunction()
include(GoogleTest)
