#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/trees.hpp>

#include "base/files.hpp"
#include "model_file/checksum.hpp"
#include "model_file/graph.hpp"
#include "model_file/metadata.hpp"
#include "model_file/model_file.hpp"
#include "model_file/outline.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include <onnx/onnx_pb.h>

namespace alcole::model_file {
namespace {

/// Far more than any model of a table needs, and far less than protocol buffers can hold.
constexpr std::size_t max_bytes = std::size_t{1} << 29U;

// Versions that ONNX Runtime 1.14 and later can run.
constexpr std::int64_t ir_version = 8;
constexpr std::int64_t operators_version = 15;
constexpr std::int64_t ml_operators_version = 2;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("this is not a valid model: " + why); }

/// True if theta has the length that the layers require. Their sizes may come from a file and be arbitrary, so products
/// are formed only after they are known to be small.
bool theta_fits(const learning::TrainedModel& file) {
    if (file.shape.trees) {
        static_cast<void>(tabular::ensemble_of(file.theta, file.schema.num_inputs(), file.schema.num_outputs()));
        return true;  // otherwise ensemble_of() has thrown
    }
    std::size_t left = file.theta.size();
    std::size_t in = file.schema.num_inputs();
    const auto& hidden = file.shape.hidden;
    for (std::size_t l = 0; l <= hidden.size(); ++l) {
        const std::size_t out = l < hidden.size() ? hidden[l] : file.schema.num_sums();
        if (out == 0 || out > left || in > left / out || in * out + out > left) return false;
        left -= in * out + out;
        in = out;
    }
    return left == file.schema.num_steps();
}

void check(const learning::TrainedModel& file) {
    if (tabular::schema_from_json(to_json(file.schema)) != file.schema)
        refuse("its schema has parts that do not belong to the types of its columns");
    for (const auto& feature : file.schema.features) {
        if (feature.column.empty()) refuse("a feature has no name; ONNX needs one for every input");
        const auto merge = std::ranges::find(file.merges, feature.column, &tabular::Merge::column);
        if (merge != file.merges.end() && feature.type != tabular::ColumnType::category)
            refuse("words of column '" + feature.column + "' are merged, and its type is " +
                   std::string(to_string(feature.type)) + ", not category");
    }
    if (!theta_fits(file)) refuse("the length of theta does not match the schema and the hidden layers");
    if (!std::ranges::all_of(file.theta, [](float v) { return std::isfinite(v); })) refuse("a weight is not finite");
}

onnx::ModelProto model_of(const learning::TrainedModel& file) {
    onnx::ModelProto model;
    model.set_ir_version(ir_version);
    model.set_producer_name("alcole");
    model.set_producer_version(file.version);
    build_graph(file, *model.mutable_graph());
    auto* operators = model.add_opset_import();
    operators->set_domain("");
    operators->set_version(operators_version);
    auto* ml_operators = model.add_opset_import();
    ml_operators->set_domain("ai.onnx.ml");
    ml_operators->set_version(ml_operators_version);
    for (auto& [key, text] : metadata_of(file)) {
        auto* entry = model.add_metadata_props();
        entry->set_key(key);
        entry->set_value(text);
    }
    return model;
}

/// Throws unless the file has a format that this version can read.
void check_format(const Outline& outline, const std::string& name) {
    const auto found = outline.metadata.find(format_key);
    if (found == outline.metadata.end()) throw std::runtime_error(name + ": this ONNX file was not written by alcole");
    const std::string& text = found->second;
    int format = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), format);
    if (error != std::errc() || end != text.data() + text.size() || format < 1)
        throw std::runtime_error(name + ": the file is damaged: it does not say which format it has");
    if (format > learning::TrainedModel::format)
        throw std::runtime_error(name + ": a newer alcole wrote this file (format " + text + "; this one reads " +
                                 std::to_string(learning::TrainedModel::format) + ")");
}

/// Decodes bytes whose checksum is right.
learning::TrainedModel read_parts(std::string_view bytes, const Outline& outline) {
    onnx::ModelProto model;
    if (!model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        throw std::invalid_argument("its contents are not an ONNX model");
    learning::TrainedModel file = from_metadata(outline.metadata);
    file.theta = theta_of(model.graph(), file.schema);
    return file;
}

}  // namespace

std::string encode(const learning::TrainedModel& file) {
    check(file);
    const onnx::ModelProto model = model_of(file);
    if (model.ByteSizeLong() >= max_bytes) refuse("it would take more than 512 MB");
    return with_checksum(model.SerializeAsString());
}

learning::TrainedModel decode(std::string_view bytes, const std::string& name) {
    if (bytes.empty()) throw std::runtime_error(name + ": the file is empty");
    if (bytes.size() > max_bytes + 1024)
        throw std::runtime_error(name + ": the file is larger than any that alcole writes (512 MB)");
    const auto outline = outline_of(bytes);
    if (!outline) throw std::runtime_error(name + ": this is not an ONNX file, or only a part of one");
    check_format(*outline, name);
    if (!checksum_fits(bytes))
        throw std::runtime_error(name + ": the file is damaged: its checksum does not fit its content");
    learning::TrainedModel file;
    bool same = false;
    try {
        file = read_parts(bytes, *outline);
        same = encode(file) == bytes;
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(name + ": " + error.what());
    }
    if (!same)
        throw std::runtime_error(
            name + ": the graph is not the one that alcole writes for this model; another program changed it");
    return file;
}

}  // namespace alcole::model_file

namespace alcole::learning {

void TrainedModel::save(const std::filesystem::path& file) const { base::write_file(file, model_file::encode(*this)); }

TrainedModel TrainedModel::load(const std::filesystem::path& file) {
    return model_file::decode(base::read_file(file), file.string());
}

}  // namespace alcole::learning
