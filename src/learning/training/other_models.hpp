#pragma once

#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/table.hpp>

#include <map>
#include <string>
#include <vector>

namespace alcole::learning {

/// The models that constraints compare answers with (`model = "old.onnx"`). What they say of the rows becomes columns,
/// which constraints read and the model that is trained does not.
class OtherModels {
  public:
    /// Loads them. Throws std::invalid_argument with a sentence and the number of the constraint.
    explicit OtherModels(const std::vector<tabular::Constraint>& constraints);

    /// The columns that they read.
    [[nodiscard]] std::vector<std::string> inputs() const;
    /// The rows with a column of answers from each. Throws std::invalid_argument with a sentence when the rows do not
    /// fit one of them, or have such a column already.
    [[nodiscard]] tabular::Table with_answers(tabular::Table rows) const;

  private:
    struct Other {
        std::string file{};
        TrainedModel model{};
    };
    std::map<std::string, Other> others_;  // by the column of the answers
};

}  // namespace alcole::learning
