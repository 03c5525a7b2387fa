// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The machine's Launcher: every attempt runs under an apollo-shim of its own (../shim/RECORDS.md), which outlives the agent.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "common/base/launcher.h"

namespace apollo::agent {

// Lives on one thread with a Qt event loop; callbacks come from that loop, never from inside launch, kill or inspect.
// Guards are direct children; on Linux they are reaped as soon as their fifo closes; nothing handles SIGCHLD.
class ProcessLauncher final : public Launcher {
public:
    // `shim_path`: the guard program, absolute.
    explicit ProcessLauncher(std::string shim_path);
    ~ProcessLauncher() override;  // watched attempts go on; a later launcher adopts them by inspect()

    Status launch(const LaunchSpec& spec) override;
    void kill(const std::string& folder) override;
    // Lost: what is still left of the tree has been killed when this returns.
    Evidence inspect(const std::string& folder, std::optional<ExitRecord>& record) override;

private:
    struct Attempt;

    Status spawn(const std::string& folder, Attempt& attempt) const;
    Attempt* watch(const std::string& folder);
    // What the guard has said, or that it is gone.
    void look(const std::string& folder);
    void tell_started(const std::string& folder);
    void on_guard_gone(const std::string& folder);
    std::unique_ptr<Attempt> unwatch(const std::string& folder);

    const std::string m_shim_path;
    std::map<std::string, std::unique_ptr<Attempt>> m_attempts;
};

}  // namespace apollo::agent
