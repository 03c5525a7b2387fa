// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "agent/session/process_output.h"
#include "tests/support/temp_folder.h"

namespace apollo::agent {
namespace {

TEST(ProcessOutputPipe, APipeInPlaceOfTheSummaryDoesNotBlock) {
    const test_support::TempFolder folder;
    ASSERT_EQ(::mkfifo((folder.path() + "/output.json").c_str(), 0600), 0);
    EXPECT_EQ(collect_end(folder.path(), ExitRecord{}).output_json, "");
}

}  // namespace
}  // namespace apollo::agent
