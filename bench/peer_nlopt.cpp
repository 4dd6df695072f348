#include "peers.hpp"

#include <memory>
#include <type_traits>

#include <nlopt.h>

namespace alcole::bench {
namespace {

using Handle = std::unique_ptr<std::remove_pointer_t<nlopt_opt>, decltype(&nlopt_destroy)>;

double objective(unsigned n, const double* x, double* gradient, void* data) {
    auto& e = *static_cast<Evaluator*>(data);
    e.at(x, gradient != nullptr);
    if (gradient != nullptr) {
        ++e.gradients;
        for (unsigned j = 0; j < n; ++j) gradient[j] = e.slope(0, j);
    }
    return e.risk(0);
}

struct Constraint {
    Evaluator* evaluator;
    std::size_t i;  // counted from 0
};

double constraint(unsigned n, const double* x, double* gradient, void* data) {
    const auto& c = *static_cast<Constraint*>(data);
    c.evaluator->at(x, gradient != nullptr);
    if (gradient != nullptr) {
        ++c.evaluator->rows;
        for (unsigned j = 0; j < n; ++j) gradient[j] = c.evaluator->slope(c.i + 1, j);
    }
    return c.evaluator->risk(c.i + 1);
}

/// Tolerances as tight as these methods can make progress with.
Answer solve_with(nlopt_algorithm algorithm, nlopt_algorithm inner, const problems::KnownProblem& known) {
    const auto n = static_cast<unsigned>(known.start.size());
    Evaluator evaluator(known);
    std::vector<Constraint> constraints;
    for (std::size_t i = 0; i < known.num_constraints; ++i) constraints.push_back({&evaluator, i});

    const Handle solver(nlopt_create(algorithm, n), nlopt_destroy);
    nlopt_set_min_objective(solver.get(), objective, &evaluator);
    if (!known.lower.empty()) nlopt_set_lower_bounds(solver.get(), known.lower.data());
    if (!known.upper.empty()) nlopt_set_upper_bounds(solver.get(), known.upper.data());
    for (auto& c : constraints) {
        if (evaluator.equality(c.i))
            nlopt_add_equality_constraint(solver.get(), constraint, &c, 1e-8);
        else
            nlopt_add_inequality_constraint(solver.get(), constraint, &c, 1e-8);
    }
    nlopt_set_xtol_rel(solver.get(), 1e-12);
    nlopt_set_ftol_rel(solver.get(), 1e-13);
    nlopt_set_maxeval(solver.get(), 50000);
    nlopt_set_maxtime(solver.get(), max_seconds);
    const Handle local(nlopt_create(inner, n), nlopt_destroy);
    nlopt_set_xtol_rel(local.get(), 1e-9);
    nlopt_set_ftol_rel(local.get(), 1e-12);
    nlopt_set_maxeval(local.get(), 5000);
    nlopt_set_local_optimizer(solver.get(), local.get());

    Answer answer{.x = start_in_box(known)};
    double value = 0;
    answer.said = nlopt_result_to_string(nlopt_optimize(solver.get(), answer.x.data(), &value));
    answer.gradients = evaluator.gradients;
    answer.rows = evaluator.rows;
    return answer;
}

}  // namespace

Answer nlopt_slsqp(const problems::KnownProblem& known) { return solve_with(NLOPT_LD_SLSQP, NLOPT_LD_LBFGS, known); }

Answer nlopt_auglag(const problems::KnownProblem& known) { return solve_with(NLOPT_AUGLAG, NLOPT_LD_LBFGS, known); }

}  // namespace alcole::bench
