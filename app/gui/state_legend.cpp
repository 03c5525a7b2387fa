// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/state_legend.h"

#include <QEvent>
#include <QPainter>

#include "app/gui/flow_layout.h"
#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr int patch_px = 11;
constexpr int gap_px = 5;

class LegendEntry : public QWidget {
public:
    LegendEntry(viewmodels::Look look, QWidget* parent) : QWidget(parent), m_look(look) { rename(); }
    QSize sizeHint() const override { return {patch_px + 2 * gap_px + fontMetrics().horizontalAdvance(accessibleName()), fontMetrics().height() + 2}; }

protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange) rename();
        QWidget::changeEvent(event);
    }

    // As the lanes are painted: what is on its way to another try is hatched.
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QColor colour = state_colour(m_look, palette());
        const QRect patch(0, (height() - patch_px) / 2, patch_px, patch_px);
        const bool hatched = viewmodels::style_of(m_look).dashed;
        painter.fillRect(patch, hatched ? mixed(palette().color(QPalette::Base), colour, 0.22) : colour);
        if (hatched) painter.fillRect(patch, QBrush(colour, Qt::BDiagPattern));
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(rect().adjusted(patch_px + gap_px, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, accessibleName());
    }

private:
    void rename() {
        setAccessibleName(viewmodels::status_name(m_look));
        updateGeometry();
        update();
    }

    viewmodels::Look m_look;
};

}  // namespace

StateLegend::StateLegend(QWidget* parent) : QWidget(parent) {
    auto* flow = new FlowLayout(this);
    flow->setContentsMargins(10, 2, 10, 4);
    flow->setSpacing(8);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

void StateLegend::set_looks(const std::vector<viewmodels::Look>& looks) {
    if (looks == m_looks) return;
    m_looks = looks;
    while (QLayoutItem* item = layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const viewmodels::Look look : looks) {
        auto* entry = new LegendEntry(look, this);
        layout()->addWidget(entry);
        entry->show();
    }
}

}  // namespace apollo::gui
