#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/model.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

/// The rows behind the means. A risk is a sum of means over rows; a confidence interval, a bootstrap or a look at the
/// worst rows needs what the means are taken of.
namespace alcole::tabular {

/// What a model does on the rows of a table, term by term of the risks:
///
///     RowValues rows(held_out, model, theta);
///     const auto losses = rows.of(Term{});                             // of all rows; their mean is the objective
///     const auto kl = rows.of(risk.terms.front(), risk.change);        // of a counterfactual constraint
///
/// Everything is computed from the scores of the model in single precision, as it is deployed, with the formulas of the
/// risks themselves. One thread may use an object at a time; the scores after a change are kept until another change is
/// asked about.
class ALCOLE_EXPORT RowValues {
  public:
    /// theta is referred to and must outlive this object. Throws std::invalid_argument with a sentence when it has not
    /// the model's length, or a target is missing or none of the model's classes.
    RowValues(const Dataset& data, Model model, std::span<const float> theta, const Context& context = Context());
    RowValues(const RowValues&) = delete;
    RowValues& operator=(const RowValues&) = delete;
    RowValues(RowValues&& other) noexcept;
    RowValues& operator=(RowValues&& other) noexcept;
    ~RowValues();

    /// One number per row that the term is a mean over, in the order of the table: the loss, KL(f(x) || f(x')), 0 or 1
    /// for rates, ...; 0 for rows that do not meet its event. Their mean is what the term adds to its risk, before its
    /// coefficient. `change` is the risk's own, of use to pairs alone. Empty when the table has no such row.
    [[nodiscard]] std::vector<double> of(const Term& term, const AttributeChange& change = {});

    /// 1 for every row that the term is about whose predicted class is another one after the change, else 0. For
    /// classes only.
    [[nodiscard]] std::vector<double> flips(const Term& term, const AttributeChange& change);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// For each risk, how many rows each of its terms is the mean of.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::vector<std::size_t>> row_counts(const Dataset& data,
                                                                             std::span<const RiskDefinition> risks);

/// The largest Euclidean norm of a row as the model sees it: standardised numbers, and 1 for each word. Theorems about
/// all models of a kind ask for it.
[[nodiscard]] ALCOLE_EXPORT double largest_input(const Dataset& data);

}  // namespace alcole::tabular
