#include <alcole/note.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace alcole {
namespace {

using base::plural;
using base::quoted;
using base::short_number;
using Kind = Note::Kind;

/// The names and numbers of a note, as its sentence needs them; a note from a damaged file may lack some.
class Parts {
  public:
    explicit Parts(const Note& note) : note_(note) {}

    std::string name(std::size_t k) const { return k < note_.names.size() ? note_.names[k] : ""; }
    std::string quote(std::size_t k) const { return quoted(name(k)); }
    double number(std::size_t k) const { return k < note_.numbers.size() ? note_.numbers[k] : 0; }
    std::size_t count(std::size_t k) const { return static_cast<std::size_t>(std::max(0.0, number(k))); }
    std::string digits(std::size_t k) const { return std::to_string(count(k)); }
    bool is_set(std::size_t k) const { return number(k) != 0; }

    std::vector<std::string> names_from(std::size_t k) const {
        return {note_.names.begin() + static_cast<std::ptrdiff_t>(std::min(k, note_.names.size())), note_.names.end()};
    }
    /// "'a'", "'a' and 2 more": the names from k on.
    std::string first_of(std::size_t k) const {
        const std::size_t all = names_from(k).size();
        return quote(k) + (all > 1 ? " and " + std::to_string(all - 1) + " more" : "");
    }
    std::string share_of_rows() const { return digits(0) + " of " + plural(count(1), "row"); }
    std::string strays() const {
        std::vector<std::string> words;
        for (std::size_t k = 1; k < note_.names.size(); ++k)
            words.push_back(quote(k) + " (" + plural(count(k - 1), "row") + ")");
        return base::listed(words);
    }

  private:
    const Note& note_;
};

std::string on_reading(Kind kind, const Parts& of) {
    switch (kind) {
        case Kind::unnamed_column:
            return "column " + of.digits(0) + " has no name in the header; it is called " + of.quote(0);
        case Kind::words_after_numbers:
            return "line " + of.digits(0) + ", column " + of.digits(1) + " (" + of.quote(0) +
                   "): numbers are followed by " + of.quote(1) + "; the column is read as categories";
        case Kind::mixed_column:
            return "column " + of.quote(0) + " holds words after numbers; it is read as categories";
        case Kind::mixed_files:
            return "column " + of.quote(0) +
                   " holds words in some files and numbers in others; it is read as categories";
        case Kind::repeated_column:
            return "column " + of.quote(0) + " occurs twice with the same values; it is kept once";
        default:
            return "the header has the number " + of.quote(0) +
                   " as a name; if the file has no header, give the names of the columns";
    }
}

std::string on_rows(Kind kind, const Parts& of) {
    switch (kind) {
        case Kind::empty_column:
            return of.quote(0) + " is empty";
        case Kind::stray_words:
            return of.quote(0) + " holds numbers except for " + of.strays() +
                   ", and is read as words; if that marks a missing value, add it to data.missing";
        case Kind::written_numbers:
            return of.quote(0) + " holds numbers with thousands separators, decimal commas or signs (" + of.quote(1) +
                   ") and is read as text; write them plainly, such as 1234.5";
        case Kind::no_target:
            return plural(of.count(0), "row has", "rows have") + " no " + of.quote(0) + " and " +
                   (of.count(0) == 1 ? "is" : "are") + " left out";
        case Kind::unknown_values:
            return of.quote(0) + " holds values never seen in training in " + of.share_of_rows() + ", such as " +
                   of.quote(1) +
                   "; the model knows nothing about them, so do not rely on its predictions for these rows";
        case Kind::newly_missing:
            return of.quote(0) + " is missing in " + of.share_of_rows() +
                   " but never was in training; do not rely on its predictions for these rows";
        case Kind::more_unknown:
            return plural(of.count(0), "more column holds", "more columns hold") + " values never seen in training";
        default:
            return "the model was trained on this file, so these numbers flatter it";
    }
}

std::string on_request(Kind kind, const Parts& of) {
    switch (kind) {
        case Kind::class_order:
            return "the classes of " + of.quote(0) + " are in the order " + base::joined(of.names_from(1), " < ") +
                   (of.is_set(0) ? ", as data.order has it" : ", the numeric one");
        case Kind::absent_classes:
            return "no training row has the class '" + base::joined(of.names_from(0), "', '") +
                   "' of data.order; it is left out";
        case Kind::unused_key:
            return of.name(0) + " = " + of.name(1) + " is not used: model.kind is \"" + of.name(2) + "\"";
        case Kind::many_weights:
            return "the model has " + of.digits(0) + " weights and " + of.digits(1) +
                   " training rows, so it may overfit: judge it by the held-out numbers; a " +
                   (of.is_set(2) ? "larger model.l2 or fewer columns make"
                                 : "linear model, a larger model.l2 or fewer columns make") +
                   " that less likely";
        case Kind::out_of_proportion:
            return "this network has at least " + short_number(of.number(0), 2) + " weights for " +
                   plural(of.count(1), "row") +
                   ": training takes memory and time, and the network will overfit; model.kind = \"linear\" fits so "
                   "wide a table better";
        case Kind::small_group:
            return of.first_of(1) + ": " + of.quote(0) + " has only " + of.digits(0) +
                   " rows that count, so its rate moves in steps of " + short_number(1 / of.number(0)) +
                   ", wider than the bound of " + short_number(of.number(1)) +
                   "; merge small groups (data.merge) or loosen the bound";
        case Kind::many_gaps:
            return "there are " + of.digits(0) +
                   " constraints, two for each pair of groups; with against = \"whole\" there are two for each group, "
                   "and training is faster";
        default:
            return of.quote(0) + " is judged on " + of.digits(0) + " of its " + plural(of.count(1), "row") +
                   ": the attribute of the others has values never seen in training";
    }
}

std::string on_condition(Kind kind, const Parts& of) {
    const std::string where = "condition " + of.quote(0) + ": ";
    const std::string column = "column " + of.quote(1);
    const auto meant = [&](std::size_t k) { return of.name(k).empty() ? "" : "; did you mean " + of.quote(k) + "?"; };
    switch (kind) {
        case Kind::empty_group:
            return "a group it needs has no rows";
        case Kind::unmet_attribute:
            return "none of the values that " + of.quote(0) + " has here occurred in training";
        case Kind::no_column:
            return where + "there is no " + column + meant(2);
        case Kind::column_of_numbers:
            return where + column + " holds numbers, and " + of.quote(2) + " is not one";
        case Kind::column_of_words:
            return where + column + " holds words; compare them with ==, != or in";
        default:
            return where + column + " has no value " + of.quote(2) + meant(3);
    }
}

std::string on_result(Kind kind, const Parts& of) {
    const std::string kept_rows = of.digits(0) + " training rows set aside";
    switch (kind) {
        case Kind::gave_way:
            return of.quote(0) + " gave way: its bound of " + short_number(of.number(0)) +
                   " would have cost more than " + short_number(of.number(1)) +
                   " of the objective for each unit; it was loosened by " +
                   short_number(std::abs(of.number(2) - of.number(0))) + " to " + short_number(of.number(2));
        case Kind::several_starts:
            return of.digits(0) + " starts ended at objectives between " + short_number(of.number(1), 5) + " and " +
                   short_number(of.number(2), 5) + ", " + of.digits(3) +
                   " of them meeting all constraints; the best was kept" +
                   (of.name(0).empty() ? "" : ", that of seed " + of.name(0));
        case Kind::calibrated:
            return "its probabilities are calibrated (" + of.name(0) + ") on " + kept_rows +
                   (of.is_set(1) ? ", each on its side of one half, so the rates stay those of the search" : "");
        case Kind::not_calibrated:
            return "its probabilities are not calibrated: on the " + kept_rows +
                   " for this, higher scores do not make a class likelier";
        case Kind::minimum_bound:
            return "the smallest bound that " + of.first_of(0) + " can be held to is " + short_number(of.number(0), 5);
        case Kind::unknown_cost:
            return "what the constraints cost is not known: there was no time left to train without them";
        default:
            return "with " + of.digits(0) + " held-out rows, a certificate for " + of.quote(0) +
                   " was unlikely; hold out more rows (certify.share) or loosen its bound";
    }
}

std::string on_examination(Kind kind) {
    switch (kind) {
        case Kind::unexamined_rows:
            return "the model was not examined: there is a constraint on every single row";
        case Kind::unexamined_bound:
            return "the model was not examined: a bound was found together with the weights";
        case Kind::unexamined_time:
            return "there was no time left to examine the model; 'alcole examine' does";
        case Kind::best_iterate:
            return "the model is the best iterate that meets all constraints and the multipliers are those of the last "
                   "one, so the conditions need not hold together";
        case Kind::constant_model:
            return "the model gives everyone the same answer and the multipliers are those of another one, so "
                   "the conditions need not hold together";
        case Kind::no_feasible:
            return "no model was found that meets all constraints, so there is no solution to examine; the model "
                   "is the best compromise, and the multipliers are those of the last iterate";
        case Kind::moved_surrogates:
            return "rates are examined by their smooth surrogates, each moved to where the strict rate is";
        case Kind::found_surrogates:
            return "rates are examined by their smooth surrogates, each with the bound that the search moved it to";
        default:
            return "relu has a kink at 0: statements about curvature are about the smooth piece the weights lie on";
    }
}

std::string sentence(const Note& note) {
    const Parts of(note);
    if (note.kind <= Kind::number_in_header) return on_reading(note.kind, of);
    if (note.kind <= Kind::learned_from) return on_rows(note.kind, of);
    if (note.kind <= Kind::partly_judged) return on_request(note.kind, of);
    if (note.kind <= Kind::no_value) return on_condition(note.kind, of);
    if (note.kind <= Kind::unlikely_certificate) return on_result(note.kind, of);
    return on_examination(note.kind);
}

}  // namespace

std::string to_string(const Note& note) {
    return (note.held_out ? "on the held-out rows " : "") + (note.file.empty() ? "" : note.file + ": ") +
           (note.constraint.empty() ? "" : quoted(note.constraint) + " cannot be judged: ") + sentence(note);
}

std::vector<std::string> to_strings(const std::vector<Note>& notes) {
    std::vector<std::string> sentences;
    for (const auto& note : notes) sentences.push_back(to_string(note));
    return sentences;
}

}  // namespace alcole
