#include "model_file/graph.hpp"

#include "model_file/onnx_graph.hpp"
#include "model_file/onnx_trees.hpp"
#include "model_file/words.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>

namespace alcole::model_file {
namespace {

using onnx::TensorProto;
using tabular::Activation;
using tabular::ColumnType;
using tabular::Feature;
using tabular::Schema;
using tabular::Task;

/// A prefix with which no column begins: ONNX has a single name space for everything.
std::string prefix_for(const Schema& schema) {
    std::string prefix = "alcole/";
    const auto begins = [&](const Feature& feature) { return feature.column.starts_with(prefix); };
    while (std::ranges::any_of(schema.features, begins)) prefix += '/';
    return prefix;
}

/// The name of an output, changed if a column has the same name.
std::string output_name(const Schema& schema, std::string name) {
    while (std::ranges::find(schema.features, name, &Feature::column) != schema.features.end()) name += '_';
    return name;
}

/// The prefix of the names of weights and biases.
constexpr const char* theta_mark = "theta ";

std::int64_t size_of(std::size_t size) { return static_cast<std::int64_t>(size); }

/// Maps columns to inputs. Arithmetic on numbers is in double, as in the engine.
class Preprocessing {
  public:
    Preprocessing(OnnxGraph& graph, const learning::TrainedModel& file) : graph_(graph), file_(file) {}

    std::string build() {
        const auto& features = file_.schema.features;
        for (const Feature& feature : features)
            graph_.input(feature.column, feature.type == ColumnType::number ? TensorProto::FLOAT : TensorProto::STRING);
        std::vector<std::string> parts;
        if (std::ranges::any_of(features, &Feature::is_amount)) parts.push_back(numbers());
        for (std::size_t f = 0; f < features.size(); ++f) {
            const std::string name = "feature" + std::to_string(f);
            if (!features[f].edges.empty())
                parts.push_back(bins(name, features[f]));
            else if (features[f].type != ColumnType::number && features[f].num_inputs() > 0)
                parts.push_back(ones(name, features[f]));
            else if (features[f].is_amount() && features[f].missing_seen)
                parts.push_back(is_missing(name, features[f]));
        }
        return graph_.concat("inputs", parts);
    }

  private:
    /// All number columns at once: (value - mean) / sd, or 0 if the value is missing.
    std::string numbers() {
        std::vector<std::string> columns;
        std::vector<double> means;
        std::vector<double> sds;
        for (const Feature& feature : file_.schema.features) {
            if (!feature.is_amount()) continue;
            columns.push_back(feature.column);
            means.push_back(feature.mean);
            sds.push_back(feature.sd);
        }
        const std::vector<std::int64_t> shape = {1, size_of(columns.size())};
        const auto values = graph_.concat("numbers", columns);
        const auto missing = graph_.add("IsNaN", "numbers missing", {values});
        const auto wide = graph_.cast("numbers wide", values, TensorProto::DOUBLE);
        const auto centred = graph_.add("Sub", "numbers centred", {wide, graph_.constant("means", means, shape)});
        const auto scaled = graph_.add("Div", "numbers scaled", {centred, graph_.constant("sds", sds, shape)});
        const auto narrow = graph_.cast("numbers narrow", scaled, TensorProto::FLOAT);
        if (file_.shape.trees)
            return graph_.add("Where", "numbers filled", {missing, graph_.constant("absent", absent(), shape), narrow});
        const std::array<float, 1> zero = {0};
        return graph_.add("Where", "numbers filled", {missing, graph_.constant("zero", zero, {1, 1}), narrow});
    }

    /// The input of trees for a missing number: NaN if they have learned a branch for it, otherwise 0, which is the
    /// mean.
    std::vector<float> absent() const {
        std::vector<float> values;
        for (const Feature& feature : file_.schema.features) {
            if (!feature.is_amount()) continue;
            values.push_back(feature.missing_seen ? std::numeric_limits<float>::quiet_NaN() : 0.0F);
        }
        return values;
    }

    std::string is_missing(const std::string& name, const Feature& feature) {
        const auto missing = graph_.add("IsNaN", name + " missing", {feature.column});
        return graph_.cast(name + " ones", missing, TensorProto::FLOAT);
    }

    /// Maps a number to a one-hot row for its bin: b_k = [value >= edge_k] falls from 1 to 0 at the value's bin, so b_k
    /// - b_{k+1} is 1 only there. A missing value has no bin, but an input of its own if it occurred in training.
    std::string bins(const std::string& name, const Feature& feature) {
        const std::size_t edges = feature.edges.size();
        const std::vector<float> narrow(feature.edges.begin(), feature.edges.end());
        std::vector<float> first(edges + 1);
        first[0] = 1;
        std::vector<float> falls(edges * (edges + 1));
        for (std::size_t k = 0; k < edges; ++k) {
            falls[k * (edges + 1) + k] = -1;
            falls[k * (edges + 1) + k + 1] = 1;
        }
        const std::vector<std::int64_t> row = {1, size_of(edges + 1)};
        const auto edge = graph_.constant(name + " edges", narrow, {1, size_of(edges)});
        const auto reached = graph_.add("GreaterOrEqual", name + " reached", {feature.column, edge});
        const auto counted = graph_.cast(name + " counted", reached, TensorProto::FLOAT);
        const auto moved =
            graph_.add("MatMul", name + " moved",
                       {counted, graph_.constant(name + " falls", falls, {size_of(edges), size_of(edges + 1)})});
        const auto place = graph_.add("Add", name + " place", {moved, graph_.constant(name + " first", first, row)});
        const auto missing = graph_.add("IsNaN", name + " missing", {feature.column});
        const std::array<float, 1> zero = {0};
        const auto none = graph_.constant(name + " none", zero, {1, 1});
        auto found = graph_.add("Where", name + " bins", {missing, none, place});
        if (!feature.missing_seen) return found;
        return graph_.concat(name + " ones", {found, graph_.cast(name + " absent", missing, TensorProto::FLOAT)});
    }

    /// Maps a word to its place, and the place to a one-hot row.
    std::string ones(const std::string& name, const Feature& feature) {
        std::vector<std::string> words;
        std::vector<std::int64_t> numbers;
        for (auto& [word, place] : places_of_words(feature, file_.merges)) {
            words.push_back(word);
            numbers.push_back(place);
        }
        std::vector<std::int64_t> places(feature.num_inputs());
        std::iota(places.begin(), places.end(), std::int64_t{0});
        const auto place = graph_.look_up(name + " place", feature.column, words, numbers);
        const auto all = graph_.constant(name + " places", places, {1, size_of(places.size())});
        const auto equal = graph_.add("Equal", name + " equal", {place, all});
        return graph_.cast(name + " ones", equal, TensorProto::FLOAT);
    }

    OnnxGraph& graph_;
    const learning::TrainedModel& file_;
};

/// z Phi(z), with the error function rather than its approximation by tanh.
std::string gelu(OnnxGraph& graph, const std::string& name, const std::string& z) {
    const std::array<float, 1> root = {0.70710678118654752440F};
    const std::array<float, 1> half = {0.5F};
    const auto half_name = graph.constant(name + " half", half, {1});
    const auto scaled = graph.add("Mul", name + " scaled", {z, graph.constant(name + " root", root, {1})});
    const auto erf = graph.add("Erf", name + " erf", {scaled});
    const auto halved = graph.add("Mul", name + " halved", {erf, half_name});
    const auto phi = graph.add("Add", name + " phi", {halved, half_name});
    return graph.add("Mul", name + " values", {z, phi});
}

std::string activated(OnnxGraph& graph, Activation activation, const std::string& name, const std::string& z) {
    const std::string values = name + " values";
    switch (activation) {
        case Activation::sigmoid:
            return graph.add("Sigmoid", values, {z});
        case Activation::tanh:
            return graph.add("Tanh", values, {z});
        case Activation::softplus:
            return graph.add("Softplus", values, {z});
        case Activation::relu:
            return graph.add("Relu", values, {z});
        case Activation::silu:
            return graph.add("Mul", values, {z, graph.add("Sigmoid", name + " gate", {z})});
        case Activation::gelu:
            break;
    }
    return gelu(graph, name, z);
}

/// The sums of a layer. theta stores the weights in ONNX's order: one row per input.
std::string layer(OnnxGraph& graph, const std::string& name, const std::string& values, std::span<const float> theta,
                  std::size_t out) {
    const std::size_t in = theta.size() / out - 1;
    const auto weights =
        graph.constant(theta_mark + name + " weights", theta.first(in * out), {size_of(in), size_of(out)});
    const auto biases = graph.constant(theta_mark + name + " biases", theta.last(out), {size_of(out)});
    return graph.add("Gemm", name + " sums", {values, weights, biases});
}

/// Maps inputs to scores.
std::string network(OnnxGraph& graph, const learning::TrainedModel& file, std::string values) {
    std::span<const float> rest = file.theta;
    std::size_t in = file.schema.num_inputs();
    const auto& hidden = file.shape.hidden;
    for (std::size_t l = 0; l <= hidden.size(); ++l) {
        const std::size_t out = l < hidden.size() ? hidden[l] : file.schema.num_sums();
        const std::string name = "layer" + std::to_string(l);
        values = layer(graph, name, values, rest.first((in + 1) * out), out);
        if (l < hidden.size()) values = activated(graph, file.shape.activation, name, values);
        rest = rest.subspan((in + 1) * out);
        in = out;
    }
    return values;
}

/// Maps one number to the scores of ordered classes (cut_points.hpp), in double. With x = f - c, a row with one entry
/// per cut point, and l = log(1 + exp(-|x|)) + max(x, 0), the scores are gaps + x A - l B: a class gets x of the cut
/// point below it, and l of both of its cut points.
std::string ordered(OnnxGraph& graph, const learning::TrainedModel& file, const std::string& number) {
    const std::size_t classes = file.schema.target.classes.size();
    const std::size_t cuts = classes - 1;
    const std::size_t steps = classes - 2;
    const auto scalar = [&](const std::string& name, double value) {
        const std::array<double, 1> values = {value};
        return graph.constant(name, values, {1, 1});
    };
    // Which cut points a step moves, which class it is the width of, and which classes lie above or next to a cut
    // point.
    std::vector<double> behind(steps * cuts);
    std::vector<double> between(steps * classes);
    std::vector<double> above(cuts * classes);
    std::vector<double> beside(cuts * classes);
    for (std::size_t m = 0; m < steps; ++m) {
        for (std::size_t j = m + 1; j < cuts; ++j) behind[m * cuts + j] = 1;
        between[m * classes + m + 1] = 1;
    }
    for (std::size_t j = 0; j < cuts; ++j) {
        above[j * classes + j + 1] = 1;
        beside[j * classes + j] = beside[j * classes + j + 1] = 1;
    }
    const auto product = [&](const std::string& name, const std::string& left, const std::vector<double>& right,
                             std::size_t rows) {
        const auto matrix = graph.constant(name + " matrix", right, {size_of(rows), size_of(right.size() / rows)});
        return graph.add("MatMul", name, {left, matrix});
    };
    const auto t =
        graph.constant(theta_mark + std::string("steps"), std::span(file.theta).last(steps), {1, size_of(steps)});
    const auto one = scalar("one", 1);
    const auto grown = graph.add("Exp", "steps exp", {graph.cast("steps wide", t, TensorProto::DOUBLE)});
    const auto step = graph.add("Log", "steps", {graph.add("Add", "steps plus one", {grown, one})});
    const auto shrunk = graph.add("Exp", "steps shrunk", {graph.add("Neg", "steps negative", {step})});
    const auto width = graph.add("Log", "widths", {graph.add("Sub", "widths share", {one, shrunk})});
    const auto gaps = product("gaps", width, between, steps);
    const auto cut = product("cut points", step, behind, steps);
    const auto x = graph.add("Sub", "number past", {graph.cast("number wide", number, TensorProto::DOUBLE), cut});
    const auto far =
        graph.add("Exp", "number far", {graph.add("Neg", "number near", {graph.add("Abs", "number size", {x})})});
    const auto tail = graph.add("Log", "number tail", {graph.add("Add", "number tail plus one", {far, one})});
    const auto soft =
        graph.add("Add", "number soft", {tail, graph.add("Max", "number positive", {x, scalar("none", 0)})});
    const auto gained = graph.add("Add", "class gains", {product("class above", x, above, cuts), gaps});
    const auto scores = graph.add("Sub", "class scores wide", {gained, product("class beside", soft, beside, cuts)});
    return graph.cast("class scores", scores, TensorProto::FLOAT);
}

/// A score map in ONNX, in double: to_0 + sum_k slope_k min(max(s - from_k, 0), from_{k+1} - from_k); with a single
/// point, a s + b.
std::string mapped(OnnxGraph& graph, const tabular::ScoreMap& map, const std::string& scores) {
    const auto wide = graph.cast("scores wide", scores, TensorProto::DOUBLE);
    std::string result;
    if (map.from.size() == 1) {
        const std::array<double, 1> slope = {map.beyond};
        const std::array<double, 1> shift = {map.to[0] - map.beyond * map.from[0]};
        const auto scaled = graph.add("Mul", "scores scaled", {wide, graph.constant("score slope", slope, {1, 1})});
        result = graph.add("Add", "scores mapped", {scaled, graph.constant("score shift", shift, {1, 1})});
    } else {
        const std::size_t pieces = map.from.size() - 1;
        std::vector<double> widths;
        std::vector<double> slopes;
        for (std::size_t k = 0; k < pieces; ++k) {
            widths.push_back(map.from[k + 1] - map.from[k]);
            slopes.push_back((map.to[k + 1] - map.to[k]) / widths.back());
        }
        const std::array<double, 1> zero = {0};
        const std::array<double, 1> first = {map.to[0]};
        const std::vector<std::int64_t> row = {1, size_of(pieces)};
        const auto starts = graph.constant("score starts", std::span(map.from).first(pieces), row);
        const auto past = graph.add("Sub", "scores past", {wide, starts});
        const auto none = graph.constant("score none", zero, {1, 1});
        const auto positive = graph.add("Max", "scores positive", {past, none});
        const auto within = graph.add("Min", "scores within", {positive, graph.constant("score widths", widths, row)});
        const auto sum =
            graph.add("MatMul", "scores sum", {within, graph.constant("score slopes", slopes, {size_of(pieces), 1})});
        result = graph.add("Add", "scores mapped", {sum, graph.constant("score first", first, {1, 1})});
    }
    return graph.cast("scores calibrated", result, TensorProto::FLOAT);
}

/// Maps inputs to scores, with all trees in one node.
std::string trees(OnnxGraph& graph, const learning::TrainedModel& file, const std::string& values) {
    const auto ensemble = tabular::ensemble_of(file.theta, file.schema.num_inputs(), file.schema.num_outputs());
    std::string result = graph.own("tree scores");
    write_trees(ensemble, graph.node("TreeEnsembleRegressor", result, {values}));
    return result;
}

void add_value(OnnxGraph& graph, const Schema& schema, const std::string& scores) {
    const std::array<double, 1> sd = {schema.target.sd};
    const std::array<double, 1> mean = {schema.target.mean};
    const auto wide = graph.cast("score wide", scores, TensorProto::DOUBLE);
    const auto spread = graph.add("Mul", "score spread", {wide, graph.constant("target sd", sd, {1, 1})});
    const auto moved = graph.add("Add", "score moved", {spread, graph.constant("target mean", mean, {1, 1})});
    const std::string value = output_name(schema, "value");
    set_attribute(graph.node("Cast", value, {moved}), "to", TensorProto::FLOAT);
    graph.output(value, TensorProto::FLOAT, {1});
}

/// With two classes, the positive one if its score is above 0; otherwise the first class with the highest score.
std::string predicted_class(OnnxGraph& graph, const Schema& schema, const std::string& scores) {
    if (tabular::scores_classes(schema.target.task)) {
        auto& highest = graph.node("ArgMax", graph.own("class"), {scores});
        set_attribute(highest, "axis", 1);
        set_attribute(highest, "keepdims", 0);
        return graph.own("class");
    }
    const std::array<float, 1> zero = {0};
    const std::array<std::int64_t, 1> axis = {1};
    const auto positive = graph.add("Greater", "positive", {scores, graph.constant("score zero", zero, {1, 1})});
    const auto number = graph.cast("class column", positive, TensorProto::INT64);
    return graph.add("Squeeze", "class", {number, graph.constant("class axis", axis, {1})});
}

/// The softmax of (-s / 2, s / 2) is (1 - sigmoid(s), sigmoid(s)), and is accurate even if either is small.
std::string class_scores(OnnxGraph& graph, const Schema& schema, const std::string& scores) {
    if (tabular::scores_classes(schema.target.task)) return scores;
    const std::array<float, 2> halves = {-0.5F, 0.5F};
    return graph.add("Mul", "both scores", {scores, graph.constant("halves", halves, {1, 2})});
}

/// The expected class of ordered classes, counted from 1.
void add_expected(OnnxGraph& graph, const Schema& schema, const std::string& probabilities) {
    std::vector<float> places(schema.target.classes.size());
    std::iota(places.begin(), places.end(), 1.0F);
    const std::string expected = output_name(schema, "expected");
    graph.node("MatMul", expected,
               {probabilities, graph.constant("class places", places, {size_of(places.size()), 1})});
    graph.output(expected, TensorProto::FLOAT, {1});
}

void add_classes(OnnxGraph& graph, const Schema& schema, const std::string& scores) {
    const auto& classes = schema.target.classes;
    const std::string label = output_name(schema, "label");
    const std::string probabilities = output_name(schema, "probabilities");
    const auto number = predicted_class(graph, schema, scores);
    graph.node("Gather", label, {graph.constant("classes", classes, {size_of(classes.size())}), number});
    set_attribute(graph.node("Softmax", probabilities, {class_scores(graph, schema, scores)}), "axis", 1);
    graph.output(label, TensorProto::STRING, {});
    graph.output(probabilities, TensorProto::FLOAT, {size_of(classes.size())});
    if (schema.target.task == Task::ordinal) add_expected(graph, schema, probabilities);
}

}  // namespace

void build_graph(const learning::TrainedModel& file, onnx::GraphProto& proto) {
    proto.set_name("alcole");
    OnnxGraph graph(proto, prefix_for(file.schema));
    const auto inputs = Preprocessing(graph, file).build();
    auto scores = file.shape.trees ? trees(graph, file, inputs) : network(graph, file, inputs);
    if (file.schema.target.task == Task::ordinal) scores = ordered(graph, file, scores);
    if (file.shape.calibration) scores = mapped(graph, *file.shape.calibration, scores);
    if (file.schema.target.task == Task::regression)
        add_value(graph, file.schema, scores);
    else
        add_classes(graph, file.schema, scores);
}

std::vector<float> theta_of(const onnx::GraphProto& graph, const Schema& schema) {
    for (const auto& node : graph.node())
        if (node.op_type() == "TreeEnsembleRegressor") return tabular::theta_of(read_trees(node));
    const std::string mark = prefix_for(schema) + theta_mark;
    std::vector<float> theta;
    for (const auto& tensor : graph.initializer()) {
        if (!tensor.name().starts_with(mark)) continue;
        const std::string& bytes = tensor.raw_data();
        const std::size_t before = theta.size();
        theta.resize(before + bytes.size() / sizeof(float));
        std::memcpy(theta.data() + before, bytes.data(), (theta.size() - before) * sizeof(float));
    }
    return theta;
}

}  // namespace alcole::model_file
