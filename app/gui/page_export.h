// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a page shows as a picture, by the file's ending: PNG, PDF, or where the system can (app/gui/drawings.h) SVG.
#pragma once

#include <QString>

#include "common/base/result.h"

class QWidget;

namespace apollo::gui {

Status export_page(QWidget& page, const QString& file);

}  // namespace apollo::gui
