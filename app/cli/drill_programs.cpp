// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_programs.h"

#include <QDir>

#include "app/cli/drill_host.h"
#include "common/base/disk.h"
#include "common/base/host.h"

namespace apollo::cli {

namespace {

constexpr int end_deadline_ms = 5000;
const std::string center = "center";

}  // namespace

DrillPrograms::DrillPrograms(std::string program_folder)
    : m_program_folder(std::move(program_folder)), m_folder(QDir::tempPath() + QStringLiteral("/apollo-drill-XXXXXX")) {}

DrillPrograms::~DrillPrograms() { end_all(); }

Status DrillPrograms::check() const {
    if (!m_folder.isValid()) return Error{ErrorKind::Io, "cannot make a temporary folder: " + m_folder.errorString().toStdString()};
    for (const char* name : {"apollo-orchestrator", "apollo-agent"}) {  // the agent finds apollo-shim itself
        const std::string file = program_file(m_program_folder, name);
        if (is_executable_file(file)) continue;
        return Error{ErrorKind::NotFound, "a drill needs " + std::string(name) + " beside apollo-cli, and " + file + " cannot be executed"};
    }
    return success();
}

std::string DrillPrograms::path(const std::string& name) const { return m_folder.path().toStdString() + "/" + name; }

Status DrillPrograms::start(const std::string& name, const std::string& program, const std::vector<std::string>& arguments) {
    auto process = std::make_unique<QProcess>();
    QStringList list;
    for (const std::string& argument : arguments) list.push_back(QString::fromStdString(argument));
    process->setStandardInputFile(QProcess::nullDevice());
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setStandardOutputFile(QString::fromStdString(path(name + ".log")), QIODevice::Append);
    // Nothing of a drill outlives it, even if it is killed itself.
    end_with_this_process(*process);
    process->start(QString::fromStdString(program_file(m_program_folder, program)), list);
    if (!process->waitForStarted(end_deadline_ms)) {
        return Error{ErrorKind::Io, "cannot start " + program + ": " + process->errorString().toStdString()};
    }
    m_programs[name] = std::move(process);
    return success();
}

Status DrillPrograms::start_orchestrator() {
    return start(center, "apollo-orchestrator",
                 {"--data", path(center), "--listen", "127.0.0.1:0", "--heartbeat-interval", "1", "--acknowledgement-timeout", "2"});
}

Status DrillPrograms::start_agent(const std::string& node, const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"--data", agent_folder(node)};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return start(node, "apollo-agent", arguments);
}

void DrillPrograms::kill(const std::string& name) {
    const auto at = m_programs.find(name);
    if (at == m_programs.end()) return;
    at->second->kill();
    at->second->waitForFinished(end_deadline_ms);
}

bool DrillPrograms::is_running(const std::string& name) const {
    const auto at = m_programs.find(name);
    return at != m_programs.end() && at->second->state() != QProcess::NotRunning;
}

std::string DrillPrograms::last_words(const std::string& name) const {
    auto text = SystemDisk().read_file(path(name + ".log"));
    if (!text) return {};
    while (!text->empty() && text->back() == '\n') text->pop_back();
    return text->substr(text->rfind('\n') + 1);
}

void DrillPrograms::end_all() {
    const auto end = [](QProcess& process) {
        if (process.state() == QProcess::NotRunning || process.waitForFinished(end_deadline_ms)) return;
        process.kill();
        process.waitForFinished(end_deadline_ms);
    };
    for (auto& [name, process] : m_programs) {
        if (name != center) process->terminate();
    }
    for (auto& [name, process] : m_programs) {
        if (name != center) end(*process);
    }
    if (const auto at = m_programs.find(center); at != m_programs.end()) {
        at->second->terminate();
        end(*at->second);
    }
    m_programs.clear();
}

}  // namespace apollo::cli
