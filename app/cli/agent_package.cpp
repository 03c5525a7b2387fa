// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/agent_package.h"

#include <QProcess>
#include <QStandardPaths>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

namespace apollo::cli {

namespace {

constexpr std::string_view deb_magic = "!<arch>\n";
// The head of what an installer made by NSIS carries, in one of the blocks of 512 bytes behind the program itself.
constexpr std::string_view nsis_magic = "\xEF\xBE\xAD\xDENullsoftInst";
constexpr std::size_t nsis_block_bytes = 512;

Error bad(const std::string& file, const std::string& what) { return {ErrorKind::BadInput, file + " " + what}; }

std::string trimmed(std::string_view text) { return std::string(text.substr(0, text.find_last_not_of(" /\n") + 1)); }

// ---- Debian ----

constexpr std::size_t member_head_bytes = 60;

// The names of the archive's members; BadInput when it ends before the last one does.
Result<std::set<std::string>> members_of(const std::string& file, const std::string& content) {
    std::set<std::string> names;
    std::size_t at = deb_magic.size();
    while (at < content.size()) {
        const std::string_view head = std::string_view(content).substr(at, member_head_bytes);
        if (head.size() < member_head_bytes || head.substr(58) != "`\n") return bad(file, "is a damaged Debian package");
        const std::string size_text = trimmed(head.substr(48, 10));
        std::size_t size = 0;
        const auto [end, code] = std::from_chars(size_text.data(), size_text.data() + size_text.size(), size);
        if (code != std::errc() || end != size_text.data() + size_text.size()) return bad(file, "is a damaged Debian package");
        at += member_head_bytes;
        if (size > content.size() - at) return bad(file, "is cut short: it is a Debian package whose end is missing");
        names.insert(trimmed(head.substr(0, 16)));
        at += size + size % 2;
    }
    return names;
}

bool has_member(const std::set<std::string>& names, const std::string& beginning) {
    const auto at = names.lower_bound(beginning);
    return at != names.end() && at->starts_with(beginning);
}

// A field that dpkg-deb reads; nullopt where there is no dpkg-deb.
std::optional<std::string> field_of(const std::string& file, const char* field) {
    const QString program = QStandardPaths::findExecutable(QStringLiteral("dpkg-deb"));
    if (program.isEmpty()) return std::nullopt;
    QProcess process;
    process.start(program, {QStringLiteral("--field"), QString::fromStdString(file), QString::fromLatin1(field)});
    process.waitForFinished();
    return trimmed(process.readAllStandardOutput().toStdString());
}

Result<AgentPackage> inspect_deb(const std::string& file, const std::string& content) {
    const auto names = members_of(file, content);
    if (!names) return names.error();
    if (!names->contains("debian-binary") || !has_member(*names, "control.tar") || !has_member(*names, "data.tar")) return bad(file, "is an archive, but no Debian package");
    const auto name = field_of(file, "Package"), version = field_of(file, "Version");
    if (name && *name != "apollo-agent") return bad(file, name->empty() ? "cannot be read by dpkg-deb" : "is a package of " + *name + ", not of apollo-agent");
    return AgentPackage{AgentPackage::System::Linux, version.value_or("")};
}

// ---- Windows ----

std::uint32_t number_at(const std::string& content, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t k = 4; k-- > 0;) number = number << 8 | static_cast<unsigned char>(content[at + k]);
    return number;
}

std::string as_utf16(std::string_view text) {
    std::string wide;
    for (const char c : text) wide += {c, '\0'};
    return wide;
}

// A value of the program's version resource: name, zero, padding to four bytes, value, zero; all UTF-16.
std::string resource_value(const std::string& content, std::string_view name) {
    const std::size_t found = content.find(as_utf16(name) + std::string(2, '\0'));
    if (found == std::string::npos) return {};
    std::size_t at = found + 2 * name.size() + 2;
    for (int k = 0; k < 4 && at + 1 < content.size() && content[at] == '\0' && content[at + 1] == '\0'; ++k) at += 2;
    std::string value;
    for (; at + 1 < content.size() && content[at + 1] == '\0' && content[at] != '\0' && value.size() < 64; at += 2) value += content[at];
    return value;
}

Result<AgentPackage> inspect_installer(const std::string& file, const std::string& content) {
    for (std::size_t at = 0; at + 28 <= content.size(); at += nsis_block_bytes) {
        if (std::string_view(content).substr(at + 4, nsis_magic.size()) != nsis_magic) continue;
        if (number_at(content, at + 24) > content.size() - at) return bad(file, "is cut short: it is an installer whose end is missing");
        if (const std::string product = resource_value(content.substr(0, at), "ProductName"); product != "Apollo-11") return bad(file, "is an installer of " + (product.empty() ? "something else" : product) + ", not of Apollo-11");
        return AgentPackage{AgentPackage::System::Windows, resource_value(content.substr(0, at), "ProductVersion")};
    }
    return bad(file, "is a program of Windows, but no installer of Apollo-11, or one that is cut short");
}

}  // namespace

Result<AgentPackage> inspect_package(const std::string& file, const std::string& content) {
    if (content.empty()) return bad(file, "is empty");
    if (content.starts_with(deb_magic)) return inspect_deb(file, content);
    if (content.starts_with("MZ")) return inspect_installer(file, content);
    return AgentPackage{};
}

const char* to_text(AgentPackage::System system) {
    switch (system) {
    case AgentPackage::System::Linux: return "Linux";
    case AgentPackage::System::Windows: return "Windows";
    case AgentPackage::System::Unknown: break;
    }
    return "an unknown system";
}

}  // namespace apollo::cli
