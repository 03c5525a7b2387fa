// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTimer>
#include <cstdio>

#include "agent/intents/builtin.h"
#include "agent/main/agent_host.h"
#include "agent/main/settings.h"
#include "common/base/folder_lock.h"

namespace {

using namespace apollo;

int complain(int code, const std::string& text) {
    std::fprintf(stderr, "apollo-agent: %s\n", text.c_str());
    return code;
}

// A descriptor that is readable when SIGTERM or SIGINT has come.
int end_signals() {
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGCHLD, SIG_DFL);
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGTERM);
    ::sigaddset(&set, SIGINT);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    return ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int run_agent(int argc, char** argv, const Options& options) {
    // Before any thread is started, so that all of them have the signals blocked.
    const int signals = end_signals();
    QCoreApplication application(argc, argv);
    SystemDisk disk;
    const std::string data = options.value("data");
    const auto settings = agent::read_settings(disk, options, agent::enrolled_node(disk, data + "/pki"));
    if (!settings) return complain(2, settings.error().message);
    const auto server = transport::server_address_from_text(settings->server);
    if (!server) return complain(2, server.error().message);
    if (auto made = disk.make_folder(settings->data_folder); !made) return complain(1, made.error().message);
    const auto lock = FolderLock::take(settings->data_folder + "/lock");
    if (!lock) return complain(1, lock.error().message);
    if (auto kept = agent::remember_settings(disk, *settings); !kept) return complain(1, kept.error().message);

    const std::string program = application.applicationFilePath().toStdString();
    const std::string shim = application.applicationDirPath().toStdString() + "/apollo-shim";
    if (::access(shim.c_str(), X_OK) != 0) return complain(1, "cannot execute " + shim + "; install it beside apollo-agent");
    agent::AgentHost host(*settings, *server, program, shim);
    host.on_finished = [](int code) { QCoreApplication::exit(code); };
    QSocketNotifier notifier(signals, QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, &application, [&host, &notifier] {
        notifier.setEnabled(false);
        host.stop();
        QCoreApplication::exit(0);
    });
    QTimer::singleShot(0, &host, [&host] { host.start(); });
    return application.exec();
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    // How the agent runs its own intents (see agent/intents/builtin.h).
    if (arguments.size() == 2 && arguments[0] == "--run-intent") return agent::run_builtin(arguments[1]);
    if (arguments.size() == 2 && arguments[0] == "--run-site") return agent::run_site(arguments[1]);

    const auto options = parse_options(arguments, agent::agent_options());
    if (!options) return complain(2, options.error().message);
    if (options->has("help")) {
        std::fputs(agent::agent_help().c_str(), stdout);
        return 0;
    }
    if (options->has("version")) {
        std::puts("apollo-agent " APOLLO_VERSION);
        return 0;
    }
    if (!options->words().empty()) return complain(2, "'" + options->words().front() + "' is not expected; see --help");
    if (!options->has("data")) return complain(2, "say which folder is the agent's: --data DIR");
    return run_agent(argc, argv, *options);
}
