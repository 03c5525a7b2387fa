-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
CREATE TABLE position (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    position INTEGER NOT NULL
);
INSERT INTO position (id, position) VALUES (1, 0);
CREATE TABLE tasks (
    task INTEGER PRIMARY KEY,
    task_id TEXT NOT NULL,
    status TEXT NOT NULL,
    intent TEXT,
    priority TEXT NOT NULL,
    submitted_by TEXT,
    note TEXT,
    historical INTEGER NOT NULL,
    paused INTEGER NOT NULL,
    cancel_requested INTEGER NOT NULL,
    first_run INTEGER NOT NULL,
    run_count INTEGER NOT NULL,
    submitted_at_ms INTEGER,
    ended_at_ms INTEGER,
    submitted_position INTEGER NOT NULL,
    last_position INTEGER NOT NULL,
    definition_sha256 TEXT,
    definition_artifact TEXT
);
CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    task INTEGER NOT NULL,
    step TEXT NOT NULL,
    node TEXT NOT NULL,
    status TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    version INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    quarantined INTEGER NOT NULL,
    dispatched_at_ms INTEGER,
    started_at_ms INTEGER,
    ended_at_ms INTEGER,
    updated_at_ms INTEGER,
    exit_code INTEGER,
    signal_number INTEGER,
    message TEXT,
    output_json TEXT,
    output_text TEXT,
    artifact TEXT,
    artifact_size_bytes INTEGER
);
CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    type_number INTEGER NOT NULL,
    task INTEGER,
    run INTEGER,
    node INTEGER,
    attempt INTEGER NOT NULL,
    version INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    incarnation INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    origin_at_ms INTEGER,
    recorded_at_ms INTEGER,
    fact_only INTEGER NOT NULL,
    payload TEXT
);
CREATE TABLE nodes (
    node INTEGER PRIMARY KEY,
    node_id TEXT NOT NULL,
    status TEXT NOT NULL,
    agent_version TEXT,
    capacity INTEGER NOT NULL,
    address TEXT,
    certificate_serial TEXT,
    labels TEXT NOT NULL,
    node_groups TEXT NOT NULL,
    changed_at_ms INTEGER
);
