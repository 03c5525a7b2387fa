// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/upgrade.h"

namespace apollo::updater {

namespace {

// A process other than `before`, connected without a break for settle_ms.
bool comes_up(Tools& tools, const UpgradeOrder& order, std::int64_t before) {
    const MonotonicTime end = tools.now().plus_ms(order.health_timeout_ms);
    std::optional<MonotonicTime> since;
    std::int64_t process = 0;
    while (true) {
        const auto health = tools.health();
        const MonotonicTime now = tools.now();
        const bool is_well = health && health->is_connected && health->process != before;
        if (!is_well) since.reset();
        else if (!since || health->process != process) since = now;
        if (is_well) process = health->process;
        if (since && now >= since->plus_ms(order.settle_ms)) return true;
        // What is well in time is given the time to stay so.
        if (now >= end && !since) return false;
        if (now >= end.plus_ms(order.settle_ms)) return false;
        tools.pause();
    }
}

std::string version_of(const std::optional<AgentHealth>& health) { return health ? health->version : "an unknown version"; }

Error put_back(Tools& tools, const UpgradeOrder& order, const std::string& from, const std::string& trouble) {
    const auto broken = tools.health();
    if (auto restored = tools.install(order.previous); !restored) {
        return {ErrorKind::BadInput, trouble + "; the old agent could not be put back either: " + restored.error().message + ". Look at this machine; the old package is " + order.previous};
    }
    if (!comes_up(tools, order, broken ? broken->process : 0)) {
        return {ErrorKind::BadInput, trouble + "; the old agent (" + from + ") was put back and does not connect either"};
    }
    // A later attempt keeps what is there then.
    tools.remove(order.previous);
    return {ErrorKind::BadInput, trouble + "; the old agent (" + from + ") is back"};
}

}  // namespace

Result<UpgradeReport> upgrade(Tools& tools, const UpgradeOrder& order) {
    const auto before = tools.health();
    const std::string from = version_of(before);
    // An earlier attempt was interrupted: what is installed now may be the new one already.
    if (!tools.exists(order.previous)) {
        if (auto saved = tools.save(order.previous); !saved) return Error{ErrorKind::BadInput, "nothing was changed, since the old agent could not be kept: " + saved.error().message};
    }
    if (auto installed = tools.install(order.package); !installed) {
        return put_back(tools, order, from, "the package could not be installed: " + installed.error().message);
    }
    if (!comes_up(tools, order, before ? before->process : 0)) {
        return put_back(tools, order, from, "the new agent was not connected for " + std::to_string(order.settle_ms / 1000) + " s within " + std::to_string(order.health_timeout_ms / 1000) + " s");
    }
    tools.remove(order.previous);
    return UpgradeReport{from, version_of(tools.health())};
}

}  // namespace apollo::updater
