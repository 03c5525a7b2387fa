// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Under what names Windows knows the agent. For the files of Windows only.
#pragma once

namespace apollo::agent {

inline constexpr wchar_t service_name[] = L"apollo-agent";
inline constexpr wchar_t service_display_name[] = L"Apollo-11 agent";
inline constexpr wchar_t event_source_key[] = LR"(SYSTEM\CurrentControlSet\Services\EventLog\Application\apollo-agent)";

}  // namespace apollo::agent
