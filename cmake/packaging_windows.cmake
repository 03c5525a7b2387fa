# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
# The installer of command line, agent and control center: cpack in the build folder, by the script installer/windows/cpack/NSIS.template.in.
set(APOLLO_PACKAGE_VERSION ${PROJECT_VERSION} CACHE STRING "Version of the installer, when it differs from the programs'")

install(TARGETS apollo-agent apollo-shim apollo-updater apollo-cli RUNTIME DESTINATION bin)
if(APOLLO_GUI)
  install(TARGETS apollo-control RUNTIME DESTINATION bin)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/windows_materials.cmake)

list(PREPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/installer/windows/cpack)
set(CPACK_GENERATOR NSIS)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME apollo-11)
set(CPACK_PACKAGE_VENDOR "Apollo-11 authors")
set(CPACK_PACKAGE_VERSION ${APOLLO_PACKAGE_VERSION})
set(CPACK_PACKAGE_FILE_NAME apollo-11-${APOLLO_PACKAGE_VERSION}-windows-x86_64)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/windows_file_times.cmake)
set(CPACK_NSIS_COMPRESSOR "/SOLID lzma")
# The stub of an installer is a 64-bit program like the rest: Debian's Wine runs no other, and says nothing when it should.
set(CPACK_NSIS_DEFINES "Target amd64-unicode")
set(CPACK_APOLLO_INSTALLER_ICON ${CMAKE_SOURCE_DIR}/resources/windows/apollo.ico)
include(CPack)
