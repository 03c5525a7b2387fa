// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-sim: whole clusters under virtual time, seed by seed.
#include <charconv>
#include <cstdio>
#include <optional>
#include <thread>

#include "common/base/clock.h"
#include "common/base/disk.h"
#include "common/base/options.h"
#include "tests/sim/shrinker.h"

using namespace apollo;

namespace {

constexpr unsigned shrink_budget_runs = 400;

int fail(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    return 2;
}

std::vector<OptionSpec> specs() {
    return {{"seeds", "A..B", "seeds to run, or one seed (default 1..100)"},
            {"minutes", "M", "go on with further seeds from A until so much time has passed"},
            {"jobs", "N", "runs at a time (default: one per core)"},
            {"plant", "BUG", "make this bug on purpose; see --list-plants"},
            {"list-plants", "", "name the bugs that can be planted"},
            {"agents", "N", "at most so many agents"},
            {"steps", "N", "at most so many steps per task"},
            {"tasks", "LIST", "only these tasks of the seed, as in 0,2-4; or none"},
            {"actions", "LIST", "only these actions of operators"},
            {"faults", "LIST", "only these faults"},
            {"no-shrink", "", "do not cut a failing run down"},
            {"print", "", "print every line of the trace (one seed)"},
            {"trace", "FOLDER", "write the orchestrator's data folder at the end of the (first failing, else last) run"},
            {"help", "", "show this text"},
            {"version", "", "show the version"}};
}

struct Job {
    std::uint64_t first = 1;
    std::optional<std::uint64_t> last = 100;  // absent: until the time is up
    std::int64_t minutes = 0;
    unsigned jobs = 1;
    sim::RunRequest base;
    bool shrinks = true;
    std::string trace_folder;
};

std::optional<std::uint64_t> number(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

Status read_seeds(const std::string& text, Job& job) {
    const std::size_t dots = text.find("..");
    const auto first = number(text.substr(0, dots));
    const auto last = dots == std::string::npos ? first : number(text.substr(dots + 2));
    if (!first || !last || *first > *last) return Error{ErrorKind::BadInput, "--seeds takes A..B with A not above B, or one number, not '" + text + "'"};
    job.first = *first;
    job.last = last;
    return success();
}

// "0,2-4" or "none"
Status read_numbers(const Options& options, const std::string& name, std::optional<std::set<std::uint32_t>>& out) {
    if (!options.has(name)) return success();
    out.emplace();
    std::string rest = options.value(name);
    if (rest == "none") return success();
    while (true) {
        const std::string one = rest.substr(0, rest.find(','));
        const std::size_t dash = one.find('-');
        const auto first = number(one.substr(0, dash));
        const auto last = dash == std::string::npos ? first : number(one.substr(dash + 1));
        if (!first || !last || *last > 10000) return Error{ErrorKind::BadInput, "--" + name + " takes numbers as in 0,2-4 or none, not '" + options.value(name) + "'"};
        for (std::uint64_t k = *first; k <= *last; ++k) out->insert(static_cast<std::uint32_t>(k));
        if (rest.find(',') == std::string::npos) return success();
        rest = rest.substr(rest.find(',') + 1);
    }
}

Status read_counts(const Options& options, Job& job) {
    const auto agents = options.integer("agents", 50, 1, 50);
    if (!agents) return agents.error();
    if (options.has("agents")) job.base.limits.agents = static_cast<std::uint32_t>(*agents);
    const auto steps = options.integer("steps", 100, 1, 1000);
    if (!steps) return steps.error();
    if (options.has("steps")) job.base.limits.steps = static_cast<std::uint32_t>(*steps);
    const auto minutes = options.integer("minutes", 0, 1, 100000);
    if (options.has("minutes") && !minutes) return minutes.error();
    if (options.has("minutes")) {
        job.minutes = *minutes;
        if (!options.has("seeds")) job.last.reset();
    }
    const auto jobs = options.integer("jobs", std::max(1u, std::thread::hardware_concurrency()), 1, 1024);
    if (!jobs) return jobs.error();
    job.jobs = static_cast<unsigned>(*jobs);
    return success();
}

Result<Job> read_job(const Options& options) {
    Job job;
    if (options.has("seeds")) {
        if (auto read = read_seeds(options.value("seeds"), job); !read) return read.error();
    }
    if (auto read = read_counts(options, job); !read) return read.error();
    sim::Limits& limits = job.base.limits;
    if (auto read = read_numbers(options, "tasks", limits.tasks); !read) return read.error();
    if (auto read = read_numbers(options, "actions", limits.actions); !read) return read.error();
    if (auto read = read_numbers(options, "faults", limits.faults); !read) return read.error();
    if (options.has("plant")) {
        const auto plant = sim::plant_from_name(options.value("plant"));
        std::vector<std::string> names;
        for (const sim::PlantInfo& info : sim::plants()) names.push_back(info.name);
        const std::string near = nearest_text(options.value("plant"), names);
        if (!plant) return Error{ErrorKind::BadInput, "there is no bug '" + options.value("plant") + "'" +
                                                          (near.empty() ? "; see --list-plants" : "; did you mean '" + near + "'?")};
        job.base.plant = *plant;
    }
    job.base.print_trace = options.has("print");
    if (job.base.print_trace && (!job.last || *job.last != job.first)) return Error{ErrorKind::BadInput, "--print needs --seeds with one seed"};
    job.shrinks = !options.has("no-shrink");
    job.trace_folder = options.value("trace");
    if (!job.trace_folder.empty() && SystemDisk().exists(job.trace_folder)) {
        return Error{ErrorKind::BadInput, job.trace_folder + " exists already; --trace takes the name of a new folder"};
    }
    return job;
}

void print(const sim::Report& report) {
    std::printf("seed %llu: %s, %u agents, %llu events, %llu effects, %lld s, trace %s\n", static_cast<unsigned long long>(report.seed),
                report.violations.empty() ? "clean" : "VIOLATION", report.agents, static_cast<unsigned long long>(report.events),
                static_cast<unsigned long long>(report.effects), static_cast<long long>(report.virtual_ms / 1000), report.trace_hash.c_str());
    for (const sim::Violation& violation : report.violations) std::printf("  %s: %s\n", violation.kind.c_str(), violation.text.c_str());
    std::fflush(stdout);
}

sim::Report run_one(const sim::RunRequest& request) {
    if (request.print_trace) return sim::run_seed(request);
    sim::Report only;
    bool given = false;
    sim::run_isolated(
        [&](sim::RunRequest& next) {
            next = request;
            return !std::exchange(given, true);
        },
        1, [&](const sim::Report& report) {
            only = report;
            return true;
        });
    return only;
}

// The smallest request that still fails.
sim::RunRequest explain(const Job& job, const sim::Report& failed) {
    sim::RunRequest request = job.base;
    request.seed = failed.seed;
    std::printf("repeat it with: %s\n", sim::command_line(request).c_str());
    std::fflush(stdout);
    if (!job.shrinks || request.print_trace) return request;
    const sim::Shrunk small = sim::shrink(request, failed, shrink_budget_runs, run_one);
    std::printf("cut down in %u runs, what happened last:\n", small.runs);
    for (const std::string& line : small.report.newest_trace) std::printf("  %s\n", line.c_str());
    std::printf("smallest that fails alike: %s --print\n", sim::command_line(small.request).c_str());
    return small.request;
}

int run(const Job& job) {
    const SystemClock clock;
    const std::int64_t end_ms = clock.now().monotonic.ms + job.minutes * 60000;
    std::uint64_t next = job.first;
    std::uint64_t clean = 0;
    std::optional<sim::Report> failed;
    const auto next_request = [&](sim::RunRequest& request) {
        const bool in_time = job.minutes == 0 || clock.now().monotonic.ms < end_ms;
        if (!in_time || (job.last && next > *job.last)) return false;
        request = job.base;
        request.seed = next++;
        return true;
    };
    const auto on_report = [&](const sim::Report& report) {
        if (failed) return false;
        print(report);
        if (report.violations.empty()) ++clean;
        else failed = report;
        return !failed;
    };
    sim::RunRequest request;
    if (job.base.print_trace && next_request(request)) on_report(sim::run_seed(request));
    else sim::run_isolated(next_request, job.jobs, on_report);
    sim::RunRequest kept = job.base;
    kept.seed = next - 1;
    if (failed) kept = explain(job, *failed);
    std::printf("%llu seeds clean%s\n", static_cast<unsigned long long>(clean), failed ? ", then a violation" : "");
    if (!job.trace_folder.empty()) {
        kept.print_trace = false;
        kept.keep_folder = job.trace_folder;
        (void)run_one(kept);
        std::printf("data folder of seed %llu: %s (apollo-control --data, apollo-cli replay --data)\n", static_cast<unsigned long long>(kept.seed),
                    job.trace_folder.c_str());
    }
    return failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    auto options = parse_options({argv + 1, argv + argc}, specs());
    if (!options) return fail(options.error().message);
    if (options->has("help")) {
        std::printf("usage: apollo-sim [options]\n\nRuns whole simulated clusters, one per seed, and checks the promises. The same seed is the same run.\n"
                    "Exit code 0: all clean, 1: a promise was broken, 2: bad usage.\n\n%s", options_help(specs()).c_str());
        return 0;
    }
    if (options->has("version")) return std::printf("apollo-sim %s\n", APOLLO_VERSION), 0;
    if (!options->words().empty()) return fail("unexpected word '" + options->words()[0] + "'; see --help");
    if (options->has("list-plants")) {
        for (const sim::PlantInfo& info : sim::plants()) std::printf("%-22s %s\n", info.name, info.what);
        return 0;
    }
    const auto job = read_job(*options);
    if (!job) return fail(job.error().message);
    return run(*job);
}
