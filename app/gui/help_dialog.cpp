// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/help_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace apollo::gui {

HelpDialog::HelpDialog(const Shortcuts& shortcuts, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys"));
    auto* column = new QVBoxLayout(this);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    QString category;
    int row = 0;
    const auto add_line = [&](const QString& key, const QString& text, bool bold) {
        auto* left = new QLabel(key, this);
        auto* right = new QLabel(text, this);
        for (QLabel* label : {left, right}) label->setTextFormat(Qt::PlainText);
        QFont font = right->font();
        font.setBold(bold);
        right->setFont(font);
        grid->addWidget(left, row, 0, Qt::AlignRight);
        grid->addWidget(right, row, 1);
        ++row;
    };
    for (const Shortcuts::Entry& entry : shortcuts.entries()) {
        if (entry.action->shortcut().isEmpty()) continue;
        if (entry.category() != category) {
            category = entry.category();
            add_line({}, category, true);
        }
        add_line(entry.action->shortcut().toString(QKeySequence::NativeText), without_mnemonic(entry.text()), false);
    }
    add_line({}, tr("In the graph"), true);
    add_line(tr("Wheel"), tr("Zoom at the pointer"), false);
    add_line(tr("Drag"), tr("Move the picture"), false);
    add_line(tr("Arrow keys"), tr("Select the neighbouring step"), false);
    column->addLayout(grid);
    auto* buttons = new QDialogButtonBox(this);
    connect(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), &QPushButton::clicked, this,
            &QDialog::reject);
    column->addWidget(buttons);
}

}  // namespace apollo::gui
