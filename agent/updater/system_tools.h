// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tools on this machine. Its packages are known by a program of the installation (installer/linux/upgrade-package):
//   UPGRADE_PROGRAM save FILE      writes a package of what is installed to FILE
//   UPGRADE_PROGRAM install FILE   installs it and starts the agent's service again; the last line it prints says what went wrong
//   UPGRADE_PROGRAM state          prints what the service manager says of the agent, in one line
// or, where there is none, by machine_packages.h.
#pragma once

#include "agent/updater/journal.h"
#include "agent/updater/upgrade.h"
#include "common/base/clock.h"
#include "common/base/disk.h"

namespace apollo::updater {

class SystemTools final : public Tools {
public:
    SystemTools(const std::string& data_folder, std::string upgrade_program)
        : m_data_folder(data_folder), m_folder(data_folder), m_program(std::move(upgrade_program)) {}

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
    Result<Ended> run(const std::vector<std::string>& words) const;
    Status use(const std::vector<std::string>& words) const;

    const std::string m_data_folder;
    const UpgradeFolder m_folder;
    const std::string m_program;
    mutable SystemDisk m_disk;
    SystemClock m_clock;
};

}  // namespace apollo::updater
