// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A desktop of its own: an X server without a screen, a window manager, and the bus that screen readers use. Once per test
// program, since the reader's library can be initialised only once.
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <string>
#include <vector>

namespace apollo::user {

class Desktop {
public:
    Desktop();
    ~Desktop();
    Desktop(const Desktop&) = delete;
    Desktop& operator=(const Desktop&) = delete;

    // Empty, or what is missing on this machine.
    const std::string& problem() const { return m_problem; }
    void save_picture(const std::string& file) const;

private:
    bool start_display();
    bool start_bus();
    bool start_manager();
    void start(QProcess& process, const QString& program, const QStringList& arguments);

    QTemporaryDir m_folder;
    QProcess m_display;
    QProcess m_bus;
    QProcess m_manager;
    std::string m_problem;
};

// Real key strokes and clicks; to whatever window has the focus, as a person's.
void press(const std::string& keys);                         // "ctrl+o", "Return"
void type(const std::string& text);
void click(int x, int y);

}  // namespace apollo::user
