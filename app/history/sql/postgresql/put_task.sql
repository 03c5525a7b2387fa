-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT INTO tasks (task, task_id, status, intent, priority, submitted_by, note, historical, paused, cancel_requested, first_run,
    run_count, submitted_at_ms, ended_at_ms, submitted_position, last_position, definition_sha256, definition_artifact)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (task) DO UPDATE SET
    task_id = EXCLUDED.task_id, status = EXCLUDED.status, intent = EXCLUDED.intent, priority = EXCLUDED.priority,
    submitted_by = EXCLUDED.submitted_by, note = EXCLUDED.note, historical = EXCLUDED.historical, paused = EXCLUDED.paused,
    cancel_requested = EXCLUDED.cancel_requested, first_run = EXCLUDED.first_run, run_count = EXCLUDED.run_count,
    submitted_at_ms = EXCLUDED.submitted_at_ms, ended_at_ms = EXCLUDED.ended_at_ms,
    submitted_position = EXCLUDED.submitted_position, last_position = EXCLUDED.last_position,
    definition_sha256 = EXCLUDED.definition_sha256, definition_artifact = EXCLUDED.definition_artifact
