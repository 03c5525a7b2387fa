// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/upgrade.h"

namespace apollo::updater {

namespace {

// A machine that goes down again and again under the new agent does not do so by chance.
constexpr int most_interruptions = 3;
constexpr int returns_tried = 3;
constexpr std::int64_t between_returns_ms = 5000;

struct Watched {
    bool is_well = false;
    bool was_seen = false;       // alive, and not the old one
    bool was_connected = false;
};

// A process other than `before`, connected without a break for settle_ms.
Watched watch(Tools& tools, const Journal& journal, std::int64_t before) {
    const MonotonicTime end = tools.now().plus_ms(journal.health_timeout_ms);
    std::optional<MonotonicTime> since;
    std::int64_t process = 0;
    Watched watched;
    while (true) {
        const auto health = tools.health();
        const MonotonicTime now = tools.now();
        const bool is_another = health && health->process != before;
        const bool is_well = is_another && health->is_connected;
        watched.was_seen = watched.was_seen || is_another;
        watched.was_connected = watched.was_connected || is_well;
        if (!is_well) since.reset();
        else if (!since || health->process != process) since = now;
        if (is_well) process = health->process;
        watched.is_well = since && now >= since->plus_ms(journal.settle_ms);
        if (watched.is_well) return watched;
        // What is well in time is given the time to stay so.
        if (now >= end && !since) return watched;
        if (now >= end.plus_ms(journal.settle_ms)) return watched;
        tools.pause();
    }
}

std::string version_of(const std::optional<AgentHealth>& health) { return health && !health->version.empty() ? health->version : "an unknown version"; }

std::string seconds(std::int64_t time_ms) { return std::to_string(time_ms / 1000) + " s"; }

std::string what_was_wrong(Tools& tools, const Watched& watched, const Journal& journal) {
    std::string text = "the new agent ";
    if (watched.was_connected) text += "connected, but did not stay so for " + seconds(journal.settle_ms) + " within " + seconds(journal.health_timeout_ms);
    else if (watched.was_seen) text += "was started, but did not connect within " + seconds(journal.health_timeout_ms);
    else text += "did not come back within " + seconds(journal.health_timeout_ms);
    const std::string service = tools.describe_service();
    return service.empty() ? text : text + " (" + service + ")";
}

Status install_previous(Tools& tools, const Journal& journal) {
    Status installed = tools.install(journal.previous);
    for (int tried = 1; !installed && tried < returns_tried; ++tried) {
        const MonotonicTime next = tools.now().plus_ms(between_returns_ms);
        while (tools.now() < next) tools.pause();
        installed = tools.install(journal.previous);
    }
    return installed;
}

Outcome put_back(Tools& tools, Journal journal) {
    journal.phase = Phase::Returning;
    // If it cannot be written down, what is there leads here as well.
    (void)tools.keep_journal(journal);
    const auto broken = tools.health();
    Outcome outcome{false, journal.from, {}, journal.trouble};
    if (auto installed = install_previous(tools, journal); !installed) {
        outcome.message += "; the old agent could not be put back either: " + installed.error().message + ". Look at this machine; the old package is " + journal.previous;
    } else if (!watch(tools, journal, broken ? broken->process : 0).is_well) {
        outcome.message += "; the old agent (" + journal.from + ") was put back and does not connect either";
    } else {
        outcome.message += "; the old agent (" + journal.from + ") is back";
    }
    return outcome;
}

Outcome put_back_since(Tools& tools, Journal journal, const std::string& trouble) {
    journal.trouble = trouble;
    return put_back(tools, std::move(journal));
}

Outcome confirm(Tools& tools, const Journal& journal) {
    const Watched watched = watch(tools, journal, journal.old_process);
    if (!watched.is_well) return put_back_since(tools, journal, what_was_wrong(tools, watched, journal));
    return {true, journal.from, version_of(tools.health()), {}};
}

Outcome nothing_changed(const Journal& journal, const std::string& why) { return {false, journal.from, {}, "nothing was changed: " + why}; }

Outcome begin(Tools& tools, Journal journal) {
    const auto before = tools.health();
    journal.from = version_of(before);
    journal.old_process = before ? before->process : 0;
    if (auto saved = tools.save(journal.previous); !saved) return nothing_changed(journal, "the old agent could not be kept: " + saved.error().message);
    journal.phase = Phase::Installing;
    if (auto kept = tools.keep_journal(journal); !kept) return nothing_changed(journal, kept.error().message);
    if (auto installed = tools.install(journal.package); !installed) {
        if (installed.error().kind == ErrorKind::Refused) return nothing_changed(journal, "the package could not be installed: " + installed.error().message);
        return put_back_since(tools, journal, "the package could not be installed: " + installed.error().message);
    }
    journal.phase = Phase::Watching;
    // If it cannot be written down, an interruption only means that the old one is put back.
    (void)tools.keep_journal(journal);
    return confirm(tools, journal);
}

Outcome watch_again(Tools& tools, Journal journal) {
    ++journal.interruptions;
    // Ids of processes begin anew when the machine does; the old agent ended with the installation.
    journal.old_process = 0;
    if (journal.interruptions > most_interruptions) return put_back_since(tools, journal, "the machine or the updater went down again and again under the new agent");
    (void)tools.keep_journal(journal);
    return confirm(tools, journal);
}

}  // namespace

Outcome carry_out(Tools& tools, Journal journal) {
    switch (journal.phase) {
    case Phase::Keeping: return begin(tools, std::move(journal));
    case Phase::Installing: return put_back_since(tools, journal, "the machine or the updater went down while the package was installed");
    case Phase::Watching: return watch_again(tools, std::move(journal));
    case Phase::Returning: return put_back(tools, std::move(journal));
    }
    return nothing_changed(journal, "the journal names no phase");
}

}  // namespace apollo::updater
