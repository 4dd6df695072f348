#include "base/text.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

using certify::Certificate;
using certify::ConstraintCertificate;
using certify::Verdict;

std::vector<const ConstraintCertificate*> with(const Certificate& certificate, Verdict decision) {
    std::vector<const ConstraintCertificate*> found;
    for (const auto& constraint : certificate.constraints)
        if (constraint.verdict == decision) found.push_back(&constraint);
    return found;
}

Badge badge_of(Verdict decision) {
    if (decision == Verdict::certified) return {Tone::good, "certified"};
    if (decision == Verdict::violated) return {Tone::bad, "violated"};
    if (decision == Verdict::undecided) return {Tone::open, "undecided"};
    return {Tone::open, "no bound", "\u2013"};
}

/// An estimate needs only two significant digits, but row counts are written out: "12000".
std::string roughly(double rows) {
    const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(rows)) - 1));
    return base::number_text(std::ceil(rows / unit) * unit);
}

Text verdict_on_all(const Certificate& certificate, std::string_view whom) {
    const std::size_t certified = with(certificate, Verdict::certified).size();
    const std::size_t all = certificate.constraints.size();
    const Text rows = say(Count{certificate.rows}, " rows that had no part in training");
    if (certified == all)
        return say("Certified: with probability ", Number{1 - certificate.delta, 4}, ", ",
                   all == 1 ? Text("the constraint holds") : say(all_of(all), " constraints hold"), " for ", whom,
                   " not yet seen, as shown by ", rows, ".");
    if (all == 1)
        return say("Not certified: ", rows, " do not show that the constraint holds for ", whom, " not yet seen.");
    return say("Not certified: ", rows, " confirm only ", Count{certified}, " of ", Count{all}, " constraints for ",
               whom, " not yet seen.");
}

Table certified_table(const Certificate& certificate, const std::vector<std::optional<double>>& tightened) {
    const bool searched = std::ranges::any_of(tightened, [](const auto& bound) { return bound.has_value(); });
    const bool flips = std::ranges::any_of(certificate.constraints, [](const auto& c) { return c.flips.has_value(); });
    Table table{.label = "The certificate", .columns = {{"constraint"}, {"verdict", "", in_words}, {"bound"}}};
    if (searched) table.columns.push_back({"searched", "bound in training"});
    for (const auto& column :
         {Column{"rows", "of the smallest group"}, Column{"risk", "on them"}, Column{"at worst", "confidence bound"}})
        table.columns.push_back(column);
    if (flips) table.columns.push_back({"flips at worst", "confidence bound"});
    table.columns.push_back({"rows to decide", "a guess"});
    using Bound = std::optional<double>;
    const auto add = [&](Row row, const Bound& in_training, const certify::RiskBounds& risk, const Bound& worst,
                         const Bound& most_flips, const Bound& to_decide) {
        if (searched) row.cells.emplace_back(or_dash(in_training));
        for (const auto& cell : {Text(Count{risk.rows}), or_dash(risk.estimate, 4), or_dash(worst, 4)})
            row.cells.emplace_back(cell);
        if (flips) row.cells.emplace_back(percent_or_dash(most_flips));
        row.cells.emplace_back(to_decide ? Text(roughly(*to_decide)) : Text(Nothing{}));
        table.rows.push_back(std::move(row));
    };
    for (std::size_t i = 0; i < certificate.constraints.size(); ++i) {
        const auto& found = certificate.constraints[i];
        add({{found.name, badge_of(found.verdict), bound(found.bound, found.at_least)}},
            searched ? tightened[i] : Bound(), found.risk, found.limit(), found.flips ? found.flips->high : Bound(),
            found.rows_to_decide);
    }
    const auto& loss = certificate.objective;
    if (loss.estimate || loss.no_bound) add({{"mean loss", Nothing{}, Nothing{}}}, {}, loss, loss.high, {}, {});
    return table;
}

/// Constraints without a bound, each cause once: "'a' has no bound: ...", "3 constraints have no bound: ...".
std::vector<Text> without_bound(const Certificate& certificate) {
    std::vector<std::pair<std::string, std::vector<Text>>> causes;
    for (const auto& constraint : certificate.constraints) {
        const auto& cause = constraint.risk.no_bound;
        if (!cause && constraint.verdict != Verdict::impossible) continue;
        const std::string why = cause ? ": " + to_string(*cause) : "";
        auto known = std::ranges::find(causes, why, [](const auto& cause) { return cause.first; });
        if (known == causes.end()) known = causes.insert(known, {why, {}});
        known->second.emplace_back(Name{constraint.name});
    }
    std::vector<Text> list;
    constexpr std::size_t few = 3;
    for (const auto& [why, names] : causes)
        list.push_back(say(names.size() <= few ? listed(names) : counted(names.size(), "constraint"),
                           names.size() == 1 ? " has" : " have", " no bound", why));
    return list;
}

List reasons(const Certificate& certificate) {
    List list{without_bound(certificate)};
    if (const auto& why = certificate.objective.no_bound)
        list.items.push_back(say(Name{"mean loss"}, " has no bound: ", to_string(*why)));
    return list;
}

/// The other families, folded away: picking the best of them afterwards would invalidate the certificate.
Details families(const Certificate& certificate) {
    using One = const ConstraintCertificate&;
    std::vector<ColumnOf<ConstraintCertificate>> columns = {{{"constraint"}, [](One c) { return c.name; }}};
    for (const auto family : certify::all_families)
        columns.push_back({{std::string(certify::to_string(family))}, [family](One c) -> Cell {
                               for (const auto& bounds : c.risk.families)
                                   if (bounds.family == family) return Number{c.at_least ? bounds.low : bounds.high};
                               return Nothing{};
                           }});
    return {"Bounds of the other families",
            {Paragraph{R"(For information. One family is chosen before the rows are seen; the best of several, picked
                          afterwards, does not hold with this probability.)"},
             table_of("Bounds of every family", certificate.constraints, columns)}};
}

}  // namespace

Text certified(const Certificate& certificate, std::string_view whom) {
    if (certificate.rows_were_trained_on) return "Nothing is certified: the model was trained on these rows.";
    Text text = verdict_on_all(certificate, whom);
    for (const auto* constraint : with(certificate, Verdict::violated))
        text += say(" ", Name{constraint->name}, " does not hold there.");
    for (const auto* constraint : with(certificate, Verdict::undecided))
        text +=
            say(" Undecided: ", Name{constraint->name}, constraint->at_least ? ", at least " : ", at most ",
                Number{*constraint->limit()}, " where the bound is ", Number{constraint->bound},
                constraint->rows_to_decide ? "; about " + roughly(*constraint->rows_to_decide) + " rows would decide."
                                           : ".");
    for (const auto& why : without_bound(certificate)) text += say(" ", why, ".");
    if (certificate.of_tighter_search)
        text +=
            R"( These are the verdicts on a model that was searched with tighter bounds. It did not pass, so the model
                    that is kept is the one without them, as if no certificate had been asked for.)";
    return text;
}

Blocks certificate_parts(const Certificate& certificate, const std::vector<std::optional<double>>& tightened) {
    Blocks blocks = {
        Paragraph{say("With probability ", Number{1 - certificate.delta, 4}, R"(, no risk in the population is worse
                          than the number under "at worst" ()",
                      certify::to_string(certificate.family),
                      R"( bounds), provided that these rows had no part in training or in
                          any choice, and are independent draws from the population that the model will meet.)")},
        certified_table(certificate, tightened), reasons(certificate)};
    const auto several = [](const auto& constraint) { return !constraint.risk.families.empty(); };
    if (std::ranges::any_of(certificate.constraints, several)) blocks.emplace_back(families(certificate));
    return blocks;
}

Document certificate_summary(const Certificate& certificate, const std::string& file) {
    return {.heading = say(file, ": ", certified(certificate)),
            .sections = {{.blocks = certificate_parts(certificate)}}};
}

}  // namespace alcole::words
