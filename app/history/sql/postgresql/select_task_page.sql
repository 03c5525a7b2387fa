-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
-- Newest first, older than a task. Each value stands once for each place; NULL asks for nothing. States: ",FAILED,RUNNING,".
SELECT task, task_id, COALESCE(intent, ''), status, COALESCE(submitted_by, ''), COALESCE(submitted_at_ms, 0), COALESCE(ended_at_ms, 0), run_count,
       (SELECT COUNT(*) FROM runs WHERE runs.task = tasks.task AND runs.status IN ('SUCCEEDED', 'SKIPPED'))
FROM tasks
WHERE (CAST(? AS BIGINT) IS NULL OR task < ?)
  AND (CAST(? AS TEXT) IS NULL OR STRPOS(LOWER(task_id COLLATE "C"), ?) > 0 OR STRPOS(LOWER(COALESCE(intent, '') COLLATE "C"), ?) > 0)
  AND (CAST(? AS TEXT) IS NULL OR STRPOS(LOWER(COALESCE(submitted_by, '') COLLATE "C"), ?) > 0)
  AND (CAST(? AS TEXT) IS NULL OR STRPOS(?, ',' || status || ',') > 0)
  AND (CAST(? AS BIGINT) IS NULL OR submitted_at_ms >= ?)
  AND (CAST(? AS BIGINT) IS NULL OR submitted_at_ms <= ?)
ORDER BY task DESC LIMIT ?
