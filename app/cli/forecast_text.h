// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A forecast as a document and as text.
#pragma once

#include "app/cli/context.h"
#include "common/domain/forecast.h"

namespace apollo::cli {

Json forecast_document(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast);
void print_forecast(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast);
// One line: when it is expected to end, or why that is not known.
std::string expectation_text(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast);

}  // namespace apollo::cli
