// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/client/folder_log.h"

#include <QObject>
#include <QTimer>
#include <unordered_map>

#include "common/artifacts/artifact_store.h"
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"
#include "common/domain/reducer.h"
#include "common/eventlog/log_reader.h"

namespace apollo::client {

namespace {

codec::PlanSource plans_of(std::shared_ptr<artifacts::ArtifactStore> store) {
    return [store](const domain::ArtifactRef& reference) -> Result<std::shared_ptr<const domain::Plan>> {
        auto bytes = store->get(reference.id);
        if (!bytes) return bytes.error();
        return codec::plan_from_bytes(*bytes);
    };
}

// Reads in pieces from the event loop, so that a window stays alive while a long log is loaded.
class FolderSubscription final : public api::Subscription {
public:
    FolderSubscription(std::shared_ptr<SystemDisk> disk, std::string data_folder, Position after, api::EventSource::Observer observer)
        : m_disk(std::move(disk)),
          m_observer(std::move(observer)),
          m_plans(plans_of(std::make_shared<artifacts::ArtifactStore>(*m_disk, data_folder + "/artifacts"))) {
        auto reader = eventlog::LogReader::open(*m_disk, data_folder + "/log", after);
        if (reader) m_reader = std::move(reader).value();
        else m_error = reader.error();
        m_position = after;
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { step(); });
        m_timer.start(0);
    }

private:
    void step() {
        if (!m_reader) {
            m_timer.stop();
            if (m_observer.on_interrupted) m_observer.on_interrupted(m_error, false);
            return;
        }
        std::vector<domain::Event> events;
        eventlog::Record record;
        while (events.size() < 2000 && m_reader->next(record)) {
            auto event = codec::decode_event(record.body);
            if (!event) continue;
            (void)codec::resolve_plan(*event, m_plans);
            m_position = event->header.position;
            events.push_back(std::move(event).value());
        }
        const bool end = events.empty();
        if (end) m_timer.stop();
        if (!end && m_observer.on_events) m_observer.on_events(events);
        if (end && m_observer.on_caught_up) m_observer.on_caught_up(m_position);
    }

    std::shared_ptr<SystemDisk> m_disk;
    api::EventSource::Observer m_observer;
    codec::PlanSource m_plans;
    std::unique_ptr<eventlog::LogReader> m_reader;
    Error m_error;
    Position m_position;
    QTimer m_timer;
};

class FolderSource final : public api::EventSource, public api::HistoryQuery {
public:
    explicit FolderSource(std::string data_folder) : m_data_folder(std::move(data_folder)) {}

    std::unique_ptr<api::Subscription> subscribe(Position after, Observer observer) override {
        return std::make_unique<FolderSubscription>(m_disk, m_data_folder, after, std::move(observer));
    }

    void fetch_state(std::optional<TaskId>, std::function<void(Result<std::shared_ptr<const domain::State>>)> done) override {
        later([this, done = std::move(done)] {
            auto folded = fold_log(*m_disk, m_data_folder, m_data_folder + "/log", nullptr);
            if (folded) done(std::shared_ptr<const domain::State>(folded->state));
            else done(folded.error());
        });
    }

    void fetch_artifact(ArtifactId artifact, std::function<void(Result<std::string>)> done) override {
        later([this, artifact, done = std::move(done)] { done(artifacts::ArtifactStore(*m_disk, m_data_folder + "/artifacts").get(artifact)); });
    }

    void fetch_output(api::OutputQuestion, std::function<void(Result<api::OutputPiece>)> done) override {
        later([done = std::move(done)] { done(Error{ErrorKind::Refused, "nothing runs on this folder, so no node can be asked for an output"}); });
    }

    void find_tasks(api::TaskQuestion, std::function<void(Result<api::TaskPage>)> done) override {
        later([done = std::move(done)] { done(Error{ErrorKind::Unsupported, "a folder of files is read event by event"}); });
    }

    void measure_nodes(std::function<void(Result<std::vector<api::NodeMeasurement>>)> done) override {
        later([done = std::move(done)] { done(std::vector<api::NodeMeasurement>{}); });
    }

private:
    void later(std::function<void()> action) { QTimer::singleShot(0, &m_context, std::move(action)); }

    std::shared_ptr<SystemDisk> m_disk = std::make_shared<SystemDisk>();
    std::string m_data_folder;
    QObject m_context;
};

}  // namespace

Result<FoldedLog> fold_log(Disk& disk, const std::string& data_folder, const std::string& log_folder,
                           const std::function<bool(const domain::Event&, const domain::State&)>& visit) {
    if (!disk.exists(log_folder)) return Error{ErrorKind::NotFound, "there is no log in " + log_folder + "; is --data (or --log-dir) right?"};
    auto reader = eventlog::LogReader::open(disk, log_folder);
    if (!reader) return reader.error();
    FoldedLog folded{std::make_shared<domain::State>(), {}};
    const auto plans = plans_of(std::make_shared<artifacts::ArtifactStore>(disk, data_folder + "/artifacts"));
    eventlog::Record record;
    while ((*reader)->next(record)) {
        auto event = codec::decode_event(record.body);
        if (!event) {
            folded.warnings.push_back(event.error().message);
            continue;
        }
        if (auto resolved = codec::resolve_plan(*event, plans); !resolved) folded.warnings.push_back(resolved.error().message);
        if (visit && !visit(*event, *folded.state)) break;
        domain::apply(*folded.state, *event);
    }
    return folded;
}

api::Session make_folder_session(const std::string& data_folder) {
    auto source = std::make_shared<FolderSource>(data_folder);
    return {source, nullptr, source, data_folder + " (files)"};
}

}  // namespace apollo::client
