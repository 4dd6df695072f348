#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// Ordered classes as proportional odds (McCullagh, 1980). A model computes one number f for a row, and K - 1 cut
/// points c_1 < ... < c_{K-1}, the same for all rows, place it on the scale:
///
///     P(y <= k) = sigma(c_k - f),        sigma(z) = 1 / (1 + exp(-z))
///
/// The bias of the model's last layer already shifts all cut points at once, so c_1 = 0. The others follow in steps,
/// which are positive for any values of their parameters:
///
///     c_k = c_{k-1} + d_k,        d_k = log(1 + exp(t_k)),        k = 2 .. K - 1
///
/// The t_k are the last K - 2 entries of theta. Two classes would have none: logistic regression.
namespace alcole::tabular {

/// The cut points for given parameters t_2 .. t_{K-1}.
class ALCOLE_EXPORT CutPoints {
  public:
    /// `classes` is at least 3.
    explicit CutPoints(std::size_t classes);
    /// Sets the parameters t_2 .. t_{K-1}. Allocates no memory.
    template <class T>
    void move_to(std::span<const T> t);

    [[nodiscard]] std::size_t classes() const { return cuts_.size() + 1; }
    /// c_1 .. c_{K-1}, increasing.
    [[nodiscard]] std::span<const double> cuts() const { return cuts_; }
    /// d_k = c_k - c_{k-1} of the classes between two cut points, k = 2 .. K - 1.
    [[nodiscard]] std::span<const double> steps() const { return steps_; }
    /// d d_k / d t_k.
    [[nodiscard]] std::span<const double> slopes() const { return slopes_; }

    /// Writes the scores of the classes at f, which are the logarithms of their probabilities:
    ///
    ///     log P(y = k) = log sigma(c_k - f) + log sigma(f - c_{k-1}) + log(1 - exp(-d_k))
    ///
    /// The first and the last class omit the terms of the cut points they lack. No difference of numbers near 1 is
    /// formed.
    void scores(double f, std::span<double> out) const;
    /// log(1 - exp(-d_k)) for the classes between two cut points, and 0 for the first and the last one.
    [[nodiscard]] std::span<const double> gaps() const { return gaps_; }

  private:
    std::vector<double> cuts_;
    std::vector<double> steps_;
    std::vector<double> slopes_;
    std::vector<double> gaps_;
};

extern template ALCOLE_EXPORT void CutPoints::move_to(std::span<const float> t);
extern template ALCOLE_EXPORT void CutPoints::move_to(std::span<const double> t);

/// Returns the parameters for which every row has these probabilities (positive; they need not add up to one): the
/// bias, then t_2 .. t_{K-1}.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> ordered_start(std::span<const double> shares);

}  // namespace alcole::tabular
