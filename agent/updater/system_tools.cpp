// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/system_tools.h"

#include <QProcess>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

namespace apollo::updater {

namespace {

constexpr std::chrono::milliseconds look_interval{200};

}  // namespace

Status SystemTools::run(const std::string& verb, const std::string& file) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardOutputFile(QString::fromStdString(m_log_file), QIODevice::Append);
    process.start(QString::fromStdString(m_program), {QString::fromStdString(verb), QString::fromStdString(file)});
    if (!process.waitForStarted(-1)) return Error{ErrorKind::NotFound, m_program + " cannot be started"};
    process.waitForFinished(-1);
    const bool crashed = process.exitStatus() == QProcess::CrashExit;
    if (!crashed && process.exitCode() == 0) return success();
    return Error{ErrorKind::Io, m_program + " " + verb + (crashed ? " crashed" : " ended with " + std::to_string(process.exitCode())) + ", see " + m_log_file + " there"};
}

Status SystemTools::save(const std::string& file) {
    const std::string part = file + ".part";
    if (auto saved = run("save", part); !saved) return saved;
    if (!m_disk.exists(part)) return Error{ErrorKind::Io, m_program + " save wrote no file"};
    return m_disk.rename(part, file);
}

Status SystemTools::install(const std::string& file) { return run("install", file); }

std::optional<AgentHealth> SystemTools::health() const {
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

void SystemTools::pause() { std::this_thread::sleep_for(look_interval); }

}  // namespace apollo::updater
