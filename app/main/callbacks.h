// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Tells the address in a task's `callback_url` when the task has ended: a signed POST, at least once, tried again with growing
// pauses. Which ends were told stands in DIR/run/callbacks.json; what is missing there is found in the state at the next start.
//
// The body is {"task_id","state","ended_at"}. The header X-Apollo-Signature is "sha256=" and the HMAC-SHA-256 of the body in
// hex; its key is the text in DIR/pki/callback.key. Any 2xx answer counts as told; redirects are not followed.
#pragma once

#include <QNetworkAccessManager>
#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/clock.h"
#include "common/base/disk.h"
#include "common/base/random.h"
#include "common/domain/state.h"

namespace apollo::programs {

struct Callback {
    TaskId task;
    std::string url;
    std::string body;  // the same for the same end
};

struct CallbackLimits {
    std::int64_t first_pause_ms = 1000;                // doubled after each failure
    std::int64_t longest_pause_ms = 300000;
    std::int64_t give_up_ms = 24ll * 3600 * 1000;      // after the first try of this process
    int answer_timeout_ms = 10000;
    std::size_t at_once = 4;
    std::size_t waiting = 100000;                      // then the oldest is given up
};

// Lives on the orchestrator's thread.
class Callbacks final : public QObject {
public:
    Callbacks(Disk& disk, const Clock& clock, Random& random, std::string data_folder, CallbackLimits limits = {});
    // What is not told yet is told by the next process.
    ~Callbacks() override;

    // Reads the key (made at the first start: DIR/pki/callback.key, mode 0600) and finds the ends that were not told.
    Result<std::vector<Callback>> open(const domain::State& state);
    // An event was appended; the ends it brought, also those of tasks that depended on its own. For tell() when it is durable.
    std::vector<Callback> look_at(const domain::Event& event, const domain::State& state);
    // In order of `end`, the position by which it is known.
    void tell(Callback callback, Position end);
    std::size_t waiting() const { return m_pending.size(); }

    std::function<void(const std::string& line)> on_log;

private:
    struct Pending {
        Callback callback;
        std::optional<MonotonicTime> first_try;
        MonotonicTime due;
        std::int64_t pause_ms = 0;
        bool under_way = false;
    };

    bool has_ended_anew(TaskIndex index, const domain::State& state);
    Status open_key();
    void read_progress();
    Status write_progress();
    void send_due();
    void send(std::size_t serial);
    void answered(std::size_t serial, int status, const std::string& trouble);
    void settle(std::size_t serial);

    Disk& m_disk;
    const Clock& m_clock;
    Random& m_random;
    std::string m_data_folder;
    CallbackLimits m_limits;
    std::string m_key;
    bool m_open = false;
    Position m_reached;                             // ends up to here were told, but for those that are pending
    Position m_newest;                              // the newest end that is told or pending
    std::map<TaskId, std::string> m_told;           // ends after m_reached that were told: their bodies
    std::vector<std::optional<domain::TaskStatus>> m_ended;  // how each task has ended; a person may change that
    std::map<std::size_t, Pending> m_pending;       // by serial number, in order of the ends
    std::size_t m_next_serial = 0;
    QNetworkAccessManager m_network;
    QTimer m_wake;
    QTimer m_write;
};

}  // namespace apollo::programs
