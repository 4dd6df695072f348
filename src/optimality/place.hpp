#pragma once

#include <alcole/optimality.hpp>

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>

/// The point that is examined, in double for every problem, so that the code behind it needs no templates.
namespace alcole::optimality {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

inline Index index(std::size_t i) { return static_cast<Index>(i); }

struct Place {
    VectorXd theta{};                                         ///< n
    Box<double> box{};                                        ///< n
    std::vector<Relation> relations{};                        ///< m
    std::vector<double> scales{};                             ///< m, or empty
    VectorXd lambda{};                                        ///< m
    VectorXd risks{};                                         ///< m + 1, with offsets subtracted
    MatrixXd gradients{};                                     ///< n x (m + 1), one column per risk
    VectorXd slope{};                                         ///< gradient of l_0 + sum_i lambda_i l_i
    double size = 0;                                          ///< tolerances on slopes are relative to this
    double epsilon = std::numeric_limits<double>::epsilon();  ///< of the problem's arithmetic

    std::size_t num_variables() const { return static_cast<std::size_t>(theta.size()); }
    std::size_t num_constraints() const { return relations.size(); }
    bool in_double() const { return epsilon < 1e-10; }
    bool equality(std::size_t i) const { return relations[i] == Relation::equal_zero; }
    double risk(std::size_t i) const { return risks[index(i) + 1]; }
    auto gradient(std::size_t i) const { return gradients.col(index(i) + 1); }
    double gradient_size(std::size_t i) const { return gradient(i).lpNorm<Eigen::Infinity>(); }
};

/// What is subtracted from the m constraints of these m + 1 risks: the given offset, which may be empty, and by how
/// much those that give way at these multipliers are beyond their bounds.
std::vector<double> offset_of(std::span<const double> prices, std::span<const double> risks,
                              std::span<const double> lambda, std::vector<double> offset);

/// Evaluates the risks and all gradients, which takes m + 1 backward passes. Throws if sizes differ or theta is outside
/// the box.
template <class T>
Place look(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> lambda,
           const ExamineOptions& options);

Kkt first_order(const Place& place, const ExamineOptions& options);
ActiveSet active_set(const Place& place, const ExamineOptions& options);
Licq independence(const Place& place, const ActiveSet& active);

}  // namespace alcole::optimality
