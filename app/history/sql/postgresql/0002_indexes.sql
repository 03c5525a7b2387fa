-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
CREATE INDEX tasks_by_id ON tasks (task_id);
CREATE INDEX runs_by_task ON runs (task, run);
CREATE INDEX events_by_run ON events (run, position);
CREATE INDEX events_by_task ON events (task, position);
