// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Walks through the bytes of one segment, record by record, from a buffer that is filled in large pieces.
// Knows nothing of damage or torn tails: it says what is readable and where the next readable thing begins.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/base/disk.h"
#include "common/eventlog/segment_format.h"

namespace apollo::eventlog {

struct Item {
    enum class Kind { Record, Mark, Index, Unreadable, End };
    Kind kind = Kind::End;
    Frame frame;
    ByteView body;                 // valid until the next call
    std::uint64_t offset = 0;
    std::uint64_t length = 0;      // frame, body and padding
    bool frame_intact = false;     // Unreadable: only the body is hurt
    bool padding_intact = true;
};

struct Found {
    std::uint64_t offset = 0;  // the end of the file if there is no frame
    std::optional<Frame> frame;
};

// One thread. Read errors of the disk look like the end of the file and stand in error().
class SegmentCursor {
public:
    // Records up to and including `last` are not expected any more: such a frame is unreadable.
    SegmentCursor(std::unique_ptr<File> file, std::uint32_t seed, std::uint64_t offset, Position last);

    // What stands at the present place. Looks again at the file if it was not readable before.
    Item peek();
    // Moves behind an item that peek() gave.
    void accept(const Item& item);
    // Moves to `offset`; positions up to `last` are not expected any more.
    void skip_to(std::uint64_t offset, Position last);

    // The next intact frame behind unreadable bytes.
    Found find_behind(const Item& unreadable);
    Found find_from(std::uint64_t offset);
    // Highest `durable` of all intact frames from `offset` on.
    Position durable_from(std::uint64_t offset);

    std::uint64_t offset() const { return m_offset; }
    Position last() const { return m_last; }
    std::uint64_t file_size();
    std::string read(std::uint64_t offset, std::size_t size);
    bool only_zeros_from(std::uint64_t offset);
    const std::optional<Error>& error() const { return m_error; }

private:
    enum class Parsed { Whole, TooShort, Bad };
    Parsed parse(Item& item, std::size_t& needed) const;
    void refill(std::size_t size);
    bool is_expected(const std::uint8_t* bytes, const Frame& frame) const;

    std::unique_ptr<File> m_file;
    std::uint32_t m_seed;
    std::uint64_t m_offset;
    Position m_last;
    std::string m_buffer;
    std::uint64_t m_buffer_offset = 0;
    std::optional<Error> m_error;
};

}  // namespace apollo::eventlog
