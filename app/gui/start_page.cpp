// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/start_page.h"

#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace apollo::gui {

StartPage::StartPage(viewmodels::Navigator& navigator, Shortcuts& shortcuts, QWidget* graph)
    : QWidget(graph), m_navigator(navigator), m_title(new QLabel(this)), m_words(new QLabel(this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(10);
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    m_title->setFont(large);
    for (QLabel* label : {m_title, m_words}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
    }
    column->addStretch(1);
    column->addWidget(m_title);
    column->addWidget(m_words);
    for (const char* id : {"nodes.add", "file.sample", "file.open", "tab.open"}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(shortcuts.find(QString::fromUtf8(id)));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setMinimumWidth(230);
        column->addWidget(button, 0, Qt::AlignHCenter);
    }
    column->addStretch(2);
    graph->installEventFilter(this);
    connect(&navigator, &viewmodels::Navigator::history_grew, this, &StartPage::refresh);
    connect(&navigator.live(), &viewmodels::LiveModel::connection_changed, this, &StartPage::refresh);
    retranslate();
    refresh();
}

void StartPage::refresh() {
    const bool first = m_navigator.live().caught_up() && m_navigator.live().state().tasks.empty();
    setVisible(first);
    if (first) setGeometry(parentWidget()->rect());
}

void StartPage::retranslate() {
    m_title->setText(tr("Nothing has been submitted yet"));
    m_words->setText(tr("Add an agent that does the work, then submit a task. A task file can also be dropped here."));
}

void StartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

bool StartPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

}  // namespace apollo::gui
