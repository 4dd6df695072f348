// A network that is too narrow to be practically convex. Nothing about it is known in closed form: P*, p(u) and g are
// the lowest values of minimisations from many starts.
#include <alcole/optimality.hpp>
#include <alcole/solve.hpp>
#include <alcole/tabular/learning.hpp>

#include "studies/duality_cases.hpp"
#include "studies/people.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>

namespace alcole::studies {
namespace {

using namespace tabular;

constexpr std::int64_t max_dual_steps = 60;  // after each of them g is evaluated from many starts

constexpr std::size_t minimised = 4;  // number of stored models to minimise from, for one value of g

class Network {
  public:
    Network(const DualitySettings& settings, std::function<bool()> stopped)
        : settings_(settings), stopped_(std::move(stopped)) {
        const People twins = twins_in_bands(settings.rows);
        const Dataset data(twins.table, SchemaOptions{.target = "two_year_recid", .features = twins.features});
        problem_ = std::make_unique<LearningProblem<double>>(
            data, Goal{.constraints = fair_risks({"sex"}, settings.bound, data), .l2 = settings.l2},
            Model{.hidden = settings.hidden, .activation = Activation::tanh}, Context({.threads = 1}));
    }

    LearningProblem<double>& problem() { return *problem_; }

    /// p(u), as the lowest value over all starts: an upper estimate. The model is stored.
    double lowest(double u) {
        if (settings_.bound + u <= 0) return std::numeric_limits<double>::infinity();
        const double moved = settings_.bound + u;
        problem_->set_bounds({&moved, 1});
        double least = std::numeric_limits<double>::infinity();
        std::vector<double> best;
        for (std::int64_t k = 1; k <= settings_.starts && !stopped_(); ++k) {
            const auto answer = solve(*problem_, problem_->start(static_cast<std::uint64_t>(k)), {.diagnose = false});
            if (answer.status != Status::converged || answer.risks[0] >= least) continue;
            least = answer.risks[0];
            best = answer.theta();
        }
        if (!best.empty()) kept_.push_back(std::move(best));
        problem_->set_bounds({&settings_.bound, 1});
        return least;
    }

    /// The lowest of several minimisations of L: its value is an upper estimate of g. Because g(lambda) = inf over u of
    /// p(u) + lambda u, the best models for all u are candidates near the minimum, wherever it is; minimisations start
    /// from the lowest few of them.
    LowestPoint lowest_of(Method method, double lambda, double alpha) {
        const std::vector<double> lambdas = {lambda};
        const std::vector<double> alphas = {alpha};
        LowestPoint least{.value = std::numeric_limits<double>::infinity()};
        for (const auto* theta : lowest_kept(method, lambda, alpha)) {
            if (stopped_()) break;
            const auto found = duality_gap(*problem_, *theta, lambdas, alphas, {.starts = 1});
            const auto& end = method == Method::lagrangian ? found.ordinary : found.augmented;
            if (end.lowest < least.value) least = {.value = end.lowest, .theta = end.at};
        }
        return least;
    }

  private:
    std::vector<const std::vector<double>*> lowest_kept(Method method, double lambda, double alpha) {
        std::vector<std::pair<double, const std::vector<double>*>> order;
        std::vector<double> l(2);
        for (const auto& theta : kept_) {
            problem_->risks(theta, l);
            order.emplace_back(l[0] + dual::term(method, Relation::at_most_zero, l[1], lambda, alpha).value, &theta);
        }
        std::ranges::stable_sort(order, {}, [](const auto& one) { return one.first; });
        std::vector<const std::vector<double>*> lowest;
        for (std::size_t k = 0; k < std::min<std::size_t>(minimised, order.size()); ++k)
            lowest.push_back(order[k].second);
        return lowest;
    }

    DualitySettings settings_;
    std::function<bool()> stopped_;
    std::unique_ptr<LearningProblem<double>> problem_{};
    std::vector<std::vector<double>> kept_{};
};

}  // namespace

DualityCase network_case(const DualitySettings& settings, const std::function<bool()>& stopped) {
    const auto network = std::make_shared<Network>(settings, stopped);
    const double c = settings.bound;
    std::map<double, double> p;
    for (const double factor : {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0}) {
        const double u = factor == 1 ? 0 : c * factor - c;
        p[u] = network->lowest(u);
    }
    DualityCase one{.problem = network->problem(),
                    .start = network->problem().start(1),
                    .ordinary_step = 0.02 / c,
                    .ordinary_steps = std::min(settings.dual_steps, max_dual_steps),
                    .tolerance = 1e-3 * c,
                    .negligible_gap = 1e-6,
                    .noise = 1e-8,
                    .lambda_high = 0.01 / c,
                    .lambda_searches = 24};
    one.about = {.id = "network",
                 .title = "A narrow network",
                 .statement = "minimise cross-entropy subject to mean KL under a flip of sex <= " +
                              get(settings, "bound") + ", hidden units " + get(settings, "hidden") + " (tanh), " +
                              get(settings, "rows") + " synthetic people",
                 .remark =
                     "With so few units the network must choose what to use them for. Where the choice changes, "
                     "p(u) has a kink that bends the wrong way.",
                 .optimum = p[0],
                 .objective_unit = 1e-3,
                 .violation_unit = c};
    for (const auto& [u, value] : p) one.u.push_back(u);
    one.p = [p](double u) { return p.at(u); };
    one.dual = [network](Method method, double lambda, double alpha) {
        return network->lowest_of(method, lambda, alpha).value;
    };
    one.minimiser = [network](double lambda) { return network->lowest_of(Method::lagrangian, lambda, 0).theta; };
    return one;
}

}  // namespace alcole::studies
