// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-orchestrator: the orchestrator without a window.

#include <QCoreApplication>
#include <cstdio>
#include <optional>

#include "app/history/known_end.h"
#include "app/history/place.h"
#include "app/main/callback_service.h"
#include "app/main/end_signals.h"
#include "app/main/monitoring.h"
#include "app/main/program_manuals.h"
#include "app/main/task_pages.h"
#include "common/service/service_notice.h"

namespace {

using namespace apollo;

int fail(int code, const std::string& text) {
    std::fprintf(stderr, "apollo-orchestrator: %s\n", text.c_str());
    return code;
}

struct Wishes {
    programs::ListenAddress listen;
    std::optional<programs::ListenAddress> metrics;
    std::string alert_command;  // empty: none
    std::string history;        // a database on a server; empty: the file in the data folder
};

Result<Wishes> wishes(const Options& options) {
    Wishes result;
    auto listen = programs::listen_address(options.value("listen", "127.0.0.1:7411"));
    if (!listen) return listen.error();
    result.listen = *listen;
    if (options.has("metrics")) {
        auto metrics = programs::metrics_address(options.value("metrics"));
        if (!metrics) return metrics.error();
        result.metrics = *metrics;
    }
    result.history = options.value("history");
    if (!result.history.empty()) {
        if (auto checked = history::check_server_place(result.history); !checked) return checked.error();
    }
    result.alert_command = options.value("alert-command");
    if (options.has("alert-command")) {
        if (auto checked = programs::AlertCommand::check(result.alert_command); !checked) return checked.error();
    }
    return result;
}

int serve(QCoreApplication& application, const Wishes& wishes, orchestrator::OrchestratorSettings settings) {
    programs::raise_file_limit();
    // Before any thread is started, so that all of them have the signals blocked.
    const programs::EndSignals signals([&] { application.exit(0); });
    SystemDisk disk;
    SystemClock clock;
    SystemRandom random;
    const auto log = [&](const std::string& line) { std::fprintf(stderr, "%s %s\n", to_rfc3339(clock.now().wall).c_str(), line.c_str()); };
    const std::string place = history::place_for(settings.data_folder, wishes.history);
    programs::HistoryKeeper history(settings.data_folder, place);
    programs::AlertCommand alerts(wishes.alert_command);
    alerts.on_log = log;
    settings.engine.known_end = history::known_end(disk, settings.data_folder, place);
    orchestrator::Orchestrator orchestrator(disk, clock, random, settings);
    orchestrator.on_log = log;
    orchestrator.on_durable = [&](Position durable) { history.advance(durable); };
    QObject answers;
    orchestrator.on_find_tasks = programs::pages_of(history, answers);
    orchestrator.on_failed = [&](const Error&) { application.exit(1); };
    std::optional<programs::Monitoring> monitoring;
    if (wishes.metrics || !wishes.alert_command.empty()) monitoring.emplace(orchestrator, history, wishes.alert_command.empty() ? nullptr : &alerts);
    programs::CallbackService callbacks(disk, clock, random, orchestrator, settings.data_folder, log);
    orchestrator.on_appended = [&](const domain::Event& event) {
        if (monitoring) monitoring->on_appended(event);
        callbacks.on_appended(event);
    };
    if (auto opened = orchestrator.open(); !opened) return fail(1, opened.error().message);
    if (auto noted = history::remember_place(disk, settings.data_folder, wishes.history); !noted) return fail(1, noted.error().message);
    if (auto started = callbacks.start(); !started) return fail(1, started.error().message);
    history.begin_anew_where([&](Position position) { return orchestrator.is_lost(position); });
    history.start([&](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); });
    if (wishes.metrics) {
        if (auto serving = monitoring->listen(*wishes.metrics); !serving) return fail(1, serving.error().message);
        log("metrics on http://" + wishes.metrics->host + ":" + std::to_string(monitoring->port()) + "/metrics");
    }
    if (auto listening = orchestrator.listen(wishes.listen.host, wishes.listen.port); !listening) return fail(1, listening.error().message);
    service::tell_ready("serving " + settings.data_folder);
    const int code = application.exec();
    service::tell_stopping();
    orchestrator.close();
    orchestrator.on_appended = nullptr;
    history.stop();
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const manual::Program program = programs::orchestrator_manual();
    auto options = parse_options({argv + 1, argv + argc}, program.options);
    if (!options) return fail(2, options.error().message);
    if (const auto code = programs::answer_about_itself(program, *options)) return *code;
    if (!options->words().empty()) return fail(2, "unexpected word '" + options->words()[0] + "'; see --help");
    if (options->has("config")) {
        if (auto added = programs::add_config_file(*options, options->value("config"), program.options); !added) return fail(2, added.error().message);
    }
    auto settings = programs::orchestrator_settings(*options, options->value("data", programs::default_data_folder()));
    if (!settings) return fail(2, settings.error().message);
    auto wanted = wishes(*options);
    if (!wanted) return fail(2, wanted.error().message);
    return serve(application, *wanted, *settings);
}
