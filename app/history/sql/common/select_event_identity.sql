-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
SELECT type_number, epoch, COALESCE(run, -1), COALESCE(recorded_at_ms, 0) FROM events WHERE position = ?
