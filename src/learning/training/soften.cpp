#include "learning/training/soften.hpp"

#include "base/text.hpp"
#include "learning/training/find_model.hpp"
#include "learning/training/places.hpp"
#include "learning/training/tighten.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace alcole::learning {
namespace {

using tabular::RiskDefinition;

constexpr double near = 0.05;  // relative tolerance within which a multiplier counts as equal to the price
constexpr std::size_t max_attempts = 24;

/// Searches for the bound of one constraint at which its multiplier equals its price.
class Yielding {
  public:
    Yielding(const RiskDefinition& risk, double asked)
        : price_(risk.price), outwards_(risk.at_least ? -1 : 1), asked_(asked), bound_(asked), tight_{asked, 0} {
        constexpr double share = 0.25;  // first step, as a share of the bound (at least of 0.01)
        step_ = share * std::max(std::abs(asked), 0.01);
    }

    double bound() const { return bound_; }
    bool costs_too_much(double lambda) const { return price_ > 0 && lambda > (1 + near) * price_; }

    /// Moves the bound outwards in growing steps while it costs too much, and then searches between a bound that costs
    /// too much and one that costs too little. Returns false if the bound stays where it is.
    bool move(double lambda) {
        if (price_ <= 0) return false;
        const double before = bound_;
        if (costs_too_much(lambda)) {
            if (loose_ && outwards_ * (bound_ - loose_->bound) >= 0) loose_.reset();  // others have moved since
            tight_ = {bound_, lambda};
            bound_ = loose_ ? between() : bound_ + outwards_ * step_;
            step_ *= 2;
        } else if (bound_ != asked_ && lambda < (1 - near) * price_) {
            loose_ = {bound_, lambda};
            if (outwards_ * (tight_.bound - bound_) >= 0) tight_ = {asked_, 0};
            bound_ = between();
        }
        if (loose_ && is_narrow()) bound_ = loose_->bound;
        return bound_ != before;
    }

  private:
    struct Tried {
        double bound = 0;
        double lambda = 0;
    };

    /// The two ends are so close that a multiplier which still differs from the price has a jump there.
    bool is_narrow() const {
        constexpr double close = 1e-3;  // of the loosening
        return std::abs(loose_->bound - tight_.bound) <= close * std::abs(bound_ - asked_);
    }

    /// Where the price lies between the two multipliers on a logarithmic scale, but not too close to either end.
    double between() const {
        constexpr double margin = 0.1;
        double share = 0.5;
        if (tight_.lambda > 0 && loose_->lambda > 0)
            share = std::clamp(std::log(tight_.lambda / price_) / std::log(tight_.lambda / loose_->lambda), margin,
                               1 - margin);
        return tight_.bound + share * (loose_->bound - tight_.bound);
    }

    double price_;
    double outwards_;
    double asked_;
    double bound_;
    Tried tight_;                 // the last bound that cost too much
    std::optional<Tried> loose_;  // the last bound that did not
    double step_ = 0;
};

/// The slacks of the model over these bounds, judged strictly.
std::vector<double> slacks_of(Problems& problems, const std::vector<double>& bounds, const Answer& answer) {
    auto& problem = problems.with_bounds<float>(bounds);
    std::vector<float> theta = answer.theta;
    for (std::size_t i = 0; i < bounds.size(); ++i)  // a minimised bound is a variable beside the weights
        if (problems.task().goal.constraints[i].minimise && theta.size() < problem.num_variables())
            theta.push_back(static_cast<float>(answer.bounds[i]));
    std::vector<double> every(problem.num_constraints() + 1);
    problem.strict_risks(theta, every);
    std::vector<double> slacks = worst_risks(problem.places(), every);
    slacks.erase(slacks.begin());
    return slacks;
}

/// What the softened problem minimises: the objective plus what has been given way, at its price. Infinite if a
/// constraint that must be met is not.
double merit_of(Problems& problems, const std::vector<double>& asked, const Answer& answer) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (answer.summary.status == Status::not_finite || answer.theta.empty()) return infinity;
    const auto& constraints = problems.task().goal.constraints;
    const std::vector<double> slacks = slacks_of(problems, asked, answer);
    double merit = answer.objective;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (constraints[i].price <= 0 && slacks[i] > allowance(asked[i])) return infinity;
        merit += constraints[i].price * std::max(0.0, slacks[i]);
    }
    return merit;
}

bool affordable(const std::vector<Yielding>& all, const Answer& answer) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].costs_too_much(answer.summary.lambda[i])) return false;
    return true;
}

/// A constraint without a multiplier has not given way farther than its risk is, and none has whose risk meets the
/// bound that was asked for. `slack`: over that bound.
double settled_bound(const RiskDefinition& risk, double asked, double reached, double slack, bool binding) {
    if (risk.price <= 0 || slack <= allowance(asked)) return asked;
    const double loosened = std::abs(reached - asked);
    return !binding && slack < loosened ? asked + (risk.at_least ? -slack : slack) : reached;
}

/// Sets the bounds by which the model is judged.
void settle(Problems& problems, const std::vector<double>& asked, Answer& answer) {
    if (answer.summary.status == Status::not_finite) return;
    const std::vector<double> slack = slacks_of(problems, asked, answer);
    const auto& constraints = problems.task().goal.constraints;
    for (std::size_t i = 0; i < asked.size(); ++i)
        answer.bounds[i] = settled_bound(constraints[i], asked[i], answer.bounds[i], slack[i],
                                         binds(answer.summary.lambda[i], asked[i], answer.objective));
}

}  // namespace

bool any_is_soft(const TrainingTask& task) {
    return std::ranges::any_of(task.goal.constraints, [](const RiskDefinition& risk) { return risk.price > 0; });
}

Answer find_softened(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                     const Checkpointing& checkpointing, const WarmStart* warm) {
    const auto& constraints = problems.task().goal.constraints;
    std::vector<Yielding> all;
    for (std::size_t i = 0; i < constraints.size(); ++i) all.emplace_back(constraints[i], bounds[i]);
    Answer answer = find_model(solve, problems, bounds, checkpointing, warm);
    Answer best = answer;
    double least = merit_of(problems, bounds, best);
    for (std::size_t search = 1; search < max_attempts; ++search) {
        const Status status = answer.summary.status;
        if (status == Status::interrupted || status == Status::not_finite || status == Status::time_limit) break;
        bool moved = false;
        std::vector<double> next;
        for (std::size_t i = 0; i < all.size(); ++i) {
            moved = all[i].move(answer.summary.lambda[i]) || moved;
            next.push_back(all[i].bound());
        }
        if (!moved) break;
        const bool good = multipliers_are_prices(status);
        const WarmStart from = answer.warm;
        answer = find_model(solve, problems, next, checkpointing.beside(std::to_string(search)), good ? &from : nullptr,
                            "giving way " + std::to_string(search));
        if (answer.summary.status == Status::not_finite) break;  // an earlier search has found a model
        // Near its minimum the merit says little, and a later answer has multipliers nearer to the prices.
        constexpr double as_good = 1e-3;
        const double merit = merit_of(problems, bounds, answer);
        const double tie = std::isfinite(least) ? as_good * std::abs(least) : 0;
        const bool nearer = affordable(all, answer) || !affordable(all, best);
        if (!(merit < least - tie || (merit <= least + tie && nearer))) continue;
        least = merit;
        best = answer;
    }
    if (answer.summary.status == Status::interrupted) return answer;
    best.seconds = answer.seconds;
    settle(problems, bounds, best);
    return best;
}

std::vector<Note> notes_on_softened(const TrainingTask& task, const std::vector<double>& asked, const Answer& answer) {
    std::vector<Note> notes;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const RiskDefinition& risk = task.goal.constraints[i];
        if (answer.bounds[i] == asked[i]) continue;
        notes.push_back(
            {.kind = Note::Kind::gave_way, .names = {risk.name}, .numbers = {asked[i], risk.price, answer.bounds[i]}});
    }
    return notes;
}

}  // namespace alcole::learning
