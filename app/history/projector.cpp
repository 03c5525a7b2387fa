// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/projector.h"

#include <algorithm>

#include "app/history/migrations.h"
#include "app/history/place.h"
#include "app/history/projection_tables.h"
#include "common/artifacts/artifact_store.h"
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"
#include "common/domain/reducer.h"
#include "common/eventlog/log_reader.h"

namespace apollo::history {

namespace {

constexpr std::uint32_t fold_piece_events = 10000;

template <typename Index>
void sort_and_unite(std::vector<Index>& indexes) {
    std::sort(indexes.begin(), indexes.end());
    indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
}

}  // namespace

struct Projector::Impl {
    Impl(Disk& d, std::string folder, std::string wanted_place, int timeout_ms)
        : disk(d), data_folder(std::move(folder)), place(wanted_place.empty() ? place_of(d, data_folder) : std::move(wanted_place)),
          busy_timeout_ms(timeout_ms), artifacts(d, data_folder + "/artifacts") {}

    Result<bool> step(Position durable, const std::function<void(const std::string&)>& warn);
    Status open();
    Status begin_at(Position in_table, bool keep_rows);
    bool read_event(Position limit, const std::function<void(const std::string&)>& warn);
    Result<bool> fold_piece(const std::function<void(const std::string&)>& warn);
    Result<bool> is_same_log();
    void collect(Position durable, const std::function<void(const std::string&)>& warn);
    Result<bool> write();
    Status write_rows();
    void note_touched(const domain::EventHeader& header);
    void forget_pending();

    Disk& disk;
    std::string data_folder;
    std::string place;
    int busy_timeout_ms;
    artifacts::ArtifactStore artifacts;
    std::unique_ptr<Database> database;
    std::unique_ptr<eventlog::LogReader> reader;
    domain::State state;
    std::optional<domain::Event> last_event;

    Position in_table;      // what the database's position row said
    Position fold_until;    // rows up to here are in the database; the state has to get there first
    bool folding = false;
    bool clear_first = false;

    // The next transaction. Kept when it could not be written.
    std::vector<domain::Event> events;
    domain::Changes changes;
    Position reached;
};

void Projector::Impl::forget_pending() {
    events.clear();
    changes.clear();
}

Status Projector::Impl::begin_at(Position position, bool keep_rows) {
    forget_pending();
    auto opened = eventlog::LogReader::open(disk, data_folder + "/log");
    if (!opened) return opened.error();
    reader = std::move(opened).value();
    state = domain::State{};
    last_event.reset();
    in_table = position;
    fold_until = keep_rows ? position : Position{0};
    folding = fold_until.value != 0;
    clear_first = !folding;
    reached = fold_until;
    return success();
}

Status Projector::Impl::open() {
    // A file that was deleted while it was open would go on swallowing rows that nobody can see.
    if (database && (is_on_server(place) || disk.exists(place))) return success();
    database.reset();
    auto opened = Database::open(place, busy_timeout_ms);
    if (!opened) return opened.error();
    if (auto migrated = migrate(**opened); !migrated) return migrated;
    auto position = read_position(**opened);
    if (!position) return position.error();
    // The state and what waits for writing still fit when only the connection was lost.
    if (!reader || *position != in_table) {
        if (auto begun = begin_at(*position, true); !begun) return begun;
    }
    database = std::move(opened).value();
    return success();
}

bool Projector::Impl::read_event(Position limit, const std::function<void(const std::string&)>& warn) {
    eventlog::Record record;
    while (reader->next(record, limit)) {
        reached = record.position;
        auto event = codec::decode_event(record.body);
        if (!event) {
            if (warn) warn("the event at position " + std::to_string(record.position.value) + " is left out of the SQL history: " + event.error().message);
            continue;
        }
        const auto plans = [this](const domain::ArtifactRef& reference) -> Result<std::shared_ptr<const domain::Plan>> {
            auto bytes = artifacts.get(reference.id);
            if (!bytes) return bytes.error();
            return codec::plan_from_bytes(*bytes);
        };
        if (auto resolved = codec::resolve_plan(*event, plans); !resolved && warn) warn(resolved.error().message);
        last_event = std::move(event).value();
        return true;
    }
    return false;
}

// True when the event at the database's position is the very one of this log.
Result<bool> Projector::Impl::is_same_log() {
    if (!last_event || last_event->header.position != fold_until) return true;  // it became unreadable; its row is all there is
    return holds_event(*database, last_event->header);
}

// After a start: brings the state to where the database is.
Result<bool> Projector::Impl::fold_piece(const std::function<void(const std::string&)>& warn) {
    for (std::uint32_t k = 0; k < fold_piece_events; ++k) {
        if (read_event(fold_until, nullptr)) {
            domain::apply(state, *last_event);
            continue;
        }
        if (reader->error()) return *reader->error();
        auto same = is_same_log();
        if (!same) return same;
        folding = false;
        reached = fold_until;
        if (!*same) {
            if (warn) warn(place + " belongs to another log; it is made anew");
            if (auto begun = begin_at(in_table, false); !begun) return begun.error();
        }
        break;
    }
    return true;
}

// Rows also hold what no decision depends on and the reducer does not report: the task's newest event.
void Projector::Impl::note_touched(const domain::EventHeader& header) {
    if (header.task.value < state.tasks.size()) changes.tasks.push_back(header.task);
}

void Projector::Impl::collect(Position durable, const std::function<void(const std::string&)>& warn) {
    while (events.size() < batch_events_max && read_event(durable, warn)) {
        domain::apply(state, *last_event, &changes);
        note_touched(last_event->header);
        events.push_back(*last_event);
    }
    sort_and_unite(changes.tasks);
    sort_and_unite(changes.runs);
    sort_and_unite(changes.nodes);
}

Status Projector::Impl::write_rows() {
    if (clear_first) {
        if (auto cleared = clear_tables(*database); !cleared) return cleared;
    }
    for (const domain::Event& event : events) {
        if (auto put = put_event(*database, event); !put) return put;
        if (event.header.type != domain::EventType::TaskAmended) continue;
        if (auto dropped = drop_renumbered_runs(*database, event.header); !dropped) return dropped;
    }
    for (TaskIndex task : changes.tasks) {
        if (auto put = put_task(*database, state, task); !put) return put;
    }
    for (RunIndex run : changes.runs) {
        if (auto put = put_run(*database, state, run); !put) return put;
    }
    for (NodeIndex node : changes.nodes) {
        if (auto put = put_node(*database, state, node); !put) return put;
    }
    return success();
}

// One transaction. The position row is the guard: somebody who asked for a rebuild has changed it.
Result<bool> Projector::Impl::write() {
    if (auto begun = database->begin(); !begun) return begun.error();
    auto advanced = database->run("advance_position", {static_cast<qlonglong>(reached.value), static_cast<qlonglong>(in_table.value)});
    Status done = advanced ? success() : Status(advanced.error());
    const bool ours = advanced && *advanced == 1;
    if (done && ours) done = write_rows();
    if (done && ours) done = database->commit();
    if (!done || !ours) database->rollback();
    if (!done) return done.error();
    if (!ours) {
        reader.reset();
        database.reset();
        return true;
    }
    in_table = reached;
    clear_first = false;
    forget_pending();
    return true;
}

Result<bool> Projector::Impl::step(Position durable, const std::function<void(const std::string&)>& warn) {
    if (auto opened = open(); !opened) return opened.error();
    if (in_table > durable && fold_until == in_table) {
        if (warn) warn(place + " is ahead of the log; it is made anew");
        if (auto begun = begin_at(in_table, false); !begun) return begun.error();
    }
    if (folding) return fold_piece(warn);
    if (reached == in_table || clear_first) collect(durable, warn);
    if (reached != in_table || clear_first) return write();
    if (reader->error()) return *reader->error();
    auto position = read_position(*database);
    if (!position) return position.error();
    if (*position == in_table) return false;
    if (auto begun = begin_at(*position, true); !begun) return begun.error();
    return true;
}

Projector::Projector(Disk& disk, std::string data_folder, std::string place, int busy_timeout_ms)
    : m_impl(std::make_unique<Impl>(disk, std::move(data_folder), std::move(place), busy_timeout_ms)) {}
Projector::~Projector() = default;

Result<bool> Projector::step(Position durable) {
    auto done = m_impl->step(durable, on_warning);
    // A connection that failed is opened anew: the disk may have been away, the file replaced.
    if (!done && done.error().kind != ErrorKind::Timeout) m_impl->database.reset();
    return done;
}

Status Projector::catch_up(Position durable) {
    while (true) {
        auto more = step(durable);
        if (!more) return more.error();
        if (!*more) return success();
    }
}

Status Projector::rebuild(Position durable) {
    m_impl->database.reset();
    m_impl->reader.reset();
    if (is_on_server(m_impl->place)) {
        auto asked = request_rebuild_at(m_impl->place);
        if (!asked && asked.error().kind != ErrorKind::NotFound) return asked;
        return catch_up(durable);
    }
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
        const std::string file = m_impl->place + suffix;
        if (!m_impl->disk.exists(file)) continue;
        if (auto removed = m_impl->disk.remove(file); !removed) return removed;
    }
    return catch_up(durable);
}

Position Projector::position() const { return m_impl->in_table; }

Result<Figures> Projector::figures() {
    if (auto opened = m_impl->open(); !opened) return opened.error();
    return read_figures(*m_impl->database);
}

}  // namespace apollo::history
