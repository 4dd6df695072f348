#include <alcole/solve.hpp>

#include "base/statistics.hpp"
#include "experiment/jobs.hpp"
#include "studies/claims.hpp"
#include "studies/population.hpp"
#include "studies/rates.hpp"
#include "studies/record.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace alcole::studies {
namespace {

struct MethodSpec {
    std::string name;
    Method method = Method::augmented;
    double dual_step = 0;
};

std::array<MethodSpec, 3> methods_of(const LearnabilitySettings& settings) {
    return {{{"augmented", Method::augmented, settings.dual_step},
             {"lagrangian", Method::lagrangian, settings.dual_step},
             {"lagrangian_slow", Method::lagrangian, settings.dual_step / 100}}};
}

/// The two methods differ in the Lagrangian alone: both have the dual step eta, and because the method of multipliers
/// has eta = 2 alpha, alpha = eta / 2. Constraints are not scaled, so that eta and alpha are those of the formulas.
Options options_of(const MethodSpec& spec, const LearnabilitySettings& settings) {
    Options options{
        .method = spec.method, .max_outer = settings.dual_steps, .diagnose = false, .scaling = Scaling::none};
    options.dual.rule = spec.method == Method::augmented ? DualRule::multipliers : DualRule::gradient;
    options.dual.step = spec.dual_step;
    options.penalty.schedule = PenaltySchedule::constant;
    options.penalty.initial = spec.dual_step / 2;
    return options;
}

/// One method on one sample; default values if stopped.
struct TimedRun {
    LearnabilityRun run{};
    double seconds = 0;
};

class Trainings {
  public:
    Trainings(const LearnabilitySettings& settings, const Context& context)
        : settings_(settings), context_(context), methods_(methods_of(settings)), population_(settings) {}

    /// Returns nothing if stopped.
    std::optional<Learnability> run() {
        Learnability result;
        result.optimum = population_.solve();
        optimum_ = result.optimum;
        const auto m = static_cast<double>(population_.num_constraints());
        delta_ = result.delta = settings_.delta / (m + 1);
        const auto sizes = settings_.rows.size();
        const auto seeds = static_cast<std::size_t>(settings_.seeds);
        trained_.resize(sizes * seeds);
        experiment::Jobs jobs(context_, trained_.size(), "parts");
        const bool finished = jobs.run(trained_.size(), [&](std::size_t job, const Context& own) {
            const std::size_t size = sizes - 1 - job / seeds;  // the longest first
            train(size * seeds + job % seeds, static_cast<std::size_t>(settings_.rows[size]), job % seeds, own);
            jobs.advance();
        });
        if (!finished) return std::nullopt;
        for (std::size_t k = 0; k < methods_.size(); ++k) result.curves.push_back(curve(k));
        result.constraints = population_.constraints();
        result.population = static_cast<std::size_t>(settings_.population);
        return result;
    }

  private:
    void train(std::size_t place, std::size_t rows, std::uint64_t seed, const Context& context) {
        auto problem = population_.sample(rows, seed, context);
        for (std::size_t k = 0; k < methods_.size(); ++k) {
            const Stopwatch stopwatch;
            const auto answer = solve(problem, problem.start(seed), options_of(methods_[k], settings_), context);
            if (answer.status == Status::interrupted) return;
            trained_[place][k] = {judged(problem, answer, methods_[k], rows, seed), stopwatch.seconds()};
        }
    }

    LearnabilityRun judged(tabular::LearningProblem<double>& problem, const Result<double>& answer,
                           const MethodSpec& spec, std::size_t rows, std::uint64_t seed) {
        const auto l = population_.risks(answer.theta());
        LearnabilityRun run{.rows = rows,
                            .seed = seed,
                            .gap = l[0] - optimum_.objective,
                            .violation = std::max(0.0, *std::max_element(l.begin() + 1, l.end())),
                            .sample_violation = answer.violation,
                            .lambda = answer.lambda,
                            .dual_steps = answer.trace().size(),
                            .converged = answer.status == Status::converged};
        run.theorem = promised(problem, answer, spec, rows);
        run.within_bound = std::abs(run.gap) <= run.theorem.objective_bound;
        for (std::size_t i = 0; i < run.theorem.feasibility.size(); ++i)
            run.within_bound = run.within_bound && l[i + 1] <= run.theorem.feasibility[i];
        return run;
    }

    /// For a class that contains both this model and the population's.
    certify::TheoremQuantities promised(tabular::LearningProblem<double>& problem, const Result<double>& answer,
                                        const MethodSpec& spec, std::size_t rows) const {
        certify::Norms norms = population_.norms(answer.theta());
        for (std::size_t layer = 0; layer < norms.radii.size(); ++layer)
            norms.radii[layer] = std::max(norms.radii[layer], optimum_.radii[layer]);
        const auto scores = certify::enclosing_class(norms, population_.inputs());
        const double alpha = spec.method == Method::augmented
                                 ? attaining_alpha(problem, answer.theta(), answer.lambda, spec.dual_step / 2)
                                 : 0;
        const std::vector<certify::UniformRisk> risks(
            population_.num_constraints(),
            {.terms = {{.loss = certify::RowLoss::divergence, .rows = rows}}, .bound = settings_.bound});
        const std::array<certify::DualSolution, 2> duals = {
            {{.lambda = answer.lambda, .alpha = alpha}, {.lambda = optimum_.lambda, .alpha = optimum_.alpha}}};
        return certify::theorem_quantities(scores, {.terms = {{.rows = rows}}}, risks, duals, delta_);
    }

    LearnabilityPoint point(std::size_t size, std::size_t method) const {
        const auto seeds = static_cast<std::size_t>(settings_.seeds);
        LearnabilityPoint point{.rows = static_cast<std::size_t>(settings_.rows[size])};
        std::vector<double> gaps;
        std::vector<double> violations;
        const auto n = static_cast<double>(seeds);
        for (std::size_t seed = 0; seed < seeds; ++seed) {
            const LearnabilityRun& run = trained_[size * seeds + seed][method].run;
            gaps.push_back(std::abs(run.gap));
            violations.push_back(run.violation);
            point.signed_gap += run.gap / n;
            point.sample_violation += run.sample_violation / n;
            point.objective_bound += run.theorem.objective_bound / n;
            point.feasibility_bound += *std::ranges::max_element(run.theorem.feasibility) / n;
            point.objective_vacuous = point.objective_vacuous || run.theorem.objective_vacuous;
            for (const bool vacuous : run.theorem.feasibility_vacuous)
                point.feasibility_vacuous = point.feasibility_vacuous || vacuous;
            point.within_bound += run.within_bound ? 1 / n : 0;
            point.runs.push_back(run);
        }
        point.gap = base::bootstrap_mean(gaps);
        point.violation = base::bootstrap_mean(violations);
        return point;
    }

    LearnabilityCurve curve(std::size_t method) const {
        LearnabilityCurve curve{.name = methods_[method].name, .dual_step = methods_[method].dual_step};
        for (std::size_t size = 0; size < settings_.rows.size(); ++size) curve.points.push_back(point(size, method));
        for (const auto& one : trained_) curve.seconds += one[method].seconds / static_cast<double>(trained_.size());
        curve.gap = decrease(curve, [](const LearnabilityRun& run) { return std::abs(run.gap); });
        curve.violation = decrease(curve, [](const LearnabilityRun& run) { return run.violation; });
        return curve;
    }

    template <class ValueOf>
    static Decrease decrease(const LearnabilityCurve& curve, const ValueOf& value_of) {
        std::vector<Measured> all;
        for (const auto& point : curve.points) {
            Measured one{.rows = static_cast<double>(point.rows)};
            for (const auto& run : point.runs) one.values.push_back(value_of(run));
            all.push_back(std::move(one));
        }
        return {.whole = fitted_slope(all), .late = fitted_slope(std::span(all).subspan(all.size() / 2))};
    }

    const LearnabilitySettings& settings_;
    const Context& context_;
    std::array<MethodSpec, 3> methods_;
    Population population_;
    PopulationOptimum optimum_{};
    double delta_ = 0;
    std::vector<std::array<TimedRun, 3>> trained_{};
};

std::string model_words(const LearnabilitySettings& settings) {
    if (settings.hidden.empty()) return "a linear (logistic) model";
    return "a network with hidden layers of " + get(settings, "hidden") + " units (" + settings.activation + ")";
}

}  // namespace

std::optional<Learnability> run_learnability(const LearnabilitySettings& settings, const Context& context) {
    check(settings);
    const Stopwatch stopwatch;
    Trainings trainings(settings, context);
    auto result = trainings.run();
    if (!result) return std::nullopt;
    result->model = model_words(settings);
    result->claims = judge_claims(*result);
    result->record = record_of(settings, stopwatch);
    return result;
}

}  // namespace alcole::studies
