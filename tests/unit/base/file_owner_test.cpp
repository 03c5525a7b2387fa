// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/file_owner.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/temp_folder.h"

namespace apollo {
namespace {

// Whoever runs the tests: the superuser can give a folder away, and nobody else owns "/".
TEST(OtherOwner, IsNamedForWhatAnotherUserHas) {
    const test_support::TempFolder folder;
    EXPECT_EQ(other_owner(folder.path()), "") << "made by this user";
    EXPECT_EQ(other_owner(folder.path() + "/nothing"), "");
    if (::geteuid() == 0) {
        ASSERT_EQ(::chown(folder.path().c_str(), 4242, 4242), 0);
        EXPECT_EQ(other_owner(folder.path()), "#4242");
    } else {
        EXPECT_EQ(other_owner("/"), "root");
    }
}

}  // namespace
}  // namespace apollo
