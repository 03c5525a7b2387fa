// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Reads a folder of segments, also while a writer appends to it. Incremental: remembers where it is and never rescans.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "common/base/disk.h"
#include "common/eventlog/log_writer.h"

namespace apollo::eventlog {

struct Record {
    Position position;
    std::uint32_t owner = no_owner;
    ByteView body;  // valid until the next call
};

class LogReader {
public:
    // Positions itself behind `after` (exclusive; 0 = the beginning), skipping whole segments by their headers.
    static Result<std::unique_ptr<LogReader>> open(Disk& disk, std::string folder, Position after = Position{0});
    ~LogReader();

    // The next readable record up to and including `limit` (the durable position when a writer is active in another thread
    // or process; Position{max} reads whatever is complete). False: nothing further for now; ask again later. Damaged
    // regions are skipped and reported through on_damage (once each); an incomplete tail just ends the reading.
    bool next(Record& record, Position limit = Position{~0ull});
    // Position of the last record given out.
    Position position() const;
    // Why the last next() could not look further, when it was not for want of records: a segment that cannot be opened, a folder
    // that cannot be listed. Who reads a log once must ask, or takes a part of it for all; who follows it asks next() again.
    const std::optional<Error>& error() const;

    std::function<void(const Damage& damage)> on_damage;

private:
    struct Impl;
    explicit LogReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

// Reads everything and checks every CRC, also bodies. Changes nothing. Works beside a running writer: what lies beyond
// the last durable mark is a torn tail, not damage. `known_end`: what others prove that the log once reached (asked before);
// what is missing up to there is damage, too.
Result<OpenReport> verify(Disk& disk, const std::string& folder, const LogWriter::OwnerOfBody& owner_of_body, Position known_end = {});

}  // namespace apollo::eventlog
