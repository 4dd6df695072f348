#include "trees/grower.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#ifdef ALCOLE_HAVE_XGBOOST
#include <nlohmann/json.hpp>
#include <xgboost/c_api.h>
#endif

namespace alcole::trees {

/// OpenMP's threads spin at barriers while there are no more threads than cores. If other work delays one of them, the
/// others burn their cores, and two threads have taken ten times as long as one. With one thread more than cores they
/// sleep instead, so a request for all cores gets one extra thread; a smaller request is taken as it is. Small tables
/// are faster on one thread anyway. The trees do not depend on the number of threads.
std::size_t threads_for(std::size_t entries, std::size_t asked, std::size_t cores) {
    constexpr std::size_t small = 1'000'000;
    if (asked < 2 || entries < small) return 1;
    return asked < cores ? asked : std::max(asked, cores + 1);
}

#ifdef ALCOLE_HAVE_XGBOOST

/// Owns a handle of XGBoost.
template <int (*destroy)(void*)>
class Handle {
  public:
    Handle() = default;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() {
        if (handle_ != nullptr) destroy(handle_);
    }
    /// Frees the handle and returns the slot for a new one.
    void** new_slot() {
        if (handle_ != nullptr) destroy(std::exchange(handle_, nullptr));
        return &handle_;
    }
    void* get() const { return handle_; }

  private:
    void* handle_ = nullptr;
};
using MatrixHandle = Handle<XGDMatrixFree>;
using BoosterHandle = Handle<XGBoosterFree>;

using Settings = std::vector<std::pair<std::string, std::string>>;

namespace {

using tabular::Tree;
using tabular::TreeNode;

void check_call(int code) {
    if (code != 0) throw std::runtime_error(std::string("trees could not be grown: ") + XGBGetLastError());
}

std::string in_brackets(const std::vector<int>& directions) {
    std::string text = "(";
    for (const int direction : directions) text += (text.size() > 1 ? "," : "") + std::to_string(direction);
    return text + ")";
}

Settings settings_of(const tabular::Trees& options, std::size_t outputs, const std::vector<int>& directions,
                     std::size_t threads) {
    Settings settings = {{"tree_method", "hist"},
                         {"verbosity", "0"},
                         {"base_score", "0"},
                         {"nthread", std::to_string(threads)},
                         {"eta", base::number_text(options.rate)},
                         {"max_depth", std::to_string(options.depth)},
                         {"subsample", base::number_text(options.rows)},
                         {"colsample_bytree", base::number_text(options.columns)},
                         {"lambda", base::number_text(options.l2)},
                         {"min_child_weight", base::number_text(options.min_child_weight)},
                         {"max_bin", std::to_string(options.bins)}};
    if (options.leaves > 0) {
        settings.emplace_back("max_leaves", std::to_string(options.leaves));
        settings.emplace_back("grow_policy", "lossguide");
    }
    if (outputs > 1) {
        settings.emplace_back("objective", "multi:softprob");
        settings.emplace_back("num_class", std::to_string(outputs));
    }
    for (const int direction : directions) {
        if (direction == 0) continue;
        settings.emplace_back("monotone_constraints", in_brackets(directions));
        break;
    }
    return settings;
}

/// Converts a tree from XGBoost's JSON. The zeros of a 0/1 input are absent from the sparse points, so XGBoost's branch
/// for absent values is the branch for 0; the split becomes a comparison with 0.5.
Tree tree_of(const nlohmann::json& json, std::size_t output, std::size_t numbers) {
    const auto left = json.at("left_children").get<std::vector<std::int32_t>>();
    const auto right = json.at("right_children").get<std::vector<std::int32_t>>();
    const auto inputs = json.at("split_indices").get<std::vector<std::int32_t>>();
    const auto values = json.at("split_conditions").get<std::vector<float>>();
    const auto absent_left = json.at("default_left").get<std::vector<int>>();
    Tree tree{.output = output, .nodes = std::vector<TreeNode>(left.size())};
    for (std::size_t at = 0; at < left.size(); ++at) {
        TreeNode& node = tree.nodes[at];
        node.value = values[at];
        if (left[at] < 0) continue;
        node.input = inputs[at];
        node.missing = absent_left[at] != 0 ? left[at] : right[at];
        node.below = left[at];
        node.above = right[at];
        if (static_cast<std::size_t>(inputs[at]) < numbers) continue;
        const std::int32_t if_one = 1.0F < values[at] ? left[at] : right[at];
        node = {.input = inputs[at], .value = 0.5F, .below = node.missing, .above = if_one, .missing = node.missing};
    }
    return tree;
}

std::vector<Tree> trees_of(void* booster, std::size_t numbers) {
    bst_ulong length = 0;
    const char* text = nullptr;
    check_call(XGBoosterSaveModelToBuffer(booster, R"({"format": "ubj"})", &length, &text));  // binary JSON
    const auto json = nlohmann::json::from_ubjson(text, text + length);
    const auto& model = json.at("learner").at("gradient_booster").at("model");
    const auto outputs = model.at("tree_info").get<std::vector<std::size_t>>();
    std::vector<Tree> trees;
    for (std::size_t t = 0; t < outputs.size(); ++t)
        trees.push_back(tree_of(model.at("trees").at(t), outputs[t], numbers));
    return trees;
}

/// The scores of the matrix's points, points x outputs. The memory belongs to the booster and is valid until its next
/// prediction.
std::span<const float> scores_of(void* booster, void* points) {
    const bst_ulong* shape = nullptr;
    bst_ulong dimensions = 0;
    const float* scores = nullptr;
    check_call(XGBoosterPredictFromDMatrix(
        booster, points,
        R"({"type": 1, "training": true, "iteration_begin": 0, "iteration_end": 0, "strict_shape": true})", &shape,
        &dimensions, &scores));
    std::size_t count = 1;
    for (bst_ulong d = 0; d < dimensions; ++d) count *= shape[d];
    return {scores, count};
}

}  // namespace

bool can_grow() { return true; }

struct Grower::Parts {
    MatrixHandle points;
    Settings settings;
    std::size_t numbers = 0;
    BoosterHandle booster;  // of the last round; owns the memory behind Round::adds
};

Grower::Grower(const engine::SparseRows& points, const std::vector<float>& weights, std::size_t inputs,
               std::size_t numbers, std::size_t outputs, const tabular::Trees& options,
               const std::vector<int>& directions, std::size_t threads)
    : parts_(std::make_unique<Parts>()) {
    static_assert(sizeof(std::size_t) == sizeof(bst_ulong));
    check_call(XGDMatrixCreateFromCSREx(points.begin.data(), points.inputs.data(), points.values.data(),
                                        points.begin.size(), points.values.size(), inputs, parts_->points.new_slot()));
    // XGBoost does not multiply user-supplied gradients by weights, so weights only affect the quantiles of the bins.
    if (std::ranges::adjacent_find(weights, std::ranges::not_equal_to()) != weights.end())
        check_call(XGDMatrixSetFloatInfo(parts_->points.get(), "weight", weights.data(), weights.size()));
    parts_->settings = settings_of(options, outputs, directions, threads);
    parts_->numbers = numbers;
}

Grower::Round Grower::grow(std::span<float> gradient, std::span<float> curvature, std::uint64_t seed) {
    void* const points = parts_->points.get();
    check_call(XGBoosterCreate(&points, 1, parts_->booster.new_slot()));
    void* const booster = parts_->booster.get();
    for (const auto& [name, value] : parts_->settings)
        check_call(XGBoosterSetParam(booster, name.c_str(), value.c_str()));
    check_call(XGBoosterSetParam(booster, "seed", std::to_string(seed & 0x7FFFFFFFU).c_str()));
    (void)scores_of(booster, points);  // fills XGBoost's prediction cache, which growing updates without walking trees
    check_call(XGBoosterBoostOneIter(booster, points, gradient.data(), curvature.data(), gradient.size()));
    return {.trees = trees_of(booster, parts_->numbers), .adds = scores_of(booster, points)};
}

#else

bool can_grow() { return false; }

struct Grower::Parts {};

Grower::Grower(const engine::SparseRows& /*points*/, const std::vector<float>& /*weights*/, std::size_t /*inputs*/,
               std::size_t /*numbers*/, std::size_t /*outputs*/, const tabular::Trees& /*options*/,
               const std::vector<int>& /*directions*/, std::size_t /*threads*/) {
    throw std::runtime_error(
        "this alcole was built without XGBoost, which grows trees; install libxgboost-dev and "
        "build it again, or choose another model.kind");
}

Grower::Round Grower::grow(std::span<float> /*gradient*/, std::span<float> /*curvature*/, std::uint64_t /*seed*/) {
    return {};
}

#endif

Grower::~Grower() = default;

}  // namespace alcole::trees
