// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Small logs in memory, and what came out of them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/eventlog/log_reader.h"
#include "common/eventlog/log_writer.h"
#include "common/eventlog/segment_format.h"
#include "tests/support/fault_disk.h"

namespace apollo::eventlog {

using test_support::FaultDisk;

inline const std::string log_folder = "/log";

// "17:text": the owner stands in the body too, as in the product.
inline std::string body_of(std::uint32_t owner, const std::string& text) { return std::to_string(owner) + ":" + text; }
inline std::uint32_t owner_of_body(ByteView body) {
    std::uint32_t owner = 0;
    for (const std::uint8_t byte : body) {
        if (byte < '0' || byte > '9') break;
        owner = owner * 10 + (byte - '0');
    }
    return owner;
}

struct Opened {
    std::unique_ptr<LogWriter> writer;
    OpenReport report;
};

inline Opened open_log(Disk& disk, std::uint64_t segment_size = 100 << 20, Random* random = nullptr) {
    Opened opened;
    LogSettings settings;
    settings.folder = log_folder;
    settings.segment_size_bytes = segment_size;
    settings.random = random;
    auto writer = LogWriter::open(disk, settings, owner_of_body, opened.report);
    if (!writer) {
        ADD_FAILURE() << writer.error().message;
        return opened;
    }
    opened.writer = std::move(writer).value();
    return opened;
}

// Record n has owner 100 + n and a body whose length varies; each is a batch of its own.
inline void append_records(LogWriter& writer, int count) {
    for (int i = 0; i < count; ++i) {
        const auto owner = static_cast<std::uint32_t>(100 + writer.last().value + 1);
        writer.append(as_bytes(body_of(owner, std::string(owner % 11, 'x'))), owner);
        ASSERT_TRUE(writer.commit().ok());
    }
}

struct Read {
    std::vector<std::uint64_t> positions;
    std::vector<std::uint32_t> owners;
    std::vector<std::string> bodies;
    std::vector<Damage> damage;
};

inline Read read_log(Disk& disk, Position after = Position{0}) {
    Read read;
    auto reader = LogReader::open(disk, log_folder, after);
    if (!reader) {
        ADD_FAILURE() << reader.error().message;
        return read;
    }
    (*reader)->on_damage = [&](const Damage& damage) { read.damage.push_back(damage); };
    Record record;
    while ((*reader)->next(record)) {
        read.positions.push_back(record.position.value);
        read.owners.push_back(record.owner);
        read.bodies.emplace_back(as_text(record.body));
    }
    return read;
}

inline std::vector<std::uint64_t> positions_from_to(std::uint64_t first, std::uint64_t last, std::uint64_t without = 0) {
    std::vector<std::uint64_t> positions;
    for (std::uint64_t p = first; p <= last; ++p) {
        if (p != without) positions.push_back(p);
    }
    return positions;
}

inline OpenReport verify_log(Disk& disk) {
    auto report = verify(disk, log_folder, owner_of_body);
    if (!report) {
        ADD_FAILURE() << report.error().message;
        return {};
    }
    return std::move(report).value();
}

inline std::string path_of(std::uint64_t first) { return log_folder + "/" + segment_name(Position{first}); }

// Where each record of an undamaged segment stands.
struct Place {
    std::uint64_t offset = 0;
    Frame frame;
};
inline std::vector<Place> places_in(const std::string& bytes) {
    std::vector<Place> places;
    for (std::uint64_t at = segment_header_size; at + frame_size <= bytes.size();) {
        const Frame frame = decode_frame(reinterpret_cast<const std::uint8_t*>(bytes.data()) + at);
        places.push_back({at, frame});
        at += record_size(frame.body_size);
    }
    return places;
}

}  // namespace apollo::eventlog
