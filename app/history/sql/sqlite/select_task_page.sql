-- SPDX-License-Identifier: GPL-3.0-or-later
-- SPDX-FileCopyrightText: Apollo-11 authors
-- Newest first, older than a task. Each value stands once for each place; NULL asks for nothing. States: ",FAILED,RUNNING,".
SELECT task, task_id, COALESCE(intent, ''), status, COALESCE(submitted_by, ''), COALESCE(submitted_at_ms, 0), COALESCE(ended_at_ms, 0), run_count,
       (SELECT COUNT(*) FROM runs WHERE runs.task = tasks.task AND runs.status IN ('SUCCEEDED', 'SKIPPED'))
FROM tasks
WHERE (? IS NULL OR task < ?)
  AND (? IS NULL OR INSTR(LOWER(task_id), ?) > 0 OR INSTR(LOWER(COALESCE(intent, '')), ?) > 0)
  AND (? IS NULL OR INSTR(LOWER(COALESCE(submitted_by, '')), ?) > 0)
  AND (? IS NULL OR INSTR(?, ',' || status || ',') > 0)
  AND (? IS NULL OR submitted_at_ms >= ?)
  AND (? IS NULL OR submitted_at_ms <= ?)
ORDER BY task DESC LIMIT ?
