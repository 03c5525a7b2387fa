// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <array>
#include <cstring>

#include "common/eventlog/crc32c_unwind.h"
#include "common/eventlog/record.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace apollo::eventlog {

namespace {

constexpr std::uint32_t polynomial = 0x82F63B78u;  // 0x1EDC6F41, bits reversed

constexpr std::array<std::array<std::uint32_t, 256>, 8> make_tables() {
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
        tables[0][byte] = crc;
    }
    for (std::size_t k = 1; k < 8; ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = tables[k - 1][byte];
            tables[k][byte] = (before >> 8) ^ tables[0][before & 0xFF];
        }
    }
    return tables;
}

constexpr auto tables = make_tables();

constexpr std::array<std::uint8_t, 256> make_high_byte_index() {
    std::array<std::uint8_t, 256> index{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) index[tables[0][byte] >> 24] = static_cast<std::uint8_t>(byte);
    return index;
}

constexpr auto index_of_high_byte = make_high_byte_index();

std::uint32_t update_by_table(std::uint32_t crc, const std::uint8_t* data, std::size_t size) {
    for (; size >= 8; size -= 8, data += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data, 8);
        word ^= crc;
        crc = 0;
        for (std::size_t k = 0; k < 8; ++k) crc ^= tables[7 - k][(word >> (8 * k)) & 0xFF];
    }
    for (; size > 0; --size, ++data) crc = (crc >> 8) ^ tables[0][(crc ^ *data) & 0xFF];
    return crc;
}

#if defined(__x86_64__)
[[gnu::target("sse4.2")]] std::uint32_t update_by_instruction(std::uint32_t crc, const std::uint8_t* data,
                                                              std::size_t size) {
    std::uint64_t wide = crc;
    for (; size >= 8; size -= 8, data += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data, 8);
        wide = _mm_crc32_u64(wide, word);
    }
    crc = static_cast<std::uint32_t>(wide);
    if (size >= 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, data, 4);
        crc = _mm_crc32_u32(crc, word);
        data += 4;
        size -= 4;
    }
    for (; size > 0; --size, ++data) crc = _mm_crc32_u8(crc, *data);
    return crc;
}

bool has_instruction() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("sse4.2") != 0;
}

const bool use_instruction = has_instruction();
#endif

}  // namespace

std::uint32_t crc32c_portable(ByteView bytes, std::uint32_t seed) {
    return ~update_by_table(~seed, bytes.data(), bytes.size());
}

std::uint32_t crc32c(ByteView bytes, std::uint32_t seed) {
#if defined(__x86_64__)
    if (use_instruction) return ~update_by_instruction(~seed, bytes.data(), bytes.size());
#endif
    return crc32c_portable(bytes, seed);
}

std::uint32_t crc32c_unwind(ByteView bytes, std::uint32_t crc) {
    std::uint32_t state = ~crc;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        const std::uint32_t index = index_of_high_byte[state >> 24];
        state = ((state ^ tables[0][index]) << 8) | (index ^ bytes[i - 1]);
    }
    return ~state;
}

}  // namespace apollo::eventlog
