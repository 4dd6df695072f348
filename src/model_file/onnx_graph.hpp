#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <onnx/onnx_pb.h>

namespace alcole::model_file {

/// Builds an ONNX graph piece by piece. Values are referred to by name.
class OnnxGraph {
  public:
    /// All names except those of inputs and outputs begin with the prefix.
    OnnxGraph(onnx::GraphProto& graph, std::string prefix) : graph_(graph), prefix_(std::move(prefix)) {}

    std::string own(const std::string& name) const { return prefix_ + name; }

    using Element = onnx::TensorProto::DataType;
    /// Inputs have one value per row, [rows, 1]. Outputs have the shape [rows, columns ...], or [rows] if `columns` is
    /// empty.
    void input(const std::string& name, Element element);
    void output(const std::string& name, Element element, const std::vector<std::int64_t>& columns);

    /// Adds a constant to the graph and returns its name.
    std::string constant(const std::string& name, std::span<const float> values,
                         const std::vector<std::int64_t>& shape);
    std::string constant(const std::string& name, std::span<const double> values,
                         const std::vector<std::int64_t>& shape);
    std::string constant(const std::string& name, std::span<const std::int64_t> values,
                         const std::vector<std::int64_t>& shape);
    std::string constant(const std::string& name, std::span<const std::string> values,
                         const std::vector<std::int64_t>& shape);

    /// A node with one result, which gets exactly the given name.
    onnx::NodeProto& node(const char* operation, const std::string& result, const std::vector<std::string>& from);
    /// The same with a prefixed name, which is returned.
    std::string add(const char* operation, const std::string& name, const std::vector<std::string>& from);
    std::string cast(const std::string& name, const std::string& from, Element to);
    std::string concat(const std::string& name, const std::vector<std::string>& from);
    /// Maps words to integers; -1 for any other word.
    std::string look_up(const std::string& name, const std::string& from, std::span<const std::string> words,
                        std::span<const std::int64_t> numbers);

  private:
    onnx::TensorProto& tensor(const std::string& name, Element element, const std::vector<std::int64_t>& shape);

    onnx::GraphProto& graph_;
    std::string prefix_;
};

void set_attribute(onnx::NodeProto& node, const char* name, std::int64_t value);

}  // namespace alcole::model_file
