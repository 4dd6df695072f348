#include "words/common.hpp"

#include <alcole/version.hpp>

#include "report/format.hpp"

namespace alcole::words {

std::string model(const tabular::Model& model) {
    if (model.hidden.empty()) return "linear";
    std::string units;
    for (const auto n : model.hidden) units += (units.empty() ? "" : "-") + std::to_string(n);
    return "mlp " + units + ", " + std::string(tabular::to_string(model.activation));
}

Text bound(double value, bool lower) { return lower ? at_least(value) : at_most(value); }

Text bound(const learning::ConstraintOutcome& constraint) { return bound(constraint.bound, constraint.at_least); }

Badge badge(learning::ConstraintStatus status) {
    switch (status) {
        case learning::ConstraintStatus::met:
            return {Tone::good, "met"};
        case learning::ConstraintStatus::met_in_training:
            return {Tone::open, "met in training only", "!"};
        case learning::ConstraintStatus::not_met:
            break;
    }
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

}  // namespace alcole::words
