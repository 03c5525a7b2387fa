# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
# Four Debian packages: apollo-control, apollo-orchestrator, apollo-agent (with apollo-shim), apollo-cli; each is an install
# component named without "apollo-". installer/linux/build-packages builds them; its --help says how.
set(APOLLO_PACKAGE_VERSION ${PROJECT_VERSION} CACHE STRING "Version of the packages, when it differs from the programs'")

set(installer ${CMAKE_SOURCE_DIR}/installer/linux)
set(packaging ${CMAKE_BINARY_DIR}/packaging)
set(doc share/doc)

# ---- made while building: manual pages, completions, changelog, bill of materials ----

# A file compressed without the time of day in it.
function(apollo_compressed result source)
  add_custom_command(OUTPUT ${result} DEPENDS ${source} COMMAND sh -c "gzip -9nc '${source}' > '${result}'" VERBATIM)
endfunction()

# The manual page and completions that a program prints of itself.
function(apollo_manual_of program section)
  set(page ${packaging}/${program}.${section})
  add_custom_command(OUTPUT ${page}.gz ${packaging}/${program}.bash ${packaging}/${program}.zsh
    DEPENDS ${program}
    COMMAND sh -c "'$<TARGET_FILE:${program}>' --manual man | gzip -9nc > '${page}.gz'"
    COMMAND sh -c "'$<TARGET_FILE:${program}>' --manual bash > '${packaging}/${program}.bash'"
    COMMAND sh -c "'$<TARGET_FILE:${program}>' --manual zsh > '${packaging}/${program}.zsh'"
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY apollo_packaging_files ${page}.gz)
  string(REPLACE apollo- "" component ${program})
  install(FILES ${page}.gz DESTINATION share/man/man${section} COMPONENT ${component})
  install(FILES ${packaging}/${program}.bash DESTINATION share/bash-completion/completions RENAME ${program} COMPONENT ${component})
  install(FILES ${packaging}/${program}.zsh DESTINATION share/zsh/vendor-completions RENAME _${program} COMPONENT ${component})
endfunction()

# apollo_package(PROGRAM SECTION [WITH further programs...]): what each package has.
function(apollo_package program section)
  cmake_parse_arguments(ARG "" "" "WITH" ${ARGN})
  string(REPLACE apollo- "" component ${program})
  install(TARGETS ${program} RUNTIME DESTINATION bin COMPONENT ${component})
  foreach(further ${ARG_WITH})
    install(TARGETS ${further} RUNTIME DESTINATION libexec/apollo COMPONENT ${component})
  endforeach()
  apollo_manual_of(${program} ${section})
  install(FILES ${installer}/copyright DESTINATION ${doc}/${program} COMPONENT ${component})
  install(FILES ${packaging}/changelog.gz DESTINATION ${doc}/${program} COMPONENT ${component})
  set(materials ${packaging}/${program}.cdx.json)
  set(programs ${program} ${ARG_WITH})
  list(TRANSFORM programs REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE program_files)
  add_custom_command(OUTPUT ${materials}
    DEPENDS ${programs} ${installer}/bill-of-materials
    COMMAND ${installer}/bill-of-materials ${program} ${APOLLO_PACKAGE_VERSION} ${program_files} > ${materials} VERBATIM)
  set_property(GLOBAL APPEND PROPERTY apollo_packaging_files ${materials})
  install(FILES ${materials} DESTINATION ${doc}/${program} RENAME sbom.cdx.json COMPONENT ${component})
endfunction()

# apollo_service(PROGRAM PREPARE text [REMOVE text] PURGE text): unit, settings and the scripts that dpkg runs.
function(apollo_service program)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "PREPARE;REMOVE;PURGE" "")
  string(REPLACE apollo- "" component ${program})
  install(FILES ${installer}/units/${program}.service DESTINATION /lib/systemd/system COMPONENT ${component})
  install(FILES ${installer}/config/${component}.yaml DESTINATION /etc/apollo COMPONENT ${component})
  install(FILES ${installer}/doc/${program}.README.Debian RENAME README.Debian DESTINATION ${doc}/${program} COMPONENT ${component})
  set(UNIT ${program}.service)
  set(PREPARE "${ARG_PREPARE}")
  set(REMOVE "${ARG_REMOVE}")
  set(PURGE "${ARG_PURGE}")
  set(scripts ${packaging}/${component})
  foreach(script postinst prerm postrm)
    configure_file(${installer}/maintainer/${script}.in ${scripts}/${script} @ONLY)
  endforeach()
  file(WRITE ${scripts}/conffiles "/etc/apollo/${component}.yaml\n")
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA ${scripts}/postinst ${scripts}/prerm ${scripts}/postrm ${scripts}/conffiles PARENT_SCOPE)
endfunction()

configure_file(${installer}/changelog.in ${packaging}/changelog @ONLY)
apollo_compressed(${packaging}/changelog.gz ${packaging}/changelog)

apollo_package(apollo-orchestrator 8)
apollo_package(apollo-agent 8 WITH apollo-shim apollo-updater)
apollo_package(apollo-cli 1)
apollo_service(apollo-orchestrator
  PREPARE "        # The account of a person would own the keys.
        uid=$(getent passwd apollo | cut -d: -f3)
        if [ \"\${uid:-0}\" -ge 1000 ]; then
            echo \"apollo-orchestrator: the account apollo is a person's (its uid is \$uid), and this service needs one of that name for itself. Rename that one first: usermod --login NEW apollo\" >&2
            exit 1
        fi
        getent passwd apollo >/dev/null || adduser --system --group --quiet --home /var/lib/apollo/orchestrator --no-create-home --gecos 'Apollo-11 orchestrator' apollo"
  PURGE "    rm -rf /var/lib/apollo/orchestrator
    # Only the account that this package made.
    if getent passwd apollo | grep -q ':/var/lib/apollo/orchestrator:'; then
        userdel apollo 2>/dev/null || true
        if getent group apollo >/dev/null; then groupdel apollo 2>/dev/null || true; fi
    fi")
apollo_service(apollo-agent
  REMOVE "    # An upgrade that goes on would put back what is removed.
    deb-systemd-invoke stop apollo-agent-upgrade.service >/dev/null || true
    /usr/libexec/apollo/apollo-updater --call-off --data /var/lib/apollo/agent || rm -f /var/lib/apollo/agent/upgrade/journal.json"
  PREPARE "        # Nothing: the service runs as root until an administrator says otherwise."
  PURGE "    rm -rf /var/lib/apollo/agent
    rm -f /etc/apollo/agent.token")
install(PROGRAMS ${installer}/upgrade-package DESTINATION libexec/apollo COMPONENT agent)
install(FILES ${installer}/units/apollo-agent-upgrade.service DESTINATION /lib/systemd/system COMPONENT agent)
install(FILES ${installer}/doc/apollo-agent.unprivileged.conf RENAME unprivileged.conf DESTINATION ${doc}/apollo-agent/examples COMPONENT agent)
install(FILES ${CMAKE_SOURCE_DIR}/resources/samples/five-stage.yaml ${CMAKE_SOURCE_DIR}/resources/samples/collect_metrics.yaml
  DESTINATION ${doc}/apollo-cli/examples COMPONENT cli)
if(APOLLO_GUI)
  apollo_package(apollo-control 1)
  install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/apollo-control.desktop DESTINATION share/applications COMPONENT control)
  install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/apollo-control.xml DESTINATION share/mime/packages COMPONENT control)
  install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/apollo.svg RENAME apollo-control.svg DESTINATION share/icons/hicolor/scalable/apps COMPONENT control)
endif()

get_property(made GLOBAL PROPERTY apollo_packaging_files)
# Not part of "all": who only builds needs none of it. Before cmake --install or cpack it must be built.
add_custom_target(packaging_files DEPENDS ${made} ${packaging}/changelog.gz)

# ---- the packages ----
set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_VERSION ${APOLLO_PACKAGE_VERSION})
set(CPACK_PACKAGE_VENDOR "Apollo-11 authors")
set(CPACK_PACKAGE_CONTACT "Apollo-11 authors <apollo-11@packages.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_THREADS 1)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL orchestrator agent cli)
if(APOLLO_GUI)
  list(APPEND CPACK_COMPONENTS_ALL control)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION admin)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME apollo-${component})
  # For the sake of the bill of materials: what is in the package that asked.
  set(CPACK_DEBIAN_${upper}_PACKAGE_SOURCE apollo)
endforeach()

# What no tool finds, since it is opened by name at run time: Qt's SQLite driver and its reader of SVG icons, fonts.
set(CPACK_DEBIAN_ORCHESTRATOR_PACKAGE_DEPENDS "adduser, libqt6sql6-sqlite")
set(CPACK_DEBIAN_ORCHESTRATOR_PACKAGE_RECOMMENDS "apollo-cli")
set(CPACK_DEBIAN_ORCHESTRATOR_PACKAGE_SUGGESTS "apollo-control, libqt6sql6-psql, prometheus")
set(CPACK_DEBIAN_AGENT_PACKAGE_DEPENDS "dpkg-repack")  # keeps the old agent while an upgrade from the center is tried
set(CPACK_DEBIAN_CLI_PACKAGE_DEPENDS "libqt6sql6-sqlite")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "apollo-agent, apollo-orchestrator, libqt6sql6-psql")  # apollo-cli drill starts them
set(CPACK_DEBIAN_CONTROL_PACKAGE_DEPENDS "fonts-noto-core | fonts-dejavu-core | ttf-bitstream-vera, libqt6sql6-sqlite, libqt6svg6")
set(CPACK_DEBIAN_CONTROL_PACKAGE_RECOMMENDS "fonts-noto-cjk, qt6-translations-l10n, apollo-cli")
set(CPACK_DEBIAN_CONTROL_PACKAGE_SUGGESTS "apollo-agent, libqt6sql6-psql, qt6-wayland")
set(CPACK_DEBIAN_CONTROL_PACKAGE_SECTION x11)

set(about "Apollo-11 runs deployments, data pipelines and maintenance over tens to
hundreds of machines. Everything that happened is in one append-only log; any
state is a pure function of it and can be replayed.
.")
set(CPACK_COMPONENT_ORCHESTRATOR_DESCRIPTION "orchestrator of long, stateful work on many machines
${about}
This package has the orchestrator as a service.")
set(CPACK_COMPONENT_AGENT_DESCRIPTION "agent that carries out Apollo-11 steps on a node
${about}
This package has the agent as a service: it carries out the steps of one node,
goes on while it is cut off, and survives restarts and upgrades without ending
or repeating a step.")
set(CPACK_COMPONENT_CLI_DESCRIPTION "operate an Apollo-11 orchestrator from a shell
${about}
This package has the command line: submitting, watching and steering tasks,
letting nodes join, reading and verifying the log, replaying any moment.")
set(CPACK_COMPONENT_CONTROL_DESCRIPTION "control center of Apollo-11
${about}
This package has the window: tasks, their graphs, the matrix of steps and
nodes, and the replay of any moment. It runs an orchestrator of its own or
attaches to one elsewhere.")
include(CPack)
