-- After TASK_AMENDED a task's runs have new numbers, all from :first_run on.
DELETE FROM runs WHERE task = ? AND run < ?
