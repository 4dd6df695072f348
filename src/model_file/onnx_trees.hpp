#pragma once

#include <alcole/tabular/trees.hpp>

namespace onnx {
class NodeProto;
}

/// Boosted trees as a TreeEnsembleRegressor of ai.onnx.ml, and back.
namespace alcole::model_file {

void write_trees(const tabular::Ensemble& ensemble, onnx::NodeProto& node);
/// Throws std::invalid_argument with a sentence if write_trees() cannot have written the node.
tabular::Ensemble read_trees(const onnx::NodeProto& node);

}  // namespace alcole::model_file
