// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/file_actions.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QMimeData>
#include <QPointer>
#include <QUrl>
#include <QWidget>
#include <array>

#include "app/gui/agent_dialog.h"
#include "app/gui/amend_dialog.h"
#include "app/gui/drawings.h"
#include "app/gui/page_export.h"
#include "app/gui/task_editor.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

constexpr qint64 task_file_limit_bytes = 16 << 20;

struct Format {
    const char* name;
    const char* ending;
};
constexpr std::array<Format, 5> formats{
    {{"apollo", "apollo"}, {"chrome-trace", "trace.json"}, {"wfformat", "json"}, {"dot", "dot"}, {"csv", "csv"}}};

}  // namespace

FileActions::FileActions(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, const api::Session& session,
                         const Doors& doors, Shortcuts& shortcuts, std::function<QWidget*()> page, QWidget* window)
    : QObject(window),
      m_navigator(navigator),
      m_bookmarks(bookmarks),
      m_session(session),
      m_doors(doors),
      m_shortcuts(shortcuts),
      m_page(std::move(page)),
      m_window(window) {
    add("file.open", [] { return tr("&Open a task file…"); }, QKeySequence(Qt::CTRL | Qt::Key_O), [this] { ask_for_file(); });
    add("file.paste", [] { return tr("&Paste a task…"); }, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), [this] {
        if (const QMimeData* data = QApplication::clipboard()->mimeData()) take(*data);
    });
    add("file.sample", [] { return tr("&Sample task…"); }, QKeySequence(),
        [this] { edit(tr("Sample task"), QByteArray::fromStdString(m_doors.sample_task)); });
    add("nodes.add", [] { return tr("&Add an agent…"); }, QKeySequence(), [this] { add_agent(); });
    add("file.export_page", [] { return tr("Export this pa&ge…"); }, QKeySequence(Qt::CTRL | Qt::Key_E),
        [this] { ask_for_page_file(); });
    add("file.export_task", [] { return tr("Export this &task…"); }, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
        [this] { ask_for_task_file(); });
    connect(&navigator, &viewmodels::Navigator::task_changed, this, &FileActions::refresh);
    connect(&navigator.live(), &viewmodels::LiveModel::connection_changed, this, &FileActions::refresh);
    connect(&navigator, &viewmodels::Navigator::history_grew, this, &FileActions::open_wanted);
    refresh();
}

void FileActions::add(const char* id, Shortcuts::Text text, const QKeySequence& key, std::function<void()> run) {
    m_shortcuts.add(QString::fromUtf8(id), [] { return tr("File"); }, std::move(text), key, std::move(run));
}

void FileActions::refresh() {
    const auto set = [this](const char* id, bool on, const QString& why_not) {
        QAction* action = m_shortcuts.find(QString::fromUtf8(id));
        const bool was_on = action->isEnabled();
        action->setEnabled(on);
        action->setStatusTip(on ? QString() : why_not);
        if (!on)
            action->setToolTip(plain_tooltip(why_not));
        else if (!was_on)
            action->setToolTip({});  // its own text again
    };
    const bool writable = m_session.commands != nullptr;
    const QString read_only = tr("This source is a record on disk; it cannot be commanded.");
    for (const char* id : {"file.open", "file.paste"}) set(id, m_doors.check_task != nullptr, read_only);
    set("file.sample", m_doors.check_task && writable && !m_doors.sample_task.empty(), read_only);
    const auto refused = [this](domain::OperatorRole needed) { return viewmodels::role_refusal(m_doors.self, needed, m_navigator.live().state()); };
    const QString no_admin = refused(domain::OperatorRole::Admin);
    set("nodes.add", writable && no_admin.isEmpty(), writable ? no_admin : read_only);
    set("file.export_task", m_doors.export_task && m_navigator.task(), tr("No task is open."));
}

bool FileActions::can_take(const QMimeData& data) {
    return (data.hasUrls() && data.urls().size() == 1 && data.urls()[0].isLocalFile()) || data.hasText();
}

void FileActions::take(const QMimeData& data) {
    if (data.hasUrls() && data.urls().size() == 1 && data.urls()[0].isLocalFile()) return open_file(data.urls()[0].toLocalFile());
    if (data.hasText()) edit(tr("Pasted task"), data.text().toUtf8());
}

void FileActions::ask_for_file() {
    const QString file = QFileDialog::getOpenFileName(m_window, tr("Open a task file"), {},
                                                      tr("Tasks (*.yaml *.yml *.apollo);;All files (*)"));
    if (!file.isEmpty()) open_file(file);
}

void FileActions::open_file(const QString& file) {
    if (file.endsWith(QLatin1String(".apollo"), Qt::CaseInsensitive) && m_doors.open_archive) {
        if (const Status opened = m_doors.open_archive(file.toStdString()); !opened)
            Q_EMIT said(viewmodels::to_qstring(opened.error().message), 0);
        return;
    }
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly)) return Q_EMIT said(tr("%1 cannot be read.").arg(file), 0);
    if (source.size() > task_file_limit_bytes) return Q_EMIT said(tr("%1 is too large for a task file.").arg(file), 0);
    edit(file, source.readAll());
}

void FileActions::edit(const QString& title, const QByteArray& bytes) {
    if (!m_doors.check_task) return;
    auto* editor = new TaskEditor(m_doors.check_task, m_session.commands, m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &TaskEditor::submitted, this, &FileActions::open_submitted);
    editor->show_bytes(title, bytes);
    editor->open();
}

void FileActions::amend() {
    const domain::Task* task = m_navigator.task();
    if (!task || !m_doors.check_task || !m_session.commands) return;
    const std::string text = m_doors.task_text ? m_doors.task_text(task->plan->definition) : std::string();
    auto* dialog = new AmendDialog(m_doors.check_task, m_session.commands, task->id, text, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AmendDialog::amended, this,
            [this](const TaskId& amended) { Q_EMIT said(tr("Amended: %1").arg(viewmodels::to_qstring(amended.text)), 8000); });
    dialog->open();
}

void FileActions::open_submitted(const TaskId& task) {
    Q_EMIT said(tr("Submitted: %1").arg(viewmodels::to_qstring(task.text)), 8000);
    m_wanted = task;
    open_wanted();
}

// The answer may be here before the event that it is about.
void FileActions::open_wanted() {
    const auto known = m_wanted ? m_navigator.live().find_task(*m_wanted) : std::nullopt;
    if (!known) return;
    m_wanted.reset();
    m_navigator.open_task(*known);
}

void FileActions::add_agent() {
    if (!m_session.commands) return;
    const QString server = m_doors.agent_server.isEmpty() ? viewmodels::to_qstring(m_session.title) : m_doors.agent_server;
    auto* dialog = new AgentDialog(m_doors, server, *m_session.commands, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void FileActions::ask_for_page_file() {
    QStringList filters{tr("Picture (*.png)"), tr("Document (*.pdf)")};
    if (can_write_drawings()) filters.insert(1, tr("Drawing (*.svg)"));
    const QString file = QFileDialog::getSaveFileName(m_window, tr("Export this page"), QStringLiteral("page.png"),
                                                      filters.join(QStringLiteral(";;")));
    if (file.isEmpty()) return;
    const Status written = export_page(*m_page(), file);
    Q_EMIT said(written ? tr("Written: %1").arg(file) : viewmodels::to_qstring(written.error().message), 8000);
}

void FileActions::ask_for_task_file() {
    const domain::Task* task = m_navigator.task();
    if (!task) return;
    QStringList filters;
    for (const Format& format : formats)
        filters << QStringLiteral("%1 (*.%2)").arg(QLatin1String(format.name), QLatin1String(format.ending));
    QString chosen;
    const QString file = QFileDialog::getSaveFileName(m_window, tr("Export this task"),
                                                      viewmodels::to_qstring(task->id.text) + QStringLiteral(".apollo"),
                                                      filters.join(QStringLiteral(";;")), &chosen);
    const auto at = static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(chosen)));
    if (!file.isEmpty()) write_task(file, formats[at].name);
}

void FileActions::write_task(const QString& file, const std::string& format) {
    const domain::Task* task = m_navigator.task();
    if (!task) return;
    Doors::Export what{task->id, {}, {}, format, file.toStdString()};
    const viewmodels::EventHistory& history = m_navigator.live().history();
    const auto& own = history.of_task(m_navigator.task_index());
    const auto& others = history.of_no_task();
    std::vector<viewmodels::Ordinal> all(own.size() + others.size());
    std::merge(own.begin(), own.end(), others.begin(), others.end(), all.begin());
    for (const viewmodels::Ordinal ordinal : all) what.events.push_back(history.event(ordinal));
    for (const auto& bookmark : m_bookmarks.of(task->id)) what.notes.emplace_back(bookmark.position, bookmark.note.toStdString());
    const Status written = m_doors.export_task(what);
    Q_EMIT said(written ? tr("Written: %1").arg(file) : viewmodels::to_qstring(written.error().message), 8000);
}

}  // namespace apollo::gui
