// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Files as they come: whole, cut short, of another product, of another kind.
#include "app/cli/agent_package.h"

#include <gtest/gtest.h>

#include <QProcess>
#include <QStandardPaths>
#include <fstream>
#include <sstream>

#include "tests/support/temp_folder.h"

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

class DebFile : public ::testing::Test {
protected:
    // With dpkg-deb, which is where packages are built.
    std::string build(const std::string& name) {
        const std::string tree = folder.path() + "/" + name;
        std::filesystem::create_directories(tree + "/DEBIAN");
        std::ofstream(tree + "/DEBIAN/control") << "Package: " << name << "\nVersion: 2.1-1\nArchitecture: all\nMaintainer: n <n@n.invalid>\nDescription: d\n";
        QProcess process;
        process.start(QStringLiteral("dpkg-deb"), {QStringLiteral("--root-owner-group"), QStringLiteral("-b"), QString::fromStdString(tree), QString::fromStdString(file)});
        EXPECT_TRUE(process.waitForFinished()) << "dpkg-deb is needed";
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    }
    test_support::TempFolder folder;
    const std::string file = folder.path() + "/a.deb";
};

TEST_F(DebFile, OfTheAgentIsForLinuxAndSaysItsVersion) {
    const auto package = inspect_package(file, build("apollo-agent"));
    ASSERT_TRUE(package.ok()) << package.error().message;
    EXPECT_EQ(package->system, AgentPackage::System::Linux);
    EXPECT_EQ(package->version, "2.1-1");
}

TEST_F(DebFile, OfSomethingElseIsNamed) {
    const auto package = inspect_package(file, build("hello"));
    ASSERT_FALSE(package.ok());
    EXPECT_NE(package.error().message.find("is a package of hello, not of apollo-agent"), std::string::npos) << package.error().message;
}

TEST_F(DebFile, CutAnywhereIsRefused) {
    const std::string whole = build("apollo-agent");
    for (std::size_t size = 8; size + 1 < whole.size(); size += 7) EXPECT_FALSE(inspect_package(file, whole.substr(0, size)).ok()) << size;
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
