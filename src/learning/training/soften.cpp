#include "learning/training/soften.hpp"

#include "base/text.hpp"
#include "learning/training/find_model.hpp"
#include "learning/training/tighten.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace alcole::learning {
namespace {

using tabular::RiskDefinition;

constexpr double near = 0.05;  // relative tolerance within which a multiplier counts as equal to the price
constexpr std::size_t max_attempts = 16;

/// Searches for the bound of one constraint at which its multiplier equals its price.
class Yielding {
  public:
    Yielding(const RiskDefinition& risk, double asked)
        : price_(risk.price), outwards_(risk.at_least ? -1 : 1), asked_(asked), bound_(asked), tight_(asked) {
        constexpr double share = 0.25;  // first step, as a share of the bound (at least of 0.01)
        step_ = share * std::max(std::abs(asked), 0.01);
    }

    double bound() const { return bound_; }
    bool costs_too_much(double lambda) const { return price_ > 0 && lambda > (1 + near) * price_; }

    /// Moves the bound outwards in growing steps while it costs too much, and then bisects. Returns false if the bound
    /// stays where it is.
    bool move(double lambda) {
        const double before = bound_;
        if (costs_too_much(lambda)) {
            tight_ = bound_;
            bound_ = loose_ ? (tight_ + *loose_) / 2 : bound_ + outwards_ * step_;
            step_ *= 2;
        } else if (price_ > 0 && bound_ != asked_ && lambda < (1 - near) * price_) {
            loose_ = bound_;
            bound_ = (tight_ + *loose_) / 2;
        }
        const double room = std::abs(bound_ - asked_);
        if (loose_ && std::abs(*loose_ - tight_) <= 0.02 * room) bound_ = *loose_;
        return bound_ != before;
    }

  private:
    double price_;
    double outwards_;
    double asked_;
    double bound_;
    double tight_;                 // the last bound that cost too much
    std::optional<double> loose_;  // the last bound that did not
    double step_ = 0;
};

bool affordable(const std::vector<Yielding>& all, const Answer& answer) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].costs_too_much(answer.summary.lambda[i])) return false;
    return true;
}

}  // namespace

bool any_is_soft(const Task& task) {
    return std::ranges::any_of(task.goal.constraints, [](const RiskDefinition& risk) { return risk.price > 0; });
}

Answer find_softened(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                     const Checkpointing& checkpointing, const WarmStart* warm) {
    const auto& constraints = problems.task().goal.constraints;
    std::vector<Yielding> all;
    for (std::size_t i = 0; i < constraints.size(); ++i) all.emplace_back(constraints[i], bounds[i]);
    Answer answer = find_model(solve, problems, bounds, checkpointing, warm);
    Answer best = answer;
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
        if (affordable(all, answer) || !affordable(all, best)) best = answer;
    }
    if (answer.summary.status == Status::interrupted) return answer;
    best.seconds = answer.seconds;
    return best;
}

std::vector<Note> notes_on_softened(const Task& task, const std::vector<double>& asked, const Answer& answer) {
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
