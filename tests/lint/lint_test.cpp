// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Structure as a test: the arrow table against the includes, budgets, banned words. Exceptions stand in ratchet.txt and
// may only shrink.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

const fs::path root = APOLLO_SOURCE_DIR;

std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// Our own C++ files below the given top folders, by path from the root.
std::vector<std::string> sources(const std::vector<std::string>& tops) {
    std::vector<std::string> files;
    for (const std::string& top : tops) {
        if (!fs::exists(root / top)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string extension = entry.path().extension().string();
            if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp")) files.push_back(fs::relative(entry.path(), root).generic_string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string folder_of(const std::string& file) {
    const auto second = file.find('/', file.find('/') + 1);
    return file.substr(0, second);
}

std::map<std::string, std::set<std::string>> arrows() {
    std::map<std::string, std::set<std::string>> table;
    for (const std::string& line : lines_of(root / "tests/lint/arrows.txt")) {
        if (line.empty() || line[0] == '#') continue;
        const auto colon = line.find(':');
        std::istringstream words(line.substr(colon + 1));
        std::set<std::string>& allowed = table[line.substr(0, colon)];
        for (std::string word; words >> word;) allowed.insert(word);
    }
    return table;
}

// What an include stands for in the table; empty: the standard library or the system.
std::string target_of(const std::string& include) {
    static const std::vector<std::pair<std::regex, std::string>> outside{
        {std::regex("openssl/.*"), "openssl"},         {std::regex("yaml-cpp/.*"), "yaml-cpp"},
        {std::regex("nlohmann/.*"), "nlohmann"},       {std::regex("zstd.*"), "zstd"},
        {std::regex("prometheus/.*"), "prometheus-cpp"}, {std::regex("zlib.h"), "zlib"},
        {std::regex("systemd/.*"), "systemd"},
        {std::regex("google/protobuf/.*|.*\\.pb\\.h"), "protobuf"},
        {std::regex("qcustomplot.h"), "qcustomplot"},  {std::regex("QSvg.*"), "QtSvg"},
        {std::regex("QSql.*"), "QtSql"},               {std::regex("QSsl.*|QTcp.*|QHost.*|QNetwork.*|QAbstractSocket|QLocalS.*"), "QtNetwork"},
        {std::regex("QPrint.*"), "QtPrintSupport"},
        {std::regex("QWidget|QMainWindow|Q.*View|Q.*Layout|QLabel|Q.*Button|QAction.*|QApplication|QDockWidget|QTab.*|QMenu.*|QTool.*|QStatusBar|QLineEdit|"
                    "QPlainTextEdit|QComboBox|QCheckBox|QDialog.*|QMessageBox|QSlider|QSplitter|QStyle.*|QHeaderView|QScrollBar|QFormLayout|QInputDialog|"
                    "QStacked.*|QProxyStyle|QFrame|QScrollArea|QGroupBox|QSpinBox|QShortcut|QFileDialog|QSplashScreen|QButtonGroup|QSizePolicy"), "QtWidgets"},
        {std::regex("QPaint.*|QPainter.*|QColor|QFont.*|QPixmap.*|QImage|QIcon|QPalette|QBrush|QPen|QKey.*|QMouse.*|QWheel.*|QGui.*|QDesktop.*|QScreen|"
                    "QResize.*|QTransform|QClipboard|QPolygon.*|QRegion|QAccessible.*|QShow.*|QHelp.*|QContext.*|QCursor|QText.*|QStaticText|QValidator|"
                    "QStandardItem.*|QFocus.*|QHover.*|QEnter.*|QClose.*"), "QtGui"},
        {std::regex("Q[A-Z].*"), "QtCore"},
    };
    static const std::regex own("(common|agent|app|tests)/[^/]+/.*");
    if (std::regex_match(include, own)) return folder_of(include);
    for (const auto& [pattern, name] : outside) {
        if (std::regex_match(include, pattern)) return name;
    }
    return {};
}

std::vector<std::string> includes_of(const std::string& file) {
    static const std::regex pattern("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
    std::vector<std::string> includes;
    for (const std::string& line : lines_of(root / file)) {
        std::smatch match;
        if (std::regex_match(line, match, pattern)) includes.push_back(match[1]);
    }
    return includes;
}

TEST(Lint, EveryIncludeIsAnArrowOfTheTable) {
    const auto table = arrows();
    for (const std::string& file : sources({"common", "agent", "app"})) {
        const std::string folder = folder_of(file);
        const auto row = table.find(folder);
        ASSERT_NE(row, table.end()) << folder << " has no row in tests/lint/arrows.txt";
        for (const std::string& include : includes_of(file)) {
            const std::string target = target_of(include);
            if (target.empty() || target == folder) continue;
            EXPECT_TRUE(row->second.count(target)) << file << " includes " << include << ": " << folder << " may not know " << target;
        }
    }
}

TEST(Lint, TheArrowsHaveNoCycle) {
    auto table = arrows();
    bool progress = true;
    while (progress) {
        progress = false;
        for (auto row = table.begin(); row != table.end();) {
            const bool free = std::none_of(row->second.begin(), row->second.end(), [&](const std::string& target) { return table.count(target) != 0; });
            if (free) {
                row = table.erase(row);
                progress = true;
            } else {
                ++row;
            }
        }
    }
    for (const auto& [folder, targets] : table) ADD_FAILURE() << folder << " is on or behind a cycle of arrows";
}

TEST(Lint, AppAndAgentNeverKnowEachOther) {
    for (const auto& [folder, targets] : arrows()) {
        for (const std::string& target : targets) {
            EXPECT_FALSE(folder.rfind("app/", 0) == 0 && target.rfind("agent/", 0) == 0) << folder << " -> " << target;
            EXPECT_FALSE(folder.rfind("agent/", 0) == 0 && target.rfind("app/", 0) == 0) << folder << " -> " << target;
        }
    }
}

TEST(Lint, EveryFileBeginsWithTheLicenceLines) {
    for (const std::string& file : sources({"common", "agent", "app", "tests"})) {
        const auto lines = lines_of(root / file);
        ASSERT_GE(lines.size(), 2u) << file;
        EXPECT_EQ(lines[0], "// SPDX-License-Identifier: GPL-3.0-or-later") << file;
        EXPECT_EQ(lines[1], "// SPDX-FileCopyrightText: Apollo-11 authors") << file;
    }
}

std::map<std::string, std::size_t> ratchet(const std::string& kind) {
    std::map<std::string, std::size_t> allowed;
    for (const std::string& line : lines_of(root / "tests/lint/ratchet.txt")) {
        std::istringstream words(line);
        std::string what, name;
        std::size_t limit = 0;
        if (words >> what >> name >> limit && what == kind) allowed[name] = limit;
    }
    return allowed;
}

TEST(Lint, NoFileIsLongerThan500Lines) {
    const auto allowed = ratchet("file");
    for (const std::string& file : sources({"common", "agent", "app", "tests"})) {
        const std::size_t limit = allowed.count(file) ? allowed.at(file) : 500;
        EXPECT_LE(lines_of(root / file).size(), limit) << file << ": split it by responsibility";
    }
}

// A function body begins at a line that ends with '{' at indent 0 (or 4 in a class) and ends at the '}' of that indent.
TEST(Lint, NoFunctionIsLongerThan60Lines) {
    const auto allowed = ratchet("function");
    const std::regex opening("^(    )?[A-Za-z_~].*\\)( const)?( override)?( noexcept)?( : .*)? \\{$");
    for (const std::string& file : sources({"common", "agent", "app"})) {
        const auto lines = lines_of(root / file);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!std::regex_match(lines[i], opening) || lines[i].find(" = ") != std::string::npos) continue;
            const std::string end = lines[i][0] == ' ' ? "    }" : "}";
            std::size_t j = i + 1;
            while (j < lines.size() && lines[j] != end) ++j;
            const std::size_t limit = allowed.count(file) ? allowed.at(file) : 60;
            EXPECT_LE(j - i + 1, limit) << file << ":" << i + 1 << ": " << lines[i];
        }
    }
}

void expect_absent(const std::vector<std::string>& tops, const std::regex& banned, const std::string& why, const std::set<std::string>& except = {}) {
    for (const std::string& file : sources(tops)) {
        if (except.count(file)) continue;
        const auto lines = lines_of(root / file);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            EXPECT_FALSE(std::regex_search(lines[i], banned)) << file << ":" << i + 1 << ": " << why << "\n  " << lines[i];
        }
    }
}

TEST(Lint, TheReducerIsPure) {
    expect_absent({"common/domain", "app/core", "agent/core"},
                  std::regex("\\b(system_clock|steady_clock|time\\(nullptr|random_device|rand\\(|fopen|ifstream|ofstream|std::cout|printf|std::thread)\\b"),
                  "cores read no clock, no randomness, no file");
}

TEST(Lint, ClocksAreReadBehindTheirDoorOnly) {
    expect_absent({"common", "agent", "app"}, std::regex("\\b(system_clock|steady_clock|currentDateTime|currentMSecsSinceEpoch)\\b"), "time is handed in by a Clock",
                  {"common/base/clock_linux.cpp", "common/base/clock_windows.cpp", "app/gui/control_center.cpp", "agent/runner/stray_processes_linux.cpp"});
}

TEST(Lint, NoSingletons) {
    expect_absent({"common", "agent", "app"}, std::regex("\\b(static\\s+\\w+\\s*&\\s*instance|instance\\(\\))"), "no singletons");
}

TEST(Lint, TestsNeitherSleepNorAreSwitchedOff) {
    expect_absent({"tests"}, std::regex("sleep_" "for|QTest::q" "Wait\\(|QTest::q" "Sleep|\\bu" "sleep\\(|DIS" "ABLED_"), "wait for a condition with a deadline; a test is never switched off");
}

TEST(Lint, NoUnnumberedTodo) {
    expect_absent({"common", "agent", "app", "tests"}, std::regex("\\b(TO" "DO|FIX" "ME|XX" "X)\\b(?!\\(#\\d+\\))"), "a to-do names its issue");
}

TEST(Lint, TextOfTasksIsNeverRichText) {
    expect_absent({"app/gui"}, std::regex("setHtml|Qt::RichText|appendHtml|Qt::AutoText"), "whatever comes from a task is plain text");
}

}  // namespace
