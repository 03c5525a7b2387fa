# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
# doc/ of the Windows installer: what each program is made of, with licences and the offer of the sources.
get_property(maps GLOBAL PROPERTY apollo_maps)
list(TRANSFORM maps REPLACE "=.*" "" OUTPUT_VARIABLE programs)
set(materials ${CMAKE_BINARY_DIR}/packaging/materials)
add_custom_command(OUTPUT ${materials}/sbom.cdx.json
  DEPENDS ${programs} ${CMAKE_SOURCE_DIR}/installer/windows/bill-of-materials ${CMAKE_SOURCE_DIR}/installer/materials.py
  COMMAND ${CMAKE_SOURCE_DIR}/installer/windows/bill-of-materials ${apollo_windows_prefix} ${APOLLO_PACKAGE_VERSION} ${materials} ${maps}
  VERBATIM)
add_custom_target(windows_materials ALL DEPENDS ${materials}/sbom.cdx.json)
# All that the installer takes, without the tests.
add_custom_target(installed_programs DEPENDS windows_materials ${programs})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION doc)
install(DIRECTORY ${materials}/ DESTINATION doc)
