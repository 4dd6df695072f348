#pragma once

#include <alcole/tabular/learning.hpp>

#include "certify/uniform.hpp"
#include "studies/learnability.hpp"
#include "studies/people.hpp"

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace alcole::studies {

/// A population that is known completely: a table of the twin. A sample is drawn from it with replacement, so its rows
/// are independent draws from exactly this distribution, P* can be computed instead of estimated, and every risk in the
/// population is a finite sum. All columns are categories (feature set E of the study), so an input vector has as many
/// ones as there are columns, and its norm is known.
class Population {
  public:
    explicit Population(const LearnabilitySettings& settings);

    /// The problem of `rows` people drawn with `seed`.
    tabular::LearningProblem<double> sample(std::size_t rows, std::uint64_t seed, const Context& context) const;

    /// l_0 .. l_m in the population. May be called from any thread.
    std::vector<double> risks(std::span<const double> theta);

    /// Solves the population's problem from several starts and keeps the best theta. Throws std::runtime_error if none
    /// converges.
    PopulationOptimum solve();

    const std::vector<double>& theta() const { return theta_; }
    std::size_t num_constraints() const { return problem_.num_constraints(); }
    std::vector<ConstraintInfo> constraints() const { return infos_of(problem_.goal().constraints); }
    certify::Norms norms(std::span<const double> theta) const;
    certify::InputNorms inputs() const;

  private:
    tabular::Dataset data_;
    tabular::LearningProblem<double> problem_;
    std::vector<double> theta_{};
    std::mutex mutex_{};
};

/// The smallest alpha that makes L strictly convex around a solution; `otherwise` if that cannot be determined.
double attaining_alpha(tabular::LearningProblem<double>& problem, const std::vector<double>& theta,
                       std::span<const double> lambda, double otherwise);

}  // namespace alcole::studies
