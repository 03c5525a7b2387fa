// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the colours of a picture mean: a patch and a name for each look that is in it.
#pragma once

#include <QWidget>
#include <vector>

#include "app/viewmodels/state_style.h"

namespace apollo::gui {

class StateLegend : public QWidget {
    Q_OBJECT
public:
    explicit StateLegend(QWidget* parent = nullptr);
    void set_looks(const std::vector<viewmodels::Look>& looks);

private:
    std::vector<viewmodels::Look> m_looks;
};

}  // namespace apollo::gui
