// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/join_command.h"

#include <algorithm>

namespace apollo::cli {

namespace {

constexpr const char* command_beginning = R"bat(@echo off
rem Lets this machine join an Apollo-11 cluster. Made by apollo-cli node package.
rem It holds a token that is good for one node: keep it secret, run it once as administrator, delete it.
setlocal EnableExtensions DisableDelayedExpansion
chcp 65001 > nul
)bat";

// Run by cmd.exe: a line is read, %...% is put in, then it is understood, then !...! is put in: what a value holds means
// nothing any more by then.
constexpr const char* command_ending = R"bat(set "data=%ProgramData%\Apollo-11\agent"
set "folder=%ProgramFiles%\Apollo-11"
setlocal EnableDelayedExpansion
if exist "!data!\pki\agent.crt" goto joined
if not exist "!installer!" goto missing
reg add "HKLM\Software\Apollo-11" /f > nul 2>&1
if errorlevel 1 goto forbidden
echo apollo: installing
"!installer!" /S /AGENT=yes /SERVER="!server!" /TOKEN="!token!" /LABELS="!labels!" /D=!folder!
if errorlevel 6 goto busy
if errorlevel 4 goto not_started
if errorlevel 1 goto failed
if not exist "!folder!\bin\apollo-agent.exe" goto failed
echo apollo: installed; waiting until this machine has joined
"!folder!\bin\apollo-agent.exe" --service wait --data "!data!"
if errorlevel 1 goto waiting
echo apollo: this machine has joined; the service apollo-agent runs
exit /b 0
:joined
echo apollo: this machine has joined already; to let it join anew, revoke the node and uninstall with /REMOVE_DATA 1>&2
exit /b 1
:missing
echo apollo: "!installer!" is missing; it must lie beside this script 1>&2
exit /b 1
:forbidden
echo apollo: run this as administrator 1>&2
exit /b 1
:busy
echo apollo: another installation is under way on this machine; run this again when it has ended 1>&2
exit /b 1
:not_started
echo apollo: the service did not start; see "!data!\agent.log" 1>&2
exit /b 1
:failed
echo apollo: the installation failed 1>&2
exit /b 1
:waiting
echo apollo: not joined within 60 s; the service goes on trying, see "!data!\agent.log" 1>&2
exit /b 1
)bat";

// In a batch file a percent sign begins a variable, also in quotes.
std::string set_line(const std::string& name, const std::string& value) {
    std::string doubled;
    for (const char c : value) doubled += c == '%' ? std::string("%%") : std::string(1, c);
    return "set \"" + name + "=" + doubled + "\"\n";
}

bool holds_any(const std::string& text, const char* forbidden) {
    return text.find_first_of(forbidden) != std::string::npos || std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

Result<std::string> list_of(const std::map<std::string, std::string>& labels) {
    std::string list;
    for (const auto& [key, value] : labels) {
        if (holds_any(key + value, "\",")) return Error{ErrorKind::BadInput, "--label " + key + "=" + value + ": for Windows a label holds neither quotes nor commas nor line ends"};
        list += (list.empty() ? "" : ",") + key + "=" + value;
    }
    // It would keep the closing quote from closing.
    if (list.ends_with('\\')) return Error{ErrorKind::BadInput, "--label " + list + ": for Windows the last label does not end with a backslash"};
    return list;
}

}  // namespace

Result<std::string> join_command(const JoinCommand& what) {
    const auto labels = list_of(what.labels);
    if (!labels) return labels.error();
    if (holds_any(what.server + what.token + what.installer, "\"")) return Error{ErrorKind::BadInput, "for Windows neither the server nor the installer's name holds quotes or line ends"};
    const std::string text = std::string(command_beginning) + "rem The token expires at " + what.expires_at + ".\n" + set_line("name", what.installer) + "set \"installer=%~dp0%name%\"\n" +
                             set_line("server", what.server) + set_line("token", what.token) + set_line("labels", *labels) + command_ending;
    std::string lines;
    for (const char c : text) lines += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return lines;
}

}  // namespace apollo::cli
