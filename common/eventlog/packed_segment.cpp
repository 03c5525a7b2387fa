// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/packed_segment.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "common/base/bytes.h"

namespace apollo::eventlog {

namespace {

constexpr std::size_t block_size = 1 << 20;
constexpr int level = 6;
constexpr std::uint32_t table_magic = 0x184D2A5E;     // a skippable frame
constexpr std::uint32_t seekable_magic = 0x8F92EAB1;
constexpr std::size_t table_header_size = 8, footer_size = 9, entry_size = 8;

struct Block {
    std::uint64_t packed_offset = 0;
    std::uint64_t packed_size = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

void put(std::string& out, std::uint32_t value) {
    for (int k = 0; k < 4; ++k) out.push_back(static_cast<char>(value >> (8 * k)));
}

std::uint32_t get(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) value |= std::uint32_t{static_cast<std::uint8_t>(bytes[at + k])} << (8 * k);
    return value;
}

void append(std::vector<Block>& blocks, std::uint64_t packed_size, std::uint64_t size) {
    const Block last = blocks.empty() ? Block{} : blocks.back();
    blocks.push_back({last.packed_offset + last.packed_size, packed_size, last.offset + last.size, size});
}

// From the table at the end; nullopt if it is hurt.
std::optional<std::vector<Block>> read_table(const File& file, std::uint64_t file_size) {
    if (file_size < table_header_size + footer_size) return std::nullopt;
    const auto footer = file.read_at(file_size - footer_size, footer_size);
    if (!footer || footer->size() != footer_size || get(*footer, 5) != seekable_magic || (*footer)[4] != 0) return std::nullopt;
    const std::uint64_t table_size = std::uint64_t{get(*footer, 0)} * entry_size + footer_size;
    if (table_size + table_header_size > file_size) return std::nullopt;
    const auto table = file.read_at(file_size - table_size - table_header_size, table_size + table_header_size);
    if (!table || table->size() != table_size + table_header_size) return std::nullopt;
    if (get(*table, 0) != table_magic || get(*table, 4) != table_size) return std::nullopt;
    std::vector<Block> blocks;
    std::uint64_t sum = 0;
    for (std::size_t at = table_header_size; at + footer_size < table->size(); at += entry_size) {
        const std::uint32_t packed = get(*table, at), size = get(*table, at + 4);
        if (size == 0 || size > block_size) return std::nullopt;
        append(blocks, packed, size);
        sum += packed;
    }
    if (sum + table_size + table_header_size != file_size) return std::nullopt;
    return blocks;
}

// By walking from frame to frame, as far as that goes.
std::vector<Block> walk_frames(const File& file, std::uint64_t file_size) {
    std::vector<Block> blocks;
    for (std::uint64_t at = 0; at < file_size;) {
        const auto bytes = file.read_at(at, ZSTD_compressBound(block_size));
        if (!bytes || bytes->size() < 4 || get(*bytes, 0) == table_magic) break;
        const std::size_t packed = ZSTD_findFrameCompressedSize(bytes->data(), bytes->size());
        const unsigned long long size = ZSTD_getFrameContentSize(bytes->data(), bytes->size());
        if (ZSTD_isError(packed) != 0 || size == 0 || size > block_size) break;
        append(blocks, packed, size);
        at += packed;
    }
    return blocks;
}

class PackedFile final : public File {
public:
    PackedFile(std::unique_ptr<File> file, std::vector<Block> blocks) : m_file(std::move(file)), m_blocks(std::move(blocks)) {}

    Status write_at(std::uint64_t, ByteView) override { return refused(); }
    Status truncate(std::uint64_t) override { return refused(); }
    Status sync() override { return success(); }
    Result<std::uint64_t> size() const override { return m_blocks.empty() ? 0 : m_blocks.back().offset + m_blocks.back().size; }

    Result<std::string> read_at(std::uint64_t offset, std::size_t size) const override {
        std::string out;
        for (std::size_t k = static_cast<std::size_t>(offset / block_size); k < m_blocks.size() && out.size() < size; ++k) {
            const std::uint64_t at = offset + out.size();
            if (at < m_blocks[k].offset || at >= m_blocks[k].offset + m_blocks[k].size) break;
            unpack(k);
            out.append(m_content, static_cast<std::size_t>(at - m_blocks[k].offset), size - out.size());
        }
        return out;
    }

private:
    static Status refused() { return Error{ErrorKind::Unsupported, "a compressed segment is only read"}; }

    void unpack(std::size_t number) const {
        if (m_unpacked == number) return;
        const Block& block = m_blocks[number];
        m_content.assign(static_cast<std::size_t>(block.size), '\0');
        m_unpacked = number;
        const auto bytes = m_file->read_at(block.packed_offset, static_cast<std::size_t>(block.packed_size));
        if (!bytes) return;
        const std::size_t size = ZSTD_decompress(m_content.data(), m_content.size(), bytes->data(), bytes->size());
        if (ZSTD_isError(size) != 0 || size != block.size) m_content.assign(static_cast<std::size_t>(block.size), '\0');
    }

    std::unique_ptr<File> m_file;
    std::vector<Block> m_blocks;  // all but the last hold block_size bytes
    mutable std::string m_content;
    mutable std::optional<std::size_t> m_unpacked;
};

struct Packer {
    Packer() : context(ZSTD_createCCtx(), &ZSTD_freeCCtx) {
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    }
    Result<std::string> pack(const std::string& bytes) const {
        std::string out(ZSTD_compressBound(bytes.size()), '\0');
        const std::size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), bytes.data(), bytes.size());
        if (ZSTD_isError(size) != 0) return Error{ErrorKind::Io, std::string("zstd: ") + ZSTD_getErrorName(size)};
        out.resize(size);
        return out;
    }
    std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context;
};

std::string table_of(const std::vector<Block>& blocks) {
    std::string table;
    put(table, table_magic);
    put(table, static_cast<std::uint32_t>(blocks.size() * entry_size + footer_size));
    for (const Block& block : blocks) {
        put(table, static_cast<std::uint32_t>(block.packed_size));
        put(table, static_cast<std::uint32_t>(block.size));
    }
    put(table, static_cast<std::uint32_t>(blocks.size()));
    table.push_back('\0');
    put(table, seekable_magic);
    return table;
}

Status write_packed(const File& from, File& to) {
    const Packer packer;
    std::vector<Block> blocks;
    std::uint64_t offset = 0, end = 0;
    while (true) {
        const auto bytes = from.read_at(offset, block_size);
        if (!bytes) return bytes.error();
        if (bytes->empty()) break;
        const auto packed = packer.pack(*bytes);
        if (!packed) return packed.error();
        if (auto written = to.write_at(end, as_bytes(*packed)); !written) return written;
        append(blocks, packed->size(), bytes->size());
        offset += bytes->size();
        end += packed->size();
    }
    const std::string table = table_of(blocks);
    if (auto written = to.write_at(end, as_bytes(table)); !written) return written;
    if (auto cut = to.truncate(end + table.size()); !cut) return cut;
    return to.sync();
}

Result<bool> have_same_bytes(const File& one, const File& other) {
    for (std::uint64_t offset = 0;; offset += block_size) {
        const auto a = one.read_at(offset, block_size);
        const auto b = other.read_at(offset, block_size);
        if (!a) return a.error();
        if (!b) return b.error();
        if (*a != *b) return false;
        if (a->empty()) return true;
    }
}

}  // namespace

Result<std::unique_ptr<File>> open_packed(std::unique_ptr<File> file) {
    const auto size = file->size();
    if (!size) return size.error();
    std::optional<std::vector<Block>> blocks = read_table(*file, *size);
    if (!blocks) blocks = walk_frames(*file, *size);
    return std::unique_ptr<File>(std::make_unique<PackedFile>(std::move(file), std::move(*blocks)));
}

Status pack(Disk& disk, const std::string& from, const std::string& to) {
    const auto source = disk.open(from, OpenMode::Read);
    if (!source) return source.error();
    {
        const auto target = disk.open(to, OpenMode::Create);
        if (!target) return target.error();
        if (auto written = write_packed(**source, **target); !written) return written;
    }
    auto again = disk.open(to, OpenMode::Read);
    if (!again) return again.error();
    const auto packed = open_packed(std::move(again).value());
    if (!packed) return packed.error();
    const auto same = have_same_bytes(**source, **packed);
    if (!same) return same.error();
    if (!*same) return Error{ErrorKind::Damaged, to + " does not read back as " + from + "; the plain segment stays"};
    return success();
}

}  // namespace apollo::eventlog
