// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What an operator may do now, why not if not, and the same as a command line.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "app/viewmodels/navigator.h"
#include "common/domain/command.h"

namespace apollo::viewmodels {

enum class Verb {
    Rerun, RerunFrom, RerunFailed, Skip, Override, Cancel,
    Pause, Resume,             // the task
    UndoStep, UndoTask,        // compensate
    Explain, Amend,
    PauseAll, ResumeAll,       // whatever task is open
    Drain, Undrain, Revoke, Reconcile,  // the chosen node
    ReconcileAll,
    Acknowledge,               // the chosen alert
    Requeue, Drop,             // the chosen dead letter
    CloseRunBreaker, CloseNodeBreaker, CloseAlertBreaker,  // what keeps the run, the node's work, or what the alert is about
};

struct Offer {
    bool enabled = false;
    QString why_not;  // one sentence when not enabled
};

// `writable`: the source takes commands at all. Of several marked runs or tasks one that allows it is enough; the others are
// left out.
Offer offer(Verb verb, const Navigator& navigator, bool writable);
// Override only: the states the selected run may be set to.
std::vector<domain::RunStatus> override_choices(const Navigator& navigator);
// True if the orchestrator will ask for a reason.
bool needs_reason(Verb verb);
// False: nothing is lost by it and it can be taken back or does not change anything, so nobody is asked again.
bool is_asked_again(Verb verb);

QString verb_name(Verb verb);  // "Rerun …", in the current language, with & for menus
// What it is about to be done to: "task T", "step S of task T on node N", "4 runs of task T".
QString target_text(Verb verb, const Navigator& navigator);
// Why some of what is marked is left out; empty if nothing is.
QString left_out_text(Verb verb, const Navigator& navigator);
// Offers must be enabled; `to` is for Override. Never empty. Not for Amend, which needs a definition.
std::vector<domain::Command> make_commands(Verb verb, const Navigator& navigator, const std::string& reason,
                                           std::optional<domain::RunStatus> to);
// The equal lines for apollo-cli, one per command. Empty while nothing is chosen that it could be about.
QString command_line(Verb verb, const Navigator& navigator, const std::string& reason,
                     std::optional<domain::RunStatus> to);

}  // namespace apollo::viewmodels
