#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// Ordered classes ("brackets"), as proportional odds (McCullagh, 1980). A model gives one number f for a row, and K -
/// 1 cut points c_1 < ... < c_{K-1}, the same for all rows, tell how far up it lies:
///
///     P(y <= k) = sigma(c_k - f),        sigma(z) = 1 / (1 + exp(-z))
///
/// The bias of the model's last layer already moves all of them at once, so c_1 = 0; the others follow by steps, which
/// are positive whatever their parameters are:
///
///     c_k = c_{k-1} + d_k,        d_k = log(1 + exp(t_k)),        k = 2 .. K - 1
///
/// The t_k are the last K - 2 entries of theta. Two classes would have none: logistic regression.
namespace alcole::tabular {

class ALCOLE_EXPORT CutPoints {
  public:
    /// Of so many classes, 3 or more.
    explicit CutPoints(std::size_t classes);
    /// To where t_2 .. t_{K-1} say; no memory is allocated.
    template <class T>
    void move_to(std::span<const T> t);

    std::size_t classes() const { return cuts_.size() + 1; }
    /// c_1 .. c_{K-1}, rising.
    std::span<const double> cuts() const { return cuts_; }
    /// d_k = c_k - c_{k-1} of the classes between two cut points, k = 2 .. K - 1.
    std::span<const double> steps() const { return steps_; }
    /// d d_k / d t_k.
    std::span<const double> slopes() const { return slopes_; }

    /// The scores of the classes at f, which are the logarithms of their probabilities:
    ///
    ///     log P(y = k) = log sigma(c_k - f) + log sigma(f - c_{k-1}) + log(1 - exp(-d_k))
    ///
    /// where the first and the last class lack what they have no cut point for. No difference of numbers near 1 is
    /// taken.
    void scores(double f, std::span<double> out) const;
    /// log(1 - exp(-d_k)) of the classes between two cut points, and 0 of the first and the last one.
    std::span<const double> gaps() const { return gaps_; }

  private:
    std::vector<double> cuts_;
    std::vector<double> steps_;
    std::vector<double> slopes_;
    std::vector<double> gaps_;
};

extern template ALCOLE_EXPORT void CutPoints::move_to(std::span<const float> t);
extern template ALCOLE_EXPORT void CutPoints::move_to(std::span<const double> t);

/// The parameters with which every row has these probabilities (positive; they need not add up to one): the bias, then
/// t_2 .. t_{K-1}.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> ordered_start(std::span<const double> shares);

}  // namespace alcole::tabular
