#include <alcole/learning/sweep.hpp>

#include "base/statistics.hpp"
#include "base/text.hpp"
#include "experiment/jobs.hpp"
#include "learning/sweep/chain.hpp"
#include "learning/sweep/folds.hpp"
#include "learning/sweep/stability.hpp"
#include "learning/training/make_task.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <stdexcept>

namespace alcole::learning {
namespace {

constexpr std::size_t max_bounds = 1000;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

template <class Number>
bool reads_as(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

std::vector<double> spaced(const SweepOptions& options) {
    std::vector<double> bounds(options.count);
    const double step = std::log(options.high / options.low) / static_cast<double>(options.count - 1);
    for (std::size_t k = 0; k < bounds.size(); ++k) bounds[k] = options.low * std::exp(step * static_cast<double>(k));
    bounds.back() = options.high;
    return bounds;
}

void check_bounds(const SweepOptions& options) {
    const bool finite = std::isfinite(options.low) && std::isfinite(options.high);
    if (!finite || !(options.low > 0) || !(options.high > options.low))
        refuse("bounds are swept from a number > 0 to a larger one, not from " + base::number_text(options.low) +
               " to " + base::number_text(options.high));
    if (options.count < 2 || options.count > max_bounds)
        refuse("a sweep takes 2 to " + std::to_string(max_bounds) + " bounds, not " + std::to_string(options.count));
}

void check(const SweepOptions& options) {
    check_bounds(options);
    if (options.folds == 1)
        throw std::invalid_argument(
            "--folds: one fold leaves no rows to train on; give at least 2 folds, or 0 for none");
}

void check_method(const Config& config) {
    const Method method = config.solve.options.method;
    if (method == Method::augmented || method == Method::lagrangian) return;
    refuse("method '" + std::string(to_string(method)) +
           "' has no multipliers, and a sweep reads prices from them; set solve.method=augmented");
}

/// If both ends are valid bounds for the constraints, so are those in between.
void check_ends(const Config& config, const Swept& swept, const SweepOptions& options) {
    for (const double end : {options.low, options.high})
        experiment::naming("--bound", [&] { check_constraints(with_bound(config, swept, end)); });
}

/// The swept risk closest to its bound, or farthest beyond it.
std::optional<double> worst_risk(const Link& link, const SweepChain& chain, const Swept& swept, bool held_out) {
    std::optional<double> worst;
    for (std::size_t i = 0; i < chain.swept().size(); ++i) {
        const ConstraintOutcome constraint = as_stated(link.outcome.constraints[i]);
        if (!chain.swept()[i] || (held_out && !constraint.test)) continue;
        const double risk = held_out ? constraint.test->risk : constraint.train.risk;
        if (!std::isfinite(risk)) continue;  // a fraction 0 / 0
        if (!worst || (swept.at_least ? risk < *worst : risk > *worst)) worst = risk;
    }
    return worst;
}

SweepPoint point_of(const Link& link, const SweepChain& chain, const Swept& swept, double bound) {
    SweepPoint point{.bound = bound,
                     .status = link.outcome.status,
                     .met = link.met,
                     .objective = link.objective(),
                     .risk = worst_risk(link, chain, swept, false).value_or(0),
                     .train_accuracy = link.outcome.train.quality()};
    double price = 0;
    for (std::size_t i = 0; i < chain.swept().size(); ++i)
        if (chain.swept()[i]) price += as_stated(link.outcome.constraints[i]).multiplier;
    if (price != 0) point.slope = swept.at_least ? price : -price;
    return point;
}

/// A bound has a cost if p is noticeably above the objective without the swept constraints.
bool costs(const SweepPoint& point, double free_objective) {
    return point.met && point.objective - free_objective > negligible * std::max(std::abs(free_objective), 1e-12);
}

/// The run file's own bounds for the swept constraints.
std::vector<double> bounds_asked(const Config& config, const Swept& swept) {
    std::vector<double> bounds;
    for (std::size_t k = 0; k < swept.stated.size(); ++k)
        if (swept.stated[k]) bounds.push_back(config.constraints[k].bound);
    return bounds;
}

std::size_t num_swept(const SweepChain& chain) {
    return static_cast<std::size_t>(std::ranges::count(chain.swept(), true));
}

/// The chains of one sweep: the first on all training rows, the others on folds.
class Chains {
  public:
    Chains(const Config& config, const Source& source, const SweepOptions& options, const Context& context)
        : config_(config), source_(source), context_(context), bounds_(spaced(options)) {
        // A sweep uses only the rows that a run would train on; held-out numbers come from folds of them.
        if (const auto split = split_of(config, source)) {
            source_.table = source.table.rows(split->train);
            source_.row_numbers.clear();  // no result of a sweep mentions single rows
        }
        source_.test.reset();
        TrainingTask task = make_task(config_, source_, std::nullopt);
        swept_ = find_swept(config_, task, options.constraint);
        check_ends(config_, swept_, options);
        if (!swept_.at_least) std::ranges::reverse(bounds_);
        const auto folds =
            options.folds > 0 ? folds_of(config_, source_.table, options.folds) : std::vector<tabular::Split>();
        jobs_.emplace(context_, SweepChain::num_trainings(config, bounds_.size(), false) * (folds.size() + 1) + 1);
        add(std::move(task));
        for (std::size_t k = 0; k < folds.size(); ++k)
            experiment::naming(name_of(k + 1), [&] { add(make_task(config_, source_, folds[k])); });
    }

    /// Returns false if stopped.
    bool train() {
        std::vector<char> finished(chains_.size(), 0);
        jobs_->run(chains_.size(), [&](std::size_t k, const Context& own) {
            experiment::naming(name_of(k), [&] { finished[k] = chains_[k]->train(bounds_, k == 0, own) ? 1 : 0; });
        });
        return std::ranges::all_of(finished, [](char f) { return f != 0; });
    }

    void fill(Sweep& sweep) const {
        const SweepChain& whole = *chains_.front();
        const Outcome& any = whole.free()->outcome;
        sweep.data_file = any.data_file;
        sweep.target = any.target;
        sweep.task = any.task;
        sweep.at_least = swept_.at_least;
        sweep.folds = chains_.size() - 1;
        sweep.free_objective = whole.free()->objective();
        for (std::size_t i = 0; i < bounds_.size(); ++i) {
            SweepPoint& point = sweep.points.emplace_back(point_of(whole.links()[i], whole, swept_, bounds_[i]));
            add_held_out(point, i);
            if (!sweep.costs_below && costs(point, sweep.free_objective)) sweep.costs_below = point.bound;
        }
        std::ranges::sort(sweep.points, {}, &SweepPoint::bound);
        // Stability is about bounds that are subtracted, not about factors.
        if (!swept_.of_fractions)
            sweep.stability =
                stability_of(sweep, bounds_asked(config_, swept_), num_swept(whole), whole.links().front().tolerance);
        sweep.seconds = jobs_->seconds();
    }

  private:
    std::string name_of(std::size_t chain) const {
        return chain == 0 ? "on all training rows" : "in fold " + std::to_string(chain);
    }

    void add(TrainingTask task) {
        chains_.push_back(std::make_unique<SweepChain>(config_, source_, std::move(task), swept_, *jobs_));
    }

    void add_held_out(SweepPoint& point, std::size_t i) const {
        std::vector<double> objectives;
        std::vector<double> qualities;
        std::vector<double> risks;
        for (std::size_t k = 1; k < chains_.size(); ++k) {
            const Link& link = chains_[k]->links()[i];
            objectives.push_back(link.outcome.test->objective);
            qualities.push_back(link.outcome.test->quality());
            if (const auto risk = worst_risk(link, *chains_[k], swept_, true)) risks.push_back(*risk);
        }
        if (objectives.empty()) return;
        point.held_out_objective = base::bootstrap_mean(objectives);
        point.held_out_accuracy = base::bootstrap_mean(qualities);
        if (!risks.empty()) point.held_out_risk = base::bootstrap_mean(risks);
    }

    const Config& config_;
    Source source_;  ///< training rows only
    const Context& context_;
    std::vector<double> bounds_;  ///< from the loosest to the tightest
    Swept swept_;
    std::optional<experiment::Jobs> jobs_;
    std::vector<std::unique_ptr<SweepChain>> chains_;
};

}  // namespace

void read_bounds(const std::string& text, SweepOptions& options) {
    const std::size_t first = text.find(':');
    const std::size_t last = text.rfind(':');
    const std::string_view all = text;
    const bool reads = first != std::string::npos && last > first && reads_as(all.substr(0, first), options.low) &&
                       reads_as(all.substr(first + 1, last - first - 1), options.high) &&
                       reads_as(all.substr(last + 1), options.count);
    if (!reads) refuse("--bound must be LOW:HIGH:COUNT, such as 1e-4:1e-1:10, not '" + text + "'");
    experiment::naming("--bound", [&] { check_bounds(options); });
}

void check_sweep(const Config& config, const SweepOptions& options) {
    check(options);
    check_method(config);
    check_can_be_swept(config, options.constraint);
}

std::optional<Sweep> sweep(const Config& config, const Source& source, const SweepOptions& options,
                           const Context& context) {
    check_sweep(config, options);
    Chains chains(config, source, options, context);
    if (!chains.train()) return std::nullopt;
    Sweep result{.constraint = options.constraint};
    chains.fill(result);
    return result;
}

}  // namespace alcole::learning
