-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
INSERT OR REPLACE INTO nodes (node, node_id, status, agent_version, capacity, address, certificate_serial, labels, node_groups, changed_at_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
