// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Installers as they come: whole, cut short, of another product; and files of another kind.
#include "app/cli/agent_package.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace apollo::cli {
namespace {

std::string wide(const std::string& text) {
    std::string result;
    for (const char c : text) result += {c, '\0'};
    return result;
}

// As in a version resource: a name, its zero, padding to four bytes, a value, its zero.
std::string entry(const std::string& name, const std::string& value) {
    std::string text = wide(name) + std::string(2, '\0');
    while (text.size() % 4 != 0) text += '\0';
    return text + wide(value) + std::string(2, '\0');
}

std::string installer(const std::string& product, std::uint32_t following = 2000) {
    std::string text = "MZ" + std::string(10, '\x90') + entry("ProductName", product) + entry("ProductVersion", "1.2.3");
    text.resize(1024, '\x11');
    text += std::string(4, '\0') + "\xEF\xBE\xAD\xDENullsoftInst" + std::string(4, '\0');
    for (int k = 0; k < 4; ++k) text += static_cast<char>(following >> (8 * k) & 0xff);
    text.resize(1024 + 2000, 'd');
    return text;
}

TEST(InstallerFile, OfApolloIsForWindowsAndSaysItsVersion) {
    const auto package = inspect_package("a.exe", installer("Apollo-11"));
    ASSERT_TRUE(package.ok()) << package.error().message;
    EXPECT_EQ(package->system, AgentPackage::System::Windows);
    EXPECT_EQ(package->version, "1.2.3");
}

TEST(InstallerFile, OfSomethingElseOrCutShortIsRefused) {
    EXPECT_NE(inspect_package("a.exe", installer("Another")).error().message.find("is an installer of Another"), std::string::npos);
    EXPECT_NE(inspect_package("a.exe", installer("Apollo-11").substr(0, 2500)).error().message.find("cut short"), std::string::npos);
    EXPECT_NE(inspect_package("a.exe", "MZ and nothing else").error().message.find("no installer of Apollo-11"), std::string::npos);
}

TEST(AnotherFile, IsOfNoKnownSystem) {
    const auto package = inspect_package("a.tar", "#!/bin/sh\n");
    ASSERT_TRUE(package.ok());
    EXPECT_EQ(package->system, AgentPackage::System::Unknown);
    EXPECT_FALSE(inspect_package("a", "").ok());
}

}  // namespace
}  // namespace apollo::cli
