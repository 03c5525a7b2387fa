// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The script that lets a Linux machine join: what `apollo-cli node package` writes.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace apollo::cli {

struct JoinScript {
    std::string server;      // HOST:PORT as the node will reach it
    std::string token;       // one node, one time
    std::string expires_at;  // RFC 3339
    std::map<std::string, std::string> labels;
    std::vector<std::string> groups;
    std::string package;  // bytes of the apollo-agent package to install first; empty: it is there already
};

// For /bin/sh, run as root. Says what it did; exit code 0 when the node has joined.
std::string join_script(const JoinScript& what);

}  // namespace apollo::cli
