// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QCoreApplication>

#include "app/viewmodels/offers.h"

namespace apollo::viewmodels {

namespace {

struct VerbWords {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

QString task_verb_name(Verb verb) {
    switch (verb) {
        case Verb::Rerun:
            return VerbWords::tr("&Rerun this run…");
        case Verb::RerunFrom:
            return VerbWords::tr("Rerun this step and all &after it…");
        case Verb::RerunFailed:
            return VerbWords::tr("Rerun all that &failed…");
        case Verb::Skip:
            return VerbWords::tr("&Skip this run…");
        case Verb::Override:
            return VerbWords::tr("&Override its state…");
        case Verb::Cancel:
            return VerbWords::tr("&Cancel the task…");
        case Verb::Pause:
            return VerbWords::tr("&Pause the task…");
        case Verb::Resume:
            return VerbWords::tr("Res&ume the task…");
        case Verb::UndoStep:
            return VerbWords::tr("Un&do this step and all after it…");
        case Verb::UndoTask:
            return VerbWords::tr("U&ndo the whole task…");
        case Verb::Explain:
            return VerbWords::tr("Why is it not runnin&g?");
        case Verb::Amend:
            return VerbWords::tr("A&mend the task…");
        default:
            return {};
    }
}

QString site_verb_name(Verb verb) {
    switch (verb) {
        case Verb::PauseAll:
            return VerbWords::tr("Pause &everything…");
        case Verb::ResumeAll:
            return VerbWords::tr("&Let everything go on…");
        case Verb::Drain:
            return VerbWords::tr("&Drain the node…");
        case Verb::Undrain:
            return VerbWords::tr("Let the node &work again");
        case Verb::Revoke:
            return VerbWords::tr("Re&voke the node…");
        case Verb::Reconcile:
            return VerbWords::tr("&Reconcile the node");
        case Verb::ReconcileAll:
            return VerbWords::tr("Reconcile a&ll nodes");
        case Verb::Acknowledge:
            return VerbWords::tr("&Acknowledge the alert");
        case Verb::Requeue:
            return VerbWords::tr("&Requeue the dead letter");
        case Verb::Drop:
            return VerbWords::tr("Dr&op the dead letter…");
        case Verb::CloseRunBreaker:
            return VerbWords::tr("Close the &breaker that keeps this run…");
        case Verb::CloseNodeBreaker:
            return VerbWords::tr("Close the &breaker of the node…");
        case Verb::CloseAlertBreaker:
            return VerbWords::tr("Close the &breaker of the alert…");
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
