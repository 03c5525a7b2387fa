# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
# x86-64 Windows 10 or later with Debian's mingw-w64. Libraries come from the prefix that installer/windows/build-dependencies
# made: APOLLO_WINDOWS_PREFIX in the environment, else the one it made last for this tree.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_SYSTEM_VERSION 10.0)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

set(apollo_windows_prefix ${CMAKE_CURRENT_LIST_DIR}/../build/windows-dependencies/current)
if(DEFINED ENV{APOLLO_WINDOWS_PREFIX})
  set(apollo_windows_prefix $ENV{APOLLO_WINDOWS_PREFIX})
endif()
get_filename_component(apollo_windows_prefix "${apollo_windows_prefix}" REALPATH)
set(CMAKE_FIND_ROOT_PATH ${apollo_windows_prefix} /usr/x86_64-w64-mingw32)
set(CMAKE_PREFIX_PATH ${apollo_windows_prefix})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${apollo_windows_prefix}/lib/pkgconfig)
set(OPENSSL_USE_STATIC_LIBS ON)
# What Qt runs while building (moc, rcc) is the building machine's own Qt of the same version.
set(QT_HOST_PATH /usr CACHE PATH "")
set(QT_HOST_PATH_CMAKE_DIR /usr/lib/x86_64-linux-gnu/cmake CACHE PATH "")

# Windows 10's interfaces; programs carry their run-time libraries in themselves.
set(CMAKE_C_FLAGS_INIT "-D_WIN32_WINNT=0x0A00")
set(CMAKE_CXX_FLAGS_INIT "-D_WIN32_WINNT=0x0A00")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -static-libgcc -static-libstdc++")

# ctest runs the programs through Wine.
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../installer/windows/with-wine)
