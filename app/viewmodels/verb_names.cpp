// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QCoreApplication>

#include "app/viewmodels/offers.h"

namespace apollo::viewmodels {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

QString task_verb_name(Verb verb) {
    switch (verb) {
        case Verb::Rerun:
            return Words::tr("&Rerun this run…");
        case Verb::RerunFrom:
            return Words::tr("Rerun this step and all &after it…");
        case Verb::RerunFailed:
            return Words::tr("Rerun all that &failed…");
        case Verb::Skip:
            return Words::tr("&Skip this run…");
        case Verb::Override:
            return Words::tr("&Override its state…");
        case Verb::Cancel:
            return Words::tr("&Cancel the task…");
        case Verb::Pause:
            return Words::tr("&Pause the task…");
        case Verb::Resume:
            return Words::tr("Res&ume the task…");
        case Verb::UndoStep:
            return Words::tr("Un&do this step and all after it…");
        case Verb::UndoTask:
            return Words::tr("U&ndo the whole task…");
        case Verb::Explain:
            return Words::tr("Why is it not runnin&g?");
        case Verb::Amend:
            return Words::tr("A&mend the task…");
        default:
            return {};
    }
}

QString site_verb_name(Verb verb) {
    switch (verb) {
        case Verb::PauseAll:
            return Words::tr("Pause &everything…");
        case Verb::ResumeAll:
            return Words::tr("&Let everything go on…");
        case Verb::Drain:
            return Words::tr("&Drain the node…");
        case Verb::Undrain:
            return Words::tr("Let the node &work again");
        case Verb::Revoke:
            return Words::tr("Re&voke the node…");
        case Verb::Reconcile:
            return Words::tr("&Reconcile the node");
        case Verb::ReconcileAll:
            return Words::tr("Reconcile a&ll nodes");
        case Verb::Acknowledge:
            return Words::tr("&Acknowledge the alert");
        case Verb::Requeue:
            return Words::tr("&Requeue the dead letter");
        case Verb::Drop:
            return Words::tr("Dr&op the dead letter…");
        case Verb::CloseRunBreaker:
            return Words::tr("Close the &breaker that keeps this run…");
        case Verb::CloseNodeBreaker:
            return Words::tr("Close the &breaker of the node…");
        case Verb::CloseAlertBreaker:
            return Words::tr("Close the &breaker of the alert…");
        default:
            return {};
    }
}

}  // namespace

QString verb_name(Verb verb) {
    const QString name = task_verb_name(verb);
    return name.isEmpty() ? site_verb_name(verb) : name;
}

Scope scope_of(Verb verb) {
    switch (verb) {
        case Verb::Rerun:
        case Verb::Skip:
        case Verb::Override:
            return Scope::Run;
        case Verb::RerunFrom:
        case Verb::UndoStep:
            return Scope::StepOnward;
        case Verb::RerunFailed:
        case Verb::Cancel:
        case Verb::Pause:
        case Verb::Resume:
        case Verb::UndoTask:
        case Verb::Explain:
        case Verb::Amend:
            return Scope::Task;
        case Verb::Drain:
        case Verb::Undrain:
        case Verb::Revoke:
        case Verb::Reconcile:
        case Verb::CloseNodeBreaker:
            return Scope::Node;
        case Verb::Acknowledge:
        case Verb::CloseAlertBreaker:
            return Scope::Alert;
        case Verb::Requeue:
        case Verb::Drop:
            return Scope::Letter;
        case Verb::PauseAll:
        case Verb::ResumeAll:
        case Verb::ReconcileAll:
        case Verb::CloseRunBreaker:
            break;
    }
    return Scope::Site;
}

bool needs_reason(Verb verb) {
    const Scope scope = scope_of(verb);
    return scope == Scope::Run || scope == Scope::StepOnward || verb == Verb::RerunFailed || verb == Verb::UndoTask ||
           verb == Verb::Amend;
}

bool is_asked_again(Verb verb) {
    return verb != Verb::Explain && verb != Verb::Acknowledge && verb != Verb::Requeue && verb != Verb::Undrain &&
           verb != Verb::Reconcile && verb != Verb::ReconcileAll;
}

}  // namespace apollo::viewmodels
