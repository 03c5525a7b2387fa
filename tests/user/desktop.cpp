// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/user/desktop.h"

#include <QFile>
#include <QStandardPaths>
#include <cstdlib>

#include "tests/support/live_cluster.h"
#include "tests/user/screen.h"

namespace apollo::user {

namespace {

constexpr int start_deadline_ms = 30000;

}  // namespace

Desktop::Desktop() {
    for (const char* program : {"Xvfb", "openbox", "xdotool", "dbus-daemon"}) {
        if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty()) {
            m_problem = std::string(program) + " is not installed; see installer/linux/build-packages.txt";
            return;
        }
    }
    // What the programs of earlier runs remember must not matter.
    for (const char* name : {"XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(name, m_folder.path().toUtf8());
    qputenv("QT_QPA_PLATFORM", "xcb");
    qputenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1");
    qputenv("ATSPI_NO_CACHE", "1");
    for (const char* name : {"WAYLAND_DISPLAY", "QT_QPA_PLATFORMTHEME", "AT_SPI_BUS_ADDRESS"}) qunsetenv(name);
    if (!start_display()) m_problem = "the X server did not start";
    else if (!start_bus()) m_problem = "the session bus did not start";
    else if (!start_manager()) m_problem = "the window manager did not start";
}

Desktop::~Desktop() {
    for (QProcess* process : {&m_manager, &m_bus, &m_display}) {
        process->terminate();
        if (!process->waitForFinished(5000)) process->kill();
        process->waitForFinished(5000);
    }
}

// It answers how many desktops there are once it manages windows; a window that came earlier would never get the keyboard.
bool Desktop::start_manager() {
    start(m_manager, QStringLiteral("openbox"), {});
    return live::wait_until([] { return live::run_program("xdotool", {"get_num_desktops"}, 5000).code == 0; }, patience_ms(start_deadline_ms));
}

void Desktop::start(QProcess& process, const QString& program, const QStringList& arguments) {
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(program, arguments);
    process.waitForStarted(patience_ms(start_deadline_ms));
}

// The server chooses a free number itself and says it. Unless told not to, it begins afresh when its last client leaves,
// and turns away whoever comes in that moment: the window manager, when the first question after it has been answered.
bool Desktop::start_display() {
    start(m_display, QStringLiteral("Xvfb"),
          {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
           QStringLiteral("1600x1000x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp"), QStringLiteral("-noreset")});
    if (!m_display.waitForReadyRead(patience_ms(start_deadline_ms))) return false;
    const QByteArray number = m_display.readLine().trimmed();
    qputenv("DISPLAY", ':' + number);
    return !number.isEmpty();
}

bool Desktop::start_bus() {
    start(m_bus, QStringLiteral("dbus-daemon"), {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    if (!m_bus.waitForReadyRead(patience_ms(start_deadline_ms))) return false;
    const QByteArray address = m_bus.readLine().trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    return !address.isEmpty();
}

void Desktop::save_picture(const std::string& file) const {
    live::run_program("import", {"-window", "root", file}, 20000);
}

void press(const std::string& keys) {
    live::run_program("xdotool", {"key", "--clearmodifiers", keys}, patience_ms(20000));
}

void type(const std::string& text) {
    live::run_program("xdotool", {"type", "--clearmodifiers", "--delay", "8", text}, patience_ms(60000));
}

void click(int x, int y) {
    live::run_program("xdotool", {"mousemove", "--sync", std::to_string(x), std::to_string(y), "click", "1"}, patience_ms(20000));
}

}  // namespace apollo::user
