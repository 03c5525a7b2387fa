// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/system_tools.h"

#include <QProcess>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "agent/updater/machine_packages.h"
#include "agent/updater/running_tool.h"
#include "common/base/bytes.h"
#include "common/base/folder_lock.h"

namespace apollo::updater {

namespace {

constexpr std::chrono::milliseconds look_interval{200};
constexpr std::size_t line_limit_bytes = 400;
constexpr int killed_limit_ms = 5000;
constexpr int nothing_changed_code = 75;  // of the upgrade program, see agent/AGENT.md

std::string last_line_of(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
    text = text.substr(text.rfind('\n') + 1);
    return text.size() > line_limit_bytes ? text.substr(text.size() - line_limit_bytes) : text;
}

}  // namespace

Status SystemTools::keep_journal(const Journal& journal) { return m_disk.write_file_atomically(m_folder.journal(), as_bytes(to_text(journal))); }

std::uint64_t SystemTools::log_size_bytes() {
    auto file = m_disk.open(m_folder.log(), OpenMode::Read);
    const auto size = file ? (*file)->size() : Result<std::uint64_t>(file.error());
    return size ? *size : 0;
}

std::string SystemTools::log_since(std::uint64_t size_bytes) {
    auto file = m_disk.open(m_folder.log(), OpenMode::Read);
    const std::uint64_t all = log_size_bytes();
    if (!file || all <= size_bytes) return {};
    // The end of it is enough, whatever was printed.
    const std::uint64_t begin = std::max(size_bytes, all - std::min(all, std::uint64_t{line_limit_bytes} * 4));
    auto text = (*file)->read_at(begin, all - begin);
    return text ? *text : std::string();
}

void SystemTools::wait_for_earlier_tool() {
    const auto mark = read_tool_mark(m_disk, m_folder);
    const MonotonicTime end = now().plus_ms(m_limit_ms);
    while (mark && is_alive(*mark)) {
        if (now() >= end) return end_tool(mark->pid);
        pause();
    }
}

Result<SystemTools::Ended> SystemTools::run(const std::vector<std::string>& words) {
    const std::uint64_t log_size = log_size_bytes();
    QStringList arguments;
    for (std::size_t k = 1; k < words.size(); ++k) arguments.push_back(QString::fromStdString(words[k]));
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QString::fromStdString(m_folder.log()), QIODevice::Append);
    prepare_tool(m_disk, m_data_folder, process);
    process.start(QString::fromStdString(words.front()), arguments);
    if (!process.waitForStarted(-1)) return Error{ErrorKind::NotFound, words.front() + " cannot be started: " + process.errorString().toStdString()};
    // Without it the next updater would not know of it, which matters only where the program has no lock of its own.
    (void)keep_tool_mark(m_disk, m_folder, mark_of(process.processId()));
    if (!process.waitForFinished(static_cast<int>(m_limit_ms))) {
        end_tool(process.processId());
        process.waitForFinished(killed_limit_ms);
        return Error{ErrorKind::Timeout, words.front() + " had not ended after " + std::to_string(m_limit_ms / 1000) + " s, and was ended"};
    }
    (void)m_disk.remove(m_folder.tool());
    const bool crashed = process.exitStatus() == QProcess::CrashExit;
    return Ended{!crashed && process.exitCode() == 0, crashed ? -1 : process.exitCode(), last_line_of(log_since(log_size))};
}

Status SystemTools::use(const std::vector<std::string>& words) {
    wait_for_earlier_tool();
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
