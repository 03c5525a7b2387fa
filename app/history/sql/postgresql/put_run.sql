-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT INTO runs (run, task, step, node, status, attempt, version, retries, blocked, quarantined, dispatched_at_ms,
    started_at_ms, ended_at_ms, updated_at_ms, exit_code, signal_number, message, output_json, output_text, artifact, artifact_size_bytes)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (run) DO UPDATE SET
    task = EXCLUDED.task, step = EXCLUDED.step, node = EXCLUDED.node, status = EXCLUDED.status, attempt = EXCLUDED.attempt,
    version = EXCLUDED.version, retries = EXCLUDED.retries, blocked = EXCLUDED.blocked, quarantined = EXCLUDED.quarantined,
    dispatched_at_ms = EXCLUDED.dispatched_at_ms, started_at_ms = EXCLUDED.started_at_ms,
    ended_at_ms = EXCLUDED.ended_at_ms, updated_at_ms = EXCLUDED.updated_at_ms, exit_code = EXCLUDED.exit_code,
    signal_number = EXCLUDED.signal_number, message = EXCLUDED.message, output_json = EXCLUDED.output_json,
    output_text = EXCLUDED.output_text, artifact = EXCLUDED.artifact, artifact_size_bytes = EXCLUDED.artifact_size_bytes
