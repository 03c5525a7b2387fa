// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Commands, their results and errors as protobuf.
#pragma once

#include "apollo.pb.h"
#include "common/base/result.h"
#include "common/domain/command.h"

namespace apollo::codec {

void encode_command(const domain::Command& command, wire::Command& out);
// BadInput for a kind this build does not know or values that cannot be.
Result<domain::Command> decode_command(const wire::Command& in);

void encode_command_result(const domain::CommandResult& result, wire::CommandResult& out);
domain::CommandResult decode_command_result(const wire::CommandResult& in);

void encode_error(const Error& error, wire::Failure& out);
Error decode_error(const wire::Failure& in);

}  // namespace apollo::codec
