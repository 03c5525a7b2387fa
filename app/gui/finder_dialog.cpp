// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/finder_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/line_label.h"

namespace apollo::gui {

namespace {

constexpr int detail_role = Qt::UserRole + 1;

// The detail at the right end of the row, in the colour of hints.
class DetailDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QString detail = index.data(detail_role).toString();
        QStyleOptionViewItem left = option;
        const int width = option.fontMetrics.horizontalAdvance(detail) + 16;
        QStyledItemDelegate::paint(painter, left, index);
        if (detail.isEmpty() || width > option.rect.width() / 2) return;
        const bool marked = option.state & QStyle::State_Selected;
        painter->setPen(option.palette.color(marked ? QPalette::HighlightedText : QPalette::PlaceholderText));
        painter->drawText(option.rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, detail);
    }
};

}  // namespace

FinderDialog::FinderDialog(const QString& title, const QString& placeholder, Find find, QWidget* parent)
    : QDialog(parent),
      m_find(std::move(find)),
      m_field(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_tip(new LineLabel(this)) {
    setWindowTitle(title);
    resize(620, 420);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_tip);
    m_tip->setForegroundRole(QPalette::PlaceholderText);
    m_field->setPlaceholderText(placeholder);
    m_field->setAccessibleName(title);
    m_field->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(title);
    m_list->setItemDelegate(new DetailDelegate(m_list));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_field, &QLineEdit::textChanged, this, &FinderDialog::refresh);
    connect(m_field, &QLineEdit::returnPressed, this, &FinderDialog::take);
    connect(m_list, &QListWidget::currentRowChanged, this, &FinderDialog::show_tip);
    connect(m_list, &QListWidget::itemClicked, this, &FinderDialog::take);
    refresh();
}

void FinderDialog::refresh() {
    m_entries = m_find(m_field->text());
    m_list->clear();
    for (const Entry& entry : m_entries) {
        auto* item = new QListWidgetItem(entry.text, m_list);
        item->setData(detail_role, entry.detail);
        if (!entry.enabled) item->setForeground(palette().color(QPalette::Disabled, QPalette::Text));
    }
    if (!m_entries.empty()) m_list->setCurrentRow(0);
    show_tip();
}

void FinderDialog::show_tip() {
    const int row = m_list->currentRow();
    if (row < 0) return m_tip->set_text(m_entries.empty() ? tr("Nothing fits.") : QString());
    m_tip->set_text(m_entries[static_cast<std::size_t>(row)].tip);
}

void FinderDialog::take() {
    const int row = m_list->currentRow();
    if (row < 0 || !m_entries[static_cast<std::size_t>(row)].enabled) return;
    const std::function<void()> action = m_entries[static_cast<std::size_t>(row)].take;
    accept();
    action();
}

bool FinderDialog::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int page = std::max(1, m_list->height() / std::max(1, m_list->sizeHintForRow(0)) - 1);
    const int step = key->key() == Qt::Key_Up       ? -1
                     : key->key() == Qt::Key_Down   ? 1
                     : key->key() == Qt::Key_PageUp ? -page
                     : key->key() == Qt::Key_PageDown ? page
                                                      : 0;
    const bool copies = key->matches(QKeySequence::Copy) && !m_field->hasSelectedText();
    if (step == 0 && !copies) return QDialog::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::ShortcutOverride) return true;
    if (copies) {
        QApplication::clipboard()->setText(m_tip->text());
        return true;
    }
    m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
    return true;
}

}  // namespace apollo::gui
