; SPDX-License-Identifier: GPL-3.0-or-later
; SPDX-FileCopyrightText: Apollo-11 authors
; An installer, for tests, of an agent that ends at once: makensis -DOUT=FILE -DAGENT=PROGRAM broken-installer.nsi
Unicode true
Target amd64-unicode
Name "Apollo-11 broken"
OutFile "${OUT}"
RequestExecutionLevel admin
SilentInstall silent
VIProductVersion "9.9.2.0"
VIAddVersionKey "ProductName" "Apollo-11"
VIAddVersionKey "ProductVersion" "9.9.2"
VIAddVersionKey "FileDescription" "Installer of a broken agent"
VIAddVersionKey "FileVersion" "9.9.2"
VIAddVersionKey "LegalCopyright" "GPL-3.0-or-later, Apollo-11 authors"

Section
  ReadRegStr $INSTDIR HKLM "Software\Apollo-11" "InstallDir"
  nsExec::Exec '"$INSTDIR\bin\apollo-agent.exe" --service stop'
  Pop $0
  Delete "$INSTDIR\bin\apollo-agent.exe"
  SetOutPath "$INSTDIR\bin"
  File "/oname=apollo-agent.exe" "${AGENT}"
  WriteRegStr HKLM "Software\Microsoft\Windows\CurrentVersion\Uninstall\Apollo-11" "DisplayVersion" "9.9.2"
  nsExec::Exec 'sc start apollo-agent'
  Pop $0
SectionEnd
