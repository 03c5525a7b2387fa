-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT OR REPLACE INTO runs (run, task, step, node, status, attempt, version, retries, blocked, quarantined, dispatched_at_ms,
    started_at_ms, ended_at_ms, updated_at_ms, exit_code, signal_number, message, output_json, output_text, artifact, artifact_size_bytes)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
