// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/process_output.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "common/base/bytes.h"
#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/base/sha256.h"

namespace apollo::agent {

namespace {

constexpr std::size_t summary_limit_bytes = domain::payload_limit_bytes;
constexpr std::size_t read_piece_bytes = 1u << 20;

void add_sentence(std::string& message, const std::string& sentence) {
    if (!message.empty()) message += "; ";
    message += sentence;
}

// A pipe or device in its place would block or never end.
std::uint64_t regular_size(const std::string& path) {
    std::error_code code;
    if (!std::filesystem::is_regular_file(system_path(path), code)) return 0;
    const auto size = std::filesystem::file_size(system_path(path), code);
    return code ? 0 : size;
}

void collect_summary(const std::string& folder, ProcessEnd& end) {
    const std::string path = folder + "/output.json";
    const std::uint64_t size = regular_size(path);
    if (size == 0) return;
    // Written with indentation it may be longer than what is kept.
    if (size > 4 * summary_limit_bytes) {
        add_sentence(end.record.message, "its output summary is larger than 4 KiB and was dropped");
        return;
    }
    const auto bytes = SystemDisk().read_file(path);
    const auto value = bytes ? nlohmann::json::parse(*bytes, nullptr, false) : nlohmann::json();
    if (!bytes || value.is_discarded()) {
        add_sentence(end.record.message, "its output summary is not one JSON value and was dropped");
        return;
    }
    std::string compact = value.dump();
    if (compact.size() > summary_limit_bytes) {
        add_sentence(end.record.message, "its output summary is larger than 4 KiB and was dropped");
        return;
    }
    end.output_json = std::move(compact);
}

// The output's SHA-256; media type by whether all of it is UTF-8 (pieces are cut at character borders).
bool describe_output(const std::string& path, std::uint64_t size, domain::ArtifactRef& artifact) {
    SystemDisk disk;
    auto file = disk.open(path, OpenMode::Read);
    if (!file) return false;
    Sha256 hash;
    bool text = true;
    std::string carried;
    for (std::uint64_t offset = 0; offset < size;) {
        const auto piece = (*file)->read_at(offset, static_cast<std::size_t>(std::min<std::uint64_t>(size - offset, read_piece_bytes)));
        if (!piece || piece->empty()) return false;
        hash.update(as_bytes(*piece));
        offset += piece->size();
        if (!text) continue;
        carried += *piece;
        // At most three bytes of a character can wait for the next piece.
        std::size_t tail = 0;
        while (tail < 4 && tail < carried.size() && !is_valid_utf8(std::string_view(carried).substr(0, carried.size() - tail))) ++tail;
        text = tail < 4 && (offset < size || tail == 0);
        carried.erase(0, carried.size() - tail);
    }
    artifact.id = ArtifactId(hash.finish_hex());
    artifact.size_bytes = size;
    artifact.media_type = text ? "text/plain; charset=utf-8" : "application/octet-stream";
    return true;
}

void collect_output(const std::string& folder, ProcessEnd& end) {
    const std::string path = output_file(folder);
    const std::uint64_t size = regular_size(path);
    if (size == 0) return;
    if (size <= domain::inline_output_limit_bytes) {
        auto text = SystemDisk().read_file(path);
        if (text && is_valid_utf8(*text)) {
            end.output_text = std::move(*text);
            return;
        }
    }
    domain::ArtifactRef artifact;
    if (describe_output(path, size, artifact)) {
        end.artifact = std::move(artifact);
    } else {
        add_sentence(end.record.message, "its output could not be read");
    }
}

}  // namespace

std::string output_file(const std::string& folder) { return folder + "/output"; }

std::uint64_t output_size_bytes(const std::string& folder) { return regular_size(output_file(folder)); }

ProcessEnd collect_end(const std::string& folder, const ExitRecord& record) {
    ProcessEnd end;
    end.record = record;
    collect_summary(folder, end);
    collect_output(folder, end);
    return end;
}

}  // namespace apollo::agent
