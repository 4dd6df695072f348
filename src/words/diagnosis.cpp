#include "words/parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace alcole::words {
namespace {

using learning::ConstraintOutcome;
using learning::ConstraintStatus;
using learning::Outcome;
using Constraints = std::vector<ConstraintOutcome>;

using Condition = std::function<bool(const ConstraintOutcome&)>;

/// The constraints that meet a condition, as they were stated.
Constraints with(const std::vector<ConstraintOutcome>& constraints, const Condition& condition) {
    Constraints found;
    for (const auto& constraint : constraints)
        if (condition(constraint)) found.push_back(learning::as_stated(constraint));
    return found;
}

Constraints with(const Outcome& outcome, const Condition& condition) { return with(outcome.constraints, condition); }

Constraints with(const Outcome& outcome, ConstraintStatus status) {
    return with(outcome, [status](const ConstraintOutcome& c) { return c.verdict == status; });
}

template <class Say>
Text each(const Constraints& list, const Say& words_for, std::size_t max_items = 6) {
    std::vector<Text> items;
    for (const auto& constraint : list) items.push_back(words_for(constraint));
    return listed(items, max_items);
}

/// By how much a bound is missed, relative to the bound if it is not 0: "over its bound by 12 %", or "under its bound
/// by 3 %" for a lower bound.
Text missed_by(const ConstraintOutcome& constraint, double slack) {
    return say(constraint.at_least ? "under" : "over", " its bound by ",
               constraint.bound != 0 ? Text(Percent{slack / std::abs(constraint.bound), 2}) : Text(Number{slack}));
}

/// "The constraint is", "Both constraints are", "All 5 constraints are".
Text every_constraint(std::size_t all) {
    if (all == 1) return "The constraint is";
    return say(all == 2 ? Text("Both") : say("All ", Count{all}), " constraints are");
}

/// "3 of 5 constraints are".
Text some_constraints(std::size_t some, std::size_t all) {
    if (some == all) return every_constraint(all);
    return say(Count{some}, " of ", Count{all}, " constraints ", some == 1 ? "is" : "are");
}

/// Prices are the multipliers of the last iterate of a search that converged. For boosted trees only the first rounds
/// may be kept, which does not change what later rounds have found out about prices.
bool knows_prices(const Outcome& outcome) {
    if (!outcome.model.trees) return outcome.iterate == learning::Iterate::last && has_converged(outcome);
    const bool second_search = outcome.ending.growth && outcome.ending.growth->second_search;
    return !second_search && (outcome.iterate == learning::Iterate::last || outcome.iterate == learning::Iterate::best);
}

std::vector<Text> paragraphs_on(const Outcome& outcome) {
    std::vector<Text> list = {feasibility(outcome), conflict(outcome), held_out(outcome)};
    if (outcome.certificate) list.push_back(certified(*outcome.certificate));
    for (auto& text : {warning_of_baseline(outcome), cost(outcome), binding(outcome), clashes(outcome, 3),
                       influence(outcome), is_it_a_solution(outcome)})
        list.push_back(text);
    std::erase_if(list, [](const Text& text) { return text.empty(); });
    return list;
}

/// Without the places of second sides of gaps, which follow the first ones.
std::vector<std::size_t> one_of_each_gap(const Outcome& outcome, const std::vector<std::size_t>& places) {
    std::vector<std::size_t> kept;
    const auto& all = outcome.constraints;
    for (const std::size_t i : places)
        if (i < all.size() && (kept.empty() || !are_two_sides(all[kept.back()], all[i]))) kept.push_back(i);
    return kept;
}

bool all_protected_are_features(const Outcome& outcome) {
    return std::ranges::all_of(outcome.protected_columns, [&](const std::string& column) {
        return std::ranges::find(outcome.features, column) != outcome.features.end();
    });
}

}  // namespace

bool has_converged(const Outcome& outcome) {
    return alcole::multipliers_are_prices(outcome.status) && !outcome.ending.settled;
}

Text answer(const Outcome& outcome) {
    const std::size_t all = one_per_gap(outcome.constraints).size();
    const std::size_t missed = with(outcome, ConstraintStatus::not_met).size();
    const std::size_t training_only = with(outcome, ConstraintStatus::met_in_training).size();
    if (all == 0) return "Trained without constraints";
    if (outcome.conflict || outcome.status == Status::infeasible)
        return all == 1 ? "The constraint cannot be met" : "The constraints cannot be met together";
    if (missed > 0)
        return say(some_constraints(missed, all),
                   outcome.method == Method::unconstrained ? " violated when not enforced" : " not met");
    if (training_only > 0)
        return say(every_constraint(all), " met in training, ",
                   all == 1               ? Text("but not on held-out rows")
                   : training_only == all ? Text("none on held-out rows")
                                          : say(Count{training_only}, " of them not on held-out rows"));
    const char* certified = !outcome.certificate                   ? ""
                            : outcome.certificate->all_certified() ? " and certified"
                                                                   : ", but not certified";
    return say(every_constraint(all), " met", certified);
}

bool broken_by_calibration(const Outcome& outcome) {
    return outcome.model.calibration && outcome.status == Status::converged && !outcome.conflict &&
           !with(outcome, ConstraintStatus::not_met).empty();
}

Text feasibility(const Outcome& outcome) {
    if (outcome.constraints.empty()) return "There are no constraints.";
    const Text watched =
        outcome.method == Method::unconstrained ? "The constraints were only monitored, not enforced. " : "";
    const Constraints missed = with(outcome, ConstraintStatus::not_met);
    const std::size_t all = one_per_gap(outcome.constraints).size();
    if (missed.empty())
        return say(watched, "Feasible: on the training rows ",
                   all == 1 ? Text("the constraint is met") : say(all_of(all), " constraints are met"),
                   " (within 1 % of the bound)",
                   outcome.iterate == learning::Iterate::constant
                       ? ", but only by giving everyone the same answer: nothing better was found that meets them all."
                       : ".");
    const auto& worst = *std::ranges::max_element(
        missed, {}, [](const ConstraintOutcome& c) { return c.train.slack / std::max(std::abs(c.bound), 1e-12); });
    return say(watched,
               outcome.conflict ? Text("Infeasible: no model was found that meets all constraints. ")
               : broken_by_calibration(outcome)
                   ? Text("Not met: the search met all constraints, but calibrating the probabilities afterwards broke "
                          "them; a stricter bound leaves room for it. ")
                   : say("Not met: training ended before all constraints were met (", to_string(outcome.ending), "). "),
               counted(missed.size(), "constraint"), missed.size() == 1 ? " is" : " are", " missed; the worst is ",
               Name{worst.name}, ", ", missed_by(worst, worst.train.slack), ".");
}

Text held_out(const Outcome& outcome, std::string_view keeps_small) {
    if (!outcome.test || outcome.constraints.empty() || !with(outcome, ConstraintStatus::not_met).empty()) return {};
    Constraints broken = with(outcome, ConstraintStatus::met_in_training);
    std::ranges::stable_sort(broken, std::greater{}, [](const ConstraintOutcome& c) {
        return c.test ? slack_in_bounds(c.test->slack, c.bound) : 0.0;
    });
    const Text rows = say(Count{outcome.test->metrics.rows}, " held-out rows ");
    const auto gaps = one_per_gap(outcome.constraints);
    const Constraints silent = with(gaps, [](const ConstraintOutcome& c) { return !c.test; });
    Text nothing = silent.empty()
                       ? Text()
                       : say("The ", rows, "say nothing about ",
                             each(silent, [](const ConstraintOutcome& c) { return say(Name{c.name}); }), ".");
    if (broken.empty()) {
        const auto agrees = [](const ConstraintOutcome& c) { return c.test && c.verdict == ConstraintStatus::met; };
        if (with(outcome, agrees).empty()) return nothing;
        return say("The ", rows, "agree.", nothing.empty() ? "" : " ", nothing);
    }
    const bool one = broken.size() == 1;
    const bool below = std::ranges::all_of(broken, &ConstraintOutcome::at_least);
    const bool above = std::ranges::none_of(broken, &ConstraintOutcome::at_least);
    return say(
        "On the ", rows, counted(broken.size(), "constraint"), one ? " that was" : " that were", " met in training ",
        one ? "is" : "are", " not met: ",
        each(broken, [](const ConstraintOutcome& c) { return say(Name{c.name}, " is ", missed_by(c, c.test->slack)); }),
        ". More rows, a ",
        below   ? "larger"
        : above ? "smaller"
                : "stricter",
        " bound or a stronger ", keeps_small, " would bring the two closer.", nothing.empty() ? "" : " ", nothing);
}

Text quality(const Outcome& outcome) {
    const auto& metrics = judged_side(outcome).metrics;
    const auto& baseline = judged_side(outcome).baseline;
    const char* rows = outcome.test ? "the held-out rows" : "its training rows";
    if (metrics.accuracy) {
        const auto& training = outcome.train.metrics.accuracy;
        return say(
            "The model predicts ", Name{outcome.target}, " correctly for ", Percent{*metrics.accuracy}, " of ", rows,
            outcome.test && training ? say(" (", Percent{*training}, " in training)") : Text(),
            baseline && baseline->accuracy
                ? say("; always predicting the most frequent class would be correct for ", Percent{*baseline->accuracy})
                : Text(),
            ".");
    }
    if (!metrics.mean_squared_error || !metrics.r_squared) return {};
    return say("On ", rows, " the predictions of ", Name{outcome.target}, " have an r squared of ",
               Number{*metrics.r_squared}, " and a mean squared error of ", Number{*metrics.mean_squared_error},
               baseline && baseline->mean_squared_error
                   ? say("; always predicting the mean has ", Number{*baseline->mean_squared_error})
                   : Text(),
               ".");
}

Text binding(const Outcome& outcome) {
    if (outcome.constraints.empty() || outcome.conflict) return {};
    Constraints found = with(outcome, [](const ConstraintOutcome& c) { return c.binding; });
    if (outcome.iterate == learning::Iterate::constant)
        return "What each constraint costs is not known: no model was found that meets them and does better than "
               "giving everyone the same answer.";
    if (found.empty() && !knows_prices(outcome))
        return "What each constraint costs is not known: the search did not converge.";
    if (found.empty()) return "No constraint binds: the model would meet them all anyway, and they cost nothing.";
    std::ranges::sort(found, std::greater<>(), value_of_bound);
    const auto& first = found.front();
    const auto others = static_cast<std::size_t>(
        std::ranges::count(one_per_gap(outcome.constraints), false, &ConstraintOutcome::binding));
    return say(found.size() == 1 ? Text("One constraint binds: ") : say(counted(found.size(), "constraint"), " bind: "),
               each(found, [](const ConstraintOutcome& c) { return Text(Name{c.name}); }),
               !knows_prices(outcome)
                   ? Text(". What that costs is not known: the search did not converge.")
                   : say(found.size() > 1 ? say(". The most expensive is ", Name{first.name}) : Text(), ": ",
                         price(first, outcome), "."),
               others == 0 || !knows_prices(outcome) ? Text()
               : others == 1                         ? Text(" The other one costs nothing.")
                                                     : say(" The other ", Count{others}, " cost nothing."));
}

Text price(const ConstraintOutcome& constraint, const Outcome& outcome) {
    const ConstraintOutcome stated = learning::as_stated(constraint);
    if (!knows_prices(outcome)) return "not known: the search did not converge";
    if (!stated.binding) return "costs nothing: it is met anyway";
    const double tenth = tabular::size_of_bound(stated.bound) / (stated.bound != 0 ? 10 : 1);
    const double gain = std::abs(stated.multiplier) * tenth;
    const double objective = outcome.train.objective;
    if (outcome.unconstrained && !stated.equality) {
        const double without = outcome.unconstrained->train.objective;
        if (objective <= without) return "costs next to nothing: without any constraint the objective is no lower";
        if (objective - without < gain)
            return say("without any constraint the objective would be only ", Number{objective - without, 2}, " lower",
                       objective > 0 ? say(" (", Percent{(objective - without) / objective, 2}, ")") : Text());
    }
    const bool down = stated.multiplier < 0;
    return say(stated.equality     ? say("moving its target by ", Number{down ? -tenth : tenth, 2})
               : stated.bound != 0 ? Text("a bound a tenth looser")
                                   : Text("a bound of 0.01 instead of 0"),
               " would lower the objective by about ", Number{gain, 2},
               objective > 0 ? say(" (", Percent{gain / objective, 2}, ")") : Text());
}

Text clashes(const Outcome& outcome, std::size_t max_items) {
    std::vector<Text> pairs;
    for (const auto& [first, second, cosine] : outcome.clashes)
        if (std::max(first, second) < outcome.constraints.size() && pairs.size() < max_items)
            pairs.push_back(say(Name{outcome.constraints[first].name}, " and ", Name{outcome.constraints[second].name},
                                " (cosine of their gradients ", Number{cosine, 2}, ")"));
    if (pairs.empty() || outcome.conflict) return {};
    Text text = "Pulling against each other: ";
    for (std::size_t k = 0; k < pairs.size(); ++k) text += say(k > 0 ? "; " : "", pairs[k]);
    return say(text, ". Relaxing one of a pair makes the other cheaper; a cosine of ", Number{-1}, " is head-on.");
}

Text conflict(const Outcome& outcome) {
    if (!outcome.conflict) return {};
    const learning::Conflict& found = *outcome.conflict;
    const auto names = names_at(outcome, one_of_each_gap(outcome, found.constraints));
    Text text = say("No model was found that meets ", names.empty() ? Text("the constraints") : listed(names, 6),
                    names.size() == 1 ? "." : " together.");
    if (found.minimal && names.size() > 1) text += " If any one of them is dropped, the others can be met.";
    if (found.relaxed_bounds.size() != outcome.constraints.size()) return text;
    std::vector<Text> bounds;
    std::vector<std::size_t> all(outcome.constraints.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const std::size_t i : one_of_each_gap(outcome, all))
        bounds.push_back(say(Name{outcome.constraints[i].name}, " ",
                             Sign{outcome.constraints[i].at_least ? ">=" : "<="}, " ",
                             Number{found.relaxed_bounds[i], 4}));
    return say(text,
               found.shown ? " The smallest bounds found that can be met together: "
                           : " Bounds that could perhaps be met together: ",
               listed(bounds, 6), ".");
}

Text kept_best(double objective, const std::optional<double>& of_last) {
    return say(
        "the last iterate misses a constraint or is worse; the model is the best iterate that meets them all, with ",
        "an objective of ", Number{objective, 5}, " instead of ", Number{of_last.value_or(objective), 5},
        "; the multipliers are those of the last");
}

std::vector<Text> texts(const std::vector<Note>& notes) {
    constexpr std::size_t many = 5;  // more of one kind are counted after the first few, as in a first look
    constexpr std::size_t few = 3;
    std::map<Note::Kind, std::size_t> all;
    for (const auto& note : notes) ++all[note.kind];
    std::map<Note::Kind, std::size_t> seen;
    std::vector<Text> list;
    for (const auto& note : notes) {
        const std::size_t before = seen[note.kind]++;
        if (all[note.kind] <= many || before < few) list.emplace_back(to_string(note));
        if (all[note.kind] > many && before == few)
            list.push_back(say(Count{all[note.kind] - few}, " more notes of this kind; --json lists all of them"));
    }
    return list;
}

std::vector<Text> notes(const Outcome& outcome) {
    std::vector<Text> list = texts(outcome.notes);
    if (outcome.iterate == learning::Iterate::best && !outcome.model.trees)  // for trees, the message says so
        list.push_back(kept_best(outcome.train.objective, outcome.last_objective));
    if (outcome.iterate == learning::Iterate::constant)
        list.emplace_back(all_protected_are_features(outcome) ? "the model gives everyone the same answer: nothing "
                                                                "better was found that meets all constraints; loosen "
                                                                "a bound"
                                                              : "the model gives everyone the same answer: nothing "
                                                                "better was found that meets all constraints; loosen "
                                                                "a bound, or let a protected column be a feature");
    if (outcome.iterate == learning::Iterate::least_violating)
        list.emplace_back(outcome.conflict && outcome.conflict->shown
                              ? "no model meets all constraints; this one meets the smallest bounds found that "
                                "can be met together"
                              : "no model that meets all constraints was found; this one violates them least");
    for (const auto& name : names_at(outcome, outcome.at_ceiling))
        list.push_back(say("the multiplier of ", name, " was limited by solve.dual.ceiling"));
    if (!outcome.test)
        list.emplace_back("no rows were held out (data.test = 0): nothing here shows how well it does on unseen rows");
    return list;
}

std::vector<std::string> paragraphs(const std::vector<Text>& texts) {
    std::vector<std::string> list;
    for (const auto& text : texts)
        if (!text.empty()) list.push_back(ascii(text));
    return list;
}

std::vector<std::string> explain(const Outcome& outcome) { return paragraphs(paragraphs_on(outcome)); }

Document explanation(const Outcome& outcome) {
    Document document{.sections = {{}}};
    for (auto& text : paragraphs_on(outcome)) document.sections.front().blocks.emplace_back(Paragraph{std::move(text)});
    return document;
}

}  // namespace alcole::words
