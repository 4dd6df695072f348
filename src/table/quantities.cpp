#include "table/quantities.hpp"

#include "base/text.hpp"
#include "table/column_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace alcole::table {
namespace {

using tabular::Schema;
using tabular::Task;
using tabular::Term;
using Measure = Term::Measure;

/// What the parentheses after a quantity may contain.
enum class Takes : std::uint8_t { nothing, a_class, a_count, a_share, two_shares, a_number, a_column };

/// Which targets a quantity applies to.
enum class Of : std::uint8_t { anything, classes, two_classes_or_numbers, numbers, ordered };

struct Quantity {
    std::string_view name;
    Takes takes;
    Of of;
};

constexpr std::array<Quantity, 29> quantities = {{
    {"positive_rate", Takes::a_class, Of::classes},
    {"recall", Takes::a_class, Of::classes},
    {"false_positive_rate", Takes::a_class, Of::classes},
    {"false_negative_rate", Takes::a_class, Of::classes},
    {"true_negative_rate", Takes::a_class, Of::classes},
    {"error_rate", Takes::nothing, Of::classes},
    {"accuracy", Takes::nothing, Of::classes},
    {"balanced_error", Takes::nothing, Of::classes},
    {"precision", Takes::a_class, Of::classes},
    {"false_discovery_rate", Takes::a_class, Of::classes},
    {"f_score", Takes::a_class, Of::classes},
    {"true_positives", Takes::a_class, Of::classes},
    {"false_positives", Takes::a_class, Of::classes},
    {"false_negatives", Takes::a_class, Of::classes},
    {"true_negatives", Takes::a_class, Of::classes},
    {"positives", Takes::a_class, Of::classes},
    {"top", Takes::a_count, Of::classes},
    {"agreement", Takes::a_column, Of::classes},
    {"disagreement", Takes::a_column, Of::classes},
    {"probability", Takes::a_class, Of::classes},
    {"bin_error", Takes::two_shares, Of::classes},
    {"loss", Takes::nothing, Of::anything},
    {"prediction", Takes::nothing, Of::ordered},
    {"absolute_error", Takes::nothing, Of::numbers},
    {"quantile_loss", Takes::a_share, Of::numbers},
    {"share", Takes::nothing, Of::anything},
    {"divergence", Takes::nothing, Of::anything},
    {"lowered", Takes::nothing, Of::two_classes_or_numbers},
    {"moved", Takes::a_number, Of::two_classes_or_numbers},
}};

const Quantity& quantity_of(const Mean& mean) {
    const auto* found = std::ranges::find(quantities, mean.quantity, &Quantity::name);
    if (found == quantities.end()) refuse_at(mean.at, "there is no rate " + base::quoted(mean.quantity));
    return *found;
}

std::string what_is_wanted(Takes takes) {
    switch (takes) {
        case Takes::nothing:
            return "nothing in parentheses";
        case Takes::a_class:
            return "a class at most";
        case Takes::a_count:
            return "a whole number of classes, as in top(3)";
        case Takes::a_share:
            return "a number between 0 and 1, as in quantile_loss(0.9)";
        case Takes::two_shares:
            return "two numbers from 0 to 1, the smaller one first, and a class at most, as in bin_error(0.2, 0.3)";
        case Takes::a_number:
            return "a number that is not negative, as in moved(0.5)";
        case Takes::a_column:
            break;
    }
    return "a column, as in agreement(`old answer`)";
}

class Builder {
  public:
    Builder(const Mean& mean, const Schema& schema, std::int32_t positive)
        : mean_(mean), quantity_(quantity_of(mean)), schema_(schema), positive_(positive) {}

    Terms terms() {
        check_target();
        read_arguments();
        const std::string_view name = quantity_.name;
        if (name == "positive_rate") return {{of(Measure::predicted)}, {}};
        if (name == "recall") return {{given(of(Measure::predicted))}, {}};
        if (name == "false_positive_rate") return {{given_not(of(Measure::predicted))}, {}};
        if (name == "false_negative_rate") return {{given(of(Measure::other))}, {}};
        if (name == "true_negative_rate") return {{given_not(of(Measure::other))}, {}};
        if (name == "error_rate") return {{of(Measure::error)}, {}};
        if (name == "accuracy") return {{of(Measure::correct)}, {}};
        if (name == "balanced_error") return {balanced_error(), {}};
        if (name == "true_positives") return {{true_positives(1)}, {}};
        if (name == "false_positives") return {{false_positives(1)}, {}};
        if (name == "false_negatives") return {{false_negatives(1)}, {}};
        if (name == "true_negatives") return {{with_event(given_not(of(Measure::other)))}, {}};
        if (name == "positives") return {{with_event(given(of(Measure::one)))}, {}};
        if (name == "precision") return {{true_positives(1)}, {of(Measure::predicted)}};
        if (name == "false_discovery_rate") return {{false_positives(1)}, {of(Measure::predicted)}};
        if (name == "f_score")
            return {{true_positives(2)}, {true_positives(2), false_negatives(1), false_positives(1)}};
        if (name == "agreement") return {answers_of(Measure::predicted), {}};
        if (name == "disagreement") return {answers_of(Measure::other), {}};
        if (name == "absolute_error") return {{leveled(Measure::quantile, 0.5, 2)}, {}};
        if (name == "quantile_loss") return {{leveled(Measure::quantile, numbers_[0], 1)}, {}};
        if (name == "top") return {{leveled(Measure::top, numbers_[0], 1)}, {}};
        if (name == "moved") return {{leveled(Measure::moved, numbers_[0], 1)}, {}};
        if (name == "bin_error") return {{bin_error()}, {}};
        if (name == "probability") return {{of(Measure::probability)}, {}};
        if (name == "prediction") return {{of(Measure::prediction)}, {}};
        if (name == "share") return {{of(Measure::one)}, {}};
        if (name == "divergence") return {{of(Measure::divergence)}, {}};
        if (name == "lowered") return {{of(Measure::lowered)}, {}};
        return {{of(Measure::loss)}, {}};
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const { refuse_at(mean_.at, why); }

    void check_target() const {
        const Task task = schema_.target.task;
        const std::string target = "the target '" + schema_.target.column + "' ";
        const bool number = task == Task::regression;
        const bool two = task == Task::binary;
        if (quantity_.of == Of::classes && number)
            refuse(target +
                   "is a number, and rates are for classes; mean_prediction compares the mean predictions of groups");
        if (quantity_.of == Of::numbers && !number)
            refuse(target + "has classes, and '" + mean_.quantity + "' is for numbers");
        if (quantity_.of == Of::ordered && !number && task != Task::ordinal)
            refuse("the classes of '" + schema_.target.column +
                   "' have no mean; it is for numbers and for ordered classes (data.task = \"ordinal\")");
        if (quantity_.of == Of::two_classes_or_numbers && !two && !number)
            refuse("scores are compared for a target of two classes, or a number: there is one score then");
    }

    double number_at(std::size_t k) const {
        const auto number = parse_number(mean_.arguments[k]);
        if (number.kind != ParsedNumber::Kind::number) refuse_arguments();
        return number.value;
    }
    [[noreturn]] void refuse_arguments() const {
        refuse("'" + mean_.quantity + "' takes " + what_is_wanted(quantity_.takes));
    }

    void read_arguments() {
        const auto& arguments = mean_.arguments;
        const std::size_t count = arguments.size();
        const Takes takes = quantity_.takes;
        const std::size_t wanted = takes == Takes::nothing ? 0 : takes == Takes::two_shares ? 2 : 1;
        const bool names_class = (takes == Takes::a_class && count == 1) || (takes == Takes::two_shares && count == 3);
        if (count != wanted && !names_class && !(takes == Takes::a_class && count == 0)) refuse_arguments();
        if (names_class) {
            const auto& classes = schema_.target.classes;
            const auto found = std::ranges::find(classes, arguments.back());
            if (found == classes.end())
                refuse("the target has no class '" + arguments.back() + "'" +
                       base::did_you_mean(arguments.back(), classes));
            positive_ = static_cast<std::int32_t>(found - classes.begin());
        }
        if (takes == Takes::a_class || takes == Takes::a_column) return;
        for (std::size_t k = 0; k < wanted; ++k) numbers_.push_back(number_at(k));
        const auto in = [](double v, double low, double high) { return v >= low && v <= high; };
        if (takes == Takes::a_count && (numbers_[0] != std::floor(numbers_[0]) ||
                                        !in(numbers_[0], 1, static_cast<double>(schema_.target.classes.size()) - 1)))
            refuse("'top' takes a whole number of classes, at least 1 and fewer than the " +
                   std::to_string(schema_.target.classes.size()) + " of the target");
        if (takes == Takes::a_share && !(numbers_[0] > 0 && numbers_[0] < 1)) refuse_arguments();
        if (takes == Takes::two_shares &&
            !(numbers_[0] < numbers_[1] && in(numbers_[0], 0, 1) && in(numbers_[1], 0, 1)))
            refuse_arguments();
        if (takes == Takes::a_number && !in(numbers_[0], 0, 1e12)) refuse_arguments();
    }

    Term of(Measure measure, double coefficient = 1) const {
        return {.measure = measure,
                .coefficient = coefficient,
                .rows = mean_.rows,
                .of_class = quantity_.of == Of::classes ? positive_ : 0,
                .event = mean_.event};
    }
    Term given(Term term) const {
        term.label = term.of_class;
        return term;
    }
    Term given_not(Term term) const {
        term.label = term.of_class;
        term.other_labels = true;
        return term;
    }
    static Term with_event(Term term) {
        term.label_is_event = true;
        return term;
    }
    Term true_positives(double times) const { return with_event(given(of(Measure::predicted, times))); }
    Term false_positives(double times) const { return with_event(given_not(of(Measure::predicted, times))); }
    Term false_negatives(double times) const { return with_event(given(of(Measure::other, times))); }
    Term leveled(Measure measure, double level, double coefficient) const {
        Term term = of(measure, coefficient);
        term.level = level;
        return term;
    }
    Term bin_error() const {
        Term term = leveled(Measure::off, numbers_[0], 1);
        if (schema_.target.task == Task::binary) term.of_class = 1;
        term.end = numbers_[1];
        return term;
    }

    std::vector<Term> balanced_error() const {
        std::vector<Term> terms;
        const auto classes = static_cast<std::int32_t>(schema_.target.classes.size());
        for (std::int32_t k = 0; k < classes; ++k) {
            Term term = of(Measure::other, 1 / static_cast<double>(classes));
            term.of_class = k;
            terms.push_back(given(term));
        }
        return terms;
    }

    /// One term for each class that the other model may have predicted.
    std::vector<Term> answers_of(Measure measure) const {
        std::vector<Term> terms;
        for (std::size_t k = 0; k < schema_.target.classes.size(); ++k) {
            Term term = of(measure);
            term.of_class = static_cast<std::int32_t>(k);
            const std::string& word = schema_.target.classes[k];
            term.event.push_back({.column = mean_.arguments[0],
                                  .relation = tabular::Condition::Relation::equal,
                                  .values = {word},
                                  .text = mean_.arguments[0] + " = " + word});
            terms.push_back(std::move(term));
        }
        return terms;
    }

    const Mean& mean_;
    const Quantity& quantity_;
    const Schema& schema_;
    std::int32_t positive_;
    std::vector<double> numbers_;
};

}  // namespace

std::vector<std::string_view> quantity_names() {
    std::vector<std::string_view> names;
    for (const auto& quantity : quantities) names.push_back(quantity.name);
    return names;
}

Range range_of(const Mean& mean) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::string_view name = quantity_of(mean).name;
    if (name == "prediction") return {-infinity, infinity};
    if (name == "bin_error") return {-1, 1};
    const bool unbounded =
        name == "loss" || name == "divergence" || name == "absolute_error" || name == "quantile_loss";
    return {0, unbounded ? infinity : 1};
}

bool asks_for_class(const Mean& mean) {
    const Takes takes = quantity_of(mean).takes;
    return (takes == Takes::a_class && mean.arguments.empty()) ||
           (takes == Takes::two_shares && mean.arguments.size() == 2);
}

bool is_fraction(const Mean& mean) {
    return mean.quantity == "precision" || mean.quantity == "false_discovery_rate" || mean.quantity == "f_score";
}

bool asks_for_change(const Mean& mean) {
    return mean.quantity == "divergence" || mean.quantity == "lowered" || mean.quantity == "moved";
}

Terms terms_of(const Mean& mean, const Schema& schema, std::int32_t positive) {
    return Builder(mean, schema, positive).terms();
}

}  // namespace alcole::table
