// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/payload_bytes.h"

#include <cstring>
#include <type_traits>

#include "common/base/assert.h"

namespace apollo::viewmodels {

namespace {

enum class Kind : std::uint8_t { Ended, Retry, Note };

// Writes or reads the same members in the same order.
class Writer {
public:
    void operator()(const std::string& text) {
        (*this)(static_cast<std::uint32_t>(text.size()));
        bytes += text;
    }
    template <typename T>
        requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
    void operator()(T value) {
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <typename T, typename Each>
    void maybe(const std::optional<T>& value, Each each) {
        (*this)(value.has_value());
        if (value) each(*value);
    }
    std::string bytes;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}
    void operator()(std::string& text) {
        std::uint32_t size = 0;
        (*this)(size);
        text = take(size);
    }
    template <typename T>
        requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
    void operator()(T& value) {
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
    }
    template <typename T, typename Each>
    void maybe(std::optional<T>& value, Each each) {
        bool any = false;
        (*this)(any);
        if (any) each(value.emplace());
    }

private:
    std::string_view take(std::size_t size) {
        APOLLO_ASSERT(size <= m_bytes.size());
        const std::string_view part = m_bytes.substr(0, size);
        m_bytes.remove_prefix(size);
        return part;
    }
    std::string_view m_bytes;
};

template <typename Archive, typename Ended>
void all_of_ended(Archive& archive, Ended& ended) {
    archive.maybe(ended.exit_code, [&](auto& code) { archive(code); });
    archive(ended.signal_number);
    archive(ended.failure_class);
    archive(ended.message);
    archive(ended.output_json);
    archive(ended.output_text);
    archive.maybe(ended.artifact, [&](auto& artifact) {
        archive(artifact.id.text);
        archive(artifact.size_bytes);
        archive(artifact.media_type);
    });
    archive.maybe(ended.to, [&](auto& status) { archive(status); });
}

template <typename Archive, typename Note>
void all_of_note(Archive& archive, Note& note) {
    archive(note.message);
    archive(note.detail_json);
    archive(note.first.value);
    archive(note.last.value);
    archive(note.key);
}

template <typename Archive, typename Retry>
void all_of_retry(Archive& archive, Retry& retry) {
    archive(retry.delay_ms);
    archive(retry.retry);
}

}  // namespace

std::optional<std::string> payload_to_bytes(const domain::Payload& payload) {
    Writer writer;
    if (const auto* ended = std::get_if<domain::RunEnded>(&payload)) {
        writer(Kind::Ended);
        all_of_ended(writer, *ended);
    } else if (const auto* retry = std::get_if<domain::RetryScheduled>(&payload)) {
        writer(Kind::Retry);
        all_of_retry(writer, *retry);
    } else if (const auto* note = std::get_if<domain::Note>(&payload)) {
        writer(Kind::Note);
        all_of_note(writer, *note);
    } else {
        return std::nullopt;
    }
    return std::move(writer.bytes);
}

domain::Payload payload_from_bytes(std::string_view bytes) {
    Reader reader(bytes);
    Kind kind{};
    reader(kind);
    domain::RunEnded ended;
    domain::RetryScheduled retry;
    domain::Note note;
    switch (kind) {
        case Kind::Ended:
            all_of_ended(reader, ended);
            return ended;
        case Kind::Retry:
            all_of_retry(reader, retry);
            return retry;
        case Kind::Note:
            all_of_note(reader, note);
            return note;
    }
    return {};
}

}  // namespace apollo::viewmodels
