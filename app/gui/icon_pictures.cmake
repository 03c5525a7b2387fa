# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
# apollo_icon_pictures(SOURCES): every icon of resources/icons as pictures :/icons/NAME-SIZE.png, under the same resource's name
# as the drawings have elsewhere (app/gui/drawings_windows.cpp). Adds to the list SOURCES what carries them.
find_program(APOLLO_RSVG_CONVERT rsvg-convert REQUIRED)

function(apollo_icon_pictures sources)
  set(drawings ${CMAKE_SOURCE_DIR}/resources/icons)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/icons)
  file(GLOB files CONFIGURE_DEPENDS ${drawings}/*.svg)
  set(listing "<RCC><qresource prefix=\"/icons\">\n")
  foreach(file ${files})
    cmake_path(GET file STEM name)
    foreach(size 16 24 32 48 64 128)
      set(picture ${name}-${size}.png)
      add_custom_command(OUTPUT ${folder}/${picture} DEPENDS ${file}
        COMMAND ${APOLLO_RSVG_CONVERT} --width ${size} --height ${size} --output ${folder}/${picture} ${file} VERBATIM)
      list(APPEND pictures ${folder}/${picture})
      string(APPEND listing "<file>${picture}</file>\n")
    endforeach()
  endforeach()
  file(MAKE_DIRECTORY ${folder})
  file(CONFIGURE OUTPUT ${folder}/icons.qrc CONTENT "${listing}</qresource></RCC>\n")
  add_custom_command(OUTPUT ${folder}/qrc_icons.cpp DEPENDS ${pictures} ${folder}/icons.qrc
    COMMAND Qt6::rcc --format-version 1 --name icons --output ${folder}/qrc_icons.cpp ${folder}/icons.qrc VERBATIM)
  set_source_files_properties(${folder}/qrc_icons.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(${sources} ${${sources}} ${folder}/qrc_icons.cpp PARENT_SCOPE)
endfunction()
