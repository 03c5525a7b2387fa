// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/artifact_intake.h"

#include "common/base/bytes.h"

namespace apollo::orchestrator {

namespace {

constexpr std::size_t artifact_limit_bytes = 64ull << 20;

}  // namespace

Result<std::optional<ArtifactId>> ArtifactIntake::take(artifacts::ArtifactStore& store, const ArtifactId& artifact, std::uint64_t offset,
                                                       const std::string& content, bool last) {
    if (offset == 0) {
        m_content.clear();
        m_id = artifact;
    }
    const bool fits = artifact == m_id && offset == m_content.size();
    auto taken = fits ? add(store, content, last) : Result<std::optional<ArtifactId>>(Error{ErrorKind::BadInput, "its pieces are out of order"});
    if (!taken || *taken) {
        m_content = std::string();
        m_id = ArtifactId{};
    }
    return taken;
}

Result<std::optional<ArtifactId>> ArtifactIntake::add(artifacts::ArtifactStore& store, const std::string& content, bool last) {
    if (m_content.size() + content.size() > artifact_limit_bytes) return Error{ErrorKind::BadInput, "it is larger than 64 MiB"};
    m_content += content;
    if (!last) return std::optional<ArtifactId>();
    auto id = store.put(as_bytes(m_content));
    if (!id) return id.error();
    if (*id != m_id) return Error{ErrorKind::BadInput, "its content does not have that SHA-256"};
    return std::optional(*id);
}

}  // namespace apollo::orchestrator
