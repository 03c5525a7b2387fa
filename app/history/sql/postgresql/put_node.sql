-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT INTO nodes (node, node_id, status, agent_version, capacity, address, certificate_serial, labels, node_groups, changed_at_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (node) DO UPDATE SET
    node_id = EXCLUDED.node_id, status = EXCLUDED.status, agent_version = EXCLUDED.agent_version,
    capacity = EXCLUDED.capacity, address = EXCLUDED.address, certificate_serial = EXCLUDED.certificate_serial,
    labels = EXCLUDED.labels, node_groups = EXCLUDED.node_groups, changed_at_ms = EXCLUDED.changed_at_ms
