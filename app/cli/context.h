// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What every command of the shell needs: its options, the session, waiting for an answer, printing.
#pragma once

#include <QEventLoop>
#include <QTimer>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/cli/cli.h"
#include "app/client/remote_session.h"
#include "common/base/options.h"

namespace apollo::cli {

using Json = nlohmann::ordered_json;

class Context {
public:
    Context(Options options, const Doors& doors) : m_options(std::move(options)), m_doors(doors) {}

    const Options& options() const { return m_options; }
    const Doors& doors() const { return m_doors; }
    bool json() const { return m_options.has("json"); }
    std::string data_folder() const;

    // Where the running orchestrator is, and who one is there.
    Result<client::LocalAccess> access() const;
    // The running orchestrator (by --data, --connect or --profile). Unreachable when there is none.
    Result<api::Session> session();
    // Whether an orchestrator runs on --data; else its files are read directly where a command allows it.
    bool orchestrator_runs() const;

    // The value of an option that the command cannot do without; BadInput names it.
    Result<std::string> required(const std::string& name) const;

private:
    Options m_options;
    const Doors& m_doors;
    std::optional<api::Session> m_session;
};

// Runs the event loop until `start`'s callback came or the deadline passed.
template <typename T>
Result<T> await(const std::function<void(std::function<void(Result<T>)>)>& start, int deadline_ms = 60000) {
    auto answer = std::make_shared<std::optional<Result<T>>>();
    auto loop = std::make_shared<QEventLoop>();
    start([answer, loop](Result<T> result) {
        if (answer->has_value()) return;
        answer->emplace(std::move(result));
        loop->quit();
    });
    if (!answer->has_value()) {
        QTimer::singleShot(deadline_ms, loop.get(), &QEventLoop::quit);
        loop->exec();
    }
    if (answer->has_value()) return std::move(**answer);
    return Error{ErrorKind::Timeout, "the orchestrator did not answer within " + std::to_string(deadline_ms / 1000) + " s"};
}

void print(const std::string& text);            // stdout, with a newline
void print_json(const Json& document);          // one document
int fail(const Error& error);                   // stderr; the exit code
int fail(int code, const std::string& text);
// NotFound, with the command that lists tasks.
Error no_such_task(const std::string& id);

// Columns as wide as their longest cell; the first row is the header.
void print_table(const std::vector<std::vector<std::string>>& rows);
// A row of a table whose further rows are not known yet; `widths` of the columns grow with what comes.
void print_row(const std::vector<std::string>& row, std::vector<std::size_t>& widths);

// null for an unknown time.
Json time_json(WallTime time);
// "1 step", "2 steps".
std::string counted(std::size_t count, const std::string& what);
// "—" for an unknown one, else local date and time for people.
std::string time_text(WallTime time);

}  // namespace apollo::cli
