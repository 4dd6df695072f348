#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/calibrate.hpp>

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/source.hpp"
#include "learning/training/task.hpp"

#include <optional>
#include <vector>

/// What an answer becomes: the facts of an outcome, and the model that is saved.
namespace alcole::learning {

/// Everything that is known before the model is judged. `shape`: that of the task, with the calibration if there is
/// one.
Outcome facts_of(const Config& config, const Source& source, const TrainingTask& task, const Answer& answer,
                 const tabular::Model& shape);

/// Adds the constraints with their prices and verdicts.
void fill_constraints(const TrainingTask& task, const Answer& answer, const Judgement& train,
                      const std::optional<Judgement>& test, Outcome& outcome);

TrainedModel model_of(const Config& config, const Source& source, const TrainingTask& task, const Answer& answer,
                      const Outcome& outcome);

/// Observations made along the way, in order.
std::vector<Note> notes_of(const Source& source, const TrainingTask& task, const std::optional<Judgement>& test);

/// Adds notes on how the model was found and calibrated. `asked`: the bounds as stated.
void add_notes_on_search(const Config& config, const TrainingTask& task, const std::vector<double>& asked,
                         const Answer& answer, const tabular::Model& shape, Outcome& outcome);

/// Bounds on rates are bounds on decisions, so calibration must not change decisions.
tabular::DecisionRule decisions_of(const TrainingTask& task);

}  // namespace alcole::learning
