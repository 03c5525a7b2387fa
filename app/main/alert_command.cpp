// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/alert_command.h"

#include <QFileInfo>
#include <nlohmann/json.hpp>

#include "app/main/end_signals.h"

namespace apollo::programs {

using domain::EventType;
using Json = nlohmann::ordered_json;

std::string alert_document(const domain::Event& event, const domain::State& state) {
    const domain::EventHeader& header = event.header;
    const auto* note = std::get_if<domain::Note>(&event.payload);
    const bool of_node = header.node != no_node && header.node.value < state.nodes.size();
    const bool of_task = header.task != no_task && header.task.value < state.tasks.size();
    const Json document{{"event", domain::to_text(header.type)},
                        {"position", header.position.value},
                        {"recorded_time", to_rfc3339(header.recorded_time)},
                        {"key", note ? note->key : ""},
                        {"message", note ? note->message : ""},
                        {"node", of_node ? Json(state.nodes[header.node.value].facts.node.text) : Json()},
                        {"task_id", of_task ? Json(state.tasks[header.task.value].id.text) : Json()}};
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

AlertCommand::AlertCommand(std::string file, Limits limits) : m_file(std::move(file)), m_limits(limits) {
    m_process.setProgram(QString::fromStdString(m_file));
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    unblock_signals_of(m_process);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) ended("it cannot be started: " + m_process.errorString().toStdString());
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        if (m_timed_out) ended("it took longer than " + std::to_string(m_limits.duration_ms / 1000) + " s and was killed");
        else if (status == QProcess::CrashExit) ended("it was ended by a signal");
        else ended(code == 0 ? "" : "it ended with exit code " + std::to_string(code));
    });
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        m_timed_out = true;
        m_process.kill();
    });
}

AlertCommand::~AlertCommand() {
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(1000);
}

Status AlertCommand::check(const std::string& file) {
    const QFileInfo info(QString::fromStdString(file));
    if (info.isFile() && info.isExecutable()) return success();
    return Error{ErrorKind::BadInput, "--alert-command must name a program that may be executed, not '" + file + "'"};
}

bool AlertCommand::tells_of(EventType type) { return type == EventType::AlertRaised || type == EventType::AlertCleared; }

void AlertCommand::log(const std::string& line) const {
    if (on_log) on_log(line);
}

void AlertCommand::tell(std::string document) {
    if (m_waiting.size() >= m_limits.waiting) {
        m_waiting.pop_front();
        ++m_displaced;
    }
    m_waiting.push_back(std::move(document));
    start_next();
}

void AlertCommand::start_next() {
    if (m_waiting.empty() || m_process.state() != QProcess::NotRunning) return;
    const std::string document = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_timed_out = false;
    m_deadline.start(m_limits.duration_ms);
    m_process.start(QIODevice::ReadWrite);
    m_process.write(document.data(), static_cast<qint64>(document.size()));
    m_process.closeWriteChannel();
}

void AlertCommand::ended(const std::string& trouble) {
    m_deadline.stop();
    if (!trouble.empty()) log("warning: the alert command " + m_file + " was told of an alert, but " + trouble);
    if (m_displaced > 0) log("warning: the alert command is slow; it was not told of " + std::to_string(m_displaced) + " older alerts");
    m_displaced = 0;
    // Not below the process's own signal.
    QMetaObject::invokeMethod(this, [this] { start_next(); }, Qt::QueuedConnection);
}

}  // namespace apollo::programs
