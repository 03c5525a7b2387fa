// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The files that only a package uses: units, settings, scripts of dpkg, the desktop's.
#include <gtest/gtest.h>

#include <QDir>
#include <set>
#include <sstream>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

const std::string source = APOLLO_SOURCE_FOLDER;
const std::string installer = source + "/installer/linux";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) text.replace(at, what.size(), with);
    return text;
}

bool has_line(const std::string& text, const std::string& line) { return ("\n" + text).find("\n" + line + "\n") != std::string::npos; }

TEST(Units, AreUnderstoodBySystemd) {
    QTemporaryDir folder;
    for (const std::string name : {"apollo-orchestrator.service", "apollo-agent.service", "apollo-agent-upgrade.service"}) {
        const std::string file = folder.path().toStdString() + "/" + name;
        const std::string text = replaced(read_text(installer + "/units/" + name), "/usr/bin", program_folder());
        write_text(file, replaced(text, "/var/lib/apollo/agent/upgrade/apollo-updater", program_folder() + "/apollo-updater"));
        const Answer verified = run_program("/usr/bin/systemd-analyze", {"verify", "--man=no", file});
        EXPECT_EQ(verified.code, 0) << verified;
        std::istringstream lines(verified.err);
        for (std::string line; std::getline(lines, line);) EXPECT_EQ(line.find(name), std::string::npos) << line;
    }
}

TEST(Units, NeverEndAStepWithTheAgent) {
    const std::string unit = read_text(installer + "/units/apollo-agent.service");
    EXPECT_TRUE(has_line(unit, "KillMode=process"));
    EXPECT_TRUE(has_line(unit, "Type=notify"));
    EXPECT_EQ(unit.find("ExecStopPost"), std::string::npos);
}

TEST(Units, GoOnWithAnUpgradeWheneverTheAgentIsStarted) {
    const std::string agent = read_text(installer + "/units/apollo-agent.service"), upgrade = read_text(installer + "/units/apollo-agent-upgrade.service");
    EXPECT_TRUE(has_line(agent, "Wants=network-online.target apollo-agent-upgrade.service"));
    EXPECT_TRUE(has_line(upgrade, "ConditionPathExists=/var/lib/apollo/agent/upgrade/journal.json"));
    EXPECT_TRUE(has_line(upgrade, "KillMode=process")) << "a package manager that it has begun goes on";
}

TEST(Units, LetTheOrchestratorWriteItsDataFolderOnly) {
    const std::string unit = read_text(installer + "/units/apollo-orchestrator.service");
    for (const char* line : {"Type=notify", "User=apollo", "ProtectSystem=strict", "StateDirectory=apollo/orchestrator", "NoNewPrivileges=yes", "CapabilityBoundingSet="})
        EXPECT_TRUE(has_line(unit, line)) << line;
    EXPECT_EQ(unit.find("ReadWritePaths"), std::string::npos);
}

TEST(Settings, ShippedForTheOrchestratorAreAcceptedByIt) {
    QTemporaryDir folder;
    const std::string data = folder.path().toStdString() + "/data", log = folder.path().toStdString() + "/log";
    Program orchestrator(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", "127.0.0.1:0", "--config", installer + "/config/orchestrator.yaml"}, log);
    EXPECT_TRUE(wait_until([&] { return QDir().exists(QString::fromStdString(data + "/run/endpoint")); }, 20000)) << orchestrator.log();
    EXPECT_EQ(orchestrator.stop(), 0) << orchestrator.log();
}

TEST(Settings, ShippedForTheAgentSayWhatIsStillMissing) {
    QTemporaryDir folder;
    const Words arguments{"--data", folder.path().toStdString() + "/data", "--config", installer + "/config/agent.yaml"};
    const Answer no_token = run_program(program_folder() + "/apollo-agent", arguments, 20000);
    EXPECT_EQ(no_token.code, 2) << no_token;
    EXPECT_NE(no_token.err.find("/etc/apollo/agent.token"), std::string::npos) << no_token;
}

TEST(Settings, ThatAreEmptyOrAllCommentsChangeNothing) {
    QTemporaryDir folder;
    const std::string file = folder.path().toStdString() + "/empty.yaml";
    write_text(file, "# nothing is set\n");
    const Answer answer = run_program(program_folder() + "/apollo-cli", {"task", "validate", "--file", source + "/resources/samples/five-stage.yaml", "--config", file});
    EXPECT_EQ(answer.code, 0) << answer;
}

TEST(MaintainerScripts, AreReadByTheShell) {
    for (const std::string name : {"postinst.in", "prerm.in", "postrm.in"}) {
        std::string text = read_text(installer + "/maintainer/" + name);
        for (const char* place : {"@UNIT@", "@PREPARE@", "@PURGE@"}) text = replaced(text, place, ":");
        const Answer read = run_program("/bin/sh", {"-n", "-s"}, 10000, text);
        EXPECT_EQ(read.code, 0) << name << read;
    }
}

TEST(Desktop, FileAndMimeTypeAreValid) {
    const std::string desktop = source + "/resources/desktop/apollo-control.desktop";
    const Answer valid = run_program("/usr/bin/desktop-file-validate", {desktop});
    EXPECT_EQ(valid.code, 0) << valid;
    EXPECT_EQ(valid.out + valid.err, "");
    EXPECT_TRUE(has_line(read_text(desktop), "MimeType=application/x-apollo-task;"));

    QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    const std::string mime = folder.path().toStdString() + "/mime", packages = mime + "/packages";
    QDir().mkpath(QString::fromStdString(packages));
    write_text(packages + "/apollo.xml", read_text(source + "/resources/desktop/apollo-control.xml"));
    const Answer updated = run_program("/usr/bin/update-mime-database", {mime});
    EXPECT_EQ(updated.code, 0) << updated;
    EXPECT_EQ(updated.err, "") << updated;
    EXPECT_NE(read_text(mime + "/globs2").find("application/x-apollo-task:*.apollo"), std::string::npos);
}

TEST(BillOfMaterials, NamesEveryLibraryWithItsLicenceOrWhereItStands) {
    const Answer answer = run_program(installer + "/bill-of-materials", {"apollo-cli", "1.2.3", program_folder() + "/apollo-cli"});
    ASSERT_EQ(answer.code, 0) << answer;
    EXPECT_EQ(answer.json["bomFormat"], "CycloneDX");
    EXPECT_EQ(answer.json["metadata"]["component"]["version"], "1.2.3");
    std::set<std::string> names;
    for (const Json& component : answer.json["components"]) {
        names.insert(component["name"]);
        EXPECT_TRUE(component.contains("version") && component.contains("purl")) << component;
        EXPECT_TRUE(component.contains("licenses") || component["properties"].size() == 2) << component;
    }
    // Linked, opened by name, compiled in.
    for (const char* name : {"libc6", "libssl3", "libqt6core6", "libqt6sql6-sqlite", "nlohmann-json3-dev"}) EXPECT_TRUE(names.count(name)) << name;
    const Answer again = run_program(installer + "/bill-of-materials", {"apollo-cli", "1.2.3", program_folder() + "/apollo-cli"});
    EXPECT_EQ(again.out, answer.out) << "the same input must give the same bytes";
}

}  // namespace
}  // namespace apollo::live
