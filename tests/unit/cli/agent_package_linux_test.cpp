// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Debian packages as they come: whole, cut short, of another product. They are built by dpkg-deb, which only Linux has.
#include <gtest/gtest.h>

#include <QProcess>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/agent_package.h"
#include "tests/support/temp_folder.h"

namespace apollo::cli {
namespace {

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

}  // namespace
}  // namespace apollo::cli
