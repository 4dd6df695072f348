#include "learning/sweep/chain.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::learning {
namespace {

bool worse(const Link& link, const Link& other) {
    return !link.met || link.objective() > other.objective() + negligible * std::abs(other.objective());
}

/// Networks have several minima, and trees grown under other prices are different trees.
bool may_depend_on_its_start(const Config& config) { return config.model.kind != "linear"; }

}  // namespace

SweepChain::SweepChain(const Config& config, const Source& source, TrainingTask task, const Swept& swept,
                       experiment::Jobs& jobs)
    : config_(config),
      source_(source),
      task_(std::move(task)),
      stated_(swept),
      swept_risks_(learning::swept_risks(config, task_, swept)),
      jobs_(jobs) {}

std::size_t SweepChain::num_trainings(const Config& config, std::size_t bounds, bool with_free) {
    return bounds + (with_free ? 1 : 0) + (may_depend_on_its_start(config) ? 1 : 0);
}

bool SweepChain::train(const std::vector<double>& loosest_first, bool with_free, const Context& context) {
    bounds_ = loosest_first;
    context_ = context;
    if (!stated_.of_fractions)
        trainer_.emplace(config_, source_, task_, context);  // prepares the rows once for all bounds
    if (with_free) {
        // The swept constraints are removed from the task, to measure what they cost.
        TrainingTask rest = task_;
        rest.goal.constraints.clear();
        for (std::size_t i = 0; i < swept_risks_.size(); ++i)
            if (!swept_risks_[i]) rest.goal.constraints.push_back(task_.goal.constraints[i]);
        free_trainer_.emplace(without(config_, stated_), source_, std::move(rest), context);
        free_ = train_without(nullptr);
        if (!free_) return false;
    }
    return train_bounds() && (!may_depend_on_its_start(config_) || try_cold()) && improve();
}

bool SweepChain::train_bounds() {
    std::optional<WarmStart> warm;
    if (free_) warm = with_swept(free_->warm);
    for (const double bound : bounds_) {
        auto link = train_at(bound, warm ? &*warm : nullptr);
        if (!link) return false;
        // After a bound that cannot be met, the multipliers are meaninglessly large.
        if (link->met || !warm) warm = link->warm;
        links_.push_back(std::move(*link));
    }
    return true;
}

/// A chain of warm starts stays in one valley. The valley of a network that is lowest at a loose bound may be high at a
/// tight bound, so the tightest bound that was met is also trained from scratch.
bool SweepChain::try_cold() {
    const auto met = std::find_if(links_.rbegin(), links_.rend(), std::mem_fn(&Link::met));
    const std::size_t at = met == links_.rend() ? links_.size() - 1 : static_cast<std::size_t>(links_.rend() - met) - 1;
    auto cold = train_at(bounds_[at], nullptr);
    if (!cold) return false;
    if (cold->met && worse(links_[at], *cold)) links_[at] = std::move(*cold);
    return true;
}

/// p(b) is a minimum: a model that meets a tighter bound also meets a looser one, so p cannot be higher there. If it
/// came out higher, the looser bound is trained again from the better model, and if that does not help, it takes that
/// model itself.
bool SweepChain::improve() {
    const Link* best = nullptr;
    for (std::size_t i = links_.size(); i-- > 0;) {
        Link& link = links_[i];
        if (best != nullptr && worse(link, *best)) {
            jobs_.expect(1);
            auto again = train_at(bounds_[i], &best->warm);
            if (!again) return false;
            link = worse(*again, *best) ? adopted(*best, bounds_[i]) : std::move(*again);
        }
        if (link.met && (best == nullptr || link.objective() < best->objective())) best = &link;
    }
    return !free_ || best == nullptr || !worse(*free_, *best) || improve_free(*best);
}

bool SweepChain::improve_free(const Link& best) {
    jobs_.expect(1);
    const WarmStart warm = without_swept(best.warm);
    auto again = train_without(&warm);
    if (!again) return false;
    free_ = worse(*again, best) ? best : *again;
    return true;
}

/// A fraction is bounded as a - bound * b <= 0, so its goal is defined anew for each bound.
Trainer& SweepChain::trainer_for_fractions(double bound) {
    TrainingTask task = task_;
    task.goal.constraints =
        tabular::define_risks(with_bound(config_, stated_, bound).constraints, task.schema(), task.train.table());
    return trainer_.emplace(config_, source_, std::move(task), *context_);
}

std::optional<Link> SweepChain::train_at(double bound, const WarmStart* warm) {
    if (stated_.of_fractions) {
        Trainer& trainer = trainer_for_fractions(bound);
        return train_with(trainer, trainer.task().goal.bounds(), warm);
    }
    std::vector<double> bounds = task_.goal.bounds();
    for (std::size_t i = 0; i < bounds.size(); ++i)
        if (swept_risks_[i]) bounds[i] = bound;
    return train_with(*trainer_, bounds, warm);
}

std::optional<Link> SweepChain::train_without(const WarmStart* warm) {
    return train_with(*free_trainer_, free_trainer_->task().goal.bounds(), warm);
}

std::optional<Link> SweepChain::train_with(Trainer& trainer, const std::vector<double>& bounds, const WarmStart* warm) {
    SolveConfig solve = config_.solve;
    // Mini-batches find the neighbourhood of the answer; a warm start is already there.
    if (warm != nullptr && solve.regime == RegimeChoice::automatic) solve.regime = RegimeChoice::full;
    auto trained = trainer.train(bounds, solve, {}, warm);
    if (!trained) return std::nullopt;
    jobs_.advance();
    const auto met = [](const ConstraintOutcome& constraint) {
        return constraint.verdict != ConstraintStatus::not_met;
    };
    Link link{.outcome = std::move(trained->outcome),
              .warm = std::move(trained->warm),
              .tolerance = trained->search.tolerance};
    link.met = std::ranges::all_of(link.outcome.constraints, met);
    return link;
}

/// Zero multipliers for the swept constraints. Penalties are left out, because those of the swept constraints are
/// unknown.
WarmStart SweepChain::with_swept(const WarmStart& warm) const {
    WarmStart result{.theta = warm.theta};
    std::size_t next = 0;
    for (const bool swept : swept_risks_) result.lambda.push_back(swept ? 0 : warm.lambda[next++]);
    return result;
}

WarmStart SweepChain::without_swept(const WarmStart& warm) const {
    WarmStart result{.theta = warm.theta};
    for (std::size_t i = 0; i < swept_risks_.size(); ++i)
        if (!swept_risks_[i]) result.lambda.push_back(warm.lambda[i]);
    return result;
}

/// Under a looser bound the swept constraints are not active for this model, so their price is 0.
Link SweepChain::adopted(const Link& better, double bound) const {
    Link link = better;
    for (std::size_t i = 0; i < swept_risks_.size(); ++i) {
        if (!swept_risks_[i]) continue;
        ConstraintOutcome& constraint = link.outcome.constraints[i];
        (constraint.fraction_bound ? *constraint.fraction_bound : constraint.bound) = bound;
        constraint.multiplier = 0;
        if (constraint.fraction_multiplier) constraint.fraction_multiplier = 0;
    }
    return link;
}

}  // namespace alcole::learning
