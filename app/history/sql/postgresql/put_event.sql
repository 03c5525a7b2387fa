-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT INTO events (position, type, type_number, task, run, node, attempt, version, epoch, incarnation, sequence,
    origin_at_ms, recorded_at_ms, fact_only, payload)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (position) DO UPDATE SET
    type = EXCLUDED.type, type_number = EXCLUDED.type_number, task = EXCLUDED.task, run = EXCLUDED.run,
    node = EXCLUDED.node, attempt = EXCLUDED.attempt, version = EXCLUDED.version, epoch = EXCLUDED.epoch,
    incarnation = EXCLUDED.incarnation, sequence = EXCLUDED.sequence, origin_at_ms = EXCLUDED.origin_at_ms,
    recorded_at_ms = EXCLUDED.recorded_at_ms, fact_only = EXCLUDED.fact_only, payload = EXCLUDED.payload
