// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/text_output.h"

#include <gtest/gtest.h>

#include "common/base/bytes.h"
#include "tests/support/temp_folder.h"

namespace apollo::cli {
namespace {

TEST(TextOutput, ReplacesAFileOfAnyName) {
    const test_support::TempFolder place;
    // No code page has all of these.
    const std::string file = place.path() + "/\u4e16\u754c-gr\u00fc\u00dfe.jsonl";
    SystemDisk disk;
    ASSERT_TRUE(disk.write_file_atomically(file, as_bytes(std::string(100, 'x'))).ok());
    auto output = TextOutput::open(file);
    ASSERT_TRUE(output.ok()) << output.error().message;
    const std::string line(50'000, 'a');
    for (int i = 0; i < 3; ++i) output->add(line);
    EXPECT_TRUE(output->finish().ok());
    EXPECT_EQ(*disk.read_file(file), line + line + line);
}

TEST(TextOutput, SaysWhatCannotBeOpened) {
    const test_support::TempFolder place;
    const auto output = TextOutput::open(place.path() + "/none/file");
    ASSERT_FALSE(output.ok());
    EXPECT_NE(output.error().message.find("none/file"), std::string::npos) << output.error().message;
}

}  // namespace
}  // namespace apollo::cli
