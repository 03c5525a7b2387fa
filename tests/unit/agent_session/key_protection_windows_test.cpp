// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "common/transport/key_protection.h"

namespace apollo::transport {
namespace {

const std::string pem = "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n";

TEST(KeyProtection, AKeyIsSealedAndOpened) {
    const auto sealed = protect_key(pem);
    ASSERT_TRUE(sealed.ok()) << sealed.error().message;
    EXPECT_EQ(sealed->find("MIGH"), std::string::npos);
    const auto opened = open_key(*sealed);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    EXPECT_EQ(*opened, pem);
}

TEST(KeyProtection, AKeyFromAnotherMachineIsTakenAsItIs) { EXPECT_EQ(*open_key(pem), pem); }

TEST(KeyProtection, ADamagedOneIsRefused) {
    std::string sealed = *protect_key(pem);
    sealed[sealed.size() / 2] = static_cast<char>(sealed[sealed.size() / 2] ^ 1);
    sealed.resize(sealed.size() - 8);
    EXPECT_FALSE(open_key(sealed).ok());
}

}  // namespace
}  // namespace apollo::transport
