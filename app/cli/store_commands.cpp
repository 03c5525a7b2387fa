// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QTimer>
#include <memory>

#include "app/cli/commands.h"
#include "app/client/folder_log.h"
#include "app/history/place.h"
#include "app/history/projector.h"
#include "common/base/folder_lock.h"

namespace apollo::cli {

namespace {

constexpr int look_interval_ms = 100;
constexpr int patience_ms = 15000;       // without any progress of the running orchestrator
constexpr int deadline_ms = 3600 * 1000;  // in all

Json figures_json(const history::Figures& figures) {
    return {{"events", figures.events}, {"tasks", figures.tasks}, {"runs", figures.runs}, {"position", figures.position.value}};
}

// Nothing runs on the folder, and nothing can be started on it meanwhile.
Result<history::Figures> rebuild_alone(const std::string& data) {
    SystemDisk disk;
    auto lock = FolderLock::take(data + "/run/lock");
    if (!lock) return lock.error();
    history::Projector projector(disk, data);
    projector.on_warning = [](const std::string& line) { std::fprintf(stderr, "apollo-cli: warning: %s\n", line.c_str()); };
    if (auto rebuilt = projector.rebuild(Position{~0ull}); !rebuilt) return rebuilt.error();
    return projector.figures();
}

// Looks until the running orchestrator's projector has come at least as far as it was.
class RebuildWatch {
public:
    using Done = std::function<void(Result<history::Figures>)>;
    RebuildWatch(std::string place, Position target, Done done) : m_place(std::move(place)), m_target(target), m_done(std::move(done)) {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
        m_timer.start(look_interval_ms);
    }

private:
    void look() {
        auto figures = history::figures_at(m_place);
        if (!figures || (figures->position >= m_target && figures->position.value != 0)) return finish(std::move(figures));
        m_still_ms = figures->position == m_seen ? m_still_ms + look_interval_ms : 0;
        m_seen = figures->position;
        if (m_still_ms < patience_ms) return;
        finish(Error{ErrorKind::Timeout, "the rebuild is ordered, but the running orchestrator does not come to it (it is at event " +
                                             std::to_string(m_seen.value) + "); see its log. It goes on by itself"});
    }
    void finish(Result<history::Figures> figures) {
        m_timer.stop();
        m_done(std::move(figures));
    }

    std::string m_place;
    Position m_target;
    Done m_done;
    Position m_seen;
    int m_still_ms = 0;
    QTimer m_timer;
};

// The running orchestrator owns it: it is asked to begin anew.
Result<history::Figures> rebuild_beside(const std::string& place) {
    auto before = history::figures_at(place);
    if (!before) return before;
    if (auto asked = history::request_rebuild_at(place); !asked) return asked.error();
    std::unique_ptr<RebuildWatch> watch;
    return await<history::Figures>(
        [&](std::function<void(Result<history::Figures>)> done) { watch = std::make_unique<RebuildWatch>(place, before->position, std::move(done)); },
        deadline_ms);
}

int store_rebuild(Context& context) {
    if (context.options().has("profile") || context.options().has("connect")) {
        return fail(exit_bad_input, "store rebuild works on a data folder of this machine; name it with --data and leave out --profile and --connect");
    }
    const std::string data = context.data_folder();
    SystemDisk disk;
    if (auto found = client::find_own_log(disk, data + "/log"); !found) return fail(found.error());
    const bool running = FolderLock::is_held(data + "/run/lock");
    auto figures = running ? rebuild_beside(history::place_of(disk, data)) : rebuild_alone(data);
    if (!figures) return fail(figures.error());
    if (context.json()) {
        print_json(figures_json(*figures));
        return exit_done;
    }
    print("made anew from the log: " + std::to_string(figures->events) + " events, " + std::to_string(figures->tasks) + " tasks, " +
          std::to_string(figures->runs) + " runs, up to event " + std::to_string(figures->position.value));
    return exit_done;
}

}  // namespace

std::vector<Verb> store_verbs() {
    return {{"store", "rebuild", "delete the SQL history and make it anew from the log, also beside a running orchestrator", {}, store_rebuild}};
}

}  // namespace apollo::cli
