// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/gui/gallery_shows.h"

#include <cstdio>
#include <fstream>
#include <iterator>

#include "app/interchange/graph_json.h"
#include "app/interchange/gzip.h"
#include "app/interchange/wfformat.h"
#include "tests/support/fake_log.h"

namespace apollo::gallery {

namespace {

std::vector<std::string> node_names(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < count; ++k) {
        std::string number = std::to_string(k + 1);
        names.push_back("edge-" + std::string(3 - std::min<std::size_t>(3, number.size()), '0') + number);
    }
    return names;
}

std::vector<domain::Event> worked(domain::TaskDefinition definition, std::size_t nodes, bool spread,
                                  const testing::WorkOptions& options) {
    testing::FakeLog log;
    const std::vector<std::string> names = node_names(nodes);
    for (const std::string& name : names) log.add_node(name);
    log.work(log.submit(std::move(definition), names, spread), options);
    return log.events();
}

domain::TaskDefinition stages(const std::string& id, const std::vector<std::string>& steps) {
    domain::TaskDefinition definition = testing::pipeline_definition(id);
    const domain::StepDefinition sample = definition.steps.front();
    definition.steps.clear();
    for (std::size_t k = 0; k < steps.size(); ++k) {
        domain::StepDefinition step = sample;
        step.name = StepName(steps[k]);
        step.depends_on.clear();
        if (k > 0) step.depends_on.emplace_back(steps[k - 1]);
        definition.steps.push_back(std::move(step));
    }
    return definition;
}

// Four phases of ten steps each, one after the other on every node.
domain::TaskDefinition roll_out() {
    std::vector<std::string> names;
    for (const char* phase : {"prepare", "install", "migrate", "verify"}) {
        for (const char* part : {"fetch", "unpack", "stop-service", "backup", "replace", "configure", "start-service",
                                 "smoke-test", "report", "release"})
            names.push_back(std::string(phase) + "." + part);
    }
    return stages("rollout-300", names);
}

std::string read_all(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (bytes.empty()) std::fprintf(stderr, "cannot read %s: that show is left out\n", file.c_str());
    if (!interchange::is_gzip(bytes)) return bytes;
    auto unpacked = interchange::gunzip(bytes, std::size_t{1} << 28);
    return unpacked ? std::move(*unpacked) : std::string();
}

void add_read(std::vector<Show>& shows, const std::string& name, Result<interchange::ImportedWorkflow> workflow,
              const testing::WorkOptions& options) {
    if (!workflow) return static_cast<void>(std::fprintf(stderr, "%s: %s\n", name.c_str(), workflow.error().message.c_str()));
    shows.push_back({name, worked(std::move(workflow->task.definition), 24, true, options), name, ""});
}

}  // namespace

std::vector<Show> make_shows(const std::string& data_folder) {
    const std::vector<std::string> five{"collect", "clean", "feature", "infer", "persist"};
    std::vector<Show> shows;
    const testing::WorkOptions some{.seed = 4, .failure_rate = 0.12, .capacity = 1, .share = 0.6};
    testing::WorkOptions all = some;
    all.share = 1;
    shows.push_back({"five-live", worked(stages("file_statistics-1772438400-7f3a", five), 6, false, some), "file_statistics-1772438400-7f3a", ""});
    shows.push_back({"five-failure", worked(stages("file_statistics-1772438400-7f3a", five), 6, false, all), "file_statistics-1772438400-7f3a", "first-failure"});
    shows.push_back({"five-end", worked(stages("file_statistics-1772438400-7f3a", five), 6, false, all), "file_statistics-1772438400-7f3a", ""});
    shows.push_back({"rollout-300", worked(roll_out(), 300, false, {.seed = 8, .failure_rate = 0.0002, .capacity = 1, .share = 0.4}), "rollout-300", ""});
    if (data_folder.empty()) return shows;
    const testing::WorkOptions work{.seed = 6, .failure_rate = 0.01, .capacity = 6, .share = 0.7};
    const auto graph = [&](const std::string& name, const std::string& file) {
        const std::string bytes = read_all(data_folder + "/graphs/" + file);
        if (!bytes.empty()) add_read(shows, name, interchange::read_graph(bytes, TaskId(name)), work);
    };
    const std::string montage = read_all(data_folder + "/wfformat/montage-chameleon-2mass-05d-001.json.gz");
    if (!montage.empty()) add_read(shows, "montage", interchange::read_wfformat(montage, TaskId("montage")), work);
    graph("metabuilder", "ecflow-metabuilder.json");
    graph("history", "history-pegasus.json.gz");
    return shows;
}

}  // namespace apollo::gallery
