// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/steering.h"

#include <QMessageBox>
#include <QPointer>
#include <QWidget>

#include "app/gui/command_dialog.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::Navigator;
using viewmodels::Verb;

namespace {

struct VerbAction {
    const char* id;
    Verb verb;
};
constexpr VerbAction verb_actions[] = {
    {"task.rerun", Verb::Rerun}, {"task.rerun_from", Verb::RerunFrom}, {"task.rerun_failed", Verb::RerunFailed},
    {"task.skip", Verb::Skip},   {"task.override", Verb::Override},    {"task.cancel", Verb::Cancel},
    {"task.pause", Verb::Pause}, {"task.resume", Verb::Resume},        {"task.undo_step", Verb::UndoStep},
    {"task.undo", Verb::UndoTask}, {"dispatch.pause", Verb::PauseAll}, {"dispatch.resume", Verb::ResumeAll},
};

}  // namespace

Steering::Steering(Navigator& navigator, std::shared_ptr<api::CommandSink> commands, Shortcuts& shortcuts,
                   QWidget* window)
    : QObject(window),
      m_navigator(navigator),
      m_commands(std::move(commands)),
      m_shortcuts(shortcuts),
      m_window(window) {
    for (const auto& [name, verb] : verb_actions) {
        shortcuts.add(
            QString::fromUtf8(name), [] { return tr("Task"); }, [verb = verb] { return viewmodels::verb_name(verb); },
            QKeySequence(), [this, verb = verb] { ask_and_send(verb); });
    }
    for (const auto signal : {&Navigator::picture_changed, &Navigator::selection_changed, &Navigator::task_changed,
                              &Navigator::mode_changed}) {
        connect(&navigator, signal, this, &Steering::refresh);
    }
    connect(&navigator.live(), &viewmodels::LiveModel::connection_changed, this, &Steering::refresh);
}

void Steering::refresh() {
    for (const auto& [name, verb] : verb_actions) {
        QAction* action = m_shortcuts.find(QString::fromUtf8(name));
        const viewmodels::Offer offer = viewmodels::offer(verb, m_navigator, m_commands != nullptr);
        action->setEnabled(offer.enabled);
        const QString text = offer.enabled ? command_line(QString::fromUtf8(name)) : offer.why_not;
        if (action->statusTip() == text) continue;
        action->setToolTip(plain_tooltip(text));
        action->setStatusTip(text);
    }
}

QString Steering::command_line(const QString& action_id) const {
    for (const auto& [name, verb] : verb_actions) {
        if (action_id != QLatin1String(name)) continue;
        if (m_navigator.task() || !viewmodels::is_about_task(verb))
            return viewmodels::command_line(verb, m_navigator, {}, std::nullopt);
    }
    return {};
}

void Steering::ask_and_send(Verb verb) {
    if (!viewmodels::offer(verb, m_navigator, m_commands != nullptr).enabled) return;
    CommandDialog dialog(verb, m_navigator, m_window);
    if (dialog.exec() != QDialog::Accepted) return;
    const QString what = dialog.windowTitle();
    Q_EMIT said(tr("Asked: %1").arg(dialog.command_line()), 0);
    m_commands->send(dialog.command(),
                     [guard = QPointer<Steering>(this), what](Result<domain::CommandResult> result) {
                         if (guard) guard->report(result, what);
                     });
}

void Steering::report(const Result<domain::CommandResult>& result, const QString& what) {
    if (result) {
        Q_EMIT said(tr("Done: %1 (runs changed: %2)").arg(what, QString::number(result->affected)), 8000);
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Warning, what, {}, QMessageBox::NoButton, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setText(viewmodels::to_qstring(result.error().message));
    box->addButton(tr("Close"), QMessageBox::AcceptRole);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

}  // namespace apollo::gui
