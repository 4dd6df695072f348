#pragma once

#include <alcole/learning/outcome.hpp>

#include "report/document.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What results mean, in words: everything that is said about a run, a certificate, an examination, a sweep or a
/// comparison is written here once, as parts of documents. src/report renders them.
namespace alcole::words {

using namespace report;  // its vocabulary

/// Of a column that holds words or sentences.
inline constexpr auto in_words = Column::Kind::words;
inline constexpr auto in_sentences = Column::Kind::sentences;

/// Training and held-out rows look the same in every figure.
inline constexpr int training_slot = 3;
inline constexpr int held_out_slot = 1;

/// A number without an interval.
inline Interval point(double v) { return {v, v, v}; }

/// "mlp 64-64, sigmoid", "linear".
std::string model(const tabular::Model& model);

/// "both", "all 3".
Text all_of(std::size_t count);

/// "<= 0.001" or ">= 0.3".
Text bound(double value, bool lower);
Text bound(const learning::ConstraintOutcome& constraint);

/// The constraints as a person counts them: the two sides of a gap ("A over B" and "B over A") are one, with the group
/// that is over the other on the training rows in its name, and the worse of the two verdicts and of the held-out
/// risks.
std::vector<learning::ConstraintOutcome> one_per_gap(const std::vector<learning::ConstraintOutcome>& constraints);

/// "positive rate", "false positive rate".
std::string name_of(tabular::Rate rate);
/// How training ended: "converged", "stalled", "step limit".
const char* ending(Status status);

/// "met", "met in training only", "not met".
Badge badge(learning::ConstraintStatus status);
/// "holds", "fails", "undetermined", or another word for it.
Badge badge(alcole::Decision verdict, std::string_view word = {});

/// What a single number of quality is called: "accuracy", of numbers "r squared"; and whether it is a share.
std::string quality_name(tabular::Task task);
bool is_share(tabular::Task task);

/// Names of constraints for the places given; places that do not exist are left out.
std::vector<Text> names_at(const learning::Outcome& outcome, const std::vector<std::size_t>& places);

/// The line above the heading of a page: "alcole 0.2.0 . WHAT".
std::string kicker(std::string_view what);

/// "TARGET from FILE, mlp 64-64, sigmoid".
Text subject(const learning::Outcome& outcome);
/// The same at the head of a summary: "FILE, target 'TARGET', mlp 64-64, sigmoid".
Text subject_line(const learning::Outcome& outcome);

/// How a method is called and drawn, the same in every figure and table.
struct MethodLook {
    int slot = 0;             ///< its colour and its marker
    std::string name{};       ///< "ordinary"
    std::string long_name{};  ///< "ordinary Lagrangian"
    std::string explained{};  ///< one sentence; empty for methods that are not known here
};

/// A method that is not known here keeps its own name and gets a slot that no known method has.
MethodLook look_of(std::string_view method);

}  // namespace alcole::words
