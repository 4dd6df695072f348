#include "base/text.hpp"
#include "solver/dual/ascent.hpp"

#include <cmath>
#include <string>

/// The one sentence a Summary says about itself.
namespace alcole {
std::string Ascent::sentence(const Summary& s, const Residuals& at) const {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < m_; ++i)
        if (violation_of(i, s.risks[i + 1]) / units_[i] > violation_of(worst, s.risks[worst + 1]) / units_[worst])
            worst = i;
    const std::string slope = "the gradient of the Lagrangian is " + base::short_number(s.stationarity);
    const bool met = at.relative_violation <= options_.tolerance.violation;
    const std::string constraints =
        m_ == 0 ? "there are no constraints"
        : met   ? "every constraint holds to " + base::short_number(s.violation)
              : "'" + names_[worst] + "' is violated by " + base::short_number(violation_of(worst, s.risks[worst + 1]));
    const std::string state = constraints + " and " + slope;
    switch (s.status) {
        case Status::converged:
            return "converged: " + state;
        case Status::infeasible:
            return "infeasible: no point near here meets all constraints; " + constraints +
                   " and no small change lowers the violation";
        case Status::stalled:
            if (met && s.complementarity > options_.tolerance.complementarity * std::max(1.0, std::abs(s.risks[0])))
                return "stalled: the multipliers keep growing (the largest is " +
                       base::short_number(largest_multiplier()) + "), as they do where no finite multiplier exists; " +
                       state;
            return "stalled: no residual falls any more; " + state;
        case Status::unbounded:
            return "unbounded: the Lagrangian falls without bound" +
                   std::string(options_.method == Method::augmented || options_.method == Method::penalty
                                   ? ", whatever the penalty"
                                   : " at these multipliers") +
                   "; theta is where that began, " + constraints;
        case Status::iteration_limit:
            return "stopped at the limit of " +
                   (options_.regime == Regime::full ? std::to_string(options_.max_outer) + " dual steps"
                                                    : std::to_string(options_.stochastic.max_epochs) + " epochs") +
                   ": " + state;
        case Status::time_limit:
            return "stopped at the time limit of " + base::short_number(options_.max_seconds) + " seconds: " + state;
        case Status::not_finite:
            return "not finite: " + trouble();
        case Status::interrupted:
            return "interrupted on request: " + state;
    }
    return {};
}

double Ascent::largest_multiplier() const {
    double most = 0;
    for (const double v : state_.lambda) most = std::max(most, std::abs(v));
    return most;
}

/// Which risk is not finite: one seen here, else what the primal side says.
std::string Ascent::trouble() const {
    for (std::size_t i = 0; i <= m_; ++i)
        for (const double v : {smooth_[i], risks_[i]})
            if (!std::isfinite(v))
                return (i == 0 ? "the objective" : "constraint '" + names_[i - 1] + "'") + " is " +
                       base::short_number(v) + " after " + std::to_string(primal_.counts().steps) + " steps";
    return primal_.trouble() + " after " + std::to_string(primal_.counts().steps) + " steps";
}

}  // namespace alcole
