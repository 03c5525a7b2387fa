// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/system_tools.h"

#include <QFile>
#include <QProcess>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "agent/updater/machine_packages.h"
#include "common/base/bytes.h"
#include "common/base/folder_lock.h"

namespace apollo::updater {

namespace {

constexpr std::chrono::milliseconds look_interval{200};
constexpr std::size_t line_limit_bytes = 400;
constexpr int nothing_changed_code = 75;  // of the upgrade program, see agent/AGENT.md

std::string last_line_of(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
    text = text.substr(text.rfind('\n') + 1);
    return text.size() > line_limit_bytes ? text.substr(text.size() - line_limit_bytes) : text;
}

// What the tools say is kept whole, the attempt's own words stay short.
void append(const std::string& log_file, const QByteArray& text) {
    QFile file(QString::fromStdString(log_file));
    if (file.open(QIODevice::Append)) file.write(text);
}

}  // namespace

Status SystemTools::keep_journal(const Journal& journal) { return m_disk.write_file_atomically(m_folder.journal(), as_bytes(to_text(journal))); }

Result<SystemTools::Ended> SystemTools::run(const std::vector<std::string>& words) const {
    QStringList arguments;
    for (std::size_t k = 1; k < words.size(); ++k) arguments.push_back(QString::fromStdString(words[k]));
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    prepare_tool(m_disk, m_data_folder, process);
    process.start(QString::fromStdString(words.front()), arguments);
    if (!process.waitForStarted(-1)) return Error{ErrorKind::NotFound, words.front() + " cannot be started: " + process.errorString().toStdString()};
    // A package manager that is asked to start a service may leave it our pipe: its own end is what counts.
    process.waitForFinished(-1);
    const QByteArray output = process.readAll();
    append(m_folder.log(), output);
    const bool crashed = process.exitStatus() == QProcess::CrashExit;
    return Ended{!crashed && process.exitCode() == 0, crashed ? -1 : process.exitCode(), last_line_of(output.toStdString())};
}

Status SystemTools::use(const std::vector<std::string>& words) const {
    const auto ended = run(words);
    if (!ended) return ended.error();
    if (ended->is_well) return success();
    const std::string how = ended->exit_code < 0 ? "it crashed" : "exit code " + std::to_string(ended->exit_code);
    const std::string meaning = m_program.empty() ? meaning_of_exit_code(ended->exit_code) : ended->last_line;
    const bool nothing_changed = m_program.empty() ? changed_nothing(ended->exit_code) : ended->exit_code == nothing_changed_code;
    return Error{nothing_changed ? ErrorKind::Refused : ErrorKind::Io, (meaning.empty() ? words.front() + " failed and did not say why" : meaning) + " (" + how + ")"};
}

Status SystemTools::save(const std::string& file) {
    const std::string part = file + ".part";
    if (auto saved = m_program.empty() ? save_installed(m_disk, m_data_folder, part) : use({m_program, "save", part}); !saved) return saved;
    if (!m_disk.exists(part)) return Error{ErrorKind::Io, m_program + " save wrote no file"};
    // The way back must be there when the machine goes down in the middle of the installation.
    auto kept = m_disk.open(part, OpenMode::ReadWrite);
    if (!kept) return kept.error();
    if (auto synced = (*kept)->sync(); !synced) return synced;
    kept->reset();
    if (auto renamed = m_disk.rename(part, file); !renamed) return renamed;
    return m_disk.sync_folder(m_folder.path);
}

Status SystemTools::install(const std::string& file) { return use(m_program.empty() ? install_command(file) : std::vector<std::string>{m_program, "install", file}); }

std::optional<AgentHealth> SystemTools::health() const {
    // The file outlives its agent, and the machine's end: only one that holds its folder is there.
    if (!FolderLock::is_held(m_data_folder + "/lock")) return std::nullopt;
    const auto text = m_disk.read_file(m_data_folder + "/health.json");
    if (!text) return std::nullopt;
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object() || !json.contains("process") || !json["process"].is_number_integer()) return std::nullopt;
    AgentHealth health;
    health.process = json["process"].get<std::int64_t>();
    if (json.contains("version") && json["version"].is_string()) health.version = json["version"].get<std::string>();
    health.is_connected = json.contains("connected") && json["connected"] == true;
    return health;
}

std::string SystemTools::describe_service() {
    if (m_program.empty()) return describe_machine_service();
    const auto ended = run({m_program, "state", ""});
    return ended && ended->is_well ? ended->last_line : std::string();
}

void SystemTools::pause() { std::this_thread::sleep_for(look_interval); }

}  // namespace apollo::updater
