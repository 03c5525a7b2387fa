// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/help_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <vector>

#include "app/gui/state_glyph.h"
#include "app/viewmodels/state_style.h"

namespace apollo::gui {

namespace {

constexpr int columns = 3;

struct Line {
    QString key, text;
    bool heading;
    std::optional<viewmodels::Look> look = std::nullopt;  // a state; its sign stands where others have a key
};

std::vector<Line> lines_of_states() {
    std::vector<Line> lines{{{}, HelpDialog::tr("Signs of states"), true}};
    for (std::size_t k = 0; k < domain::run_status_count; ++k) {
        const viewmodels::Look look(static_cast<domain::RunStatus>(k), false, false);
        lines.push_back({{}, viewmodels::status_name(look), false, look});
    }
    const viewmodels::Look unneeded(domain::RunStatus::Pending, false, false, true), blocked(domain::RunStatus::Pending, true, false),
        quarantined(domain::RunStatus::Pending, false, true);
    lines.push_back({{}, viewmodels::status_name(unneeded), false, unneeded});
    lines.push_back({{}, viewmodels::flag_name("blocked"), false, blocked});
    lines.push_back({{}, viewmodels::flag_name("quarantined"), false, quarantined});
    return lines;
}

// Every category once, wherever its actions were registered.
std::vector<Line> lines_of(const Shortcuts& shortcuts) {
    std::vector<QString> categories;
    for (const Shortcuts::Entry& entry : shortcuts.entries()) {
        const bool known = std::find(categories.begin(), categories.end(), entry.category()) != categories.end();
        if (!known && !entry.action->shortcut().isEmpty()) categories.push_back(entry.category());
    }
    std::vector<Line> lines;
    for (const QString& category : categories) {
        lines.push_back({{}, category, true});
        for (const Shortcuts::Entry& entry : shortcuts.entries()) {
            if (entry.action->shortcut().isEmpty() || entry.category() != category) continue;
            lines.push_back({entry.action->shortcut().toString(QKeySequence::NativeText), without_mnemonic(entry.text()), false});
        }
    }
    lines.push_back({{}, HelpDialog::tr("In the graph"), true});
    lines.push_back({HelpDialog::tr("Wheel"), HelpDialog::tr("Zoom at the pointer"), false});
    lines.push_back({HelpDialog::tr("Drag"), HelpDialog::tr("Move the picture"), false});
    lines.push_back({HelpDialog::tr("Arrow keys"), HelpDialog::tr("Select the neighbouring step"), false});
    lines.push_back({{}, HelpDialog::tr("Mark several steps or cells"), true});
    lines.push_back({HelpDialog::tr("Ctrl+click"), HelpDialog::tr("One more, or one less"), false});
    lines.push_back({HelpDialog::tr("Shift+drag"), HelpDialog::tr("All within a rectangle"), false});
    lines.push_back({HelpDialog::tr("Shift+arrow keys"), HelpDialog::tr("The neighbouring ones too"), false});
    for (Line& line : lines_of_states()) lines.push_back(std::move(line));
    return lines;
}

}  // namespace

HelpDialog::HelpDialog(const Shortcuts& shortcuts, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys"));
    auto* column = new QVBoxLayout(this);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    const std::vector<Line> lines = lines_of(shortcuts);
    // Side by side, or the list would be higher than a small screen.
    const int rows = (static_cast<int>(lines.size()) + columns - 1) / columns;
    for (int k = 0; k < static_cast<int>(lines.size()); ++k) {
        const Line& line = lines[static_cast<std::size_t>(k)];
        auto* left = new QLabel(line.key, this);
        if (line.look) left->setPixmap(look_pixmap(*line.look, palette(), 16, devicePixelRatioF()));
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
