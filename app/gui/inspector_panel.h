// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The right dock: the selected run (or the open task) as it was known at the shown moment. All texts are plain.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <vector>

#include "app/api/api.h"
#include "app/gui/explain_list.h"
#include "app/gui/forecast_panel.h"
#include "app/gui/shortcuts.h"
#include "app/gui/why_list.h"
#include "app/viewmodels/inspector.h"
#include "app/viewmodels/output_tail.h"

namespace apollo::gui {

class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    void focus_why() { m_why->setFocus(); }
    void show_explanation(const std::vector<domain::ResultRow>& rows) { m_explain->show_rows(rows); }
    // `history` may be null: then only what stands in the events is shown.
    InspectorPanel(viewmodels::Navigator& navigator, std::shared_ptr<api::HistoryQuery> history, Shortcuts& shortcuts,
                   QWidget* parent = nullptr);
    void refresh();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Fact {
        QLabel* name;
        QLabel* value;
    };
    void refresh_soon();
    QWidget* make_facts();
    QWidget* make_run_part(Shortcuts& shortcuts);
    void set_heading(const QString& title, const QString& under, viewmodels::Look look, const QString& state);
    void set_facts(const std::vector<std::pair<QString, QString>>& facts);
    void show_run(const viewmodels::RunView& run);
    void show_attempts(const viewmodels::RunView& run);
    void show_attempt(int row);
    void show_task();
    QWidget* make_task_part(Shortcuts& shortcuts);
    void show_needs();
    void load_artifact();
    void set_output(const QString& text);
    void follow_output(const viewmodels::AttemptView& attempt, bool newest);
    void retranslate();

    viewmodels::Navigator& m_navigator;
    std::shared_ptr<api::HistoryQuery> m_history;
    QLabel* m_glyph;
    QLabel* m_title;
    QLabel* m_under;
    QLabel* m_state;
    QWidget* m_fact_box = nullptr;
    std::vector<Fact> m_facts;
    ExplainList* m_explain = nullptr;
    QWidget* m_run_part = nullptr;
    QWidget* m_task_part = nullptr;
    QLabel* m_needs_title = nullptr;
    ForecastPanel* m_forecast = nullptr;
    QListWidget* m_needs = nullptr;
    QLabel* m_attempts_title = nullptr;
    QTableWidget* m_attempts = nullptr;
    QLabel* m_message = nullptr;
    QLabel* m_output_title = nullptr;
    QPlainTextEdit* m_output = nullptr;
    QToolButton* m_load = nullptr;
    QLabel* m_decisions_title = nullptr;
    QLabel* m_decisions = nullptr;
    QTimer m_tick;
    QTimer m_later;
    QLabel* m_why_title = nullptr;
    WhyList* m_why = nullptr;
    QElapsedTimer m_refreshed;  // since the last refresh
    viewmodels::RunView m_run;
    std::optional<RunIndex> m_shown_run;
    int m_shown_attempt = -1;  // -1: the newest
    viewmodels::OutputTail m_tail;
    std::string m_loaded_artifact;
    QString m_loaded_text;
};

}  // namespace apollo::gui
