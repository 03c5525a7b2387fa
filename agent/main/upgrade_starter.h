// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Starts the updater whenever the journal of an upgrade is found and nobody works on it: for an order that was just given, and for an
// upgrade that was interrupted. It is started from here and not by the attempt, whose end would end it as well. Lives on the thread
// of its timer.
#pragma once

#include <QTimer>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "common/base/disk.h"

namespace apollo::agent {

class UpgradeStarter {
public:
    explicit UpgradeStarter(std::string data_folder);
    ~UpgradeStarter();

    // Looks now, and from now on.
    void start();
    std::function<void(const std::string& line)> on_log;

private:
    struct Child;
    void look();
    // Starts the updater with a life of its own; what it says goes to the upgrade's log.
    Status launch(const std::string& program, const std::string& log);

    const std::string m_data_folder;
    SystemDisk m_disk;
    QTimer m_timer;
    std::int64_t m_not_before_ms = 0;
    std::unique_ptr<Child> m_child;  // the one that was started last
};

}  // namespace apollo::agent
