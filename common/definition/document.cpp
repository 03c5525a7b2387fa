// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace apollo::definition {

namespace {

constexpr std::uint64_t count_ceiling = 1ull << 60;

Place place_of(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1}; }

// Builds the tree from the parser's events. Goes on after a fault, so that all of them are found.
class TreeBuilder final : public YAML::EventHandler {
public:
    TreeBuilder(const std::string& text, std::vector<Fault>& faults) : m_text(text), m_faults(faults) { find_lines(); }

    Document take() { return std::move(m_document); }
    bool has_document() const { return m_documents > 0; }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++m_documents == 2) fault(place_of(mark), "a second document begins here; a file holds one definition");
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        Node& node = add(Node::Kind::Scalar, mark, "?", anchor);
        node.text = null_text_at(mark);
        attach(node);
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
        Node& node = add(Node::Kind::Scalar, mark, tag, anchor);
        node.text = value;
        attach(node);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const Node* node = m_anchors[anchor];
        if (m_first_alias.line == 0) m_first_alias = place_of(mark);
        if (node == nullptr || std::find(m_open.begin(), m_open.end(), node) != m_open.end()) {
            fault(place_of(mark), "this alias stands inside what it refers to");
            node = &add(Node::Kind::Scalar, mark, "!", 0);
        }
        attach(*node);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        m_open.push_back(&add(Node::Kind::Sequence, mark, tag, anchor));
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        m_open.push_back(&add(Node::Kind::Map, mark, tag, anchor));
    }
    void OnMapEnd() override {
        check_keys(*m_open.back());
        close();
    }

    void check_size() {
        if (m_document.root == nullptr) return;
        if (m_document.root->expanded > expanded_limit) {
            const Place place = m_first_alias.line == 0 ? Place{} : m_first_alias;
            fault(place, m_first_alias.line == 0 ? "the file has too many values: at most " + std::to_string(expanded_limit)
                                                 : "too many alias expansions: more than " +
                                                       std::to_string(expanded_limit) + " values when written out");
        } else if (m_document.root->depth > depth_limit) {
            fault(m_document.root->place, "the values are nested too deeply: at most " + std::to_string(depth_limit) + " levels");
        }
    }

private:
    void fault(Place place, std::string reason) { m_faults.push_back({place.line, place.column, std::move(reason)}); }

    void find_lines() {
        m_lines.push_back(0);
        for (std::size_t i = 0; i < m_text.size(); ++i) {
            if (m_text[i] == '\n') m_lines.push_back(i + 1);
        }
    }

    // The parser does not say how a null was written, and a name or an argument may be meant by it.
    std::string null_text_at(const YAML::Mark& mark) const {
        if (mark.line < 0 || static_cast<std::size_t>(mark.line) >= m_lines.size()) return {};
        const std::size_t at = m_lines[static_cast<std::size_t>(mark.line)] + static_cast<std::size_t>(mark.column);
        for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
            if (std::string_view(m_text).substr(std::min(at, m_text.size())).starts_with(word)) return std::string(word);
        }
        return {};
    }

    Node& add(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        Node& node = m_document.nodes.emplace_back();
        node.kind = kind;
        node.place = place_of(mark);
        node.tag = tag;
        if (anchor != 0) m_anchors[anchor] = &node;
        return node;
    }

    void close() {
        const Node* node = m_open.back();
        m_open.pop_back();
        if (node->is_map()) m_keys.erase(node);
        attach(*node);
    }

    void attach(const Node& node) {
        if (m_open.empty()) {
            if (m_document.root == nullptr) m_document.root = &node;
            return;
        }
        Node& parent = *m_open.back();
        parent.expanded = std::min(count_ceiling, parent.expanded + node.expanded);
        parent.depth = std::max(parent.depth, node.depth + 1);
        if (parent.is_sequence()) {
            parent.items.push_back(&node);
            return;
        }
        const Node*& key = m_keys[&parent];
        if (key == nullptr) {
            key = &node;
        } else {
            parent.entries.emplace_back(key, &node);
            key = nullptr;
        }
    }

    void check_keys(const Node& map) {
        std::unordered_map<std::string_view, const Node*> seen;
        for (const auto& [key, value] : map.entries) {
            if (!key->is_scalar()) {
                fault(key->place, "a key must be a single word or text, not a list or a map");
                continue;
            }
            const auto [first, is_new] = seen.emplace(key->text, key);
            if (is_new) continue;
            fault(key->place, "key '" + key->text + "' is written twice, in line " +
                                  std::to_string(first->second->place.line) + " and in line " +
                                  std::to_string(key->place.line) + "; remove one");
        }
    }

    const std::string& m_text;
    std::vector<Fault>& m_faults;
    std::vector<std::size_t> m_lines;
    Document m_document;
    std::vector<Node*> m_open;
    std::unordered_map<const Node*, const Node*> m_keys;  // key of an open map that waits for its value
    std::unordered_map<YAML::anchor_t, const Node*> m_anchors;
    int m_documents = 0;
    Place m_first_alias{0, 0};
};

}  // namespace

Document read_document(const std::string& text, std::vector<Fault>& faults) {
    TreeBuilder builder(text, faults);
    try {
        std::istringstream stream(text);
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
        if (!builder.has_document()) faults.push_back({1, 1, "the file is empty; a definition has at least an intent or steps"});
    } catch (const YAML::Exception& error) {
        faults.push_back({std::max(error.mark.line, 0) + 1, std::max(error.mark.column, 0) + 1, "this is not YAML: " + error.msg});
        return {};
    }
    builder.check_size();
    return builder.take();
}

}  // namespace apollo::definition
