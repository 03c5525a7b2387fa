// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/upgrade_starter.h"

#include "agent/updater/journal.h"
#include "common/base/clock.h"
#include "common/base/folder_lock.h"
#include "common/base/host.h"

namespace apollo::agent {

namespace {

constexpr int look_interval_ms = 1000;
// One that ends at once is not started without a pause.
constexpr std::int64_t start_again_ms = 5000;

}  // namespace

void UpgradeStarter::start() {
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
    m_timer.start(look_interval_ms);
    look();
}

void UpgradeStarter::look() {
    const updater::UpgradeFolder folder(m_data_folder);
    const std::int64_t now_ms = SystemClock().now().monotonic.ms;
    if (!m_disk.exists(folder.journal()) || now_ms < m_not_before_ms || FolderLock::is_held(folder.lock())) return;
    m_not_before_ms = now_ms + start_again_ms;
    const auto launched = launch(program_file(folder.path, "apollo-updater"), folder.log());
    on_log(launched ? "the agent's upgrade begins, or goes on; see " + folder.log() : "the agent's upgrade cannot go on: " + launched.error().message);
}

}  // namespace apollo::agent
