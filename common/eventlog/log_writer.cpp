// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/log_writer.h"

#include <cstring>
#include <optional>

#include "common/base/assert.h"
#include "common/eventlog/folder_scan.h"

namespace apollo::eventlog {

namespace {

// Queued bytes for one segment. A batch that passes the end of a segment has several.
struct Part {
    std::optional<SegmentHeader> header;  // of the segment that has to be made before
    std::uint32_t seed = 0;
    std::string bytes;
    bool seals = false;  // ends with the index
    Position last;
};

}  // namespace

struct LogWriter::Impl {
    Impl(Disk& d, LogSettings s) : disk(d), settings(std::move(s)), parts(1) {}

    Status prepare(const FolderScan& scan);
    Status continue_in(const NewestSegment& newest, bool cut_needed);
    Status create_segment(const SegmentHeader& header);
    SegmentHeader new_header();
    void start_queueing(const SegmentHeader& header);
    void roll_over();
    Status write_part(const Part& part);
    Status write_at_end(const std::string& bytes);
    Status write_queued();
    Status fail(const Error& why);

    Disk& disk;
    LogSettings settings;
    SystemRandom system_random;
    std::unique_ptr<File> file;
    std::uint64_t file_end = 0;  // where the next write goes
    std::vector<Part> parts;     // never empty; the first one belongs to `file`

    // The segment that appended records go to: that of the last part.
    std::uint32_t seed = 0;
    Position first;
    std::vector<std::uint32_t> owners;
    std::uint64_t queued_end = 0;

    Position last;
    Position durable;
    Position named;  // highest durable position that the files themselves name
    std::optional<Error> error;
};

Status LogWriter::Impl::fail(const Error& why) {
    error = why;
    return why;
}

Status LogWriter::Impl::prepare(const FolderScan& scan) {
    last = durable = scan.highest_known;
    for (const std::string& name : scan.unborn) {
        if (auto removed = disk.remove(settings.folder + "/" + name); !removed) return removed;
    }
    if (scan.newest) {
        if (auto ready = continue_in(*scan.newest, scan.cut_needed); !ready) return ready;
        if (!scan.newest->closed) return success();
    }
    const SegmentHeader header = new_header();
    if (auto made = create_segment(header); !made) return made;
    start_queueing(header);
    return success();
}

// What a crashed process left in the page cache counts as durable from here on, so it is synced first.
Status LogWriter::Impl::continue_in(const NewestSegment& newest, bool cut_needed) {
    const std::string path = settings.folder + "/" + newest.file.name;
    if (cut_needed && newest.end == 0) return disk.remove(path);
    auto opened = disk.open(path, OpenMode::ReadWrite);
    if (!opened) return opened.error();
    file = std::move(opened).value();
    if (cut_needed) {
        if (auto cut = file->truncate(newest.end); !cut) return cut;
    }
    if (auto synced = file->sync(); !synced) return synced;
    file_end = queued_end = padded(newest.end);
    seed = parts.front().seed = newest.file.seed;
    first = newest.file.first;
    owners = newest.owners;
    return success();
}

SegmentHeader LogWriter::Impl::new_header() {
    Random& random = settings.random != nullptr ? *settings.random : system_random;
    SegmentHeader header;
    for (std::size_t half = 0; half < 2; ++half) {
        const std::uint64_t bits = random.next_u64();
        std::memcpy(header.identity.data() + 8 * half, &bits, 8);
    }
    header.first = last.next();
    header.durable = last;
    return header;
}

// The header is on the medium, under its name, before a record is.
Status LogWriter::Impl::create_segment(const SegmentHeader& header) {
    const std::string path = settings.folder + "/" + segment_name(header.first);
    if (disk.exists(path)) {
        return Error{ErrorKind::Refused, path + " is in the way of a new log segment; move it out of the folder"};
    }
    auto opened = disk.open(path, OpenMode::Create);
    if (!opened) return opened.error();
    file = std::move(opened).value();
    if (auto written = file->write_at(0, as_bytes(encode_header(header))); !written) return written;
    if (auto synced = file->sync(); !synced) return synced;
    file_end = segment_header_size;
    named = header.durable;
    return disk.sync_folder(settings.folder);
}

void LogWriter::Impl::start_queueing(const SegmentHeader& header) {
    seed = parts.back().seed = frame_seed(header.identity);
    first = header.first;
    owners.clear();
    queued_end = segment_header_size;
}

void LogWriter::Impl::roll_over() {
    append_index(parts.back().bytes, seed, first, owners, durable);
    parts.back().seals = true;
    const SegmentHeader header = new_header();
    parts.emplace_back().header = header;
    start_queueing(header);
}

Status LogWriter::Impl::write_at_end(const std::string& bytes) {
    if (auto written = file->write_at(file_end, as_bytes(bytes)); !written) return written;
    file_end += bytes.size();
    return success();
}

Status LogWriter::Impl::write_part(const Part& part) {
    if (part.header) {
        if (auto made = create_segment(*part.header); !made) return made;
    }
    if (auto written = write_at_end(part.bytes); !written) return written;
    if (auto synced = file->sync(); !synced) return synced;
    if (!part.seals) return success();
    std::string mark;
    append_mark(mark, part.seed, part.last);
    return write_at_end(mark);
}

Status LogWriter::Impl::write_queued() {
    for (const Part& part : parts) {
        if (auto written = write_part(part); !written) return fail(written.error());
    }
    if (parts.size() == 1) named = std::max(named, durable);
    Part kept;
    kept.seed = seed;
    kept.bytes = std::move(parts.front().bytes);  // for its capacity
    kept.bytes.clear();
    parts.clear();
    parts.push_back(std::move(kept));
    durable = last;
    return success();
}

Result<std::unique_ptr<LogWriter>> LogWriter::open(Disk& disk, LogSettings settings, OwnerOfBody owner_of_body,
                                                   OpenReport& report) {
    if (auto made = disk.make_folder(settings.folder); !made) return made.error();
    auto scan = scan_folder(disk, settings.folder, owner_of_body);
    if (!scan) return scan.error();
    auto impl = std::make_unique<Impl>(disk, std::move(settings));
    if (auto ready = impl->prepare(*scan); !ready) return ready.error();
    report = std::move(scan->report);
    return std::unique_ptr<LogWriter>(new LogWriter(std::move(impl)));
}

Status LogWriter::go_on_behind(Position known_end) {
    Impl& s = *m_impl;
    APOLLO_ASSERT(!has_queued() && known_end > s.last);
    // One that was only just begun would keep the lost segment of that name from being put back.
    if (s.owners.empty()) {
        s.file.reset();
        if (auto removed = s.disk.remove(s.settings.folder + "/" + segment_name(s.first)); !removed) return removed;
    }
    s.last = s.durable = known_end;
    const SegmentHeader header = s.new_header();
    if (auto made = s.create_segment(header); !made) return made;
    s.start_queueing(header);
    return success();
}

LogWriter::LogWriter(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
LogWriter::~LogWriter() = default;

Position LogWriter::append(ByteView body, std::uint32_t owner) {
    APOLLO_ASSERT(body.size() <= body_limit_bytes);
    Impl& s = *m_impl;
    if (s.error) return Position{0};
    const std::uint64_t size = record_size(static_cast<std::uint32_t>(body.size()));
    if (!s.owners.empty() && s.queued_end + size > s.settings.segment_size_bytes) s.roll_over();
    s.last = s.last.next();
    append_record(s.parts.back().bytes, s.seed, owner, s.last, s.durable, body);
    s.parts.back().last = s.last;
    s.owners.push_back(owner);
    s.queued_end += size;
    return s.last;
}

bool LogWriter::has_queued() const { return m_impl->durable < m_impl->last; }

Result<Position> LogWriter::commit() {
    if (m_impl->error) return *m_impl->error;
    if (!has_queued()) return m_impl->durable;
    if (auto written = m_impl->write_queued(); !written) return written.error();
    return m_impl->durable;
}

Status LogWriter::mark_idle() {
    Impl& s = *m_impl;
    if (s.error) return *s.error;
    if (s.named >= s.durable || has_queued()) return success();
    std::string mark;
    append_mark(mark, s.seed, s.durable);
    if (auto written = s.write_at_end(mark); !written) return s.fail(written.error());
    s.queued_end += mark.size();
    s.named = s.durable;
    return success();
}

Status LogWriter::close() {
    if (auto committed = commit(); !committed) return committed.error();
    if (auto marked = mark_idle(); !marked) return marked;
    if (auto synced = m_impl->file->sync(); !synced) return m_impl->fail(synced.error());
    m_impl->fail({ErrorKind::Refused, "the log in " + m_impl->settings.folder + " is closed"}).ok();
    return success();
}

Position LogWriter::last() const { return m_impl->last; }
Position LogWriter::durable() const { return m_impl->durable; }

}  // namespace apollo::eventlog
