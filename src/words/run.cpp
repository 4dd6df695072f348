#include "words/run.hpp"

#include "base/text.hpp"
#include "words/examination.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

using namespace run;
using base::percent;
using base::plural;
using Status = ConstraintStatus;

template <class List, class Name>
std::string joined(const List& list, Name name) {
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i)
        text += (i == 0 ? "" : i + 1 == list.size() ? " and " : ", ") + name(list[i]);
    return text;
}

std::vector<const ConstraintOutcome*> with(const Outcome& outcome, auto condition) {
    std::vector<const ConstraintOutcome*> found;
    for (const auto& constraint : outcome.constraints)
        if (condition(constraint)) found.push_back(&constraint);
    return found;
}

std::string names(const std::vector<const ConstraintOutcome*>& list) {
    return joined(list, [](const ConstraintOutcome* constraint) { return base::quoted(constraint->name); });
}

/// By how much a slack is over its bound, as a share of it where there is one to compare with.
std::string over(double slack, double bound) {
    return bound != 0 ? percent(slack / std::abs(bound)) + " of the bound" : base::short_number(slack);
}

}  // namespace

std::string price(const ConstraintOutcome& constraint, const Outcome& outcome) {
    if (outcome.iterate != Iterate::last) return "not known: the search did not converge";
    if (!constraint.binding) return "costs nothing: it is met anyway";
    const double tenth = constraint.bound != 0 ? std::abs(constraint.bound) / 10 : 0.01;
    const double gain = constraint.multiplier * tenth;
    std::string text = constraint.bound != 0 ? "a bound a tenth looser" : "a bound of 0.01 instead of 0";
    text += " would lower the objective by about " + base::short_number(gain, 2);
    if (outcome.train.objective > 0) text += " (" + percent(gain / outcome.train.objective) + ")";
    return text;
}

namespace {

std::string feasibility(const Outcome& outcome) {
    if (outcome.constraints.empty()) return "There are no constraints.";
    const auto missed = with(outcome, [](const auto& c) { return c.verdict == Status::not_met; });
    if (missed.empty())
        return "Feasible: on the training rows " +
               (outcome.constraints.size() == 1
                    ? "the constraint is met"
                    : "all " + plural(outcome.constraints.size(), "constraint") + " are met") +
               " (within 1 % of the bound).";
    std::string text = outcome.conflict
                           ? "Infeasible: no model near this one meets all constraints. "
                           : "Not met: training ended before all constraints were met (" + outcome.message + "). ";
    const auto worst = std::ranges::max_element(
        missed, {}, [](const ConstraintOutcome* c) { return c->train.slack / std::max(std::abs(c->bound), 1e-12); });
    return text + plural(missed.size(), "constraint") + (missed.size() == 1 ? " is" : " are") + " missed, worst " +
           base::quoted((*worst)->name) + ", over by " + over((*worst)->train.slack, (*worst)->bound) + ".";
}

std::string held_out(const Outcome& outcome) {
    const bool missed =
        std::ranges::any_of(outcome.constraints, [](const auto& c) { return c.verdict == Status::not_met; });
    if (!outcome.test || outcome.constraints.empty() || missed) return {};
    const auto broken = with(outcome, [](const auto& c) { return c.verdict == Status::met_in_training; });
    const auto met = with(outcome, [](const auto& c) { return c.verdict == Status::met; });
    if (broken.empty())
        return met.empty() ? "" : "The " + std::to_string(outcome.test->metrics.rows) + " held-out rows agree.";
    std::string text = "On the " + std::to_string(outcome.test->metrics.rows) + " held-out rows " +
                       plural(broken.size(), "constraint") + (broken.size() == 1 ? " that was" : " that were") +
                       " met in training " + (broken.size() == 1 ? "is" : "are") + " over: ";
    text += joined(broken, [](const ConstraintOutcome* c) {
        return base::quoted(c->name) + " by " + over(c->test->slack, c->bound);
    });
    return text + ". More rows, a smaller bound or a stronger model.l2 bring the two closer.";
}

std::string certificate(const Outcome& outcome) {
    return outcome.certificate ? certify::in_words(*outcome.certificate) : "";
}

std::string binding(const Outcome& outcome) {
    if (outcome.constraints.empty() || outcome.conflict) return {};
    auto found = with(outcome, [](const auto& c) { return c.binding; });
    if (found.empty()) return "No constraint binds: the model would keep all of them anyway, and they cost nothing.";
    std::ranges::sort(found, std::greater<>(),
                      [](const ConstraintOutcome* c) { return c->multiplier * std::abs(c->bound); });
    std::string text = (found.size() == 1 ? "One constraint binds: " : plural(found.size(), "constraint") + " bind: ") +
                       names(found) + (found.size() > 1 ? ". Dearest is " + base::quoted(found.front()->name) : "") +
                       ": " + price(*found.front(), outcome) + ".";
    const auto idle = outcome.constraints.size() - found.size();
    if (idle > 0) text += " The other " + (idle == 1 ? "one costs" : std::to_string(idle) + " cost") + " nothing.";
    return text;
}

std::string clashing(const Outcome& outcome) {
    if (outcome.clashes.empty() || outcome.conflict) return {};
    constexpr std::size_t most = 3;
    std::string text = "Pulling against each other: ";
    for (std::size_t k = 0; k < std::min(most, outcome.clashes.size()); ++k) {
        const Clash& clash = outcome.clashes[k];
        text += (k > 0 ? "; " : "") + base::quoted(outcome.constraints[clash.first].name) + " and " +
                base::quoted(outcome.constraints[clash.second].name) + " (cosine of their gradients " +
                base::short_number(clash.cosine, 2) + ")";
    }
    return text + ". Relaxing one of a pair makes the other cheaper.";
}

std::string conflict(const Outcome& outcome) {
    if (!outcome.conflict) return {};
    const Conflict& found = *outcome.conflict;
    std::string text =
        joined(found.constraints, [&](std::size_t i) { return base::quoted(outcome.constraints[i].name); });
    text += found.constraints.size() == 1 ? " cannot be met here." : " cannot be met together here.";
    if (found.minimal && found.constraints.size() > 1) text += " Without any one of them the rest can.";
    text += found.shown ? " The smallest bounds that were found to be met together: "
                        : " Bounds that could perhaps be met together: ";
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < found.least_bounds.size(); ++i) all.push_back(i);
    return text +
           joined(all,
                  [&](std::size_t i) {
                      return base::quoted(outcome.constraints[i].name) +
                             (outcome.constraints[i].at_least ? " >= " : " <= ") +
                             base::short_number(found.least_bounds[i], 4);
                  }) +
           ".";
}

}  // namespace

std::vector<std::string> notes(const Outcome& outcome) {
    std::vector<std::string> list = outcome.notes;
    if (outcome.iterate == Iterate::best)
        list.push_back("the last iterate misses a constraint (" + outcome.message +
                       "); the model is the best iterate that meets all of them, with an objective of " +
                       base::short_number(outcome.train.objective, 5) + " instead of " +
                       base::short_number(outcome.last_objective.value_or(outcome.train.objective), 5) +
                       ", and the multipliers are those of the last");
    if (outcome.iterate == Iterate::least_violating)
        list.emplace_back(outcome.conflict && outcome.conflict->shown
                              ? "no model meets all constraints; this one meets the smallest bounds that were found to "
                                "be met together"
                              : "no model that meets all constraints was found; this one violates them least");
    for (const std::size_t i : outcome.at_ceiling)
        list.push_back("the multiplier of " + base::quoted(outcome.constraints[i].name) +
                       " was held back by solve.dual.ceiling");
    if (!outcome.test)
        list.emplace_back("no rows were held out (data.test = 0): nothing here speaks for rows not yet seen");
    return list;
}

std::vector<std::string> explain(const Outcome& outcome) {
    std::vector<std::string> paragraphs;
    for (auto text : {feasibility(outcome), conflict(outcome), held_out(outcome), certificate(outcome),
                      binding(outcome), clashing(outcome), is_it_an_answer(outcome)})
        if (!text.empty()) paragraphs.push_back(std::move(text));
    return paragraphs;
}

}  // namespace alcole::words
