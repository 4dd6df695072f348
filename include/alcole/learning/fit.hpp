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
/// What the command line does for a run file, `alcole train`, is this with files around it: see run.hpp. Nothing here
/// keeps state between calls, and the same arguments give the same bits for any number of threads of the context
/// (Context() has one per core).
namespace alcole::learning {

/// Who learns and who judges. The three parts share no rows and one schema, that of the training rows.
struct Rows {
    tabular::Dataset train;
    std::optional<tabular::Dataset> test{};     ///< held out: the model is judged on them too
    std::optional<tabular::Dataset> certify{};  ///< used once, in the end; see FitOptions::certify
};

/// Which part of the rows goes where; the same seed gives the same parts everywhere.
struct SplitOptions {
    double test = 0.3;   ///< share of what is not kept for the certificate; 0: none
    double certify = 0;  ///< share kept for the certificate, drawn first; 0: none
    std::uint64_t seed = 0;
    /// Columns whose values the test part holds in their shares; the target always is one of them.
    std::vector<std::string> strata{};
};

/// Throws std::invalid_argument with a sentence when a part would be empty or a column does not exist.
[[nodiscard]] ALCOLE_EXPORT Rows split(const tabular::Table& table, const tabular::SchemaOptions& schema,
                                       const SplitOptions& options = {});

/// The goal that the constraints come to on these training rows: which groups there are is decided here, once. Throws
/// std::invalid_argument with a sentence, as tabular::define_risks().
[[nodiscard]] ALCOLE_EXPORT tabular::Goal goal_for(const tabular::Dataset& train,
                                                   const std::vector<tabular::Constraint>& constraints, double l2 = 0);

struct FitOptions {
    tabular::Model shape{};                     ///< no hidden layers: a linear model
    SolveConfig solve{};                        ///< `solve.options.seed` decides the first weights and the mini-batches
    CertifyConfig certify{.confidence = 0.95};  ///< used where there are rows for it; its `share` is not
    std::vector<std::string> protected_columns{};  ///< whose groups are reported
    bool examine = false;                          ///< is it a solution? See Outcome::optimality
};

struct Fitted {
    TrainedModel model{};
    Outcome outcome{};    ///< status, risks on both sides, prices (multipliers), certificate, trace
    Standing standing{};  ///< how the search ended; examine() needs it

    /// Every constraint is met on the training rows.
    [[nodiscard]] ALCOLE_EXPORT bool feasible() const;
};

/// Minimises the goal's objective under its constraints, judges the model on all parts, and certifies it where there
/// are rows for that, having tightened the bounds as far as the certificate will need. Nothing when a stop was
/// requested. Throws std::invalid_argument with a sentence for what cannot be asked of these rows.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> fit(const Rows& rows, const tabular::Goal& goal,
                                                      const FitOptions& options = {},
                                                      const Context& context = Context());

/// Is it a solution? First and second order, active constraints, assumptions, and the duality gap from `starts`
/// minimisations of each Lagrangian (0: no gap), on the training rows of fit(). FitOptions::examine does the cheap part
/// of it. Takes up to minutes. Nothing when a stop was requested.
[[nodiscard]] ALCOLE_EXPORT std::optional<Examination> examine(const Rows& rows, const Fitted& fitted,
                                                               std::size_t starts = 20,
                                                               const Context& context = Context());

/// A model on rows that have the target in them.
struct Judgement {
    Side side{};
    std::vector<std::optional<Judged>> constraints{};  ///< none where these rows do not determine it
    std::vector<Note> notes{};                         ///< why not
};

/// Metrics, rates of the groups of its protected columns, and the risk of every constraint the model was trained for.
[[nodiscard]] ALCOLE_EXPORT Judgement judge(const TrainedModel& model, const tabular::Dataset& data,
                                            const Context& context = Context());

/// Within 1 % of its bound.
[[nodiscard]] ALCOLE_EXPORT bool is_met(const Judged& judged, double bound);

}  // namespace alcole::learning
