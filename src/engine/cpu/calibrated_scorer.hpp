#pragma once

#include <alcole/tabular/model.hpp>

#include "engine/plan/scorer.hpp"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace alcole::engine {

/// Applies a calibration map to the scores of another scorer. The map is piecewise linear, so derivatives are those of
/// the other scorer times the slopes of the map.
template <class T>
class CalibratedScorer final : public Scorer<T> {
  public:
    CalibratedScorer(std::unique_ptr<Scorer<T>> inner, tabular::ScoreMap map)
        : inner_(std::move(inner)), map_(std::move(map)) {}

    std::size_t num_parameters() const override { return inner_->num_parameters(); }
    void scores(const Plan& plan, std::span<const T> theta, std::span<double> out) override {
        inner_->scores(plan, theta, out);
        slopes_.resize(out.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
            slopes_[i] = map_.slope(out[i]);
            out[i] = map_(out[i]);
        }
    }
    void pull_back(std::span<const double> by_score, std::span<T> g) override {
        inner_->pull_back(sloped(by_score, first_), g);
    }
    void push_forward(std::span<const T> v, std::span<double> ds) override {
        inner_->push_forward(v, ds);
        for (std::size_t i = 0; i < ds.size(); ++i) ds[i] *= slopes_[i];
    }
    void pull_back_change(std::span<const double> by_score, std::span<const double> change, std::span<T> h) override {
        inner_->pull_back_change(sloped(by_score, first_), sloped(change, second_), h);
    }

  private:
    std::span<const double> sloped(std::span<const double> values, std::vector<double>& room) const {
        room.assign(values.begin(), values.end());
        for (std::size_t i = 0; i < room.size(); ++i) room[i] *= slopes_[i];
        return room;
    }

    std::unique_ptr<Scorer<T>> inner_;
    tabular::ScoreMap map_;
    std::vector<double> slopes_;  // at the last scores()
    std::vector<double> first_;
    std::vector<double> second_;
};

/// Adds the model's calibration, if it has one, to the scorer `inner`.
template <class T>
std::unique_ptr<Scorer<T>> as_calibrated(const tabular::Model& model, std::unique_ptr<Scorer<T>> inner) {
    if (!model.calibration) return inner;
    return std::make_unique<CalibratedScorer<T>>(std::move(inner), *model.calibration);
}

}  // namespace alcole::engine
