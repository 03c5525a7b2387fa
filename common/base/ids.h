// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Strong types for every identity and number that is easy to confuse. No implicit conversions.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace apollo {

template <typename Tag>
struct TextId {
    std::string text;

    TextId() = default;
    explicit TextId(std::string t) : text(std::move(t)) {}
    bool empty() const { return text.empty(); }
    friend auto operator<=>(const TextId&, const TextId&) = default;
    friend bool operator==(const TextId&, const TextId&) = default;
};

template <typename Tag, typename Int>
struct Number {
    Int value = 0;

    constexpr Number() = default;
    constexpr explicit Number(Int v) : value(v) {}
    friend constexpr auto operator<=>(const Number&, const Number&) = default;
    friend constexpr bool operator==(const Number&, const Number&) = default;
    constexpr Number next() const { return Number(static_cast<Int>(value + 1)); }
    constexpr Number previous() const { return Number(static_cast<Int>(value - 1)); }  // of one that is not 0
};

using TaskId = TextId<struct TaskTag>;          // `[A-Za-z0-9][A-Za-z0-9._-]{0,127}`, compared exactly (case matters)
using StepName = TextId<struct StepTag>;        // the same alphabet
using NodeId = TextId<struct NodeTag>;          // the same alphabet
using IntentName = TextId<struct IntentTag>;
using ArtifactId = TextId<struct ArtifactTag>;  // SHA-256 in lower-case hex, 64 characters
using OperatorName = TextId<struct OperatorTag>;

using Position = Number<struct PositionTag, std::uint64_t>;        // place in the log, dense, the first event is 1; 0 = before all
using Epoch = Number<struct EpochTag, std::uint32_t>;              // term of a primary
using Incarnation = Number<struct IncarnationTag, std::uint32_t>;  // life of an agent's WAL; 0 = none
using Sequence = Number<struct SequenceTag, std::uint64_t>;        // number of an event within its origin, dense from 1; 0 = none
using Attempt = Number<struct AttemptTag, std::uint32_t>;          // one execution of a run, from 1; 0 = none yet
using Version = Number<struct VersionTag, std::uint32_t>;          // of a run's state, grows by one with each change
using TaskIndex = Number<struct TaskIndexTag, std::uint32_t>;      // dense number of a task in a log
using RunIndex = Number<struct RunIndexTag, std::uint32_t>;        // dense number of a run in a log
using NodeIndex = Number<struct NodeIndexTag, std::uint32_t>;      // dense number of an enrolled node in a log

inline constexpr std::uint32_t none_u32 = 0xFFFFFFFFu;
inline constexpr TaskIndex no_task{none_u32};
inline constexpr RunIndex no_run{none_u32};
inline constexpr NodeIndex no_node{none_u32};

// True for `[A-Za-z0-9][A-Za-z0-9._-]{0,127}`; what task ids, step names and node ids must be. Such a name is
// always one harmless path component.
bool is_valid_name(const std::string& text);

}  // namespace apollo

template <typename Tag>
struct std::hash<apollo::TextId<Tag>> {
    std::size_t operator()(const apollo::TextId<Tag>& id) const { return std::hash<std::string>{}(id.text); }
};
template <typename Tag, typename Int>
struct std::hash<apollo::Number<Tag, Int>> {
    std::size_t operator()(const apollo::Number<Tag, Int>& number) const { return std::hash<Int>{}(number.value); }
};
