// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/tool.h"

#include <windows.h>

#include <QProcess>

#include "common/base/host.h"
#include "common/base/windows_program.h"

namespace apollo::agent {

namespace {

constexpr qsizetype output_limit_bytes = 64 << 10;

}  // namespace

Result<ToolResult> run_tool(const std::vector<std::string>& argv, std::int64_t timeout_ms) {
    const std::string program = windows::find_program(argv.front(), ".", environment_variable("PATH"));
    if (program.empty()) return Error{ErrorKind::NotFound, "cannot run " + argv.front() + ": there is no such program"};
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setCreateProcessArgumentsModifier([](QProcess::CreateProcessArguments* arguments) { arguments->flags |= CREATE_NO_WINDOW; });
    QStringList words;
    for (std::size_t k = 1; k < argv.size(); ++k) words.push_back(QString::fromStdString(argv[k]));
    process.start(QString::fromStdString(program), words);
    if (!process.waitForStarted()) return Error{ErrorKind::NotFound, "cannot run " + argv.front() + ": " + process.errorString().toStdString()};
    if (!process.waitForFinished(static_cast<int>(timeout_ms))) {
        process.kill();
        process.waitForFinished();
        return Error{ErrorKind::Timeout, argv.front() + " did not end within " + std::to_string(timeout_ms / 1000) + " s"};
    }
    return ToolResult{process.exitCode(), process.readAll().left(output_limit_bytes).toStdString()};
}

}  // namespace apollo::agent
