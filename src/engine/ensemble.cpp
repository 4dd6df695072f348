#include <alcole/tabular/trees.hpp>

#include <cmath>
#include <stdexcept>

namespace alcole::tabular {
namespace {

[[noreturn]] void refuse_trees() {
    throw std::invalid_argument("theta does not hold the trees of a model for these inputs");
}

/// Reads a sequence of numbers.
class NumberReader {
  public:
    explicit NumberReader(std::span<const float> numbers) : rest_(numbers) {}
    bool done() const { return rest_.empty(); }
    float number() {
        if (rest_.empty()) refuse_trees();
        const float first = rest_.front();
        rest_ = rest_.subspan(1);
        return first;
    }
    /// The next number, which must be whole, at least `first` and less than `end`.
    std::int32_t index(std::int32_t first, std::size_t end) {
        const float v = number();
        if (!(v >= static_cast<float>(first)) || !(v < static_cast<float>(end)) || v != std::floor(v)) refuse_trees();
        return static_cast<std::int32_t>(v);
    }
    std::size_t left() const { return rest_.size(); }

  private:
    std::span<const float> rest_;
};

constexpr std::size_t numbers_per_node = 5;

/// Children must come after their parents, so that every descent terminates.
TreeNode read_node(NumberReader& reader, std::size_t at, std::size_t count, std::size_t inputs) {
    TreeNode node{.input = reader.index(-1, inputs), .value = reader.number()};
    if (!std::isfinite(node.value)) refuse_trees();
    const auto after = static_cast<std::int32_t>(at) + 1;
    for (auto* child : {&node.below, &node.above, &node.missing})
        *child = node.is_leaf() ? reader.index(0, 1) : reader.index(after, count);
    return node;
}

}  // namespace

std::vector<float> theta_of(const Ensemble& ensemble) {
    std::vector<float> theta = ensemble.base;
    for (const Tree& tree : ensemble.trees) {
        theta.push_back(static_cast<float>(tree.output));
        theta.push_back(static_cast<float>(tree.nodes.size()));
        for (const TreeNode& node : tree.nodes)
            theta.insert(theta.end(), {static_cast<float>(node.input), node.value, static_cast<float>(node.below),
                                       static_cast<float>(node.above), static_cast<float>(node.missing)});
    }
    return theta;
}

Ensemble ensemble_of(std::span<const float> theta, std::size_t inputs, std::size_t outputs) {
    NumberReader reader(theta);
    Ensemble ensemble;
    for (std::size_t k = 0; k < outputs; ++k) ensemble.base.push_back(reader.number());
    while (!reader.done()) {
        Tree tree{.output = static_cast<std::size_t>(reader.index(0, outputs))};
        const auto count = static_cast<std::size_t>(reader.index(1, reader.left() / numbers_per_node + 1));
        for (std::size_t at = 0; at < count; ++at) tree.nodes.push_back(read_node(reader, at, count, inputs));
        ensemble.trees.push_back(std::move(tree));
    }
    return ensemble;
}

}  // namespace alcole::tabular
