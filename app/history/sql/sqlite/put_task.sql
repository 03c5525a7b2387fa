-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT OR REPLACE INTO tasks (task, task_id, status, intent, priority, submitted_by, note, historical, paused, cancel_requested, first_run,
    run_count, submitted_at_ms, ended_at_ms, submitted_position, last_position, definition_sha256, definition_artifact)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
