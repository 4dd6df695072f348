#pragma once

#include <alcole/learning/outcome.hpp>

#include "report/document.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What results mean, in words: every statement about a run, a certificate, an examination, a sweep or a comparison is
/// written here once, as part of a document. src/report renders documents.
namespace alcole::words {

using namespace report;  // the vocabulary of documents

/// For columns that contain words or sentences.
inline constexpr auto in_words = Column::Kind::words;
inline constexpr auto in_sentences = Column::Kind::sentences;

/// Training and held-out rows look the same in every figure.
inline constexpr int training_slot = 3;
inline constexpr int held_out_slot = 1;

/// A number without an interval.
inline Interval point(double v) { return {v, v, v}; }

/// "mlp 64-64, sigmoid", "linear".
std::string model(const tabular::Model& model);

/// lambda times bound: the value of the whole bound, as stated.
double value_of_bound(const learning::ConstraintOutcome& constraint);

/// "both", "all 3".
Text all_of(std::size_t count);

/// "<= 0.001" or ">= 0.3".
Text bound(double value, bool lower);
Text bound(const learning::ConstraintOutcome& constraint);

/// The constraints as stated, and as a person would count them: the two sides of a gap ("A over B" and "B over A")
/// become one, named after the side with the larger slack on the training rows, with the worse of the two verdicts and
/// of the held-out risks.
std::vector<learning::ConstraintOutcome> one_per_gap(const std::vector<learning::ConstraintOutcome>& constraints);

/// The bound before the constraint gave way, if it did.
template <class Constraint>
double bound_asked_for(const Constraint& constraint) {
    if constexpr (requires { constraint.asked; })
        return constraint.asked.value_or(constraint.bound);
    else
        return constraint.bound;
}

/// True for the two directions of a gap or a ratio under the same bound; only one of them can have given way.
template <class Constraint>
bool are_two_sides(const Constraint& one, const Constraint& other) {
    return one.other_side && one.other_side->name == other.name &&
           one.other_side->sum != tabular::OtherSide::Sum::equal && bound_asked_for(one) == bound_asked_for(other);
}

/// A table or a figure with more constraints is not read by anyone: an attribute with forty values has 780 gaps.
inline constexpr std::size_t max_shown = 20;

/// The first `max_shown` items by falling rank; all of them, in their order, if there are no more.
template <class Item, class Rank>
std::vector<Item> foremost(std::vector<Item> items, const Rank& rank) {
    if (items.size() <= max_shown) return items;
    std::ranges::stable_sort(items, std::ranges::greater{}, rank);
    items.erase(items.begin() + max_shown, items.end());
    return items;
}
/// One per gap. If there are too many: those farthest over their bounds, then those with a price, then those nearest to
/// their bounds.
std::vector<learning::ConstraintOutcome> foremost(const std::vector<learning::ConstraintOutcome>& constraints);
/// Says which of `all` constraints are shown and where the others are; empty if none is left out.
Text about_foremost(std::size_t all, std::string_view where);

/// How far over its bound, in units of the bound unless that is 0.
double slack_in_bounds(double slack, double bound);

/// "positive rate", "false positive rate".
std::string name_of(tabular::Rate rate);
/// How training ended: "converged", "stalled", "iteration limit".
std::string name_of(Status status);

/// "met", "met in training only", "not met".
Badge badge(learning::ConstraintStatus status);
/// "holds", "fails", "undetermined", or another word for it.
Badge badge(alcole::Decision verdict, std::string_view word = {});

/// The name of the quality measure ("accuracy", or "r squared" for regression), and whether it is a share.
std::string quality_name(tabular::Task task);
bool is_share(tabular::Task task);

/// The names of the constraints at these indices; indices out of range are left out.
std::vector<Text> names_at(const learning::Outcome& outcome, const std::vector<std::size_t>& places);

/// The rows that an outcome, or its model without constraints, is judged by: held-out rows if there are any.
template <class Of>
const learning::Side& judged_side(const Of& of) {
    return of.test ? *of.test : of.train;
}
/// "held-out" or "training": what the rows of judged_side() are.
inline const char* judged_rows(const learning::Outcome& outcome) { return outcome.test ? "held-out" : "training"; }

/// The line above the heading of a page: "alcole 0.2.0 . WHAT".
std::string kicker(std::string_view what);

/// "TARGET from FILE, mlp 64-64, sigmoid".
Text subject(const learning::Outcome& outcome);
/// The same for the head of a summary: "FILE, target 'TARGET', mlp 64-64, sigmoid".
Text subject_line(const learning::Outcome& outcome);

/// The name and the appearance of a method, the same in every figure and table.
struct MethodLook {
    int slot = 0;             ///< colour and marker
    std::string name{};       ///< "ordinary"
    std::string long_name{};  ///< "ordinary Lagrangian"
    std::string explained{};  ///< one sentence; empty for unknown methods
};

/// An unknown method keeps its own name and gets a slot that no known method has.
MethodLook look_of(std::string_view method);

}  // namespace alcole::words
