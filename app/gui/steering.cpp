// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/steering.h"

#include <QMessageBox>
#include <QPointer>
#include <QStringList>
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
    QKeyCombination key;
};
constexpr VerbAction verb_actions[] = {
    {"task.rerun", Verb::Rerun, Qt::CTRL | Qt::Key_R},
    {"task.rerun_from", Verb::RerunFrom, Qt::CTRL | Qt::SHIFT | Qt::Key_R},
    {"task.rerun_failed", Verb::RerunFailed, {}},
    {"task.skip", Verb::Skip, Qt::CTRL | Qt::Key_K},
    {"task.override", Verb::Override, Qt::CTRL | Qt::SHIFT | Qt::Key_K},
    {"task.cancel", Verb::Cancel, Qt::CTRL | Qt::Key_Delete},
    {"task.pause", Verb::Pause, {}},
    {"task.resume", Verb::Resume, {}},
    {"task.undo_step", Verb::UndoStep, {}},
    {"task.undo", Verb::UndoTask, {}},
    {"task.explain", Verb::Explain, Qt::SHIFT | Qt::Key_W},
    {"task.amend", Verb::Amend, Qt::CTRL | Qt::SHIFT | Qt::Key_A},
    {"dispatch.pause", Verb::PauseAll, {}},
    {"dispatch.resume", Verb::ResumeAll, {}},
    {"node.drain", Verb::Drain, {}},
    {"node.undrain", Verb::Undrain, {}},
    {"node.revoke", Verb::Revoke, {}},
    {"node.reconcile", Verb::Reconcile, {}},
    {"node.reconcile_all", Verb::ReconcileAll, {}},
    {"alert.acknowledge", Verb::Acknowledge, Qt::CTRL | Qt::Key_M},
    {"letter.requeue", Verb::Requeue, {}},
    {"letter.drop", Verb::Drop, {}},
    {"breaker.close_run", Verb::CloseRunBreaker, {}},
    {"breaker.close_node", Verb::CloseNodeBreaker, {}},
    {"breaker.close_alert", Verb::CloseAlertBreaker, {}},
};

QString category_of(const char* id) {
    const QLatin1String name(id);
    if (name.startsWith(QLatin1String("task.")) || name.startsWith(QLatin1String("dispatch."))) return Steering::tr("Task");
    return Steering::tr("Nodes, alerts, dead letters");
}

constexpr int most_lines_in_tip = 6;

// A tooltip with a hundred lines would cover the window.
QString first_lines(const QString& lines) {
    const QStringList all = lines.split(QLatin1Char('\n'));
    if (all.size() <= most_lines_in_tip) return lines;
    return QStringList(all.mid(0, most_lines_in_tip)).join(QLatin1Char('\n')) + QLatin1Char('\n') +
           Steering::tr("… and %1 more").arg(all.size() - most_lines_in_tip);
}

}  // namespace

Steering::Steering(Navigator& navigator, std::shared_ptr<api::CommandSink> commands, viewmodels::Self self,
                   Shortcuts& shortcuts, QWidget* window)
    : QObject(window),
      m_navigator(navigator),
      m_commands(std::move(commands)),
      m_self(std::move(self)),
      m_shortcuts(shortcuts),
      m_window(window) {
    for (const auto& [name, verb, key] : verb_actions) {
        shortcuts.add(
            QString::fromUtf8(name), [id = name] { return category_of(id); },
            [verb = verb] { return viewmodels::verb_name(verb); },
            key == QKeyCombination() ? QKeySequence() : QKeySequence(key), [this, verb = verb] { ask_and_send(verb); });
    }
    for (const auto signal : {&Navigator::picture_changed, &Navigator::selection_changed, &Navigator::task_changed,
                              &Navigator::mode_changed}) {
        connect(&navigator, signal, this, &Steering::refresh);
    }
    connect(&navigator.live(), &viewmodels::LiveModel::connection_changed, this, &Steering::refresh);
}

viewmodels::Offer Steering::offer_now(Verb verb) const {
    const QString refusal = viewmodels::role_refusal(m_self, viewmodels::role_needed(verb), m_navigator.live().state());
    // What it would be about comes first: somebody without a task learns nothing from being told of roles.
    viewmodels::Offer offer = viewmodels::offer(verb, m_navigator, m_commands != nullptr);
    if (offer.enabled && !refusal.isEmpty()) offer = {false, refusal};
    return offer;
}

void Steering::refresh() {
    for (const auto& [name, verb, key] : verb_actions) {
        QAction* action = m_shortcuts.find(QString::fromUtf8(name));
        const viewmodels::Offer offer = offer_now(verb);
        action->setEnabled(offer.enabled);
        const QString text = offer.enabled ? first_lines(viewmodels::command_line(verb, m_navigator, {}, std::nullopt)) : offer.why_not;
        if (action->statusTip() == viewmodels::one_line(text)) continue;
        action->setToolTip(plain_tooltip(text));
        action->setStatusTip(viewmodels::one_line(text));
    }
}

QString Steering::command_line(const QString& action_id) const {
    for (const auto& [name, verb, key] : verb_actions) {
        if (action_id == QLatin1String(name)) return viewmodels::command_line(verb, m_navigator, {}, std::nullopt);
    }
    return {};
}

struct Steering::Batch {
    Verb verb;
    QString what;
    std::size_t waiting = 0;
    std::uint32_t affected = 0;
    std::size_t done = 0;
    QStringList refusals;
};

void Steering::ask_and_send(Verb verb) {
    if (!offer_now(verb).enabled) return;
    if (verb == Verb::Amend) return Q_EMIT amend_wanted();
    if (!viewmodels::is_asked_again(verb)) {
        const QString what = without_mnemonic(viewmodels::verb_name(verb));
        return send(verb, viewmodels::make_commands(verb, m_navigator, {}, std::nullopt), what);
    }
    CommandDialog dialog(verb, m_navigator, m_window);
    if (dialog.exec() != QDialog::Accepted) return;
    Q_EMIT said(tr("Asked: %1").arg(viewmodels::one_line(dialog.command_line())), 0);
    send(verb, dialog.commands(), dialog.windowTitle());
}

void Steering::send(Verb verb, std::vector<domain::Command> commands, const QString& what) {
    auto batch = std::make_shared<Batch>(Batch{verb, what, commands.size(), 0, 0, {}});
    for (domain::Command& command : commands) {
        m_commands->send(std::move(command), [guard = QPointer<Steering>(this), batch](Result<domain::CommandResult> result) {
            --batch->waiting;
            if (result) {
                batch->affected += result->affected;
                ++batch->done;
                if (guard && batch->verb == Verb::Explain) return Q_EMIT guard->explained(result->rows);
            } else {
                batch->refusals << viewmodels::to_qstring(result.error().message);
            }
            if (guard && batch->waiting == 0) guard->report(*batch);
        });
    }
}

void Steering::report(const Batch& batch) {
    if (batch.done > 0)
        Q_EMIT said(tr("Done: %1 (changed: %2)").arg(batch.what, QString::number(batch.affected)), 8000);
    if (batch.refusals.isEmpty()) return;
    QString text = first_lines(batch.refusals.join(QLatin1Char('\n')));
    if (batch.done > 0) text = tr("Done: %1, refused: %2").arg(batch.done).arg(batch.refusals.size()) + QStringLiteral("\n\n") + text;
    complain(batch.what, text);
}

void Steering::complain(const QString& what, const QString& text) {
    auto* box = new QMessageBox(QMessageBox::Warning, what, {}, QMessageBox::NoButton, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setText(text);
    box->addButton(tr("Close"), QMessageBox::AcceptRole);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

}  // namespace apollo::gui
