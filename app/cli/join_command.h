// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The script that lets a Windows machine join: what `apollo-cli node package --for windows` puts beside the installer.
#pragma once

#include <map>
#include <string>

#include "common/base/result.h"

namespace apollo::cli {

struct JoinCommand {
    std::string server;      // HOST:PORT as the node will reach it
    std::string token;       // one node, one time
    std::string expires_at;  // RFC 3339
    std::map<std::string, std::string> labels;
    std::string installer;  // the name of the file beside it
};

// For cmd.exe, run as administrator. Says what it did; exit code 0 when the node has joined. BadInput: a value that cannot be handed
// over to the installer whole.
Result<std::string> join_command(const JoinCommand& what);

}  // namespace apollo::cli
