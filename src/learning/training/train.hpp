#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/learning/run.hpp>
#include <alcole/learning/trained_model.hpp>

#include "learning/training/answer.hpp"
#include "learning/training/judge.hpp"
#include "learning/training/problems.hpp"

#include <optional>
#include <vector>

namespace alcole::learning {

/// The result of a training, with a warm start for similar ones.
struct Trained : Fitted {
    WarmStart warm{};
};

struct TrainOptions {
    Checkpointing checkpointing{};
    bool examine = false;        ///< examine the answer, see examine_briefly()
    bool unconstrained = false;  ///< also train without the constraints, as solve.cost_of_constraints has it
    double seconds = 0;          ///< already used up of the time limit, for reading and preparing the rows
};

/// Finds models for one task under various bounds, and judges them on training and held-out rows. The rows are prepared
/// once.
class Trainer {
  public:
    /// `source` must outlive this object.
    Trainer(const Config& config, const Source& source, TrainingTask task, const Context& context);
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;
    ~Trainer() = default;

    const TrainingTask& task() const { return task_; }

    /// Trains under the task's own bounds, as the run file says. Returns nothing if interrupted: see so_far().
    std::optional<Trained> train(const TrainOptions& options = {}, const WarmStart* warm = nullptr);
    /// Trains under other bounds, one per constraint, and with other solver options.
    std::optional<Trained> train(const std::vector<double>& asked, const SolveConfig& solve,
                                 const TrainOptions& options = {}, const WarmStart* warm = nullptr);
    /// What an interrupted training had found: the best model that meets the constraints, or else the last one.
    const std::optional<TrainedModel>& so_far() const { return so_far_; }

  private:
    /// A model as it will be used, and its certificate if one was asked for.
    struct Deployed {
        Answer answer{};
        tabular::Model shape{};  ///< with the calibration, if there is one
        std::optional<certify::Certificate> certificate{};
    };

    Answer find(const std::vector<double>& bounds, const SolveConfig& solve, const TrainOptions& options,
                const WarmStart* warm);
    certify::Certificate certified(const Answer& answer, const tabular::Model& shape) const;
    Deployed deploy(Answer answer) const;
    Outcome judge(Deployed& deployed);
    void add_examination(const Answer& answer, Outcome& outcome);
    Trained trained(Deployed deployed, Outcome outcome) const;
    /// `as_trained`: the judge of these rows for models that are not calibrated.
    Judgement judged(Judge& as_trained, const tabular::Dataset& rows, const Answer& answer, const tabular::Model& shape,
                     const std::vector<std::string>& protected_columns) const;
    /// The same model without the constraints; nothing where it is not wanted. `answer`: the one with them.
    std::optional<Answer> find_unconstrained(const Answer& answer, const SolveConfig& solve,
                                             const Checkpointing& checkpointing) const;
    void add_unconstrained(const Answer& found, Outcome& outcome);
    void keep(const Answer& answer);
    /// The shape with the requested calibration.
    tabular::Model deployed_shape(const Answer& answer) const;

    Config config_;
    const Source& source_;
    TrainingTask task_;
    Context context_;
    Problems problems_;
    Judge on_train_;
    std::optional<Judge> on_test_;
    std::optional<TrainedModel> so_far_;
};

}  // namespace alcole::learning
