// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/task_opener.h"

#include <QEventLoop>
#include <QTimer>

#include "common/base/disk.h"
#include "common/definition/parse.h"

namespace apollo::programs {

namespace {

constexpr int answer_deadline_ms = 30000;

}  // namespace

Result<TaskId> open_task_file(const api::Session& session, const std::string& file) {
    SystemDisk disk;
    auto bytes = disk.read_file(file);
    if (!bytes) return bytes.error();
    const definition::Parsed parsed = definition::parse(*bytes);
    std::string faults;
    for (const definition::Fault& fault : parsed.faults) faults += (faults.empty() ? "" : "\n") + definition::to_text(file, fault);
    if (!faults.empty()) return Error{ErrorKind::BadInput, faults};
    if (!session.commands) return Error{ErrorKind::Refused, "this source is read-only; a task cannot be submitted to it"};
    QEventLoop loop;
    std::optional<Result<domain::CommandResult>> answer;
    session.commands->send(domain::SubmitTask{parsed.definition}, [&](Result<domain::CommandResult> result) {
        answer.emplace(std::move(result));
        loop.quit();
    });
    QTimer::singleShot(answer_deadline_ms, &loop, &QEventLoop::quit);
    if (!answer) loop.exec();
    if (!answer) return Error{ErrorKind::Timeout, "the orchestrator did not answer"};
    if (!*answer) return answer->error();
    return (*answer)->task;
}

}  // namespace apollo::programs
