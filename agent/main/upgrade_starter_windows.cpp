// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <QProcess>

#include "agent/main/upgrade_starter.h"

namespace apollo::agent {

// Nothing is owed to a process that has ended.
struct UpgradeStarter::Child {};

UpgradeStarter::UpgradeStarter(std::string data_folder) : m_data_folder(std::move(data_folder)) {}

UpgradeStarter::~UpgradeStarter() = default;

Status UpgradeStarter::launch(const std::string& program, const std::string& log) {
    QProcess process;
    process.setProgram(QString::fromStdString(program));
    process.setArguments({QStringLiteral("--resume"), QStringLiteral("--data"), QString::fromStdString(m_data_folder)});
    process.setStandardOutputFile(QString::fromStdString(log), QIODevice::Append);
    process.setStandardErrorFile(QString::fromStdString(log), QIODevice::Append);
    process.setCreateProcessArgumentsModifier([](QProcess::CreateProcessArguments* arguments) {
        arguments->flags = (arguments->flags & ~static_cast<unsigned long>(CREATE_NEW_CONSOLE)) | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP;
    });
    if (process.startDetached()) return success();
    return Error{ErrorKind::Io, "cannot start " + program + ": " + process.errorString().toStdString()};
}

}  // namespace apollo::agent
