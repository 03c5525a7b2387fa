-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
CREATE TABLE position (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    position BIGINT NOT NULL
);
INSERT INTO position (id, position) VALUES (1, 0);
CREATE TABLE tasks (
    task BIGINT PRIMARY KEY,
    task_id TEXT NOT NULL,
    status TEXT NOT NULL,
    intent TEXT,
    priority TEXT NOT NULL,
    submitted_by TEXT,
    note TEXT,
    historical BIGINT NOT NULL,
    paused BIGINT NOT NULL,
    cancel_requested BIGINT NOT NULL,
    first_run BIGINT NOT NULL,
    run_count BIGINT NOT NULL,
    submitted_at_ms BIGINT,
    ended_at_ms BIGINT,
    submitted_position BIGINT NOT NULL,
    last_position BIGINT NOT NULL,
    definition_sha256 TEXT,
    definition_artifact TEXT
);
CREATE TABLE runs (
    run BIGINT PRIMARY KEY,
    task BIGINT NOT NULL,
    step TEXT NOT NULL,
    node TEXT NOT NULL,
    status TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    version BIGINT NOT NULL,
    retries BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    quarantined BIGINT NOT NULL,
    dispatched_at_ms BIGINT,
    started_at_ms BIGINT,
    ended_at_ms BIGINT,
    updated_at_ms BIGINT,
    exit_code BIGINT,
    signal_number BIGINT,
    message TEXT,
    output_json TEXT,
    output_text TEXT,
    artifact TEXT,
    artifact_size_bytes BIGINT
);
CREATE TABLE events (
    position BIGINT PRIMARY KEY,
    type TEXT NOT NULL,
    type_number BIGINT NOT NULL,
    task BIGINT,
    run BIGINT,
    node BIGINT,
    attempt BIGINT NOT NULL,
    version BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    incarnation BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    origin_at_ms BIGINT,
    recorded_at_ms BIGINT,
    fact_only BIGINT NOT NULL,
    payload TEXT
);
CREATE TABLE nodes (
    node BIGINT PRIMARY KEY,
    node_id TEXT NOT NULL,
    status TEXT NOT NULL,
    agent_version TEXT,
    capacity BIGINT NOT NULL,
    address TEXT,
    certificate_serial TEXT,
    labels TEXT NOT NULL,
    node_groups TEXT NOT NULL,
    changed_at_ms BIGINT
);
