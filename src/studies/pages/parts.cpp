#include "studies/pages/parts.hpp"

#include <alcole/version.hpp>

#include "report/format.hpp"

#include <algorithm>
#include <cctype>

namespace alcole::studies {
namespace {

Badge badge_of(ClaimStatus verdict) {
    const Tone tone = verdict == ClaimStatus::holds   ? Tone::good
                      : verdict == ClaimStatus::fails ? Tone::bad
                                                      : Tone::open;
    return {tone, std::string(to_string(verdict))};
}

Facts::Group facts(std::string heading, const std::vector<Fact>& list) {
    Facts::Group group{std::move(heading)};
    for (const auto& [name, value] : list) group.facts.emplace_back(name, value);
    return group;
}

}  // namespace

Text synthetic_banner() {
    return say(Warning{"SYNTHETIC DATA"},
               R"( Made by a program. The numbers on this page say how training methods behave; they
               say nothing about real people.)");
}

Table claims_table(const std::vector<Claim>& claims) {
    Table table{.label = "Claims",
                .columns = {{"id", "", in_words},
                            {"claim", "", in_sentences},
                            {"estimate"},
                            {"interval"},
                            {"verdict", "", in_words}},
                .claims = true};
    for (const auto& claim : claims) {
        const Cell interval = has_width(claim.value) ? Cell(Ends{claim.value}) : Cell(Nothing{});
        table.rows.push_back({{claim.id, claim.text, Mean{claim.value}, interval, badge_of(claim.verdict)}});
    }
    return table;
}

Section claims_section(const std::vector<Claim>& claims) {
    Section section{"claims", "Claims", "The claims and what became of them"};
    if (!claims.empty())
        section.blocks = {
            Paragraph{say("A claim ", Emphasis{"holds"}, " when its whole interval lies within what it says, ",
                          Emphasis{"fails"}, " when all of it lies outside, and is ", Emphasis{"undecided"},
                          " otherwise, or when there are too few seeds to tell.")},
            claims_table(claims)};
    return section;
}

Section settings_section(const Record& record) {
    return {"settings",
            "Settings",
            "Settings and versions",
            {Facts{{facts("Settings", record.settings), facts("Versions", record.versions)}},
             Paragraph{say("The whole study took ", Seconds{record.seconds}, ".")}}};
}

Section cite_section() {
    return {"cite",
            "Cite",
            "How to cite",
            {Paragraph{say("The method: Ignacio Boero, Ignacio Hounie and Alejandro Ribeiro, ",
                           Emphasis{"AL-CoLe: Augmented Lagrangian for Constrained Learning"}, ", ",
                           Link{"arXiv 2510.20995", "https://arxiv.org/abs/2510.20995"},
                           ", 2025. The software: alcole ", version, ".")},
             Verbatim{cat(R"(@misc{boero2025alcole,
  title         = {{AL-CoLe}: Augmented Lagrangian for Constrained Learning},
  author        = {Boero, Ignacio and Hounie, Ignacio and Ribeiro, Alejandro},
  year          = {2025},
  eprint        = {2510.20995},
  archivePrefix = {arXiv}
}
@software{alcole,
  title   = {alcole: constrained learning in {C++}},
  version = {)",
                          version, "}\n}")}}};
}

const MethodResult* find_method(const Study& study, std::string_view name) {
    const auto at = std::ranges::find(study.methods, name, &MethodResult::name);
    return at == study.methods.end() ? nullptr : &*at;
}

bool is_dual(const MethodResult& method) {
    return method.name != "unconstrained" && !method.runs.empty() && !method.runs.front().trace.lambda.empty();
}

std::vector<const MethodResult*> dual_methods(const Study& study) {
    std::vector<const MethodResult*> dual;
    for (const auto& method : study.methods)
        if (is_dual(method)) dual.push_back(&method);
    return dual;
}

std::vector<std::size_t> hard_first(const Study& study) {
    std::vector<std::size_t> order(study.constraints.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return study.constraints[i].hard; });
    return order;
}

std::string kind_of(const ConstraintInfo& constraint) { return constraint.hard ? "\u25b2 hard" : "easy"; }

Reference reference_constraint(const Study& study) {
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    for (std::size_t i = 0; i < study.constraints.size(); ++i) {
        const std::string& name = study.constraints[i].name;
        for (const std::string_view word : {"sex", "gender"})
            if (std::search(name.begin(), name.end(), word.begin(), word.end(), same) != name.end()) return {i, true};
    }
    return {};
}

std::size_t num_runs(const Study& study) {
    std::size_t most = 0;
    for (const auto& method : study.methods) most = std::max(most, method.runs.size());
    return most;
}

}  // namespace alcole::studies
