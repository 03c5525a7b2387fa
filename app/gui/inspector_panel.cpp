// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/inspector_panel.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPointer>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/action_buttons.h"
#include "app/gui/desktop_look.h"
#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

constexpr qsizetype shown_output_limit = 256 * 1024;

QLabel* plain_label(QWidget* parent, bool selectable = true) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    if (selectable) label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A word of 5,000 letters must not widen the window.
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

QLabel* heading_label(QWidget* parent) {
    QLabel* label = plain_label(parent, false);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

void prepare_attempts(QTableWidget* table) {
    table->verticalHeader()->hide();
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    // The style's least height of a row is more than its text needs, and the table is as high as its rows.
    const int row_px = table->fontMetrics().height() + 8;
    table->verticalHeader()->setMinimumSectionSize(row_px);
    table->verticalHeader()->setDefaultSectionSize(row_px);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(4, QHeaderView::Stretch);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

// Very long words get places where a label may break them.
QString breakable(const QString& text) {
    QString result;
    int run = 0;
    for (const QChar character : text.left(4000)) {
        result += character;
        run = character.isSpace() ? 0 : run + 1;
        if (run < 28) continue;
        result += QChar(0x200B);
        run = 0;
    }
    return result;
}

}  // namespace

InspectorPanel::InspectorPanel(viewmodels::Navigator& navigator, std::shared_ptr<api::HistoryQuery> history,
                               Shortcuts& shortcuts, QWidget* parent)
    : QWidget(parent),
      m_navigator(navigator),
      m_history(std::move(history)),
      m_glyph(new QLabel(this)),
      m_title(heading_label(this)),
      m_under(plain_label(this)),
      m_state(heading_label(this)),
      m_tail(m_history) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->setSpacing(10);
    head->addWidget(m_glyph, 0, Qt::AlignTop);
    auto* names = new QVBoxLayout;
    names->setSpacing(1);
    for (QLabel* label : {m_title, m_under, m_state}) names->addWidget(label);
    head->addLayout(names, 1);
    column->addLayout(head);
    column->addWidget(make_facts());
    m_explain = new ExplainList(navigator, this);
    column->addWidget(m_explain);
    m_run_part = make_run_part(shortcuts);
    column->addWidget(m_run_part, 1);
    m_task_part = make_task_part(shortcuts);
    column->addWidget(m_task_part, 1);
    column->addStretch(0);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &InspectorPanel::refresh);
    m_later.setSingleShot(true);
    m_later.setInterval(70);
    connect(&m_later, &QTimer::timeout, this, &InspectorPanel::refresh);
    connect(&m_tail, &viewmodels::OutputTail::changed, this, &InspectorPanel::refresh_soon);
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, &InspectorPanel::refresh_soon);
    connect(&navigator, &viewmodels::Navigator::selection_changed, this, &InspectorPanel::refresh);
    connect(&navigator, &viewmodels::Navigator::task_changed, this, &InspectorPanel::refresh);
    retranslate();
}

QWidget* InspectorPanel::make_facts() {
    m_fact_box = new QWidget(this);
    auto* grid = new QGridLayout(m_fact_box);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    for (int row = 0; row < 9; ++row) {
        auto* name = new QLabel(m_fact_box);
        name->setForegroundRole(QPalette::PlaceholderText);
        QLabel* value = plain_label(m_fact_box);
        grid->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignLeft);
        grid->addWidget(value, row, 1);
        m_facts.push_back({name, value});
    }
    return m_fact_box;
}

QWidget* InspectorPanel::make_task_part(Shortcuts& shortcuts) {
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(5);
    column->addWidget(make_action_buttons(shortcuts, {"task.rerun_failed", "task.cancel", "task.pause", "task.resume", "task.amend", "task.explain"}, part));
    m_needs_title = heading_label(part);
    column->addWidget(m_needs_title);
    m_needs = new QListWidget(part);
    m_needs->setFrameShape(QFrame::NoFrame);
    m_needs->setTextElideMode(Qt::ElideRight);
    m_needs->setMinimumHeight(120);
    m_needs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto select = [this](const QListWidgetItem* item) {
        m_navigator.select_run(RunIndex{item->data(Qt::UserRole).toUInt()});
    };
    connect(m_needs, &QListWidget::itemClicked, this, select);
    connect(m_needs, &QListWidget::itemActivated, this, select);  // by key
    column->addWidget(m_needs, 1);
    m_forecast = new ForecastPanel(m_navigator, part);
    column->addWidget(m_forecast);
    column->addStretch(0);
    return part;
}

// Rows that stay are left alone: a list made anew for each frame of a replay is what a frame has no time for.
void InspectorPanel::show_needs() {
    constexpr std::size_t limit = 100;
    const std::vector<RunIndex> runs = viewmodels::runs_in_need(m_navigator, limit);
    m_needs_title->setVisible(!runs.empty());
    m_needs->setVisible(!runs.empty());
    while (m_needs->count() > static_cast<int>(runs.size())) delete m_needs->takeItem(m_needs->count() - 1);
    for (std::size_t row = 0; row < runs.size(); ++row) {
        const domain::RunStatus status = m_navigator.cursor().look(runs[row].value).status();
        QString text = viewmodels::run_name(m_navigator, runs[row]) + QStringLiteral("  —  ") +
                       viewmodels::status_name(status);
        const QString why = viewmodels::last_end_text(m_navigator, runs[row]);
        if (!why.isEmpty()) text += QStringLiteral(" · ") + why;
        auto* item = m_needs->item(static_cast<int>(row));
        if (!item) m_needs->addItem(item = new QListWidgetItem);
        item->setData(Qt::UserRole, runs[row].value);
        if (item->data(Qt::UserRole + 1).toString() == text) continue;
        item->setData(Qt::UserRole + 1, text);
        item->setText(viewmodels::one_line(text, 300));
        item->setIcon(state_icon(status, palette(), 14, devicePixelRatioF()));
        item->setToolTip(plain_tooltip(text));
    }
}

QWidget* InspectorPanel::make_run_part(Shortcuts& shortcuts) {
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(5);
    column->addWidget(make_action_buttons(shortcuts, {"task.rerun", "task.rerun_from", "task.skip", "task.override", "task.explain"}, part));
    m_attempts_title = heading_label(part);
    column->addWidget(m_attempts_title);
    m_attempts = new QTableWidget(0, 5, part);
    prepare_attempts(m_attempts);
    connect(m_attempts, &QTableWidget::cellClicked, this, [this](int row, int) {
        m_shown_attempt = row + 1 == m_attempts->rowCount() ? -1 : row;
        show_attempt(row);
    });
    column->addWidget(m_attempts);
    m_message = plain_label(part);
    column->addWidget(m_message);
    m_why_title = heading_label(part);
    column->addWidget(m_why_title);
    m_why = new WhyList(m_navigator, part);
    column->addWidget(m_why);
    auto* output_row = new QHBoxLayout;
    m_output_title = heading_label(part);
    m_load = new QToolButton(part);
    connect(m_load, &QToolButton::clicked, this, &InspectorPanel::load_artifact);
    output_row->addWidget(m_output_title, 1);
    output_row->addWidget(m_load);
    column->addLayout(output_row);
    m_output = new QPlainTextEdit(part);
    m_output->setObjectName(QStringLiteral("output"));
    m_output->setReadOnly(true);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    QFont mono = fixed_font();
    mono.setFamilies(fixed_fonts());
    mono.setPointSizeF(9);
    m_output->setFont(mono);
    m_output->setMinimumHeight(90);
    column->addWidget(m_output, 1);
    m_decisions_title = heading_label(part);
    m_decisions = plain_label(part);
    column->addWidget(m_decisions_title);
    column->addWidget(m_decisions);
    return part;
}

void InspectorPanel::set_heading(const QString& title, const QString& under, viewmodels::Look look,
                                 const QString& state) {
    QPixmap pixmap(static_cast<int>(34 * devicePixelRatioF()), static_cast<int>(34 * devicePixelRatioF()));
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint_state(painter, QRectF(2, 2, 30, 30), look, palette());
    m_glyph->setPixmap(pixmap);
    m_title->setText(breakable(title));
    m_under->setText(breakable(under));
    m_under->setVisible(!under.isEmpty());
    m_state->setText(state);
}

void InspectorPanel::set_facts(const std::vector<std::pair<QString, QString>>& facts) {
    std::size_t row = 0;
    for (const auto& [name, value] : facts) {
        if (value.isEmpty() || row >= m_facts.size()) continue;
        m_facts[row].name->setText(name);
        m_facts[row].value->setText(breakable(value));
        m_facts[row].name->show();
        m_facts[row].value->show();
        ++row;
    }
    for (; row < m_facts.size(); ++row) {
        m_facts[row].name->hide();
        m_facts[row].value->hide();
    }
}

// While somebody drags the scrubber the pictures go ahead and the details follow some times a second; a single step
// shows them at once.
void InspectorPanel::refresh_soon() {
    constexpr qint64 least_pause_ms = 90;
    if (m_later.isActive()) return;
    const bool rested = !m_refreshed.isValid() || m_refreshed.elapsed() >= least_pause_ms;
    if (rested) return refresh();
    m_later.start();
}

void InspectorPanel::refresh() {
    m_later.stop();
    m_refreshed.start();
    const auto run = viewmodels::inspect_run(m_navigator);
    if (m_navigator.selected_run() != m_shown_run) {
        m_shown_run = m_navigator.selected_run();
        m_shown_attempt = -1;
    }
    if (!run) m_tail.follow(std::nullopt);
    m_run_part->setVisible(run.has_value());
    m_task_part->setVisible(!run && m_navigator.task());
    m_glyph->setVisible(m_navigator.task() != nullptr);
    m_fact_box->setVisible(m_navigator.task() != nullptr);
    if (run)
        show_run(*run);
    else
        show_task();
    const auto status = run ? run->look.status() : domain::RunStatus::Pending;
    const bool ticks =
        !m_navigator.is_replay() && (status == domain::RunStatus::Running || status == domain::RunStatus::Retrying);
    if (ticks && !m_tick.isActive()) m_tick.start();
    if (!ticks) m_tick.stop();
}

void InspectorPanel::show_run(const viewmodels::RunView& run) {
    m_run = run;
    QString state = viewmodels::status_name(run.look);
    if (!run.next_try.isEmpty()) state += QStringLiteral(" · ") + tr("next try %1").arg(run.next_try);
    set_heading(run.step, run.intent, run.look, state);
    set_facts({{tr("Task"), run.task},
               {tr("Node"), run.node},
               {tr("Flags"), run.flags.join(QStringLiteral(", "))},
               {tr("Retries"), run.retries == 0 ? QString() : QString::number(run.retries)},
               {tr("Changed"), viewmodels::time_text(run.updated_at)},
               {tr("Events"), viewmodels::count_text(run.events.size())}});
    show_attempts(run);
    const int row =
        m_shown_attempt >= 0 && m_shown_attempt < m_attempts->rowCount() ? m_shown_attempt : m_attempts->rowCount() - 1;
    if (row >= 0) m_attempts->selectRow(row);
    show_attempt(row);
    m_why->refresh();
    m_decisions_title->setVisible(!run.decisions.isEmpty());
    m_decisions->setVisible(!run.decisions.isEmpty());
    m_decisions->setText(breakable(run.decisions.join(QLatin1Char('\n'))));
}

void InspectorPanel::show_attempts(const viewmodels::RunView& run) {
    const int rows = static_cast<int>(run.attempts.size());
    m_attempts->setRowCount(rows);
    for (int row = 0; row < rows; ++row) {
        const viewmodels::AttemptView& attempt = run.attempts[static_cast<std::size_t>(row)];
        const QString texts[] = {QString::number(attempt.number), viewmodels::status_name(attempt.status),
                                 viewmodels::time_text(attempt.started_at).section(QLatin1Char(' '), -1),
                                 viewmodels::elapsed_text(attempt.took), attempt.result};
        for (int column = 0; column < 5; ++column) {
            auto* item = m_attempts->item(row, column);
            if (!item) m_attempts->setItem(row, column, item = new QTableWidgetItem);
            item->setText(texts[column]);
            if (column != 1) continue;
            item->setIcon(state_icon(attempt.status, palette(), 14, devicePixelRatioF()));
        }
    }
    const int row_px = m_attempts->verticalHeader()->defaultSectionSize();
    m_attempts->setFixedHeight(std::clamp(rows, 1, 5) * row_px + m_attempts->horizontalHeader()->sizeHint().height() +
                               2 * m_attempts->frameWidth());
}

void InspectorPanel::show_attempt(int row) {
    const bool any = row >= 0 && row < static_cast<int>(m_run.attempts.size());
    const viewmodels::AttemptView attempt =
        any ? m_run.attempts[static_cast<std::size_t>(row)] : viewmodels::AttemptView();
    m_message->setVisible(!attempt.message.isEmpty());
    m_message->setText(breakable(attempt.message));
    const bool loadable = attempt.artifact && m_history;
    const bool loaded = attempt.artifact && attempt.artifact->id.text == m_loaded_artifact;
    m_load->setVisible(loadable && !loaded);
    follow_output(attempt, any && row + 1 == static_cast<int>(m_run.attempts.size()));
    m_output->setPlaceholderText(m_tail.problem().isEmpty() ? tr("No output.") : m_tail.problem());
    set_output(loaded ? m_loaded_text : attempt.output.isEmpty() ? m_tail.text() : attempt.output);
}

// Of what runs now there is more to see than stands in the events. A replay knows nothing of it.
void InspectorPanel::follow_output(const viewmodels::AttemptView& attempt, bool newest) {
    const bool runs = newest && isVisible() && attempt.status == domain::RunStatus::Running && m_run.look.status() == domain::RunStatus::Running;
    if (m_navigator.is_replay() || !m_navigator.task() || m_navigator.task()->historical || !runs) return m_tail.follow(std::nullopt);
    m_tail.follow(viewmodels::OutputTail::Attempt{TaskId{m_run.task.toStdString()}, StepName{m_run.step.toStdString()},
                                                  NodeId{m_run.node.toStdString()}, Attempt{attempt.number}});
}

// What grows is added to: setting the same text again would lose the reader's place and selection. Whoever reads the end
// goes on reading it.
void InspectorPanel::set_output(const QString& text) {
    const QString shown = m_output->toPlainText();
    if (shown == text) return;
    if (shown.isEmpty() || !text.startsWith(shown)) {
        m_output->setPlainText(text);
        if (!m_tail.text().isEmpty()) m_output->verticalScrollBar()->setValue(m_output->verticalScrollBar()->maximum());
        return;
    }
    QScrollBar* bar = m_output->verticalScrollBar();
    const bool at_end = bar->value() >= bar->maximum();
    QTextCursor end(m_output->document());
    end.movePosition(QTextCursor::End);
    end.insertText(text.mid(shown.size()));
    if (at_end) bar->setValue(bar->maximum());
}

void InspectorPanel::load_artifact() {
    const int row = m_attempts->currentRow();
    if (!m_history || row < 0 || row >= static_cast<int>(m_run.attempts.size())) return;
    const auto artifact = m_run.attempts[static_cast<std::size_t>(row)].artifact;
    if (!artifact) return;
    m_load->setEnabled(false);
    m_history->fetch_artifact(
        artifact->id, [guard = QPointer<InspectorPanel>(this), id = artifact->id](Result<std::string> bytes) {
            if (!guard) return;
            guard->m_load->setEnabled(true);
            if (!bytes) {
                guard->m_message->setText(breakable(viewmodels::to_qstring(bytes.error().message)));
                guard->m_message->show();
                return;
            }
            guard->m_loaded_artifact = id.text;
            guard->m_loaded_text = viewmodels::to_qstring(*bytes);
            if (guard->m_loaded_text.size() > shown_output_limit) {
                guard->m_loaded_text =
                    tr("(only the end is shown)") + QLatin1Char('\n') + guard->m_loaded_text.right(shown_output_limit);
            }
            guard->refresh();
        });
}

void InspectorPanel::show_task() {
    const auto task = viewmodels::inspect_task(m_navigator);
    if (!task) {
        set_heading(tr("Nothing selected"), tr("Choose a task on the left, then a step."), viewmodels::Look(),
                    QString());
        return;
    }
    const viewmodels::Look look(viewmodels::run_status_like(task->look.status), false, false);
    set_heading(task->id, task->intent, look, viewmodels::status_name(task->look.status));
    QStringList flags;
    if (task->paused) flags << viewmodels::flag_name("paused");
    if (task->cancel_requested) flags << tr("cancel requested");
    if (task->historical) flags << tr("imported history");
    QStringList counts;
    for (std::size_t status = 0; status < task->look.counts.size(); ++status) {
        const bool pending = static_cast<domain::RunStatus>(status) == domain::RunStatus::Pending;
        const std::uint32_t apart = std::min(task->look.counts[status], task->look.unneeded + task->look.blocked);
        const std::uint32_t count = task->look.counts[status] - (pending ? apart : 0);
        if (count == 0) continue;
        counts << viewmodels::status_name(static_cast<domain::RunStatus>(status)) + QStringLiteral(": ") +
                      viewmodels::count_text(count);
    }
    const auto count_flag = [&](const char* flag, std::uint32_t count) {
        if (count == 0) return;
        QString name = viewmodels::flag_name(flag);
        name[0] = name[0].toUpper();  // it stands among names of states here
        counts << name + QStringLiteral(": ") + viewmodels::count_text(count);
    };
    count_flag("blocked", task->look.blocked);
    count_flag("quarantined", task->look.quarantined);
    if (task->look.unneeded > 0) {
        counts << viewmodels::status_name(viewmodels::Look(domain::RunStatus::Pending, false, false, true)) +
                      QStringLiteral(": ") + viewmodels::count_text(task->look.unneeded);
    }
    set_facts({{tr("Flags"), flags.join(QStringLiteral(", "))},
               {tr("Submitted"), viewmodels::time_text(task->submitted_at)},
               {tr("By"), task->submitted_by},
               {tr("Steps"), viewmodels::count_text(task->steps)},
               {tr("Runs"), counts.join(QLatin1Char('\n'))},
               {tr("Note"), task->note},
               {tr("Metadata"), task->metadata}});
    m_forecast->refresh();
    show_needs();
}

void InspectorPanel::retranslate() {
    m_needs->clear();  // its rows keep their words and colours
    m_attempts_title->setText(tr("Attempts"));
    m_needs_title->setText(tr("Needs attention"));
    m_needs->setAccessibleName(tr("Needs attention"));
    m_attempts->setAccessibleName(tr("Attempts"));
    m_output->setAccessibleName(tr("Output"));
    m_attempts->setHorizontalHeaderLabels({tr("No."), tr("State"), tr("Started"), tr("Took"), tr("Result")});
    for (int column = 0; column < 5; ++column)
        m_attempts->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_why_title->setText(tr("Why"));
    m_output_title->setText(tr("Output"));
    m_load->setText(tr("Load all of it"));
    m_load->setToolTip(tr("The whole output is kept apart from the events; fetch it"));
    m_decisions_title->setText(tr("Decisions and late facts"));
    refresh();
}

void InspectorPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
