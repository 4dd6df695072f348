#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/certificate.hpp>
#include <alcole/learning/outcome.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Modules that are not table models, trained by their holder through ascend() (alcole.torch): their outcome, judged
/// and reported like that of a run.
namespace alcole::learning {

/// A constraint as the trainer knows it.
struct ModuleConstraint {
    std::string name{};
    double bound = 0;
    bool equality = false;
    double multiplier = 0;
    double slack = 0;  ///< risk - bound, on all data of the training
    std::optional<double> held_out_slack{};
};

/// The training of a module, as reported by its holder.
struct ModuleTraining {
    std::string name{};       ///< of the module: "Sequential"
    std::string device{};     ///< "cpu", "cuda:0"
    std::string optimiser{};  ///< "Adam"
    std::size_t weights = 0;
    std::size_t rows = 0;
    std::size_t held_out_rows = 0;
    Method method = Method::augmented;
    Status status = Status::iteration_limit;
    Ending ending{};
    Iterate iterate = Iterate::last;
    double seconds = 0;
    double objective = 0;
    std::optional<double> held_out_objective{};
    std::optional<double> last_objective{};  ///< of the last iterate, if the module is a different one
    std::vector<ModuleConstraint> constraints{};
    Residuals residuals{};
    std::vector<TraceRow> trace{};
    std::map<std::string, std::string> options{};  ///< solver options as given
    std::optional<certify::Certificate> certificate{};
};

/// Reads JSON text with these names. Throws std::invalid_argument if it does not fit.
[[nodiscard]] ALCOLE_EXPORT ModuleTraining module_from_json(std::string_view text);

/// Returns the training as an outcome, with its verdicts. Members that apply only to tables stay empty.
[[nodiscard]] ALCOLE_EXPORT Outcome outcome_of(const ModuleTraining& training);

/// For multipliers that prove that their constraints cannot be met together (sum_i lambda_i l_i > 0 while its gradient
/// vanishes): the constraints whose part in the sum is not negligible.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::size_t> in_conflict(std::span<const double> multipliers,
                                                                 std::span<const double> bounds);

/// The page report.html as text, and the outcome in plain words, as paragraphs.
[[nodiscard]] ALCOLE_EXPORT std::string report_html(const ModuleTraining& training);
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> explain(const ModuleTraining& training);

}  // namespace alcole::learning
