#include "learning/training/examine.hpp"

#include <alcole/any_problem.hpp>
#include <alcole/random.hpp>

#include "learning/training/watched_problem.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace alcole::learning {
namespace {

using tabular::LearningProblem;

/// For models with more weights, second-order conditions are checked only on request.
constexpr std::size_t small_model = 200;
/// Maximum number of point evaluations that this check may add to a training: some hundredths of a second.
constexpr double small_change = 2e6;
/// Maximum number of Hessian-vector products per eigenvalue.
constexpr std::size_t max_products = 300;
/// What counts as settled: slacks relative to their bounds, and the objective relative to itself.
constexpr double settled = 1e-3;

/// How L is minimised from many starts. Linear models are solved to full precision, in double. So are small networks,
/// although they were trained to 4e-3 only. For larger networks, gradients below that level are noise, and single
/// precision suffices.
struct Search {
    bool in_double;
    std::int64_t max_steps;
    double tolerance;
    double agreement;
    double loose;           ///< as in GapOptions
    double steps_expected;  ///< to estimate the remaining time
    double max_flops;       ///< budget of matrix products in total: minutes if there are many rows
};
constexpr Search of_linear = {.in_double = true,
                              .max_steps = 5000,
                              .tolerance = 0,
                              .agreement = 1e-6,
                              .loose = 0,
                              .steps_expected = 100,
                              .max_flops = 4e12};
constexpr Search of_small_network = {.in_double = true,
                                     .max_steps = 2000,
                                     .tolerance = 1e-7,
                                     .agreement = 1e-6,
                                     .loose = 1e-3,
                                     .steps_expected = 1000,
                                     .max_flops = 2e11};
constexpr Search of_network = {.in_double = false,
                               .max_steps = 500,
                               .tolerance = 2e-3,
                               .agreement = 1e-5,
                               .loose = 1e-3,
                               .steps_expected = 300,
                               .max_flops = 4e12};

/// A minimisation that is cut short still gives an upper estimate of the dual function.
std::int64_t steps_of(const Search& search, double flops, std::size_t starts) {
    constexpr double min_steps = 50;
    const double affordable = search.max_flops / std::max(1.0, 2 * static_cast<double>(starts) * flops);
    return static_cast<std::int64_t>(std::clamp(affordable, min_steps, static_cast<double>(search.max_steps)));
}

/// A small network on so many rows that few steps to 1e-7 are affordable is examined like a large one.
const Search& search_for(bool linear, std::size_t weights, double flops, std::size_t starts) {
    constexpr std::int64_t worth_it = 500;
    if (linear) return of_linear;
    const bool small = weights <= small_model && steps_of(of_small_network, flops, starts) >= worth_it;
    return small ? of_small_network : of_network;
}

/// The offsets of the surrogates' bounds: those that the search ended with, or else those for which l_i - offset_i
/// equals the strict rate.
std::vector<double> offset_of(LearningProblem<double>& problem, std::span<const double> theta,
                              const SearchFacts& search) {
    if (!search.shift.empty()) return search.shift;
    const std::size_t m = problem.num_constraints();
    std::vector<double> offset(m);
    if (!problem.has_strict_risks()) return offset;
    std::vector<double> smooth(m + 1);
    std::vector<double> strict(m + 1);
    problem.risks(theta, smooth);
    problem.strict_risks(theta, strict);
    for (std::size_t i = 0; i < m; ++i) offset[i] = smooth[i + 1] - strict[i + 1];
    return offset;
}

/// A model found in double is deployed in single precision, so every weight may be off by 2^-24 of itself. The effect
/// on gradients and risks is measured by moving all weights up or down by that much at random.
struct Rounding {
    double slope = 0;    ///< change of the gradient of l_0 + sum_i lambda_i l_i
    double risk = 0;     ///< change of a constraint, in units of its scale
    double product = 0;  ///< change of lambda_i l_i
};

Rounding rounding_of(AnyProblem<double>& problem, std::span<const double> theta, std::span<const double> lambda) {
    constexpr double unit = 0x1p-24;
    constexpr int draws = 3;
    constexpr double margin = 2;  // safety margin for the directions that were not drawn
    const std::size_t m = lambda.size();
    const auto& scales = problem.facts().constraint_scales;
    std::vector<double> weights{1.0};
    weights.insert(weights.end(), lambda.begin(), lambda.end());
    std::vector<double> here(m + 1);
    std::vector<double> slope(theta.size());
    problem.risks(theta, here).pullback(weights, slope);
    std::vector<double> moved(theta.size());
    std::vector<double> there(m + 1);
    std::vector<double> other(theta.size());
    Rounding rounding;
    Random random(1);
    for (int k = 0; k < draws; ++k) {
        for (std::size_t j = 0; j < moved.size(); ++j)
            moved[j] = theta[j] * (1 + (random.uniform() < 0.5 ? unit : -unit));
        problem.risks(moved, there).pullback(weights, other);
        for (std::size_t j = 0; j < moved.size(); ++j)
            rounding.slope = std::max(rounding.slope, margin * std::abs(other[j] - slope[j]));
        for (std::size_t i = 0; i < m; ++i) {
            const double apart = margin * std::abs(there[i + 1] - here[i + 1]);
            rounding.risk = std::max(rounding.risk, apart / scales[i]);
            rounding.product = std::max(rounding.product, std::abs(lambda[i]) * apart);
        }
    }
    return rounding;
}

/// A residual within its tolerance in single precision may slightly exceed it in double.
SearchFacts in_double(SearchFacts search) {
    constexpr double widening = 1.01;
    search.tolerance.stationarity *= widening;
    search.tolerance.violation *= widening;
    search.tolerance.complementarity *= widening;
    return search;
}

/// The tolerances of the run plus what rounding adds. A constraint may be that far from its bound and still be active;
/// a multiplier is known no better than the gradient that it balances.
ExamineOptions options_for(const SearchFacts& search, const Rounding& rounding, std::vector<double> offset) {
    ExamineOptions options{.stationarity = search.tolerance.stationarity,
                           .violation = search.tolerance.violation + rounding.risk,
                           .complementarity = search.tolerance.complementarity + rounding.product,
                           .gradient_size = search.gradient_size,
                           .stationarity_rounding = rounding.slope,
                           .dense_up_to = small_model,
                           .max_multiplications = max_products,
                           .offset = std::move(offset)};
    options.activity = std::max(1e-6, 3 * options.violation);
    options.multiplier = std::max(1e-6, options.stationarity / 10);
    return options;
}

/// Slacks are divided by the scales of their constraints, so that a bound of 1e-3 is judged like a bound of 1. Strict
/// rates jump while their surrogates move, which is not a cycle: with strict rates, a run whose last iterate is
/// feasible has not failed.
PrimalConvergence convergence_of(std::span<const TraceRow> trace, std::span<const double> scales, bool strict_rates) {
    std::vector<TraceRecord> records;
    for (const TraceRow& row : trace) {
        TraceRecord& record = records.emplace_back();
        record.risks = {row.objective};
        for (std::size_t i = 0; i < scales.size(); ++i) {
            record.risks.push_back(row.slack[i] / scales[i]);
            record.lambda.push_back(row.multiplier[i] * scales[i]);
            record.violation = std::max(record.violation, record.risks.back());
        }
    }
    PrimalConvergence found = primal_convergence(records, settled);
    if (strict_rates && !records.empty() && records.back().violation <= settled && found.verdict == Decision::fails)
        found.verdict = Decision::undetermined;
    for (std::size_t i = 0; i < found.slacks.size(); ++i) found.slacks[i] *= scales[i];
    return found;
}

std::vector<Note> notes_on(const Examinee& examinee, bool rates) {
    using Kind = Note::Kind;
    std::vector<Note> notes;
    const auto& search = examinee.search;
    if (search.iterate == Iterate::best) notes.push_back({.kind = Kind::best_iterate});
    if (search.iterate == Iterate::constant) notes.push_back({.kind = Kind::constant_model});
    if (search.iterate == Iterate::least_violating) notes.push_back({.kind = Kind::no_feasible});
    if (rates) notes.push_back({.kind = search.shift.empty() ? Kind::moved_surrogates : Kind::found_surrogates});
    const auto& model = examinee.problems.task().shape;
    if (!model.hidden.empty() && !tabular::twice_differentiable(model.activation))
        notes.push_back({.kind = Kind::kink});
    return notes;
}

/// Start k: if k is odd, what the run itself would start from with seed k; otherwise theta plus noise.
template <class T>
std::vector<double> draw(std::size_t k, const LearningProblem<T>& problem, std::span<const float> theta) {
    constexpr double around = 0.3;
    if (k % 2 == 1) {
        const auto start = problem.start(k);
        return {start.begin(), start.end()};
    }
    double squares = 0;
    for (const float x : theta) squares += static_cast<double>(x) * static_cast<double>(x);
    const double size = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, theta.size())));
    std::vector<double> start(theta.begin(), theta.end());
    Random random(1, k);
    for (double& x : start) x += around * size * random.normal();
    return start;
}

template <class T>
GapEstimate gap_of(const Examinee& examinee, const std::vector<double>& offset, const Search& search,
                   std::size_t starts, Meter& meter) {
    LearningProblem<T>& problem = examinee.problems.with_bounds<T>(examinee.bounds);
    problem.set_width(examinee.search.width.value_or(1));
    WatchedProblem<T> watched(problem, meter);
    AnyProblem<T> any(watched);
    const std::size_t before = meter.done();
    // L and the ordinary Lagrangian are each minimised from every start.
    const auto all = static_cast<double>(2 * starts);
    std::size_t drawn = 0;
    GapOptions options{.starts = starts,
                       .max_steps = steps_of(search, problem.size().flops, starts),
                       .tolerance = search.tolerance,
                       .agreement = search.agreement,
                       .loose = search.loose,
                       .offset = offset};
    options.draw = [&](std::size_t k) {
        const auto done = static_cast<double>(++drawn);
        meter.expect((all - done) * static_cast<double>(meter.done() - before) / done, 0);
        return draw(k, problem, examinee.theta);
    };
    const std::vector<T> theta(examinee.theta.begin(), examinee.theta.end());
    GapEstimate found = duality_gap_of<T>(any, theta, examinee.lambda, examinee.search.alpha, options);
    found.augmented.at.clear();
    found.ordinary.at.clear();
    return found;
}

/// Maximum number of evaluations for the second order, at two per product: small models take two products per column of
/// the Hessian, larger ones three Lanczos runs (two eigenvalues and the penalty that convexifies L).
double evaluations(std::size_t variables) {
    if (variables <= small_model) return 4 * static_cast<double>(variables);
    return 2 * 3 * (static_cast<double>(max_products) + 25);
}

/// Examines one model, as far as requested.
class Examiner {
  public:
    Examiner(const Examinee& examinee, std::size_t starts)
        : examinee_(examinee),
          starts_(starts),
          meter_(examinee.problems.context(), examinee.seconds),
          problem_(examinee.problems.with_bounds<double>(examinee.bounds)),
          watched_(problem_, meter_),
          any_(watched_),
          theta_(examinee.theta.begin(), examinee.theta.end()) {
        problem_.set_width(examinee.search.width.value_or(1));
        offset_ = offset_of(problem_, theta_, examinee.search);
    }

    bool is_quick() const {
        const auto points = static_cast<double>(problem_.size().points);
        return theta_.size() <= small_model && evaluations(theta_.size()) * points <= small_change;
    }

    Examination look(bool second_order) {
        const bool gap = second_order && has_gap();
        meter_.begin("curvature", second_order ? evaluations(theta_.size()) : 0, gap ? gap_evaluations() : 0);
        ExamineOptions options =
            task().linear() ? options_for(examinee_.search, rounding_of(any_, theta_, examinee_.lambda), offset_)
                            : options_for(in_double(examinee_.search), {}, offset_);
        options.second_order = second_order;
        const Optimality found = examine_any<double>(any_, theta_, examinee_.lambda, options);
        Examination examination{.search = examinee_.search,
                                .kkt = found.kkt,
                                .active = found.active,
                                .licq = found.licq,
                                .primal_tolerance = settled};
        if (second_order) examination.second_order = found.second_order;
        for (const std::size_t i : found.active.strongly_active)
            if (i < examinee_.search.alpha.size())
                examination.alpha =
                    std::min(examination.alpha.value_or(examinee_.search.alpha[i]), examinee_.search.alpha[i]);
        examination.assumptions = regularity({.linear = task().linear(),
                                              .smooth = tabular::twice_differentiable(task().shape.activation),
                                              .l2 = task().goal.l2});
        examination.primal_convergence =
            convergence_of(examinee_.trace, problem_.constraint_scales(), problem_.has_strict_risks());
        examination.notes = notes_on(examinee_, problem_.has_strict_risks());
        return examination;
    }

    void add_gap(Examination& examination) {
        if (!has_gap()) return;
        meter_.begin("duality gap", gap_evaluations(), 0);
        const Search& search = this->search();
        examination.duality = search.in_double ? gap_of<double>(examinee_, offset_, search, starts_, meter_)
                                               : gap_of<float>(examinee_, offset_, search, starts_, meter_);
        examination.starts = starts_;
    }

  private:
    const TrainingTask& task() const { return examinee_.problems.task(); }
    const Search& search() const { return search_for(task().linear(), theta_.size(), problem_.size().flops, starts_); }
    bool has_gap() const {
        return starts_ > 0 && !examinee_.lambda.empty() && examinee_.search.alpha.size() == examinee_.lambda.size();
    }
    double gap_evaluations() const { return 2 * static_cast<double>(starts_) * search().steps_expected; }

    const Examinee& examinee_;
    std::size_t starts_;
    Meter meter_;
    LearningProblem<double>& problem_;
    WatchedProblem<double> watched_;
    AnyProblem<double> any_;
    std::vector<double> theta_;
    std::vector<double> offset_;
};

}  // namespace

std::optional<Examination> examine_briefly(const Examinee& examinee) {
    if (examinee.seconds <= 0) return std::nullopt;
    try {
        Examiner examiner(examinee, 0);
        return examiner.look(examiner.is_quick());
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

std::optional<Examination> examine(const Examinee& examinee, std::size_t starts) {
    try {
        Examiner examiner(examinee, starts);
        Examination examination = examiner.look(true);
        examiner.add_gap(examination);
        return examination;
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

std::optional<Examination> examine(const TrainingTask& task, const TrainedModel& model, const Outcome& outcome,
                                   const SearchFacts& search, std::size_t starts, const Context& context) {
    if (task.shape.trees)
        throw std::invalid_argument(
            "an examination is about weights (stationarity, independent gradients, curvature), and boosted trees have "
            "none; weak duality, strong duality as stated for functions, prices and held-out certificates hold for "
            "them (docs/trees.md)");
    if (task.minimised())
        throw std::invalid_argument(
            "a bound was found together with the weights (minimise), and that problem is not examined; give the "
            "bound that was found, and train again");
    if (task.each_row())
        throw std::invalid_argument(
            "a run with a constraint on every single row cannot be examined: it has as many gradients as rows");
    std::vector<double> bounds;
    std::vector<double> lambda;
    for (const auto& constraint : outcome.constraints) {
        bounds.push_back(constraint.tightened.value_or(constraint.bound));
        lambda.push_back(constraint.multiplier);
    }
    Problems problems(task, context);
    return examine({problems, bounds, model.theta, lambda, outcome.trace, search}, starts);
}

}  // namespace alcole::learning
