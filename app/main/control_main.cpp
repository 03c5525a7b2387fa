// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-control: the window, over an orchestrator of its own, a running one, or one elsewhere.

#include <QApplication>
#include <cstdio>
#include <variant>

#include "app/client/remote_session.h"
#include "app/gui/control_center.h"
#include "app/main/embedded.h"
#include "app/main/end_signals.h"
#include "app/main/program_manuals.h"
#include "app/main/settings.h"
#include "app/main/start_output.h"
#include "app/main/task_opener.h"
#include "app/main/window_doors.h"
#include "app/main/window_sources.h"
#include "common/base/host.h"

namespace {

using namespace apollo;

// The program ends with `exit_code` and says why.
struct Failure {
    int exit_code;
    std::string text;
};

struct Attached {
    gui::Source source;
    std::shared_ptr<programs::EmbeddedOrchestrator> embedded{};
};

std::string address_of(const client::LocalAccess& access) { return access.address.host + ":" + std::to_string(access.address.port); }

// `agent_server`: HOST:PORT where agents connect; empty: unknown.
Attached attached_to(api::Session session, const std::string& agent_server, std::shared_ptr<programs::EmbeddedOrchestrator> embedded = nullptr) {
    return {{std::move(session), std::make_shared<const gui::Doors>(programs::make_window_doors(agent_server)), {}}, std::move(embedded)};
}

// Servers that are named on the command line; each is shown in a tab of its own.
std::vector<std::string> places_of(const Options& options) {
    const std::string profile = options.value("profile", "default");
    std::vector<std::string> places;
    for (const std::string& address : options.values("connect")) places.push_back(address.find('@') == std::string::npos ? profile + "@" + address : address);
    if (places.empty() && options.has("profile")) places.push_back(profile);
    return places;
}

Result<Attached> attach(const Options& options) {
    const std::vector<std::string> places = places_of(options);
    const bool is_file = !options.words().empty() && programs::is_archive(options.words()[0]);
    if (is_file || !places.empty()) {
        auto source = programs::open_source(is_file ? options.words()[0] : places[0]);
        if (!source) return source.error();
        return Attached{std::move(source).value()};
    }
    const std::string data = options.value("data", programs::default_data_folder());
    if (FolderLock::is_held(data + "/run/lock")) {
        auto access = client::find_local_orchestrator(data);
        if (!access) return access.error();
        return attached_to(client::make_remote_session(access->address, access->credentials), address_of(*access));
    }
    // A picture needs no agents, and must not fail because somebody else listens there.
    std::optional<programs::ListenAddress> listen;
    if (!options.has("screenshot") || options.has("listen")) {
        auto address = programs::listen_address(options.value("listen", "127.0.0.1:7411"));
        if (!address) return address.error();
        listen = *address;
    }
    auto embedded = programs::EmbeddedOrchestrator::start(data, listen);
    if (!embedded) return embedded.error();
    auto access = listen ? client::find_local_orchestrator(data) : Result<client::LocalAccess>(Error{});
    return attached_to((*embedded)->session(), access ? address_of(*access) : std::string(), *embedded);
}

Result<QSize> window_size(const std::string& text) {
    int width = 0, height = 0, used = 0;
    if (text.empty()) return QSize();
    if (std::sscanf(text.c_str(), "%4dx%4d%n", &width, &height, &used) != 2 || static_cast<std::size_t>(used) != text.size() || width < 200 || height < 150) {
        return Error{ErrorKind::BadInput, "--size must be like 1600x900 (at least 200x150), not '" + text + "'"};
    }
    return QSize(width, height);
}

// The program's exit code.
std::variant<int, Failure> show(QApplication& application, const Options& options, QSize size) {
    const programs::EndSignals signals([&] { application.quit(); });
    auto attached = attach(options);
    if (!attached) {
        const bool refused = attached.error().kind == ErrorKind::BadInput;
        return Failure{refused ? 2 : attached.error().kind == ErrorKind::Unreachable ? 3 : 1, attached.error().message};
    }
    gui::ControlCenter::Options gui;
    gui.open_task = QString::fromStdString(options.value("open"));
    const gui::Source& source = attached->source;
    if (!source.open.empty()) {
        gui.open_task = QString::fromStdString(source.open.text);
    } else if (!options.words().empty()) {
        auto opened = programs::open_task_file(source.session, options.words()[0]);
        if (!opened) return Failure{2, opened.error().message};
        gui.open_task = QString::fromStdString(opened->text);
    }
    if (options.has("at")) gui.at = QString::fromStdString(options.value("at"));
    gui.view = QString::fromStdString(options.value("view"));
    gui.language = QString::fromStdString(options.value("lang"));
    gui.theme = QString::fromStdString(options.value("theme"));
    gui.size = size;
    gui.keeps_tabs = source.open.empty();
    if (!options.has("screenshot")) gui.layout_file = programs::window_folder() + QStringLiteral("/layout.ini");
    gui.screenshot_file = QString::fromStdString(options.value("screenshot"));
    gui::ControlCenter center(source.session, gui, *source.doors);
    const std::vector<std::string> places = places_of(options);
    for (std::size_t k = 1; k < places.size(); ++k) {
        if (auto opened = center.open_tab(QString::fromStdString(places[k])); !opened) return Failure{2, opened.error().message};
    }
    center.show();
    return application.exec();
}

std::variant<int, Failure> run(int argc, char** argv) {
    const manual::Program program = programs::control_manual();
    auto options = parse_options(program_arguments(argc, argv), program.options);
    if (!options) return Failure{2, options.error().message};
    if (const auto code = programs::answer_about_itself(program, *options)) return *code;
    if (options->words().size() > 1) return Failure{2, "unexpected word '" + options->words()[1] + "'; see --help"};
    if (options->has("config")) {
        if (auto added = programs::add_config_file(*options, options->value("config"), program.options); !added) return Failure{2, added.error().message};
    }
    if (auto checked = check_choices(*options, program.options); !checked) return Failure{2, checked.error().message};
    auto size = window_size(options->value("size"));
    if (!size) return Failure{2, size.error().message};
    int only_name = 1;
    QApplication application(only_name, argv);
    QApplication::setApplicationName(QStringLiteral("apollo-control"));
    QApplication::setDesktopFileName(QStringLiteral("apollo-control"));
    return show(application, *options, *size);
}

}  // namespace

int main(int argc, char** argv) {
    const programs::StartOutput output;
    const auto ended = run(argc, argv);
    if (const int* code = std::get_if<int>(&ended)) return *code;
    const Failure& failure = std::get<Failure>(ended);
    output.tell_failure(failure.text);
    return failure.exit_code;
}
