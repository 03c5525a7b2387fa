# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
# Run by cpack before it makes the installer, which keeps the times of files: one time for all, that of the tree.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
