// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What an operator may do now, why not if not, and the same as a command line.
#pragma once

#include <QString>
#include <optional>
#include <string>

#include "app/viewmodels/navigator.h"
#include "common/domain/command.h"

namespace apollo::viewmodels {

enum class Verb {
    Rerun, RerunFrom, RerunFailed, Skip, Override, Cancel,
    Pause, Resume,             // the task
    UndoStep, UndoTask,        // compensate
    PauseAll, ResumeAll,       // whatever task is open
};

struct Offer {
    bool enabled = false;
    QString why_not;  // one sentence when not enabled
};

// `writable`: the source takes commands at all.
Offer offer(Verb verb, const Navigator& navigator, bool writable);
// Override only: the states the selected run may be set to.
std::vector<domain::RunStatus> override_choices(const Navigator& navigator);
// True if the orchestrator will ask for a reason.
bool needs_reason(Verb verb);

QString verb_name(Verb verb);  // "Rerun …", in the current language, with & for menus
// Whether it is about one task: the open one.
bool is_about_task(Verb verb);
// What it is about to be done to: "task T", "step S of task T on node N".
QString target_text(Verb verb, const Navigator& navigator);
// Offers must be enabled; `to` is for Override.
domain::Command make_command(Verb verb, const Navigator& navigator, const std::string& reason,
                             std::optional<domain::RunStatus> to);
// The equal line for apollo-cli; arguments quoted for a POSIX shell where needed.
QString command_line(Verb verb, const Navigator& navigator, const std::string& reason,
                     std::optional<domain::RunStatus> to);

}  // namespace apollo::viewmodels
