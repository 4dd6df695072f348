#pragma once

#include <alcole/learning/trained_model.hpp>

#include "certify/score_ranges.hpp"

#include <cstddef>
#include <span>
#include <vector>

/// Interval arithmetic from the inputs of a network to its scores, valid for every possible row.
namespace alcole::certify {

/// The set of possible inputs of a layer: units that vary independently within ranges, and blocks of 0/1 inputs of
/// which at most one is 1.
struct Box {
    std::vector<Range> units{};
    std::vector<tabular::Block> blocks{};

    /// The range of bias + sum_j weights[j] x_j over the box. Units and blocks are independent, so both ends are
    /// attained, apart from the allowance for rounding in single precision.
    Range sum(std::span<const double> weights, double bias) const;

    /// The same without the allowance, which is also the allowance for the difference of two such sums.
    struct Sum {
        Range range;
        double room;
    };
    Sum exact_sum(std::span<const double> weights, double bias) const;
};

/// The score ranges of linear models and networks.
class Intervals final : public ScoreRanges {
  public:
    explicit Intervals(const learning::TrainedModel& model);

    std::size_t classes() const override { return outputs() == 1 ? 2 : outputs(); }
    Range score_difference(std::size_t k, std::size_t j) const override;
    double spread(std::size_t from, std::size_t to) const override { return spread({from, to, 1}); }
    double spread_of_raise(std::size_t input, double by) const override { return spread({no_input, input, by}); }
    double largest_part() const override;

  private:
    /// The change of the first layer's sums: `times` the weight of `to` minus the weight of `from`.
    struct Step {
        std::size_t from;
        std::size_t to;
        double times;
        double of(std::span<const double> weights) const {
            return times * ((to == no_input ? 0.0 : weights[to]) - (from == no_input ? 0.0 : weights[from]));
        }
    };
    Range network_difference(std::size_t k, std::size_t j) const;  // before any calibration
    std::size_t outputs() const { return layers_.back().outputs; }
    std::vector<double> weights_into(std::size_t layer, std::size_t output) const;
    double bias_of(std::size_t layer, std::size_t output) const;
    std::vector<double> contrast(std::size_t k, std::size_t j) const;
    double bias_contrast(std::size_t k, std::size_t j) const;
    std::vector<Box> boxes_up_to(double number) const;
    Box after(std::size_t layer, const Box& before) const;
    Box moved(const Step& step) const;
    double spread(const Step& step) const;

    const learning::TrainedModel& model_;
    std::vector<tabular::Layer> layers_;
    std::vector<Box> boxes_;  // the possible inputs of each layer
    std::vector<Box> usual_;  // the same for rows without extreme numbers, which decide how large rounding errors are
};

}  // namespace alcole::certify
