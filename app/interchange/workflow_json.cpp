// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/workflow_json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace apollo::interchange {

namespace {

using nlohmann::json;

std::string text_of(const json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return value.dump();
    return {};
}

// The first of the keys that is there.
const json* find(const json& object, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        const auto at = object.find(key);
        if (at != object.end() && !at->is_null()) return &*at;
    }
    return nullptr;
}

std::string text_at(const json& object, std::initializer_list<const char*> keys) {
    const json* value = find(object, keys);
    return value ? text_of(*value) : std::string();
}

std::vector<std::string> names_at(const json& object, const char* key) {
    std::vector<std::string> names;
    const json* list = find(object, {key});
    if (!list || !list->is_array()) return names;
    for (const json& name : *list) names.push_back(text_of(name));
    return names;
}

std::string machine_of(const json& task) {
    const json* machine = find(task, {"machine", "machines"});
    if (!machine) return {};
    if (machine->is_array()) return machine->empty() ? std::string() : text_of((*machine)[0]);
    return text_of(*machine);
}

std::string command_of(const json& task) {
    const json* command = find(task, {"command"});
    if (!command) return {};
    if (!command->is_object()) return text_of(*command);
    std::string text = text_at(*command, {"program"});
    for (const std::string& argument : names_at(*command, "arguments")) text += " " + argument;
    return text;
}

struct Oddities {
    std::uint32_t times_american = 0;
    std::uint32_t times_unreadable = 0;
};

std::optional<WallTime> time_of(const json& object, Oddities& oddities) {
    const std::string text = text_at(object, {"executedAt", "startedAt"});
    if (text.empty()) return std::nullopt;
    bool odd = false;
    const auto time = read_time(text, odd);
    if (!time) ++oddities.times_unreadable;
    if (odd) ++oddities.times_american;
    return time;
}

void read_execution(const json& from, WorkflowTask& task, Oddities& oddities) {
    const json* runtime = find(from, {"runtimeInSeconds", "runtime"});
    if (runtime && runtime->is_number()) task.runtime_s = runtime->get<double>();
    task.start = time_of(from, oddities);
    task.machine = machine_of(from);
    if (task.command.empty()) task.command = command_of(from);
}

WorkflowTask read_task(const json& from) {
    WorkflowTask task;
    task.id = text_at(from, {"id"});
    task.name = text_at(from, {"name"});
    task.command = command_of(from);
    task.parents = names_at(from, "parents");
    task.children = names_at(from, "children");
    return task;
}

// Schema 1.5 and later: specification and execution apart.
void read_split(const json& workflow, Workflow& out, Oddities& oddities) {
    const json& specification = workflow["specification"];
    const json* execution = find(workflow, {"execution"});
    std::unordered_map<std::string, const json*> by_id;
    if (execution && execution->is_object()) {
        out.executed_at = time_of(*execution, oddities);
        if (const json* list = find(*execution, {"tasks"}); list && list->is_array()) {
            for (const json& entry : *list) by_id.emplace(text_at(entry, {"id"}), &entry);
        }
    }
    const json* tasks = find(specification, {"tasks"});
    if (!tasks || !tasks->is_array()) return;
    for (const json& entry : *tasks) {
        WorkflowTask& task = out.tasks.emplace_back(read_task(entry));
        if (task.id.empty()) task.id = task.name;
        const auto run = by_id.find(task.id);
        if (run != by_id.end()) read_execution(*run->second, task, oddities);
    }
}

// Up to schema 1.4: one list, called `tasks` or `jobs`. Up to 1.2 `parents` holds names; from 1.3 on ids or names, so that
// is taken which the references match better.
void read_flat(const json& workflow, const json& list, Workflow& out, Oddities& oddities) {
    out.executed_at = time_of(workflow, oddities);
    std::unordered_set<std::string> ids, names, references;
    for (const json& entry : list) {
        WorkflowTask& task = out.tasks.emplace_back(read_task(entry));
        read_execution(entry, task, oddities);
        if (!task.id.empty()) ids.insert(task.id);
        names.insert(task.name);
        references.insert(task.parents.begin(), task.parents.end());
    }
    std::size_t by_id = 0, by_name = 0;
    for (const std::string& reference : references) {
        by_id += ids.count(reference);
        by_name += names.count(reference);
    }
    for (WorkflowTask& task : out.tasks) {
        if (by_name > by_id || ids.empty()) task.id = task.name;
        else if (task.id.empty()) task.id = task.name;
    }
}

void collect_edges(Workflow& workflow) {
    std::unordered_map<std::string, std::uint32_t> index;
    std::uint32_t repeated = 0;
    for (std::uint32_t k = 0; k < workflow.tasks.size(); ++k) repeated += index.emplace(workflow.tasks[k].id, k).second ? 0 : 1;
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    std::uint32_t unknown = 0, selfs = 0;
    const auto add = [&](const std::string& parent, const std::string& child) {
        const auto from = index.find(parent), to = index.find(child);
        if (from == index.end() || to == index.end()) ++unknown;
        else if (from->second == to->second) ++selfs;
        else edges.emplace(from->second, to->second);
    };
    for (const WorkflowTask& task : workflow.tasks) {
        for (const std::string& parent : task.parents) add(parent, task.id);
        for (const std::string& child : task.children) add(task.id, child);
    }
    workflow.edges.assign(edges.begin(), edges.end());
    if (repeated > 0) workflow.warnings.push_back(std::to_string(repeated) + " tasks have the id of an earlier one; dependencies are those of the first");
    if (unknown > 0) workflow.warnings.push_back(std::to_string(unknown) + " references to unknown tasks were left out");
    if (selfs > 0) workflow.warnings.push_back(std::to_string(selfs) + " dependencies of a task on itself were left out");
}

std::string place_of(std::string_view text, std::size_t byte) {
    std::size_t line = 1, column = 1;
    for (std::size_t k = 0; k + 1 < byte && k < text.size(); ++k) {
        if (text[k] == '\n') {
            ++line;
            column = 1;
        } else {
            ++column;
        }
    }
    return std::to_string(line) + ":" + std::to_string(column);
}

// What Python writes for a number that is none (NaN, Infinity, -Infinity) is no JSON. Such numbers become -1, which no reader
// of runtimes takes for one; lengths stay, so that places of faults stay true.
std::string without_nan(std::string_view text) {
    std::string out(text);
    bool in_string = false;
    for (std::size_t k = 0; k < out.size(); ++k) {
        if (in_string && out[k] == '\\') {
            ++k;
            continue;
        }
        if (out[k] == '"') in_string = !in_string;
        if (in_string) continue;
        for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
            if (text.substr(k, word.size()) != word) continue;
            out.replace(k, word.size(), "-1" + std::string(word.size() - 2, ' '));
            k += word.size() - 1;
            break;
        }
    }
    return out;
}

const Error not_wfformat{ErrorKind::BadInput, "1:1: this is JSON but no WfFormat: it has no workflow with tasks"};

}  // namespace

Result<Workflow> read_workflow(std::string_view text) {
    json document;
    try {
        document = json::parse(without_nan(text));
    } catch (const json::parse_error& fault) {
        return Error{ErrorKind::BadInput, place_of(text, fault.byte) + ": this is no JSON"};
    }
    const json* workflow = document.is_object() ? find(document, {"workflow"}) : nullptr;
    if (!workflow || !workflow->is_object()) return not_wfformat;
    Workflow out;
    Oddities oddities;
    out.schema = text_at(document, {"schemaVersion"});
    if (workflow->contains("specification") && (*workflow)["specification"].is_object()) {
        read_split(*workflow, out, oddities);
    } else {
        const json* list = find(*workflow, {"tasks", "jobs"});
        if (!list || !list->is_array()) return not_wfformat;
        read_flat(*workflow, *list, out, oddities);
    }
    if (out.tasks.empty()) return not_wfformat;
    collect_edges(out);
    if (oddities.times_american > 0) out.warnings.push_back("times like MM-DD-YY were read as month, day, year");
    if (oddities.times_unreadable > 0) out.warnings.push_back(std::to_string(oddities.times_unreadable) + " times could not be read");
    return out;
}

}  // namespace apollo::interchange
