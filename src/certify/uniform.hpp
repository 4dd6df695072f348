#pragma once

#include <alcole/learning/theorem.hpp>
#include <alcole/tabular/model.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// How far any model of a class can be better on its sample than in the population, and what the theorem of AL-CoLe
/// makes of it. docs/learnability.md derives the formulas and says what they do not cover.
///
/// The class: scores s(x) of models with one score (two classes), whose weights have bounded norms, over inputs with a
/// bounded Euclidean norm. A linear model is <w, (x, 1)> with |w| <= B. A network has layers behind it,
///
///     h_1 = W_1 (x, 1),   h_{j+1} = W_{j+1} (a(h_j) - a(0), 1),   s = h_d
///
/// with the Euclidean norm of every row of W_1 at most B_1, the sum of absolute values of every row of W_j at most B_j,
/// and an activation a that is K-Lipschitz; a(0) is moved into the biases.
namespace alcole::certify {

/// The norms that a class is made of.
struct Norms {
    std::vector<double> radii{};  ///< B_1 .. B_d, one per layer: a linear model has one
    double lipschitz = 1;         ///< K of the activation
    double vc = 0;                ///< Vapnik-Chervonenkis dimension of the signs of the scores; 0: not known
};

/// The norms of one trained model; theta as Model says. A linear model with n inputs has a vc of n + 1; for networks
/// there are only bounds that would never be of use. Throws std::invalid_argument where sizes differ, or with more
/// than one score.
Norms norms_of(const tabular::Model& model, std::size_t inputs, std::span<const double> theta);

/// The Lipschitz constant of an activation (sigmoid 1/4; tanh, softplus and relu 1; silu and gelu a little more), and
/// its value at 0.
double lipschitz_of(tabular::Activation activation);
double at_zero(tabular::Activation activation);

/// What is known of the inputs, for every row that could ever come. A constant input 1 for the bias is added here.
struct InputNorms {
    double input = 1;   ///< the largest |x|: of c categories and no numbers, sqrt(c)
    double change = 0;  ///< the largest |x - x'| between a row and its counterfactual: sqrt(2) for a category
};

/// A class of scores. Over N rows its Rademacher complexity (with absolute values) is at most complexity / sqrt(N):
///
///     linear     complexity = B X,  X^2 = |x|^2 + 1                               Kakade, Sridharan, Tewari 2008
///     network    complexity_{j+1} = B_{j+1} (2 K complexity_j + 1)                Bartlett and Mendelson 2002, peeled
struct ScoreClass {
    double complexity = 0;
    double largest = 0;  ///< |s(x)| at most
    double apart = 0;    ///< |s(x) - s(x')| at most, x' the counterfactual of x
    double share = 1;    ///< of delta: what the union over radii leaves to this class
    double vc = 0;       ///< as in Norms
};

/// The class with exactly these radii, fixed before any row was seen: share = 1.
ScoreClass fixed_class(const Norms& norms, const InputNorms& inputs);

/// The class for radii that were read off trained weights. Fixed classes with radii 2^k, k = 0, 1, 2, ... are all
/// made to hold at once by giving each 1 / ((k + 1)(k + 2)) of delta (these sum to 1), and the least one around the
/// weights is taken: it costs a factor of two in the radius and a log log of it in the confidence.
ScoreClass enclosing_class(const Norms& norms, const InputNorms& inputs);

/// The loss of one row.
enum class RowLoss : std::uint8_t {
    cross_entropy,  ///< log(1 + exp(-y s)): 1-Lipschitz in s, range as wide as max |s|
    divergence,     ///< KL(s || s') of a row and its counterfactual: at most D^2 / 8 with D = apart, and slopes at most
                    ///< D / 4 in s and in s'
    rate,           ///< 0 or 1, told from the sign of s
};

/// The width of the interval that the loss of a row lies in.
double width_of(RowLoss loss, const ScoreClass& scores);

/// zeta with  P( |mean over N rows - mean over the population| <= zeta  for ALL models of the class ) >= 1 - delta:
///
///     zeta = 2 R + W sqrt(log(2 / (share delta)) / (2 N))           symmetrisation and McDiarmid
///     R = complexity / sqrt(N)                                      cross-entropy (contraction, Ledoux and Talagrand)
///     R = (D / sqrt(2)) complexity / sqrt(N)                        divergence (contraction for pairs, Maurer 2016)
///
/// W the width, and for rates, with the vc dimension d (Vapnik and Chervonenkis 1971, Sauer's lemma)
///
///     zeta = sqrt( 8 / N (d log(2 e N / d) + log(4 / delta)) )      1, which says nothing, where d is not known
///
/// Throws std::invalid_argument for N = 0 or a delta outside of (0, 1).
double zeta(const ScoreClass& scores, RowLoss loss, std::size_t rows, double delta);

/// One mean of a risk.
struct UniformTerm {
    RowLoss loss = RowLoss::cross_entropy;
    std::size_t rows = 0;
    double coefficient = 1;
};

/// A risk of the problem: the objective or a constraint. Of k means each gets delta / k, and |coefficient| zeta add up.
struct UniformRisk {
    std::vector<UniformTerm> terms{};
    double bound = 0;  ///< of a constraint
};
double zeta(const ScoreClass& scores, const UniformRisk& risk, double delta);

/// A dual solution: of the sample, or of the population where it is known. alpha is the paper's, unscaled.
struct DualSolution {
    std::vector<double> lambda{};
    double alpha = 0;
};

/// `objective` and `constraints` as trained, `duals` as far as they are known: the theorem asks for the largest over
/// the sample's and the population's. Throws std::invalid_argument as zeta() does, and where sizes differ.
TheoremQuantities theorem_quantities(const ScoreClass& scores, const UniformRisk& objective,
                                     std::span<const UniformRisk> constraints, std::span<const DualSolution> duals,
                                     double delta);

}  // namespace alcole::certify
