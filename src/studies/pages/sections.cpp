#include "studies/pages/sections.hpp"

#include <alcole/version.hpp>

#include "report/format.hpp"

namespace alcole::studies {
namespace {

Badge badge_of(Verdict verdict) {
    return {verdict == Verdict::holds   ? Tone::good
            : verdict == Verdict::fails ? Tone::bad
                                        : Tone::open,
            std::string(to_string(verdict))};
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
    for (const auto& claim : claims)
        table.rows.push_back({{claim.id, claim.text, Mean{claim.value}, Ends{claim.value}, badge_of(claim.verdict)}});
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

Section settings_section(const std::vector<Fact>& settings, const std::vector<Fact>& versions, double seconds) {
    return {"settings",
            "Settings",
            "Settings and versions",
            {Facts{{facts("Settings", settings), facts("Versions", versions)}},
             Paragraph{say("The whole study took ", Seconds{seconds}, ".")}}};
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

}  // namespace alcole::studies
