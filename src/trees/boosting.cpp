#include "trees/boosting.hpp"

#include "base/parallel.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace alcole::trees {
namespace {

void check_direction(const char* key, const std::vector<std::string>& columns, const tabular::Schema& schema) {
    for (const auto& column : columns) {
        const auto found = std::ranges::find(schema.features, column, &tabular::Feature::column);
        if (found != schema.features.end() && found->is_amount()) continue;
        const char* const reason = found == schema.features.end() ? ", which is not a feature"
                                   : found->edges.empty()
                                       ? ", whose values are words: a score rises or falls with a number"
                                       : ", which is in bins: a score rises or falls with a number, not with a bin";
        throw std::invalid_argument(std::string(key) + " names " + base::quoted(column) + reason);
    }
}

using tabular::Schema;

/// For each input of the model: 1 if the score must not decrease in it, -1 if it must not increase, 0 if it is free.
std::vector<int> directions_of(const Schema& schema, const tabular::Trees& trees) {
    const auto names = [](const std::vector<std::string>& columns, const std::string& column) {
        return std::ranges::find(columns, column) != columns.end();
    };
    std::vector<int> directions(schema.num_inputs(), 0);
    std::size_t number = 0;
    for (const auto& feature : schema.features)
        if (feature.is_amount())
            directions[number++] = names(trees.increasing, feature.column)   ? 1
                                   : names(trees.decreasing, feature.column) ? -1
                                                                             : 0;
    return directions;
}

Grower grower_for(const engine::ScoreSpace& space, const Schema& schema, const tabular::Trees& options,
                  const Context& context) {
    const engine::SparseRows points = space.points();
    return {points,
            space.point_weights(),
            schema.num_inputs(),
            tabular::num_numbers(schema),
            space.outputs(),
            options,
            directions_of(schema, options),
            threads_for(points.values.size(), context.threads(), base::num_threads(0))};
}

}  // namespace

void check(const tabular::Trees& trees, const tabular::Schema& schema) {
    if (trees.leaves == 1)
        throw std::invalid_argument("model.leaves must be at least 2, or 0 for as many as the depth allows, not 1");
    check_direction("model.increasing", trees.increasing, schema);
    check_direction("model.decreasing", trees.decreasing, schema);
    for (const auto& column : trees.increasing)
        if (std::ranges::find(trees.decreasing, column) != trees.decreasing.end())
            throw std::invalid_argument("model.increasing and model.decreasing both name " + base::quoted(column));
}

Boosting::Boosting(const tabular::Dataset& data, const tabular::Goal& goal, const tabular::Trees& options,
                   const Context& context, const std::vector<bool>& held, std::uint64_t seed, State<float>& state)
    : options_(options),
      seed_(seed),
      state_(state),
      space_(data, goal, context, held),
      grower_(grower_for(space_, data.schema(), options, context)) {
    check(options, data.schema());
    const std::vector<double> units = space_.units();
    for (std::size_t i = 0; i < units.size(); ++i) {  // a bound of 0 gives no scale: use a hundredth of the risk's unit
        const tabular::RiskDefinition& risk = goal.constraints[i];
        names_.push_back(risk.name);
        rates_.push_back(risk.is_rate());
        exact_.push_back(risk.bound == 0 && !risk.is_soft());
        scales_.push_back(risk.bound == 0 ? 0.01 * units[i] : std::abs(risk.bound));
        prices_.push_back(risk.is_soft() ? risk.price : std::numeric_limits<double>::infinity());
        smallest_responses_.push_back(4 * scales_[i] * units[i] / space_.loss_curvature());
    }
    if (state_.theta.empty()) {
        const auto base = space_.base_scores();
        state_.theta.assign(base.begin(), base.end());
    }
    const auto ensemble = tabular::ensemble_of(state_.theta, data.schema().num_inputs(), space_.outputs());
    space_.begin(ensemble.base);
    for (std::size_t t = 0; t < ensemble.trees.size(); t += space_.outputs()) {
        space_.add(std::span(ensemble.trees).subspan(t, space_.outputs()));
        note_round();
    }
}

/// Records the training loss and the loss on the held-out rows, from which overfits() decides when to stop.
void Boosting::note_round() {
    ++rounds_;
    if (const auto held = space_.held_loss()) losses_.push_back({.train = space_.risks()[0], .held = *held});
}

void Boosting::grow(std::span<const double> w, std::span<const double> c) {
    auto& push = space_.push(w, c, options_.rate);
    const auto round = grower_.grow(push.gradient, push.curvature, seed_ + static_cast<std::uint64_t>(rounds_));
    if (chooses_penalties_)
        for (std::size_t i = 0; i < num_constraints(); ++i)
            if (push.responses[i + 1] > 0) set_penalty(i, push.responses[i + 1]);
    space_.add(round.trees, round.adds);
    note_round();
    const auto numbers = tabular::theta_of({.base = {}, .trees = round.trees});
    state_.theta.insert(state_.theta.end(), numbers.begin(), numbers.end());
    ++state_.dual.counts.steps;
    ++state_.dual.counts.risks;
    ++state_.dual.counts.pullbacks;
}

/// Over the last `patience` rounds the training loss has fallen, but the held-out loss was never below its value before
/// them. Both losses rise when constraints take effect, which is no reason to stop. Without constraints this first
/// becomes true `patience` rounds after the minimum of the held-out loss.
bool Boosting::overfits() const {
    const auto patience = static_cast<std::size_t>(options_.patience);
    if (patience == 0 || losses_.size() <= patience) return false;
    const auto recent = std::span(losses_).last(patience);
    const Losses& before = losses_[losses_.size() - patience - 1];
    return recent.back().train < before.train &&
           std::ranges::none_of(recent, [&](const Losses& losses) { return losses.held < before.held; });
}

/// A state that is saved during monitor.accepted() already contains the new round but not the dual step that follows.
/// `in_progress` marks such a state: a resumed run continues with the dual step instead of growing the round again.
InnerStatus Boosting::minimise(const Lagrangian& lagrangian, double /*tolerance*/, Monitor& monitor) {
    bool& grown = state_.memory.in_progress;
    if (std::exchange(grown, false)) return InnerStatus::reached;
    const bool answered = state_.best || num_constraints() == 0;  // overfitting ends the run only if there is an answer
    if (rounds_ >= options_.rounds || (answered && overfits())) return InnerStatus::finished;
    if (monitor.stop()) return InnerStatus::interrupted;
    std::vector<double> w(num_constraints() + 1);
    std::vector<double> c(w.size());
    lagrangian(space_.risks(), w);
    lagrangian.curvatures(space_.risks(), c);
    grow(w, c);
    std::vector<double> after(w.size());
    grown = true;
    monitor.accepted(lagrangian(space_.risks(), after), space_.risks(), true);
    grown = false;
    return InnerStatus::reached;
}

void Boosting::warm_up(std::int64_t rounds) {
    std::vector<double> w(num_constraints() + 1, 0.0);
    const std::vector<double> c(w.size(), 0.0);
    w[0] = 1;
    while (rounds_ < std::min(rounds, options_.rounds)) grow(w, c);
}

void Boosting::choose_penalties(double times) {
    chooses_penalties_ = true;
    for (double& response : smallest_responses_) response /= times;
    if (!state_.dual.alpha.empty()) return;  // resumed
    const auto responses = space_.responses();
    state_.dual.alpha.assign(num_constraints(), 0.0);
    for (std::size_t i = 0; i < num_constraints(); ++i) set_penalty(i, responses[i + 1]);
}

/// With response k (ScoreSpace::Push) and penalty alpha, one round of rate r reduces a slack by about the share
/// 2 alpha r k. A share of one half is fast and does not overshoot, so alpha = 1 / (4 r k).
///
/// The response needs a lower bound, since that of a divergence vanishes with the divergence. A divergence is a mean of
/// squares u^2 / 2 of score differences, whose two ends both move, so at its bound b the response is 2 u^2 = 4 b, given
/// a loss of curvature 1. This value, in the units of the risk and divided by the loss's curvature, is the minimum for
/// every risk.
void Boosting::set_penalty(std::size_t i, double response) {
    state_.dual.alpha[i] = 1 / (4 * options_.rate * std::max(response, smallest_responses_[i]));
}

void Boosting::risks(std::span<double> l) { std::ranges::copy(space_.risks(), l.begin()); }

void Boosting::strict_risks(std::span<double> l) { std::ranges::copy(space_.strict_risks(), l.begin()); }

Slopes Boosting::slopes(std::span<const double> w) {
    std::vector<double> objective(w.size(), 0.0);
    objective[0] = 1;
    return {.stationarity = space_.leaf_slope(w), .objective = space_.leaf_slope(objective)};
}

void Boosting::gradient_sizes(std::span<double> sizes) {
    std::vector<double> unit(sizes.size(), 0.0);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        unit[i] = 1;
        sizes[i] = space_.leaf_slope(unit);
        unit[i] = 0;
    }
}

double Boosting::merit(std::span<const double> risks) {
    for (std::size_t i = 0; i < exact_.size(); ++i)
        if (exact_[i] && risks[i + 1] > 0) return std::numeric_limits<double>::infinity();
    return space_.held_loss().value_or(risks[0]);
}

void Boosting::keep_best(std::int64_t iteration, std::span<const double> risks) {
    if (!state_.best) state_.best.emplace();  // it grows with every round, so its memory is kept
    state_.best->iteration = iteration;
    state_.best->risks.assign(risks.begin(), risks.end());
    state_.best->theta = state_.theta;
}

}  // namespace alcole::trees
