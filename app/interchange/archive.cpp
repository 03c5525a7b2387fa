// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/archive.h"

#include <nlohmann/json.hpp>

#include "common/base/sha256.h"
#include "common/codec/event_codec.h"

namespace apollo::interchange {

namespace {

constexpr std::string_view magic = "APOLLO-TASK 1\n";
constexpr std::string_view any_version = "APOLLO-TASK ";
constexpr std::size_t sum_size = 65;  // 64 hexadecimal digits and a line break

void put_length(std::string& out, std::uint32_t length) {
    for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(length >> shift & 255));
}

std::uint32_t get_length(std::string_view bytes) {
    std::uint32_t length = 0;
    for (int k = 3; k >= 0; --k) length = length << 8 | static_cast<unsigned char>(bytes[static_cast<std::size_t>(k)]);
    return length;
}

Result<TaskRecord> read_events(const nlohmann::json& head, std::string_view rest) {
    RecordCollector collector(TaskId{head.value("task_id", std::string())});
    std::uint64_t count = 0;
    while (!rest.empty()) {
        if (rest.size() < 4 || rest.size() - 4 < get_length(rest)) return bad_input("the archive is cut off");
        const std::uint32_t length = get_length(rest);
        auto event = codec::decode_event(as_bytes(rest.substr(4, length)));
        if (!event) return bad_input("event " + std::to_string(count + 1) + " of the archive cannot be read: " + event.error().message);
        collector.take(*event);
        rest.remove_prefix(4 + length);
        ++count;
    }
    if (count != head.value("events", std::uint64_t{0})) return bad_input("the archive does not hold the events it says");
    auto record = collector.finish();
    if (!record) return bad_input("the archive holds no task: " + record.error().message);
    for (const auto& note : head.value("notes", nlohmann::json::array())) {
        record->notes.push_back({Position{note.value("position", std::uint64_t{0})}, note.value("text", std::string())});
    }
    return record;
}

}  // namespace

std::string to_archive(const TaskRecord& record) {
    nlohmann::ordered_json notes = nlohmann::ordered_json::array();
    for (const RecordNote& note : record.notes) notes.push_back({{"position", note.position.value}, {"text", note.text}});
    const nlohmann::ordered_json head{{"task_id", record.id.text}, {"events", record.events.size()}, {"notes", std::move(notes)}};
    std::string out(magic);
    out += head.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    for (const domain::Event& event : record.events) {
        const std::string body = codec::encode_event(event, true);
        put_length(out, static_cast<std::uint32_t>(body.size()));
        out += body;
    }
    out += sha256_hex(as_bytes(out)) + "\n";
    return out;
}

Result<TaskRecord> read_archive(std::string_view bytes) {
    if (bytes.substr(0, magic.size()) != magic) {
        const bool other = bytes.substr(0, any_version.size()) == any_version;
        return bad_input(other ? "the archive is of another version than this program reads" : "this is no .apollo file");
    }
    const std::size_t line_end = bytes.find('\n', magic.size());
    if (line_end == std::string_view::npos || bytes.size() < line_end + 1 + sum_size) return bad_input("the archive is cut off");
    const std::string_view covered = bytes.substr(0, bytes.size() - sum_size);
    if (sha256_hex(as_bytes(covered)) != bytes.substr(covered.size(), sum_size - 1)) return bad_input("the archive is damaged: its checksum does not fit");
    const auto head = nlohmann::json::parse(bytes.substr(magic.size(), line_end - magic.size()), nullptr, false);
    if (!head.is_object()) return bad_input("the archive's head is no JSON object");
    return read_events(head, covered.substr(line_end + 1));
}

}  // namespace apollo::interchange
