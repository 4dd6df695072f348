#pragma once

#include "model_file/model_file.hpp"

#include <vector>

namespace onnx {
class GraphProto;
}  // namespace onnx

namespace alcole::model_file {

/// Writes preprocessing, network and head, as the engine computes them.
void build_graph(const learning::TrainedModel& file, onnx::GraphProto& proto);

/// The weights in a graph for this schema, in their order.
std::vector<float> theta_of(const onnx::GraphProto& graph, const tabular::Schema& schema);

}  // namespace alcole::model_file
