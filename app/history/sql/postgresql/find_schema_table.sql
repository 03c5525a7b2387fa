-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'schema_version'
