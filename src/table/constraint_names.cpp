#include <alcole/tabular/constraint.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace alcole::tabular {
namespace {

constexpr std::array<std::string_view, 7> kinds = {
    "counterfactual", "demographic_parity", "equal_opportunity", "equalized_odds", "error_rate", "rate", "group_loss"};
constexpr std::array<std::string_view, 5> rates = {"positive_rate", "recall", "false_positive_rate", "error_rate",
                                                   "accuracy"};

template <class E, std::size_t N>
E named(std::string_view word, const std::array<std::string_view, N>& names, const char* what) {
    const auto found = std::ranges::find(names, word);
    if (found == names.end())
        throw std::invalid_argument("there is no " + std::string(what) + " '" + std::string(word) + "'" +
                                    base::did_you_mean(word, names));
    return static_cast<E>(found - names.begin());
}

}  // namespace

std::string_view to_string(ConstraintKind kind) { return kinds.at(static_cast<std::size_t>(kind)); }
std::string_view to_string(Rate rate) { return rates.at(static_cast<std::size_t>(rate)); }
ConstraintKind constraint_kind_from(std::string_view word) {
    return named<ConstraintKind>(word, kinds, "constraint kind");
}
Rate rate_from(std::string_view word) { return named<Rate>(word, rates, "rate"); }

}  // namespace alcole::tabular
