// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tools on this machine. A program of the installation (UPGRADE_PROGRAM, installer/linux/upgrade-package) knows its packages:
//   UPGRADE_PROGRAM save FILE      writes a package of what is installed to FILE
//   UPGRADE_PROGRAM install FILE   installs it and starts the agent's service again
#pragma once

#include "agent/updater/upgrade.h"
#include "common/base/clock.h"
#include "common/base/disk.h"

namespace apollo::updater {

class SystemTools final : public Tools {
public:
    // What the program prints goes to `log_file`, so that this program's own words stay short.
    SystemTools(std::string data_folder, std::string upgrade_program, std::string log_file)
        : m_data_folder(std::move(data_folder)), m_program(std::move(upgrade_program)), m_log_file(std::move(log_file)) {}

    bool exists(const std::string& file) const override { return m_disk.exists(file); }
    Status save(const std::string& file) override;
    Status install(const std::string& file) override;
    void remove(const std::string& file) override { (void)m_disk.remove(file); }
    std::optional<AgentHealth> health() const override;
    MonotonicTime now() const override { return m_clock.now().monotonic; }
    void pause() override;

private:
    Status run(const std::string& verb, const std::string& file);

    const std::string m_data_folder;
    const std::string m_program;
    const std::string m_log_file;
    mutable SystemDisk m_disk;
    SystemClock m_clock;
};

}  // namespace apollo::updater
