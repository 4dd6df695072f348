#pragma once

#include "run/outcome/outcome.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What is said about a run in words, the same on its page and in its model card. Plain text throughout.
namespace alcole::report {

/// How often each verdict was given.
struct Tally {
    std::size_t met = 0;
    std::size_t met_in_training = 0;
    std::size_t not_met = 0;
};
Tally tally(const run::Outcome& outcome);

/// The answer in a few words: "All 5 constraints are met".
std::string answer(const run::Outcome& outcome);

/// The same in one or two sentences, with rows and names.
std::string answer_in_full(const run::Outcome& outcome);

/// How well the model predicts, on held-out rows where there are any.
std::string quality_sentence(const run::Outcome& outcome);

/// "met", "met in training only", "not met", and the sign that goes with it.
std::string_view word_of(run::ConstraintStatus verdict);
std::string_view sign_of(run::ConstraintStatus verdict);

/// "at rest", "no common solution", ...: how training ended.
std::string_view ending(Status status);

/// "\u2264 0.001" or "\u2265 0.3".
std::string bound_text(const run::ConstraintOutcome& constraint);

/// Names of constraints for the places given; places that do not exist are left out.
std::vector<std::string> names_at(const run::Outcome& outcome, const std::vector<std::size_t>& places);

/// "mlp 64-64, sigmoid", "linear".
std::string model_text(const tabular::Model& model);

/// What a single number of quality is called: "accuracy", of numbers "r squared".
std::string_view quality_name(tabular::Task task);

}  // namespace alcole::report
