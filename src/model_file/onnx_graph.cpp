#include "model_file/onnx_graph.hpp"

#include <bit>

namespace alcole::model_file {
namespace {

static_assert(std::endian::native == std::endian::little, "ONNX holds numbers with the lowest byte first");

template <class V>
void fill(onnx::TensorProto& tensor, std::span<const V> values) {
    tensor.set_raw_data(values.data(), values.size_bytes());
}

void set_type(onnx::ValueInfoProto& value, const std::string& name, OnnxGraph::Element element,
              const std::vector<std::int64_t>& columns) {
    value.set_name(name);
    auto* type = value.mutable_type()->mutable_tensor_type();
    type->set_elem_type(element);
    type->mutable_shape()->add_dim()->set_dim_param("rows");
    for (const auto count : columns) type->mutable_shape()->add_dim()->set_dim_value(count);
}

onnx::AttributeProto& attribute(onnx::NodeProto& node, const char* name, onnx::AttributeProto::AttributeType type) {
    auto& result = *node.add_attribute();
    result.set_name(name);
    result.set_type(type);
    return result;
}

}  // namespace

void set_attribute(onnx::NodeProto& node, const char* name, std::int64_t value) {
    attribute(node, name, onnx::AttributeProto::INT).set_i(value);
}

void OnnxGraph::input(const std::string& name, Element element) { set_type(*graph_.add_input(), name, element, {1}); }

void OnnxGraph::output(const std::string& name, Element element, const std::vector<std::int64_t>& columns) {
    set_type(*graph_.add_output(), name, element, columns);
}

onnx::TensorProto& OnnxGraph::tensor(const std::string& name, Element element, const std::vector<std::int64_t>& shape) {
    auto& result = *graph_.add_initializer();
    result.set_name(own(name));
    result.set_data_type(element);
    for (const auto size : shape) result.add_dims(size);
    return result;
}

std::string OnnxGraph::constant(const std::string& name, std::span<const float> values,
                                const std::vector<std::int64_t>& shape) {
    fill(tensor(name, onnx::TensorProto::FLOAT, shape), values);
    return own(name);
}

std::string OnnxGraph::constant(const std::string& name, std::span<const double> values,
                                const std::vector<std::int64_t>& shape) {
    fill(tensor(name, onnx::TensorProto::DOUBLE, shape), values);
    return own(name);
}

std::string OnnxGraph::constant(const std::string& name, std::span<const std::int64_t> values,
                                const std::vector<std::int64_t>& shape) {
    fill(tensor(name, onnx::TensorProto::INT64, shape), values);
    return own(name);
}

std::string OnnxGraph::constant(const std::string& name, std::span<const std::string> values,
                                const std::vector<std::int64_t>& shape) {
    auto& words = tensor(name, onnx::TensorProto::STRING, shape);
    for (const auto& word : values) words.add_string_data(word);
    return own(name);
}

onnx::NodeProto& OnnxGraph::node(const char* operation, const std::string& result,
                                 const std::vector<std::string>& from) {
    auto& node = *graph_.add_node();
    node.set_name(result);
    node.set_op_type(operation);
    for (const auto& name : from) node.add_input(name);
    node.add_output(result);
    return node;
}

std::string OnnxGraph::add(const char* operation, const std::string& name, const std::vector<std::string>& from) {
    node(operation, own(name), from);
    return own(name);
}

std::string OnnxGraph::cast(const std::string& name, const std::string& from, Element to) {
    set_attribute(node("Cast", own(name), {from}), "to", to);
    return own(name);
}

std::string OnnxGraph::concat(const std::string& name, const std::vector<std::string>& from) {
    set_attribute(node("Concat", own(name), from), "axis", 1);
    return own(name);
}

std::string OnnxGraph::look_up(const std::string& name, const std::string& from, std::span<const std::string> words,
                               std::span<const std::int64_t> numbers) {
    auto& encoder = node("LabelEncoder", own(name), {from});
    encoder.set_domain("ai.onnx.ml");
    auto& keys = attribute(encoder, "keys_strings", onnx::AttributeProto::STRINGS);
    for (const auto& word : words) keys.add_strings(word);
    auto& values = attribute(encoder, "values_int64s", onnx::AttributeProto::INTS);
    for (const auto number : numbers) values.add_ints(number);
    set_attribute(encoder, "default_int64", -1);
    return own(name);
}

}  // namespace alcole::model_file
