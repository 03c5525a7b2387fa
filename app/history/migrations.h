// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Brings a database to the schema this program knows, one numbered step and one transaction at a time.
#pragma once

#include "app/history/database.h"

namespace apollo::history {

int newest_schema();
// 0: an empty database.
Result<int> schema_of(Database& database);
// Unsupported when the database is newer than this program. `up_to`: tests stop earlier.
Status migrate(Database& database, int up_to = newest_schema());

}  // namespace apollo::history
