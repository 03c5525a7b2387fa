-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
SELECT runs.step, runs.node, runs.status, runs.attempt, runs.version, runs.retries, runs.blocked, runs.quarantined,
    COALESCE(runs.started_at_ms, 0), COALESCE(runs.ended_at_ms, 0), runs.exit_code, COALESCE(runs.message, '')
FROM runs JOIN tasks ON tasks.task = runs.task WHERE tasks.task_id = ? ORDER BY runs.run
