# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
# What is looked for in another way when building for Windows, and what only Windows' programs have. All libraries are static.
set(ZLIB_USE_STATIC_LIBS ON)
find_package(ZLIB REQUIRED)

# The prefix has the library; what generates code runs here and is this machine's own, of the same version.
find_program(APOLLO_PROTOC protoc REQUIRED)
add_executable(protobuf::protoc IMPORTED GLOBAL)
set_target_properties(protobuf::protoc PROPERTIES IMPORTED_LOCATION ${APOLLO_PROTOC})
find_package(Protobuf CONFIG REQUIRED)

# Likewise what compiles translations: Qt's own for this machine, wherever another version's is in the path.
if(APOLLO_GUI)
  find_program(APOLLO_LRELEASE lrelease PATHS ${QT_HOST_PATH}/lib/qt6/bin NO_DEFAULT_PATH REQUIRED)
  add_executable(Qt6::lrelease IMPORTED GLOBAL)
  set_target_properties(Qt6::lrelease PROPERTIES IMPORTED_LOCATION ${APOLLO_LRELEASE})
endif()

enable_language(RC)
# The same input gives the same bytes: no time of day in programs.
add_link_options(-Wl,--no-insert-timestamp)

# Icon, version and manifest of a program.
function(apollo_windows_resources name description)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.rc)
  configure_file(${CMAKE_SOURCE_DIR}/resources/windows/program.rc.in ${file} @ONLY)
  target_sources(${name} PRIVATE ${file})
endfunction()

# What the linker took from where into a program of the product: the bill of materials is made of it.
function(apollo_map_of name)
  set(map ${CMAKE_BINARY_DIR}/maps/${name}.map)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/maps)
  target_link_options(${name} PRIVATE -Wl,-Map=${map})
  set_property(GLOBAL APPEND PROPERTY apollo_maps ${name}=${map})
endfunction()
