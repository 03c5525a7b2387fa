-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
UPDATE position SET position = ? WHERE id = 1 AND position = ?
