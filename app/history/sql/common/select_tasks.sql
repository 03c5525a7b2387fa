-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
SELECT task_id, status, COALESCE(intent, ''), priority, run_count, historical, COALESCE(submitted_at_ms, 0), COALESCE(ended_at_ms, 0), COALESCE(note, '')
FROM tasks ORDER BY task
