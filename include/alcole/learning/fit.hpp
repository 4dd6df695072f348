#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/certificate.hpp>
#include <alcole/learning/options.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/model.hpp>

#include <optional>
#include <string>
#include <vector>

/// From rows and a goal to a model that can be defended:
///
///     const Rows rows = split(read_csv("loans.csv"), {.target = "approved"}, {.certify = 0.3, .seed = 1});
///     const std::vector<Constraint> fair = {
///         {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}}};
///     const auto fitted = fit(rows, goal_for(rows.train, fair));
///     fitted->model.save("model.onnx");
///
/// `alcole train` does the same for a run file, see run.hpp. Nothing here keeps state between calls, and the same
/// arguments give the same bits for any number of threads of the context (Context() has one per core).
namespace alcole::learning {

/// The rows to learn from and to judge by. The three parts share no rows, but one schema, that of the training rows.
struct Rows {
    tabular::Dataset train;
    std::optional<tabular::Dataset> test{};     ///< held out; the model is also judged on them
    std::optional<tabular::Dataset> certify{};  ///< used once, at the end; see FitOptions::certify
};

/// How to split the rows. The same seed gives the same parts on every machine.
struct SplitOptions {
    double test = 0.3;   ///< share of the rows not kept for the certificate; 0: none
    double certify = 0;  ///< share kept for the certificate, drawn first; 0: none
    std::uint64_t seed = 0;
    /// Columns to stratify the test part by; the target is always one of them.
    std::vector<std::string> strata{};
};

/// Throws std::invalid_argument if a part would be empty or a column does not exist.
[[nodiscard]] ALCOLE_EXPORT Rows split(const tabular::Table& table, const tabular::SchemaOptions& schema,
                                       const SplitOptions& options = {});

/// Makes a goal of the constraints. The groups are determined here, once, from the training rows. Throws
/// std::invalid_argument like tabular::define_risks().
[[nodiscard]] ALCOLE_EXPORT tabular::Goal goal_for(const tabular::Dataset& train,
                                                   const std::vector<tabular::Constraint>& constraints, double l2 = 0);

/// Options of fit(). The defaults train a linear model.
struct FitOptions {
    tabular::Model shape{};  ///< no hidden layers: a linear model
    SolveConfig solve{};     ///< `solve.options.seed` determines the initial weights and the mini-batches
    CertifyConfig certify{.confidence = 0.95};     ///< used if there are rows for it; its `share` is ignored
    std::vector<std::string> protected_columns{};  ///< columns whose groups are reported
    bool examine = false;                          ///< check whether it is a solution, see Outcome::optimality
    bool unconstrained = false;  ///< also train without the constraints, as solve.cost_of_constraints has it
};

/// A trained model and everything known about it.
struct Fitted {
    TrainedModel model{};
    Outcome outcome{};     ///< status, risks on training and test rows, prices (multipliers), certificate, trace
    SearchFacts search{};  ///< how the search ended; examine() needs it

    /// True if every constraint is met on the training rows.
    [[nodiscard]] ALCOLE_EXPORT bool feasible() const;
};

/// Minimises the goal's objective under its constraints, judges the model on all parts, and certifies it if there are
/// rows for that, after tightening the bounds as far as the certificate needs. Returns nothing if a stop was requested.
/// Throws std::invalid_argument if the goal or the options do not fit these rows.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> fit(const Rows& rows, const tabular::Goal& goal,
                                                      const FitOptions& options = {},
                                                      const Context& context = Context());

/// Checks whether a fitted model is a solution: first and second order, active constraints, assumptions, and the
/// duality gap from `starts` minimisations of each Lagrangian (0: no gap), on the training rows of fit(). This can take
/// minutes; FitOptions::examine does the cheap part. Returns nothing if a stop was requested.
[[nodiscard]] ALCOLE_EXPORT std::optional<Examination> examine(const Rows& rows, const Fitted& fitted,
                                                               std::size_t starts = 20,
                                                               const Context& context = Context());

/// The performance of a model on rows that include the target.
struct Judgement {
    Side side{};
    std::vector<std::optional<Judged>> constraints{};  ///< none if these rows do not determine it
    std::vector<Note> notes{};                         ///< the reasons
};

/// Computes metrics, the rates of the groups of the protected columns, and the risk of every constraint that the model
/// was trained for.
[[nodiscard]] ALCOLE_EXPORT Judgement judge(const TrainedModel& model, const tabular::Dataset& data,
                                            const Context& context = Context());

/// True if the risk is over its bound by at most 1 % of the bound.
[[nodiscard]] ALCOLE_EXPORT bool is_met(const Judged& judged, double bound);

}  // namespace alcole::learning
