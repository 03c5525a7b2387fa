// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/callbacks.h"

#include <QIODevice>
#include <QMessageAuthenticationCode>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QUrl>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace apollo::programs {

using Json = nlohmann::ordered_json;

namespace {

constexpr int write_pause_ms = 1000;  // a crash within it tells some ends twice

Callback callback_of(const domain::Task& task) {
    const Json body{{"task_id", task.id.text}, {"state", domain::to_text(task.status)}, {"ended_at", to_rfc3339(task.ended_at)}};
    return {task.id, task.plan->definition.callback_url, body.dump()};
}

// No event behind this one changed whether it has ended: its own newest, or that of a task it depends on, with which it may
// have ended.
Position end_position(const domain::State& state, const domain::Task& task, std::set<TaskId>& seen) {
    Position newest = task.last_position;
    if (!task.plan) return newest;
    for (const TaskId& id : task.plan->definition.depends_on) {
        const domain::Task* upstream = seen.insert(id).second ? state.find_task(id) : nullptr;
        if (upstream) newest = std::max(newest, end_position(state, *upstream, seen));
    }
    return newest;
}

std::optional<domain::TaskStatus> end_of(const domain::Task& task) {
    return task.ended_at.known() ? std::optional(task.status) : std::nullopt;
}

// A body that cannot be read again. QNetworkAccessManager sends a request up to four times when the other side closes the
// connection without an answer; whether and when it is tried again is decided here.
class SentOnce final : public QIODevice {
public:
    explicit SentOnce(QByteArray bytes) : m_bytes(std::move(bytes)) { open(QIODevice::ReadOnly | QIODevice::Unbuffered); }
    bool isSequential() const override { return true; }
    bool reset() override { return false; }
    qint64 bytesAvailable() const override { return m_bytes.size() - m_read + QIODevice::bytesAvailable(); }
    bool atEnd() const override { return m_read == m_bytes.size(); }

protected:
    qint64 readData(char* to, qint64 most) override {
        const qint64 size = std::min<qint64>(most, m_bytes.size() - m_read);
        if (size == 0) return -1;
        std::copy_n(m_bytes.constData() + m_read, size, to);
        m_read += size;
        return size;
    }
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    const QByteArray m_bytes;
    qint64 m_read = 0;
};

std::string trouble_of(const QNetworkReply& reply, int status) {
    if (status >= 300 && status < 400) {
        const QUrl to = reply.url().resolved(reply.header(QNetworkRequest::LocationHeader).toUrl());
        return "it answered " + std::to_string(status) + ", a redirect" + (to == reply.url() ? std::string() : " to " + to.toDisplayString().toStdString()) + "; redirects are not followed";
    }
    if (status > 0) return "it answered " + std::to_string(status);
    if (reply.error() == QNetworkReply::ContentReSendError) return "the connection was closed without an answer";
    if (reply.error() == QNetworkReply::OperationCanceledError) return "no answer in time";
    return reply.errorString().toStdString();
}

bool wants_callback(const domain::Task& task) { return !task.historical && task.plan && !task.plan->definition.callback_url.empty(); }

}  // namespace

Callbacks::Callbacks(Disk& disk, const Clock& clock, Random& random, std::string data_folder, CallbackLimits limits)
    : m_disk(disk), m_clock(clock), m_random(random), m_data_folder(std::move(data_folder)), m_limits(limits) {
    m_wake.setSingleShot(true);
    m_write.setSingleShot(true);
    connect(&m_wake, &QTimer::timeout, this, [this] { send_due(); });
    connect(&m_write, &QTimer::timeout, this, [this] {
        if (auto written = write_progress(); !written && on_log) on_log("warning: callbacks may be sent again after a restart: " + written.error().message);
    });
}

Callbacks::~Callbacks() {
    if (!m_write.isActive()) return;
    if (auto written = write_progress(); !written && on_log) on_log("warning: callbacks may be sent again after a restart: " + written.error().message);
}

Status Callbacks::open_key() {
    const std::string file = m_data_folder + "/pki/callback.key";
    if (!m_disk.exists(file)) {
        if (auto written = m_disk.write_file_atomically(file, as_bytes(m_random.hex(64))); !written) return written;
    }
    auto key = m_disk.read_file(file);
    if (!key) return key.error();
    m_key = std::move(key).value();
    while (!m_key.empty() && (m_key.back() == '\n' || m_key.back() == '\r')) m_key.pop_back();
    if (m_key.size() < 32) return Error{ErrorKind::BadInput, file + " holds no key of at least 32 characters; remove it to have a new one made"};
    return success();
}

Status Callbacks::write_progress() {
    Json told = Json::object();
    for (const auto& [task, body] : m_told) told[task.text] = body;
    const Json document{{"reached", m_reached.value}, {"told", told}};
    return m_disk.write_file_atomically(m_data_folder + "/run/callbacks.json", as_bytes(document.dump()));
}

void Callbacks::read_progress() {
    auto text = m_disk.read_file(m_data_folder + "/run/callbacks.json");
    const Json document = text ? Json::parse(*text, nullptr, false) : Json();
    if (!document.is_object() || !document.contains("told") || !document["told"].is_object()) return;
    m_reached = Position{document.value("reached", std::uint64_t{0})};
    for (const auto& [task, body] : document["told"].items()) {
        if (body.is_string()) m_told[TaskId{task}] = body.get<std::string>();
    }
}

Result<std::vector<Callback>> Callbacks::open(const domain::State& state) {
    if (auto key = open_key(); !key) return key.error();
    const bool first_start = !m_disk.exists(m_data_folder + "/run/callbacks.json");
    // What ended under a version without callbacks stays untold.
    if (first_start) m_reached = state.position;
    else read_progress();
    // Not beyond what is there: the log may come from an older copy.
    m_reached = std::min(m_reached, state.position);
    std::vector<Callback> missing;
    for (const domain::Task& task : state.tasks) {
        m_ended.push_back(end_of(task));
        std::set<TaskId> seen;
        if (!task.ended_at.known() || !wants_callback(task) || end_position(state, task, seen) <= m_reached) continue;
        Callback callback = callback_of(task);
        const auto told = m_told.find(task.id);
        if (told == m_told.end() || told->second != callback.body) missing.push_back(std::move(callback));
    }
    if (auto written = write_progress(); !written) return written.error();
    m_open = true;
    return missing;
}

bool Callbacks::has_ended_anew(TaskIndex index, const domain::State& state) {
    if (m_ended.size() < state.tasks.size()) m_ended.resize(state.tasks.size());
    const auto before = m_ended[index.value];
    m_ended[index.value] = end_of(state.tasks[index.value]);
    return m_ended[index.value] && m_ended[index.value] != before;
}

std::vector<Callback> Callbacks::look_at(const domain::Event& event, const domain::State& state) {
    std::vector<Callback> ends;
    if (!m_open || event.header.task == no_task || event.header.task.value >= state.tasks.size()) return ends;
    std::vector<TaskIndex> changed{event.header.task};
    while (!changed.empty()) {
        const domain::Task& task = state.tasks[changed.back().value];
        const bool ends_now = has_ended_anew(changed.back(), state);
        changed.pop_back();
        if (!ends_now) continue;
        if (wants_callback(task)) ends.push_back(callback_of(task));
        const auto dependents = state.waiting_for_task.find(task.id);
        if (dependents != state.waiting_for_task.end()) changed.insert(changed.end(), dependents->second.begin(), dependents->second.end());
    }
    return ends;
}

void Callbacks::tell(Callback callback, Position end) {
    m_newest = std::max(m_newest, end);
    if (m_pending.size() >= m_limits.waiting) {
        if (on_log) on_log("warning: too many callbacks wait; that of task " + m_pending.begin()->second.callback.task.text + " is given up");
        settle(m_pending.begin()->first);
    }
    m_pending[m_next_serial++] = {std::move(callback), std::nullopt, m_clock.now().monotonic, m_limits.first_pause_ms, false};
    m_wake.start(0);
}

void Callbacks::send_due() {
    const MonotonicTime now = m_clock.now().monotonic;
    auto under_way = static_cast<std::size_t>(std::count_if(m_pending.begin(), m_pending.end(), [](const auto& one) { return one.second.under_way; }));
    std::optional<MonotonicTime> next;
    for (auto& [serial, pending] : m_pending) {
        if (under_way >= m_limits.at_once) return;  // an answer comes, and then this is called again
        if (pending.under_way) continue;
        if (pending.due <= now) {
            ++under_way;
            send(serial);
        } else if (!next || pending.due < *next) {
            next = pending.due;
        }
    }
    if (next) m_wake.start(static_cast<int>(std::clamp<std::int64_t>(next->ms - now.ms, 1, 3600 * 1000)));
}

void Callbacks::send(std::size_t serial) {
    Pending& pending = m_pending.at(serial);
    pending.under_way = true;
    if (!pending.first_try) pending.first_try = m_clock.now().monotonic;
    const QByteArray body = QByteArray::fromStdString(pending.callback.body);
    const QByteArray signature = QMessageAuthenticationCode::hash(body, QByteArray::fromStdString(m_key), QCryptographicHash::Sha256).toHex();
    QNetworkRequest request(QUrl(QString::fromStdString(pending.callback.url)));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
    request.setHeader(QNetworkRequest::ContentLengthHeader, body.size());
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    request.setRawHeader("X-Apollo-Signature", "sha256=" + signature);
    request.setTransferTimeout(m_limits.answer_timeout_ms);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    auto* once = new SentOnce(body);
    QNetworkReply* reply = m_network.post(request, once);
    once->setParent(reply);
    // What it says besides its status is of no interest, and it may not take for ever to say it.
    connect(reply, &QNetworkReply::readyRead, reply, [reply] { reply->readAll(); });
    QTimer::singleShot(2 * m_limits.answer_timeout_ms, reply, &QNetworkReply::abort);
    connect(reply, &QNetworkReply::finished, this, [this, reply, serial] {
        reply->deleteLater();
        const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        answered(serial, status, trouble_of(*reply, status));
    });
}

void Callbacks::answered(std::size_t serial, int status, const std::string& trouble) {
    const auto at = m_pending.find(serial);
    if (at == m_pending.end()) return;  // given up meanwhile
    Pending& pending = at->second;
    pending.under_way = false;
    const MonotonicTime now = m_clock.now().monotonic;
    const std::string what = "the callback of task " + pending.callback.task.text;
    if (status >= 200 && status < 300) {
        settle(serial);
    } else if (now.ms - pending.first_try->ms >= m_limits.give_up_ms) {
        if (on_log) on_log("warning: " + what + " is given up: " + trouble);
        settle(serial);
    } else {
        if (pending.pause_ms == m_limits.first_pause_ms && on_log) on_log("warning: " + what + " failed and is tried again: " + trouble);
        pending.due = now.plus_ms(pending.pause_ms);
        pending.pause_ms = std::min(2 * pending.pause_ms, m_limits.longest_pause_ms);
    }
    m_wake.start(0);
}

void Callbacks::settle(std::size_t serial) {
    const auto at = m_pending.find(serial);
    m_told[at->second.callback.task] = at->second.callback.body;
    m_pending.erase(at);
    if (m_pending.empty()) {
        m_reached = std::max(m_reached, m_newest);
        m_told.clear();
    }
    if (!m_write.isActive()) m_write.start(write_pause_ms);
}

}  // namespace apollo::programs
