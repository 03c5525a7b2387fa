// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/owner_proof.h"

#include <optional>

#include "common/eventlog/segment_format.h"

namespace apollo::eventlog {

namespace {

struct Proof {
    std::uint32_t owner = no_owner;
    std::uint64_t length = 0;  // of the record
};

std::optional<Proof> prove_by_claimed_size(ByteView bytes, std::uint32_t seed,
                                           const LogWriter::OwnerOfBody& owner_of_body) {
    const Frame frame = decode_frame(bytes.data());
    if (is_intact_frame(bytes.data(), frame, seed)) {
        if (frame.position.value == 0) return std::nullopt;
        return Proof{frame.owner, record_size(frame.body_size)};
    }
    if (!owner_of_body || frame.body_size == 0 || frame.body_size > bytes.size() - frame_size) return std::nullopt;
    const ByteView body = bytes.subspan(frame_size, frame.body_size);
    if (crc32c(body) != frame.body_crc) return std::nullopt;
    return Proof{owner_of_body(body), record_size(frame.body_size)};
}

// The last missing record ends where the bytes end, so its size is known to within the padding.
std::optional<Proof> prove_by_extent(ByteView bytes, const LogWriter::OwnerOfBody& owner_of_body) {
    if (!owner_of_body) return std::nullopt;
    const Frame frame = decode_frame(bytes.data());
    const std::size_t longest = bytes.size() - frame_size;
    for (std::size_t shorter = 0; shorter < 8 && shorter < longest; ++shorter) {
        const ByteView body = bytes.subspan(frame_size, longest - shorter);
        if (crc32c(body) == frame.body_crc) return Proof{owner_of_body(body), bytes.size()};
    }
    // Neither CRC is of use when the stored body CRC itself is hurt; two places that agree are.
    if (record_size(frame.body_size) != bytes.size()) return std::nullopt;
    const std::uint32_t claimed = owner_of_body(bytes.subspan(frame_size, frame.body_size));
    if (claimed != frame.owner) return std::nullopt;
    return Proof{claimed, bytes.size()};
}

}  // namespace

std::vector<std::uint32_t> prove_owners(ByteView bytes, std::uint32_t seed, std::uint64_t count,
                                        const LogWriter::OwnerOfBody& owner_of_body) {
    std::vector<std::uint32_t> owners;
    while (owners.size() < count && bytes.size() >= frame_size) {
        auto proof = prove_by_claimed_size(bytes, seed, owner_of_body);
        if (!proof && owners.size() + 1 == count && bytes.size() <= record_size(body_limit_bytes)) {
            proof = prove_by_extent(bytes, owner_of_body);
        }
        if (!proof) break;
        owners.push_back(proof->owner);
        if (proof->length >= bytes.size()) break;
        bytes = bytes.subspan(static_cast<std::size_t>(proof->length));
    }
    return owners;
}

}  // namespace apollo::eventlog
