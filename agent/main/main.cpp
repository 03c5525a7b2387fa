// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QCoreApplication>
#include <QTimer>
#include <cstdio>

#include "agent/intents/builtin.h"
#include "agent/main/agent_host.h"
#include "agent/main/agent_manual.h"
#include "agent/main/log_stream.h"
#include "agent/main/settings.h"
#include "agent/main/service_verbs.h"
#include "agent/main/started_as.h"
#include "agent/main/stop_requests.h"
#include "common/base/folder_lock.h"
#include "common/base/host.h"
#include "common/service/service_notice.h"

namespace {

using namespace apollo;

int complain(int code, const std::string& text) {
    agent::log_text("apollo-agent: " + text + "\n");
    return code;
}

// Whatever it was for: what this user may not do, another may.
int complain(const Error& error, int code) { return complain(error.kind == ErrorKind::NotAllowed ? 4 : code, error.message); }

// In a build folder it lies beside the agent, when installed among the programs that nobody calls by hand.
std::string program_beside(const std::string& folder, const std::string& name) {
    for (const char* place : {"", "/../libexec/apollo"}) {
        const std::string file = program_file(folder + place, name);
        if (is_executable_file(file)) return file;
    }
    return {};
}

int run_agent(int argc, char** argv, const Options& options) {
    // Before any thread is started, so that none of them is ended by what asks the program to end.
    agent::StopRequests stop_requests;
    QCoreApplication application(argc, argv);
    SystemDisk disk;
    const std::string data = options.value("data");
    const auto settings = agent::read_settings(disk, options, agent::enrolled_node(disk, data + "/pki"));
    if (!settings) return complain(settings.error(), 2);
    agent::limit_log_file(settings->service_log);
    const auto server = transport::server_address_from_text(settings->server);
    if (!server) return complain(2, server.error().message);
    if (auto made = disk.make_folder(settings->data_folder); !made) return complain(made.error(), 1);
    const auto lock = FolderLock::take(settings->data_folder + "/lock");
    if (!lock) return complain(lock.error(), 1);
    if (auto kept = agent::remember_settings(disk, *settings); !kept) return complain(kept.error(), 1);

    const std::string folder = application.applicationDirPath().toStdString();
    const agent::AgentHost::Programs programs{application.applicationFilePath().toStdString(), program_beside(folder, "apollo-shim"),
                                              program_beside(folder, "apollo-updater"), program_beside(folder, "upgrade-package")};
    if (programs.shim.empty()) return complain(1, "there is no apollo-shim beside " + programs.agent + " nor in ../libexec/apollo; install it there");
    agent::AgentHost host(*settings, *server, programs);
    host.on_finished = [](int code) { QCoreApplication::exit(code); };
    stop_requests.listen([&host] {
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
    const std::vector<std::string> arguments = program_arguments(argc, argv);
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
    if (const auto code = agent::carry_out_service_verb(*options)) return *code;
    if (!options->has("data")) return complain(2, "say which folder is the agent's: --data DIR");
    return agent::run_as_started(options->value("service") == "run", with_slashes(options->value("data")), [&] { return run_agent(argc, argv, *options); });
}
