#include "words/vocabulary.hpp"

#include <alcole/version.hpp>

#include "report/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace alcole::words {

std::string model(const tabular::Model& model) {
    const char* calibrated = model.calibration ? ", calibrated" : "";
    if (model.trees) return "boosted trees of depth " + std::to_string(model.trees->depth) + calibrated;
    if (model.hidden.empty()) return std::string("linear") + calibrated;
    std::string units;
    for (const auto n : model.hidden) units += (units.empty() ? "" : "-") + std::to_string(n);
    return "mlp " + units + ", " + std::string(tabular::to_string(model.activation)) + calibrated;
}

Text all_of(std::size_t count) { return count == 2 ? Text("both") : say("all ", Count{count}); }

Text bound(double value, bool lower) { return lower ? at_least(value) : at_most(value); }

Text bound(const learning::ConstraintOutcome& constraint) {
    return constraint.equality ? say("= ", Number{constraint.bound}) : bound(constraint.bound, constraint.at_least);
}

double value_of_bound(const learning::ConstraintOutcome& constraint) {
    const auto stated = learning::as_stated(constraint);
    return std::abs(stated.multiplier) * tabular::size_of_bound(stated.bound);
}

std::vector<learning::ConstraintOutcome> one_per_gap(const std::vector<learning::ConstraintOutcome>& constraints) {
    std::vector<learning::ConstraintOutcome> seen;
    for (const auto& one : constraints) {
        const auto next = learning::as_stated(one);
        auto* last = seen.empty() ? nullptr : &seen.back();
        if (last == nullptr || !are_two_sides(*last, next)) {
            seen.push_back(next);
            continue;
        }
        const bool first =
            last->train.slack >=
            next.train.slack;  // the worse side; by slack, because for a lower bound the lower risk is worse
        auto side = first ? *last : next;
        const auto& other = first ? next : *last;
        if (side.test && other.test && other.test->slack > side.test->slack) side.test = other.test;
        const auto violates_more = [&] {
            return side.at_least ? *other.unconstrained < *side.unconstrained
                                 : *other.unconstrained > *side.unconstrained;
        };
        if (side.unconstrained && other.unconstrained && violates_more()) side.unconstrained = other.unconstrained;
        side.verdict = std::max(side.verdict, other.verdict);
        side.multiplier = std::max(side.multiplier, other.multiplier);
        side.binding = side.binding || other.binding;
        *last = std::move(side);
    }
    return seen;
}

double slack_in_bounds(double slack, double bound) { return bound == 0 ? slack : slack / std::abs(bound); }

std::vector<learning::ConstraintOutcome> foremost(const std::vector<learning::ConstraintOutcome>& constraints) {
    return foremost(one_per_gap(constraints), [](const learning::ConstraintOutcome& c) {
        const double slack = std::max(c.train.slack, c.test ? c.test->slack : c.train.slack);
        const bool priced = c.verdict == learning::ConstraintStatus::met && c.binding;
        return std::tuple(c.verdict, priced, slack_in_bounds(slack, c.bound));
    });
}

Text about_foremost(std::size_t all, std::string_view where) {
    if (all <= max_shown) return {};
    return say("These are ", Count{max_shown}, " of ", Count{all},
               " constraints: the ones farthest over their bounds, with a price, or nearest to their bounds. ", where,
               " has all of them.");
}

namespace {

std::string without_underscores(std::string_view name) {
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    return words;
}

}  // namespace

std::string name_of(tabular::Rate rate) { return without_underscores(to_string(rate)); }

std::string name_of(Status status) { return without_underscores(to_string(status)); }

Badge badge(learning::ConstraintStatus status) {
    if (status == learning::ConstraintStatus::met) return {Tone::good, "met"};
    if (status == learning::ConstraintStatus::met_in_training) return {Tone::open, "met in training only", "!"};
    return {Tone::bad, "not met"};
}

Badge badge(alcole::Decision verdict, std::string_view word) {
    const Tone tone = verdict == alcole::Decision::holds   ? Tone::good
                      : verdict == alcole::Decision::fails ? Tone::bad
                                                           : Tone::open;
    return {tone, std::string(word.empty() ? to_string(verdict) : word)};
}

std::string quality_name(tabular::Task task) { return is_share(task) ? "accuracy" : "r squared"; }

bool is_share(tabular::Task task) { return task != tabular::Task::regression; }

std::vector<Text> names_at(const learning::Outcome& outcome, const std::vector<std::size_t>& places) {
    std::vector<Text> names;
    for (const std::size_t i : places)
        if (i < outcome.constraints.size()) names.emplace_back(Name{outcome.constraints[i].name});
    return names;
}

std::string kicker(std::string_view what) { return cat("alcole ", version, " \u00b7 ", what); }

Text subject(const learning::Outcome& outcome) {
    return say(Emphasis{outcome.target}, " from ", Emphasis{outcome.data_file}, ", ", model(outcome.model));
}

Text subject_line(const learning::Outcome& outcome) {
    return say(outcome.data_file, ", target ", Name{outcome.target}, ", ", model(outcome.model));
}

MethodLook look_of(std::string_view method) {
    static const std::array<std::pair<std::string_view, MethodLook>, 5> known_methods = {{
        {"unconstrained",
         {0, "unconstrained", "unconstrained", "Trained for accuracy alone. The other methods are compared with it."}},
        {"lagrangian",
         {1, "ordinary", "ordinary Lagrangian",
          R"(Every constraint is added to the objective at its price, and the prices follow the violations (dual
             ascent). The answer is the last model.)"}},
        {"lagrangian_randomised",
         {2, "randomised", "ordinary Lagrangian, randomised",
          R"(The same training, but each prediction is made by a model drawn from the second half of training. The
             theory of the ordinary method requires this; all those models must be kept.)"}},
        {"augmented",
         {3, "augmented", "augmented Lagrangian",
          R"(The same prices, plus a penalty that grows with the square of a violation (AL-CoLe). The answer is the
             last model.)"}},
        {"penalty",
         {4, "penalty", "quadratic penalty",
          "No prices, only a penalty that grows with the square of every violation."}},
    }};
    for (const auto& [key, look] : known_methods)
        if (key == method) return look;
    return {static_cast<int>(known_methods.size()), std::string(method), std::string(method), ""};
}

}  // namespace alcole::words
