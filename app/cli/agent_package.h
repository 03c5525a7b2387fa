// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What kind of package a file is, looked at before it is sent to any node.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo::cli {

struct AgentPackage {
    enum class System { Linux, Windows, Unknown };
    System system = System::Unknown;  // Unknown: neither a Debian package nor an installer for Windows
    std::string version;              // empty: cannot be told here
};

// BadInput: it is cut short, or a package of something else. `file` is for messages, and for dpkg-deb where that is there.
Result<AgentPackage> inspect_package(const std::string& file, const std::string& content);
const char* to_text(AgentPackage::System system);  // "Linux"

}  // namespace apollo::cli
