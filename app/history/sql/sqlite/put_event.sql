-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT OR REPLACE INTO events (position, type, type_number, task, run, node, attempt, version, epoch, incarnation, sequence,
    origin_at_ms, recorded_at_ms, fact_only, payload)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
