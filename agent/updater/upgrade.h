// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Replaces this machine's agent: keeps what is there, installs the package, waits until the new agent is connected and stays so, and
// puts the old one back if it does not. No I/O but through the tools; one thread. May be begun again after it was interrupted anywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/result.h"
#include "common/base/time.h"

namespace apollo::updater {

// As the agent writes it down (agent/main) whenever it is taken in by the center, or loses it.
struct AgentHealth {
    std::int64_t process = 0;
    std::string version;
    bool is_connected = false;
};

class Tools {
public:
    virtual ~Tools() = default;
    virtual bool exists(const std::string& file) const = 0;
    // Writes a package of what is installed now; the file is there whole or not at all.
    virtual Status save(const std::string& file) = 0;
    // Installs a package over what is there, and starts the agent again.
    virtual Status install(const std::string& file) = 0;
    virtual void remove(const std::string& file) = 0;
    virtual std::optional<AgentHealth> health() const = 0;
    virtual MonotonicTime now() const = 0;
    virtual void pause() = 0;  // a moment, between two looks
};

struct UpgradeOrder {
    std::string package;
    std::string previous;  // where the old one is kept
    std::int64_t health_timeout_ms = 60000;
    std::int64_t settle_ms = 10000;  // so long it must stay connected
};

struct UpgradeReport {
    std::string from;  // versions
    std::string to;
};

// BadInput: the new agent did not come up, or was not installed; the sentence says whether the old one is back.
Result<UpgradeReport> upgrade(Tools& tools, const UpgradeOrder& order);

}  // namespace apollo::updater
