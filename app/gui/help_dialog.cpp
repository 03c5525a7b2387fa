// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/help_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <vector>

namespace apollo::gui {

namespace {

constexpr int columns = 3;

}  // namespace

HelpDialog::HelpDialog(const Shortcuts& shortcuts, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys"));
    auto* column = new QVBoxLayout(this);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    QString category;
    struct Line {
        QString key, text;
        bool heading;
    };
    std::vector<Line> lines;
    for (const Shortcuts::Entry& entry : shortcuts.entries()) {
        if (entry.action->shortcut().isEmpty()) continue;
        if (entry.category() != category) {
            category = entry.category();
            lines.push_back({{}, category, true});
        }
        lines.push_back({entry.action->shortcut().toString(QKeySequence::NativeText), without_mnemonic(entry.text()), false});
    }
    lines.push_back({{}, tr("In the graph"), true});
    lines.push_back({tr("Wheel"), tr("Zoom at the pointer"), false});
    lines.push_back({tr("Drag"), tr("Move the picture"), false});
    lines.push_back({tr("Arrow keys"), tr("Select the neighbouring step"), false});
    // Side by side, or the list would be higher than a small screen.
    const int rows = (static_cast<int>(lines.size()) + columns - 1) / columns;
    for (int k = 0; k < static_cast<int>(lines.size()); ++k) {
        const Line& line = lines[static_cast<std::size_t>(k)];
        auto* left = new QLabel(line.key, this);
        auto* right = new QLabel(line.text, this);
        for (QLabel* label : {left, right}) label->setTextFormat(Qt::PlainText);
        QFont font = right->font();
        font.setBold(line.heading);
        right->setFont(font);
        grid->addWidget(left, k % rows, k / rows * 2, Qt::AlignRight);
        grid->addWidget(right, k % rows, k / rows * 2 + 1);
    }
    column->addLayout(grid);
    auto* buttons = new QDialogButtonBox(this);
    connect(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), &QPushButton::clicked, this,
            &QDialog::reject);
    column->addWidget(buttons);
}

}  // namespace apollo::gui
