// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/progress_probe.h"

#include <QProcess>
#include <QTimer>
#include <filesystem>

#include "agent/session/process_output.h"
#include "common/base/bytes.h"
#include "common/base/host.h"
#include "common/base/sha256.h"

namespace apollo::agent {

namespace {

namespace fs = std::filesystem;

constexpr int command_limit_ms = 10000;
constexpr qint64 command_output_limit_bytes = 64 << 10;
constexpr std::size_t file_limit = 10000;  // of the checkpoint folder

std::string mark_of(const std::string& folder) {
    Sha256 hash;
    hash.update(as_bytes(std::to_string(output_size_bytes(folder))));
    std::error_code ignored;
    std::size_t count = 0;
    const fs::path checkpoint = system_path(folder).parent_path() / "checkpoint";
    for (fs::recursive_directory_iterator at(checkpoint, fs::directory_options::skip_permission_denied, ignored), end; at != end && count < file_limit;
         at.increment(ignored), ++count) {
        if (ignored) break;
        std::error_code none;
        const auto size = at->is_regular_file(none) ? at->file_size(none) : 0;
        const auto changed = at->last_write_time(none).time_since_epoch().count();
        hash.update(as_bytes(text_of(at->path()) + "\n" + std::to_string(size) + "\n" + std::to_string(changed) + "\n"));
    }
    return hash.finish_hex();
}

}  // namespace

void ProgressProbe::look(const std::string& folder, const std::optional<LaunchSpec>& command, std::function<void(const Progress&)> answer) {
    const std::string mark = mark_of(folder);
    if (!command) return answer({mark, false});
    auto* process = new QProcess(this);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : command->environment) environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    process->setProcessEnvironment(environment);
    process->setWorkingDirectory(QString::fromStdString(command->working_folder));
    process->setStandardInputFile(QProcess::nullDevice());
    process->setStandardErrorFile(QProcess::nullDevice());
    QTimer::singleShot(command_limit_ms, process, &QProcess::kill);
    const auto done = [process, mark, answer = std::move(answer)](bool well) {
        const QByteArray printed = process->readAllStandardOutput().left(command_output_limit_bytes);
        process->disconnect();
        process->deleteLater();
        answer({mark + printed.toStdString(), !well});
    };
    connect(process, &QProcess::finished, this, [done](int code, QProcess::ExitStatus status) { done(status == QProcess::NormalExit && code == 0); });
    connect(process, &QProcess::errorOccurred, this, [done](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) done(false);
    });
    QStringList arguments;
    for (std::size_t k = 1; k < command->argv.size(); ++k) arguments.push_back(QString::fromStdString(command->argv[k]));
    process->start(QString::fromStdString(command->argv.front()), arguments);
}

}  // namespace apollo::agent
