// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The log against its floors, in one run: durable append against a plain write and fdatasync of the same bytes, replay
// against the CRC alone. Gate on the ratios, not on the figures.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "common/eventlog/log_reader.h"
#include "common/eventlog/log_writer.h"
#include "common/eventlog/record.h"
#include "tests/bench/bench.h"

namespace {

using namespace apollo;

constexpr std::size_t body_size = 168;  // 200 bytes on disk
constexpr int batch = 5000;
constexpr std::uint64_t records_in_replay = 1'000'000;

std::string temporary_folder() {
    const char* base = std::getenv("APOLLO_BENCH_FOLDER");
    std::string name = std::string(base != nullptr ? base : "/var/tmp") + "/apollo-bench-XXXXXX";
    return ::mkdtemp(name.data());
}

std::unique_ptr<eventlog::LogWriter> open_writer(Disk& disk, const std::string& folder) {
    eventlog::OpenReport report;
    eventlog::LogSettings settings;
    settings.folder = folder;
    return std::move(eventlog::LogWriter::open(disk, settings, {}, report)).value();
}

void durable_append(benchmark::State& state) {
    SystemDisk disk;
    const std::string folder = temporary_folder();
    auto writer = open_writer(disk, folder);
    const std::string body(body_size, 'b');
    for (auto _ : state) {
        for (int i = 0; i < batch; ++i) writer->append(as_bytes(body), 1);
        if (!writer->commit()) state.SkipWithError("commit failed");
    }
    state.SetItemsProcessed(state.iterations() * batch);
    state.SetBytesProcessed(state.iterations() * batch * 200);
    std::filesystem::remove_all(folder);
}
BENCHMARK(durable_append)->UseRealTime()->MinTime(2);

void plain_write_and_sync(benchmark::State& state) {
    SystemDisk disk;
    const std::string folder = temporary_folder();
    auto file = std::move(disk.open(folder + "/plain", OpenMode::Create)).value();
    const std::string bytes(batch * 200, 'b');
    std::uint64_t at = 0;
    int files = 0;
    for (auto _ : state) {
        if (!file->write_at(at, as_bytes(bytes)) || !file->sync()) state.SkipWithError("write failed");
        at += bytes.size();
        if (at > (100u << 20)) {
            file = std::move(disk.open(folder + "/plain" + std::to_string(++files), OpenMode::Create)).value();
            at = 0;
        }
    }
    state.SetItemsProcessed(state.iterations() * batch);
    state.SetBytesProcessed(state.iterations() * batch * 200);
    std::filesystem::remove_all(folder);
}
BENCHMARK(plain_write_and_sync)->UseRealTime()->MinTime(2);

void replay(benchmark::State& state) {
    SystemDisk disk;
    const std::string folder = temporary_folder();
    {
        auto writer = open_writer(disk, folder);
        const std::string body(body_size, 'b');
        for (std::uint64_t i = 0; i < records_in_replay; ++i) writer->append(as_bytes(body), 1);
        if (!writer->close()) state.SkipWithError("close failed");
    }
    for (auto _ : state) {
        auto reader = std::move(eventlog::LogReader::open(disk, folder)).value();
        eventlog::Record record;
        std::uint64_t sum = 0;
        while (reader->next(record)) sum += record.body.size();
        if (sum != records_in_replay * body_size) state.SkipWithError("records are missing");
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(records_in_replay));
    std::filesystem::remove_all(folder);
}
BENCHMARK(replay)->Unit(benchmark::kMillisecond);

void crc_alone(benchmark::State& state) {
    const std::string bytes(200 * 1000, 'b');
    for (auto _ : state) {
        for (std::size_t at = 0; at < bytes.size(); at += 200) {
            benchmark::DoNotOptimize(eventlog::crc32c(as_bytes(std::string_view(bytes).substr(at, 200))));
        }
    }
    state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(crc_alone);

}  // namespace

namespace apollo::bench {

int run_log(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

}  // namespace apollo::bench
