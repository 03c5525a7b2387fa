-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'
