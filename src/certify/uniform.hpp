#pragma once

#include <alcole/learning/theorem.hpp>
#include <alcole/tabular/model.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Uniform convergence: how much the risks of any model of a class can differ between its sample and the population,
/// and what follows from the theorem of AL-CoLe. docs/learnability.md derives the formulas and says what they do not
/// cover.
///
/// The class consists of models with one score s(x) (two classes) whose weights have bounded norms, over inputs with a
/// bounded Euclidean norm. A linear model is <w, (x, 1)> with |w| <= B. A network is
///
///     h_1 = W_1 (x, 1),   h_{j+1} = W_{j+1} (a(h_j) - a(0), 1),   s = h_d
///
/// where every row of W_1 has a Euclidean norm of at most B_1, every row of W_j a sum of absolute values of at most
/// B_j, and the activation a is K-Lipschitz; a(0) is absorbed into the biases.
namespace alcole::certify {

/// The norms that define a class.
struct Norms {
    std::vector<double> radii{};  ///< B_1 .. B_d, one per layer: a linear model has one
    double lipschitz = 1;         ///< K of the activation
    double vc = 0;                ///< Vapnik-Chervonenkis dimension of the signs of the scores; 0 if it is not known
};

/// The norms of one trained model, with theta laid out as Model describes. A linear model with n inputs has vc = n + 1;
/// the known bounds for networks are too loose to be useful. Throws std::invalid_argument if theta does not have the
/// size of a model with one score.
Norms norms_of(const tabular::Model& model, std::size_t inputs, std::span<const double> theta);

/// The Lipschitz constant of an activation (sigmoid 1/4; tanh, softplus and relu 1; silu and gelu a little more), and
/// its value at 0.
double lipschitz_of(tabular::Activation activation);
double at_zero(tabular::Activation activation);

/// Bounds on the inputs over every possible row. The constant input 1 for the bias is not included; fixed_class() adds
/// it.
struct InputNorms {
    double input = 1;   ///< the largest |x|: sqrt(c) for c categories and no numbers
    double change = 0;  ///< the largest |x - x'| between a row and its counterfactual: sqrt(2) for a category
};

/// A class of scores. Over N rows its Rademacher complexity (with absolute values) is at most complexity / sqrt(N):
///
///     linear     complexity = B X,  X^2 = |x|^2 + 1                               Kakade, Sridharan, Tewari 2008
///     network    complexity_{j+1} = B_{j+1} (2 K complexity_j + 1)                Bartlett and Mendelson 2002, peeled
struct ScoreClass {
    double complexity = 0;
    double largest = 0;  ///< upper bound on |s(x)|
    double apart = 0;    ///< upper bound on |s(x) - s(x')|, where x' is the counterfactual of x
    double share = 1;    ///< the share of delta that the union bound over radii leaves to this class
    double vc = 0;       ///< as in Norms
};

/// The class with exactly these radii, fixed before any row was seen: share = 1.
ScoreClass fixed_class(const Norms& norms, const InputNorms& inputs);

/// The class for radii computed from trained weights. Bounds for all fixed classes with radii 2^k, k = 0, 1, 2, ...
/// hold at once if each gets the share 1 / ((k + 1)(k + 2)) of delta, since these sum to 1. The smallest class that
/// contains the weights is used: this costs a factor of two in the radius and its log log in the confidence.
ScoreClass enclosing_class(const Norms& norms, const InputNorms& inputs);

/// The loss of one row.
enum class RowLoss : std::uint8_t {
    cross_entropy,  ///< log(1 + exp(-y s)): 1-Lipschitz in s, range as wide as max |s|
    divergence,     ///< KL(s || s') of a row and its counterfactual: at most D^2 / 8 with D = apart, and slopes at most
                    ///< D / 4 in s and in s'
    rate,           ///< 0 or 1, determined by the sign of s
};

/// The width of the interval that contains the loss of a row.
double width_of(RowLoss loss, const ScoreClass& scores);

/// zeta with  P( |mean over N rows - mean over the population| <= zeta  for ALL models of the class ) >= 1 - delta:
///
///     zeta = 2 R + W sqrt(log(2 / (share delta)) / (2 N))           symmetrisation and McDiarmid
///     R = complexity / sqrt(N)                                      cross-entropy (contraction, Ledoux and Talagrand)
///     R = (D / sqrt(2)) complexity / sqrt(N)                        divergence (contraction for pairs, Maurer 2016)
///
/// where W is the width. For rates, with the VC dimension d (Vapnik and Chervonenkis 1971, Sauer's lemma),
///
///     zeta = sqrt( 8 / N (d log(2 e N / d) + log(4 / delta)) )      or 1, a vacuous bound, if d is not known or N < d
///
/// Throws std::invalid_argument for N = 0 or a delta outside (0, 1).
double zeta(const ScoreClass& scores, RowLoss loss, std::size_t rows, double delta);

/// One mean of a risk.
struct UniformTerm {
    RowLoss loss = RowLoss::cross_entropy;
    std::size_t rows = 0;
    double coefficient = 1;
};

/// A risk of the problem: the objective or a constraint. With k means, each gets delta / k, and the risk's zeta is
/// sum_j |coefficient_j| zeta_j.
struct UniformRisk {
    std::vector<UniformTerm> terms{};
    double bound = 0;  ///< of a constraint
};
double zeta(const ScoreClass& scores, const UniformRisk& risk, double delta);

/// A dual solution of the sample problem, or of the population problem if it is known. alpha is the paper's, unscaled.
struct DualSolution {
    std::vector<double> lambda{};
    double alpha = 0;
};

/// The quantities of the theorem for `objective` and `constraints` as trained. `duals`: the known dual solutions; the
/// theorem takes the largest over those of the sample and of the population. Throws std::invalid_argument like zeta(),
/// and if sizes differ.
TheoremQuantities theorem_quantities(const ScoreClass& scores, const UniformRisk& objective,
                                     std::span<const UniformRisk> constraints, std::span<const DualSolution> duals,
                                     double delta);

}  // namespace alcole::certify
