// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tools on this machine. Its packages are known by a program of the installation (installer/linux/upgrade-package):
//   UPGRADE_PROGRAM save FILE      writes a package of what is installed to FILE
//   UPGRADE_PROGRAM install FILE   installs it and starts the agent's service again; the last line it prints says what went wrong
//   UPGRADE_PROGRAM state          prints what the service manager says of the agent, in one line
// or, where there is none, by machine_packages.h.
// What the program prints goes to the upgrade's log and not through this process, so that an installation outlives its updater;
// the next one waits for it before it touches anything.
#pragma once

#include "agent/updater/journal.h"
#include "agent/updater/upgrade.h"
#include "common/base/clock.h"
#include "common/base/disk.h"

namespace apollo::updater {

// Longer than any package of an agent takes, also where another package manager has to be waited for.
constexpr std::int64_t tool_limit_ms = 600'000;

class SystemTools final : public Tools {
public:
    // A program that has not ended after `limit_ms` is ended.
    SystemTools(const std::string& data_folder, std::string upgrade_program, std::int64_t limit_ms = tool_limit_ms)
        : m_data_folder(data_folder), m_folder(data_folder), m_program(std::move(upgrade_program)), m_limit_ms(limit_ms) {}

    Status keep_journal(const Journal& journal) override;
    Status save(const std::string& file) override;
    Status install(const std::string& file) override;
    std::optional<AgentHealth> health() const override;
    std::string describe_service() override;
    MonotonicTime now() const override { return m_clock.now().monotonic; }
    void pause() override;

private:
    struct Ended {
        bool is_well = false;
        int exit_code = 0;      // -1: it crashed
        std::string last_line;  // of what it printed
    };
    Result<Ended> run(const std::vector<std::string>& words);
    Status use(const std::vector<std::string>& words);
    // The one of an updater before this one.
    void wait_for_earlier_tool();
    // What was printed since then.
    std::string log_since(std::uint64_t size_bytes);
    std::uint64_t log_size_bytes();

    const std::string m_data_folder;
    const UpgradeFolder m_folder;
    const std::string m_program;
    const std::int64_t m_limit_ms;
    mutable SystemDisk m_disk;
    SystemClock m_clock;
};

}  // namespace apollo::updater
