#include "learning/training/tighten.hpp"

#include "certify/confidence.hpp"
#include "learning/training/find_model.hpp"
#include "learning/training/judge.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace alcole::learning {
namespace {

using certify::Forecast;
using tabular::RiskDefinition;

constexpr std::size_t max_searches = 8;

bool would_pass(const RiskDefinition& asked, const Forecast& forecast) {
    if (forecast.no_bound) return false;
    return asked.at_least ? forecast.expected_bound >= asked.bound : forecast.expected_bound <= asked.bound;
}

/// Whether the training rows meet the bound, by the rule that judges training itself.
bool is_met(const RiskDefinition& asked, const Forecast& forecast) {
    if (forecast.no_bound) return false;
    const double over = asked.at_least ? asked.bound - forecast.estimate : forecast.estimate - asked.bound;
    return over <= allowance(asked.bound);
}

bool is_rate(const RiskDefinition& risk) {
    return std::ranges::all_of(risk.terms, [](const tabular::Term& term) { return term.is_rate(); });
}

/// The smallest value worth asking for: 0 for a gap, whose mirror image covers the other side; otherwise the smallest
/// possible value, from the coefficients.
double smallest_useful(const RiskDefinition& risk) {
    if (risk.terms.size() == 1 && risk.terms[0].coefficient > 0) return 0;
    if (risk.terms.size() == 2 && risk.terms[0].coefficient == -risk.terms[1].coefficient && risk.bound >= 0) return 0;
    double smallest = 0;
    for (const auto& term : risk.terms) smallest += std::min(0.0, term.coefficient);
    return smallest;
}

/// The next bound of a constraint that would not pass. Nothing if that takes more than nine tenths of its room: what is
/// left would hardly be a model, and more rows are needed instead.
std::optional<double> tighter(const RiskDefinition& asked, double bound, const Forecast& forecast) {
    constexpr double min_room = 0.1;
    constexpr double to_be_safe = 0.98;
    if (forecast.no_bound) return std::nullopt;
    if (asked.at_least) {
        const double wanted = asked.bound + (forecast.estimate - forecast.expected_bound);
        if (wanted > 1 - min_room * (1 - asked.bound)) return std::nullopt;
        return std::max(wanted, bound);
    }
    const double wanted = is_rate(asked)
                              ? asked.bound - (forecast.expected_bound - forecast.estimate)
                              : to_be_safe * std::min(bound, forecast.estimate) * asked.bound / forecast.expected_bound;
    const double smallest = is_rate(asked) ? smallest_useful(asked) : 0;
    if (wanted < smallest + min_room * (asked.bound - smallest)) return std::nullopt;
    return std::min(wanted, bound);
}

/// One search, and the forecast for its model.
struct Attempt {
    std::vector<double> bounds{};
    Answer answer{};
    std::vector<Forecast> forecasts{};
    bool meets = false;  ///< meets the original bounds on the training rows
    std::size_t passing = 0;
};

class Searches {
  public:
    Searches(const SolveConfig& solve, Problems& problems, const certify::CertificatePlan& plan,
             const Checkpointing& checkpointing, const WarmStart* warm)
        : solve_(solve),
          problems_(problems),
          plan_(plan),
          checkpointing_(checkpointing),
          warm_(warm),
          asked_(problems.task().goal.constraints),
          bounds_(problems.task().goal.bounds()),
          given_up_(asked_.size()) {}

    Answer run() {
        for (bool again = true; again;) {
            Attempt search = search_now();
            const Status status = search.answer.summary.status;
            const bool ended = status == Status::interrupted || status == Status::not_finite;
            const bool useless =
                status == Status::not_finite && !searches_.empty();  // an earlier search has found a model
            if (!useless) searches_.push_back(std::move(search));
            if (ended && !useless) return ended_with(searches_.size() - 1);
            again = !ended && status != Status::time_limit && searches_.size() < max_searches &&
                    next_bounds(searches_.back());
        }
        return ended_with(best());
    }

  private:
    Attempt search_now() {
        const TrainingTask& task = problems_.task();
        const std::size_t number = searches_.size();
        Attempt search{.bounds = bounds_};
        search.answer = number == 0
                            ? find_model(solve_, problems_, bounds_, checkpointing_, warm_)
                            : find_model(solve_, problems_, bounds_, checkpointing_.beside(std::to_string(number)),
                                         &from_, "tighter bounds " + std::to_string(number));
        const Status status = search.answer.summary.status;
        if (status == Status::interrupted || status == Status::not_finite) return search;
        const TrainedModel model{.schema = task.schema(), .shape = task.shape, .theta = search.answer.theta};
        search.forecasts = certify::forecast(model, asked_, task.train, plan_, problems_.context());
        search.meets = true;
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            search.meets = search.meets && is_met(asked_[i], search.forecasts[i]);
            search.passing += would_pass(asked_[i], search.forecasts[i]) ? 1 : 0;
        }
        // Weights that were driven against bounds that cannot be met are a bad start.
        if (number == 0 || (search.meets && multipliers_are_prices(status))) from_ = search.answer.warm;
        return search;
    }

    /// Returns false if there is nothing left to try.
    bool next_bounds(const Attempt& last) {
        const std::vector<double> before = bounds_;
        const bool tightened = bounds_ != problems_.task().goal.bounds();
        if (last.answer.summary.status == Status::infeasible || (!last.meets && tightened))
            give_up_one(last);
        else
            tighten(last);
        return bounds_ != before && !tried(bounds_);
    }

    void tighten(const Attempt& last) {
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            if (given_up_[i] || would_pass(asked_[i], last.forecasts[i])) continue;
            if (const auto next = tighter(asked_[i], bounds_[i], last.forecasts[i]))
                bounds_[i] = *next;
            else
                give_up(i);
        }
    }

    /// Gives up the constraint that was tightened most, among those in conflict if that is known.
    void give_up_one(const Attempt& last) {
        std::vector<std::size_t> candidates;
        const auto& conflict = last.answer.conflict;
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            const bool named = !conflict || std::ranges::find(conflict->constraints, i) != conflict->constraints.end();
            if (bounds_[i] != asked_[i].bound && named) candidates.push_back(i);
        }
        for (std::size_t i = 0; candidates.empty() && i < asked_.size(); ++i)
            if (bounds_[i] != asked_[i].bound) candidates.push_back(i);
        if (candidates.empty()) return;
        give_up(*std::ranges::max_element(candidates, {}, [&](std::size_t i) { return tightened_by(i); }));
    }

    /// How far the bound has been tightened, relative to its room.
    double tightened_by(std::size_t i) const {
        const double room = asked_[i].at_least ? 1 - asked_[i].bound : std::abs(asked_[i].bound);
        return std::abs(bounds_[i] - asked_[i].bound) / std::max(room, 1e-12);
    }

    void give_up(std::size_t i) {
        given_up_[i] = true;
        bounds_[i] = asked_[i].bound;
    }

    bool tried(const std::vector<double>& bounds) const {
        return std::ranges::any_of(searches_, [&](const Attempt& search) { return search.bounds == bounds; });
    }

    /// The number of constraints that would pass. 0 if the tighter bounds were not reached: they cost accuracy and
    /// gained little.
    static std::size_t promise(const Attempt& search) {
        return search.meets && multipliers_are_prices(search.answer.summary.status) ? search.passing : 0;
    }

    /// The first search, unless another one promises more, or as much at a lower objective.
    std::size_t best() const {
        std::size_t best = 0;
        for (std::size_t k = 1; k < searches_.size(); ++k) {
            const std::size_t here = promise(searches_[k]);
            const std::size_t there = promise(searches_[best]);
            const bool cheaper = searches_[k].answer.objective < searches_[best].answer.objective;
            if (here > there || (here > 0 && here == there && cheaper)) best = k;
        }
        return best;
    }

    /// The answer of search `kept`; its trace includes those of the searches before it.
    Answer ended_with(std::size_t kept) {
        std::vector<TraceRow> trace;
        for (std::size_t k = 0; k < searches_.size(); ++k) {
            for (TraceRow row : searches_[k].answer.trace) {
                if (k > kept) break;
                row.iteration = static_cast<std::int64_t>(trace.size());
                trace.push_back(std::move(row));
            }
        }
        const double seconds = searches_.back().answer.seconds;
        std::vector<StartEnd> starts = searches_.front().answer.starts;  // only the first search has no warm start
        std::shared_ptr<Answer> untightened;
        if (kept > 0) {
            untightened = std::make_shared<Answer>(searches_.front().answer);
            untightened->bounds = searches_.front().bounds;
            untightened->seconds = seconds;
        }
        Answer found = std::move(searches_[kept].answer);
        found.untightened = std::move(untightened);
        found.unlikely.clear();
        for (std::size_t i = 0; i < searches_[kept].forecasts.size(); ++i)
            if (!would_pass(asked_[i], searches_[kept].forecasts[i])) found.unlikely.push_back(asked_[i].name);
        found.bounds = searches_[kept].bounds;
        found.starts = std::move(starts);
        found.trace = std::move(trace);
        found.seconds = seconds;
        return found;
    }

    const SolveConfig& solve_;
    Problems& problems_;
    const certify::CertificatePlan& plan_;
    const Checkpointing& checkpointing_;
    const WarmStart* warm_;
    const std::vector<RiskDefinition>& asked_;
    std::vector<double> bounds_;
    std::vector<bool> given_up_;
    std::vector<Attempt> searches_;
    WarmStart from_;
};

}  // namespace

certify::CertificatePlan certificate_plan(const CertifyConfig& config, const TrainingTask& task) {
    return {.rows = task.certify->num_rows(), .delta = config.delta(), .family = config.family};
}

void check_can_be_certified(const CertifyConfig& config, const TrainingTask& task, std::uint64_t seed) {
    const auto start = tabular::initial_weights(task.shape, task.schema(), seed);
    const TrainedModel model{.schema = task.schema(), .shape = task.shape, .theta = {start.begin(), start.end()}};
    const auto forecasts =
        certify::forecast(model, task.goal.constraints, task.train, certificate_plan(config, task), Context());
    for (std::size_t i = 0; i < forecasts.size(); ++i) {
        const tabular::RiskDefinition& risk = task.goal.constraints[i];
        const auto why = forecasts[i].no_bound ? forecasts[i].no_bound : certify::unknown_twins(*task.certify, risk);
        if (why) throw std::invalid_argument("'" + risk.name + "' cannot be certified: " + to_string(*why));
    }
}

Answer find_certifiable(const SolveConfig& solve, Problems& problems, const certify::CertificatePlan& plan,
                        const Checkpointing& checkpointing, const WarmStart* warm) {
    return Searches(solve, problems, plan, checkpointing, warm).run();
}

}  // namespace alcole::learning
