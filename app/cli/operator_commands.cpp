// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Who may work with this orchestrator, and as what.
#include "app/cli/asking.h"
#include "app/cli/commands.h"

namespace apollo::cli {

namespace {

int operator_add(Context& context) {
    auto name = context.required("name");
    if (!name) return fail(name.error());
    auto text = context.required("role");
    if (!text) return fail(text.error());
    const auto role = domain::operator_role_from_text(*text);
    if (!role) return fail(exit_bad_input, "--role must be viewer, operator or admin, not '" + *text + "'");
    if (!is_valid_name(*name)) return fail(exit_bad_input, "'" + *name + "' is no name; use letters, digits, '.', '_' and '-'");
    const std::string folder = context.options().value("out", client::profile_folder(*name));
    if (SystemDisk().exists(folder + "/operator.key")) return fail(exit_bad_input, folder + " holds a profile already; remove it, or name another folder with --out");
    auto access = context.access();
    if (!access) return fail(access.error());
    auto request = client::make_operator_request(*name);
    if (!request) return fail(request.error());
    auto result = ask(context, domain::AddOperator{OperatorName{*name}, *role, request->csr_pem, {}, {}, {}, why_of(context)});
    if (!result) return fail(result.error());
    const transport::Credentials credentials{request->key_pem, result->certificate_pem, result->ca_pem};
    if (auto stored = client::store_profile(folder, credentials, access->address); !stored) return fail(stored.error());
    if (context.json()) print_json({{"operator", *name}, {"role", to_text(*role)}, {"folder", folder}, {"position", result->position.value}});
    else print("operator " + *name + " may work here as " + to_text(*role) + "; key and certificate are in " + folder +
               "\nwhere they are used they belong in ~/.config/apollo/profiles/" + *name + ", then: apollo-cli --profile " + *name);
    return exit_done;
}

int operator_list(Context& context) {
    auto state = fetch_state(context, std::nullopt);
    if (!state) return fail(state.error());
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows{{"OPERATOR", "ROLE", "STATE", "ADDED"}};
    list.push_back({{"operator", domain::local_operator}, {"role", to_text(domain::OperatorRole::Admin)}, {"state", "active"}, {"added_at", nullptr}, {"certificate_serial", nullptr}});
    rows.push_back({domain::local_operator, to_text(domain::OperatorRole::Admin), "active", "—"});
    for (const domain::Operator& one : (*state)->operators) {
        const char* state_text = one.revoked ? "revoked" : "active";
        list.push_back({{"operator", one.name.text}, {"role", to_text(one.role)}, {"state", state_text}, {"added_at", time_json(one.added_at)},
                        {"certificate_serial", one.certificate_serial}});
        rows.push_back({one.name.text, to_text(one.role), state_text, time_text(one.added_at)});
    }
    if (context.json()) print_json({{"operators", list}});
    else print_table(rows);
    return exit_done;
}

int operator_revoke(Context& context) {
    auto name = context.required("name");
    if (!name) return fail(name.error());
    auto result = ask(context, domain::RevokeOperator{OperatorName{*name}, why_of(context)});
    if (!result) return fail(result.error());
    if (context.json()) print_json({{"operator", *name}, {"state", "revoked"}, {"changed", result->affected}, {"position", result->position.value}});
    else print("operator " + *name + (result->affected > 0 ? " revoked" : " was revoked already"));
    return exit_done;
}

}  // namespace

std::vector<Verb> operator_verbs() {
    const OptionSpec name{"name", "NAME", "the operator"};
    return {
        {"operator", "add", "let somebody work here: makes a key here, has it certified, writes a profile",
         with_why({name, {"role", "ROLE", "viewer: look; operator: change tasks; admin: let nodes and operators in"},
                   {"out", "DIR", "where key and certificate go (default: ~/.config/apollo/profiles/NAME)"}}), operator_add},
        {"operator", "list", "who may work here, and as what", {}, operator_list},
        {"operator", "revoke", "shut somebody out at once", with_why({name}), operator_revoke},
    };
}

}  // namespace apollo::cli
