#pragma once

#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/table.hpp>

#include <map>
#include <string>
#include <vector>

namespace alcole::learning {

/// The models whose predictions constraints compare with (`model = "old.onnx"`). Their predictions become columns that
/// the constraints read, but not the model being trained.
class OtherModels {
  public:
    /// Loads the models. Throws std::invalid_argument with a sentence that names the constraint.
    explicit OtherModels(const std::vector<tabular::Constraint>& constraints);

    /// The columns that these models read.
    [[nodiscard]] std::vector<std::string> inputs() const;
    /// The rows with one more column for the predictions of each model. Throws std::invalid_argument with a sentence if
    /// the rows do not fit a model, or already have such a column.
    [[nodiscard]] tabular::Table with_answers(tabular::Table rows) const;

  private:
    struct Other {
        std::string file{};
        TrainedModel model{};
    };
    std::map<std::string, Other> others_;  // by the column of their predictions
};

}  // namespace alcole::learning
