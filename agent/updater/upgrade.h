// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Replaces this machine's agent: keeps what is there, installs the package, waits until the new agent is connected and stays so, and
// puts the old one back if it does not. No I/O but through the tools; one thread. Each phase is durable in the journal before it
// begins, so that whoever finds the journal goes on from there: in the end the new agent is confirmed or the old one is back.
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

enum class Phase { Keeping, Installing, Watching, Returning };

struct Journal {
    Phase phase = Phase::Keeping;
    std::string order;            // who asked: the folder that the outcome is put into
    std::string package;          // what to install
    std::string previous;         // where the old one is kept
    std::string upgrade_program;  // knows packages; empty: this machine's own way
    std::int64_t health_timeout_ms = 60000;
    std::int64_t settle_ms = 10000;  // so long it must stay connected
    std::string from;                // the old agent's version
    std::int64_t old_process = 0;    // the old agent's, until it is known to be gone
    std::string trouble;             // Returning: why
    int interruptions = 0;           // of the watching
};

struct Outcome {
    bool is_upgraded = false;
    std::string from;     // versions
    std::string to;
    std::string message;  // not upgraded: why, and whether the old agent is back
};

class Tools {
public:
    virtual ~Tools() = default;
    // Durable when it returns success.
    virtual Status keep_journal(const Journal& journal) = 0;
    // Writes a package of what is installed now; the file is there whole or not at all.
    virtual Status save(const std::string& file) = 0;
    // Installs a package over what is there, also over what an interrupted installation left, and starts the agent again.
    // Refused: it failed before anything was changed.
    virtual Status install(const std::string& file) = 0;
    // nullopt: no agent is there just now.
    virtual std::optional<AgentHealth> health() const = 0;
    // What the service manager says of the agent, as the end of a sentence: "its service ended with exit code 1". May be empty.
    virtual std::string describe_service() = 0;
    virtual MonotonicTime now() const = 0;
    virtual void pause() = 0;  // a moment, between two looks
};

// From the phase in the journal, which may be one that was interrupted, to the end.
Outcome carry_out(Tools& tools, Journal journal);

}  // namespace apollo::updater
