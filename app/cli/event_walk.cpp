// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/event_walk.h"

#include <cstdio>

#include "app/client/folder_log.h"
#include "common/base/disk.h"
#include "common/domain/reducer.h"

namespace apollo::cli {

namespace {

Result<std::shared_ptr<domain::State>> walk_live(const api::Session& session, const Visit& visit) {
    auto state = std::make_shared<domain::State>();
    auto stopped = std::make_shared<bool>(false);
    std::unique_ptr<api::Subscription> subscription;
    auto ended = await<Unit>([&](std::function<void(Result<Unit>)> done) {
        api::EventSource::Observer observer;
        observer.on_events = [state, stopped, visit, done](const std::vector<domain::Event>& events) {
            for (const domain::Event& event : events) {
                if (*stopped) return;
                if (visit && !visit(event, *state)) {
                    *stopped = true;
                    return done(Unit{});
                }
                domain::apply(*state, event);
            }
        };
        observer.on_caught_up = [done](Position) { done(Unit{}); };
        observer.on_interrupted = [done](const Error& error, bool) { done(error); };
        subscription = session.events->subscribe(Position{0}, std::move(observer));
    }, 600000);
    *stopped = true;
    if (!ended) return ended.error();
    return state;
}

}  // namespace

Result<std::shared_ptr<domain::State>> walk_events(Context& context, const Visit& visit) {
    if (context.orchestrator_runs()) {
        auto session = context.session();
        if (!session) return session.error();
        return walk_live(*session, visit);
    }
    SystemDisk disk;
    const std::string data = context.data_folder();
    const std::string log = context.options().value("log-dir", data + "/log");
    auto folded = client::fold_log(disk, data, log, visit);
    if (!folded) return folded.error();
    for (const std::string& warning : folded->warnings) std::fprintf(stderr, "apollo-cli: warning: %s\n", warning.c_str());
    return folded->state;
}

}  // namespace apollo::cli
