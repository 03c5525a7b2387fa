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
#include "agent/main/agent_manual.h"
#include "agent/main/settings.h"
#include "common/base/folder_lock.h"
#include "common/service/service_notice.h"

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

// In a build folder it lies beside the agent, when installed among the programs that nobody calls by hand.
std::string shim_beside(const std::string& folder) {
    for (const char* place : {"/apollo-shim", "/../libexec/apollo/apollo-shim"}) {
        if (::access((folder + place).c_str(), X_OK) == 0) return folder + place;
    }
    return {};
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
    const std::string shim = shim_beside(application.applicationDirPath().toStdString());
    if (shim.empty()) return complain(1, "there is no apollo-shim beside " + program + " nor in ../libexec/apollo; install it there");
    agent::AgentHost host(*settings, *server, program, shim);
    host.on_finished = [](int code) { QCoreApplication::exit(code); };
    QSocketNotifier notifier(signals, QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, &application, [&host, &notifier] {
        notifier.setEnabled(false);
        service::tell_stopping();
        host.stop();
        QCoreApplication::exit(0);
    });
    QTimer::singleShot(0, &host, [&host, node = settings->node] {
        host.start();
        // The center may be away for days: being started does not wait for it.
        service::tell_ready("node " + node + "; steps that run outlive this process");
    });
    return application.exec();
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    // How the agent runs its own intents (see agent/intents/builtin.h).
    if (arguments.size() == 2 && arguments[0] == "--run-intent") return agent::run_builtin(arguments[1]);
    if (arguments.size() == 2 && arguments[0] == "--run-site") return agent::run_site(arguments[1]);

    const manual::Program program = agent::agent_manual();
    const auto options = parse_options(arguments, program.options);
    if (!options) return complain(2, options.error().message);
    if (options->has("help")) return std::fputs(manual::help_text(program).c_str(), stdout), 0;
    if (options->has("version")) return std::puts("apollo-agent " APOLLO_VERSION), 0;
    if (options->has("manual")) {
        const auto text = manual::render(program, APOLLO_VERSION, options->value("manual"));
        if (!text) return complain(2, text.error().message);
        return std::fputs(text->c_str(), stdout), 0;
    }
    if (!options->words().empty()) return complain(2, "'" + options->words().front() + "' is not expected; see --help");
    if (!options->has("data")) return complain(2, "say which folder is the agent's: --data DIR");
    return run_agent(argc, argv, *options);
}
