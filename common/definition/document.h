// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// YAML as a tree that keeps what its author wrote: text, style and place. Aliases share their node.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/definition/parse.h"

namespace apollo::definition {

struct Place {
    int line = 1;
    int column = 1;  // in bytes, from 1
};

struct Node {
    enum class Kind { Scalar, Sequence, Map };
    Kind kind = Kind::Scalar;
    Place place;
    std::string tag;           // "?" = none and not quoted, "!" = none and quoted
    std::string text;          // Scalar: as written, without quotes and escapes
    std::vector<const Node*> items;
    std::vector<std::pair<const Node*, const Node*>> entries;
    std::uint64_t expanded = 1;  // nodes if every alias were copied out
    int depth = 1;

    bool is_scalar() const { return kind == Kind::Scalar; }
    bool is_map() const { return kind == Kind::Map; }
    bool is_sequence() const { return kind == Kind::Sequence; }
};

// Owns its nodes, so that neither building nor dropping it recurses.
struct Document {
    std::deque<Node> nodes;
    const Node* root = nullptr;  // null: faults say why
};

inline constexpr std::size_t file_limit_bytes = 16 << 20;
inline constexpr std::uint64_t expanded_limit = 1'000'000;
inline constexpr int depth_limit = 100;

// Checks the encoding and takes away one byte-order mark and the CR of CRLF. False: `fault` says why.
bool check_bytes(std::string_view bytes, std::string& text, Fault& fault);

// Reads the one document in `text`. Faults of the YAML itself: syntax, duplicate keys, aliases, several documents.
Document read_document(const std::string& text, std::vector<Fault>& faults);

}  // namespace apollo::definition
