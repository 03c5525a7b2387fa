// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Content that arrives in pieces over a connection and goes to the store of artifacts: one at a time per connection.
#pragma once

#include <optional>
#include <string>

#include "common/artifacts/artifact_store.h"

namespace apollo::orchestrator {

class ArtifactIntake {
public:
    // Nothing yet, or the stored artifact once the last piece is there (durable). An error forgets what has come: BadInput when the
    // pieces are out of order, too many, or not the content that was named.
    Result<std::optional<ArtifactId>> take(artifacts::ArtifactStore& store, const ArtifactId& artifact, std::uint64_t offset,
                                           const std::string& content, bool last);

private:
    Result<std::optional<ArtifactId>> add(artifacts::ArtifactStore& store, const std::string& content, bool last);

    ArtifactId m_id;
    std::string m_content;
};

}  // namespace apollo::orchestrator
