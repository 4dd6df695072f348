#include "engine/cpu/tree_scorer.hpp"

#include "engine/cpu/tree_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::engine {
template <class T>
TreeReader<T>::TreeReader(const Inputs<T>& inputs, const tabular::Schema& schema)
    : inputs_(inputs), number_of_(inputs.num_inputs, -1) {
    std::vector<std::int32_t> numbers(schema.features.size(), -1);
    std::int32_t next = 0;
    for (std::size_t f = 0; f < schema.features.size(); ++f)
        if (schema.features[f].is_amount()) numbers[f] = next++;
    for (const auto& block : tabular::blocks_of(schema))
        if (numbers[block.feature] >= 0) number_of_[block.first_input] = numbers[block.feature];
}

template <class T>
template <class Visit>
void TreeReader<T>::visit_ones(const Plan& plan, std::size_t point, Visit visit) const {
    inputs_.for_each_one(plan.bases[plan.point_base[point]], visit);
    inputs_.for_each_of_variant(plan.point_variant[point], [&](std::size_t i, T /*one*/) {
        if (i >= inputs_.num_numbers) visit(i);
    });
}

/// Calls visit(j, amount) for the numbers that the point's variant raises.
template <class T>
template <class Visit>
void TreeReader<T>::visit_raised(const Plan& plan, std::size_t point, Visit visit) const {
    inputs_.for_each_of_variant(plan.point_variant[point], [&](std::size_t j, T by) {
        if (j < inputs_.num_numbers) visit(j, by);
    });
}

template <class T>
bool TreeReader<T>::write(const Plan& plan, std::size_t point, std::span<float> row) const {
    const std::size_t base = plan.bases[plan.point_base[point]];
    inputs_.write_numbers(base, row.data());
    visit_raised(plan, point, [&](std::size_t j, T by) { row[j] = static_cast<float>(inputs_.number(base, j) + by); });
    bool missing = false;
    visit_ones(plan, point, [&](std::size_t one) {
        row[one] = 1;
        if (!is_missing_indicator(one)) return;
        row[static_cast<std::size_t>(number_of_[one])] = std::numeric_limits<float>::quiet_NaN();
        missing = true;
    });
    return missing;
}

template <class T>
void TreeReader<T>::clear(const Plan& plan, std::size_t point, std::span<float> row) const {
    visit_ones(plan, point, [&](std::size_t one) { row[one] = 0; });
}

namespace {

/// Calls visit(rows) for all points, in blocks.
template <class T, class Visit>
void visit_rows(const TreeReader<T>& reader, const Plan& plan, ThreadPool& pool, Visit visit) {
    constexpr std::size_t piece = 1024;  // points that one thread takes at a time
    const std::size_t points = plan.num_points();
    const std::size_t width = reader.num_inputs();
    const std::size_t block =
        std::clamp<std::size_t>(16'384 / std::max<std::size_t>(width, 1), 1, 64);  // rows in cache
    std::vector<std::vector<float>> rows(pool.size(), std::vector<float>(block * width));
    pool.run((points + piece - 1) / piece, [&](std::size_t k, std::size_t thread) {
        const auto row = [&](std::size_t i) { return std::span(rows[thread]).subspan(i * width, width); };
        const std::size_t end = std::min(points, (k + 1) * piece);
        for (std::size_t first = k * piece; first < end; first += block) {
            const std::size_t count = std::min(block, end - first);
            bool missing = false;
            for (std::size_t i = 0; i < count; ++i) missing |= reader.write(plan, first + i, row(i));
            visit(TreeRows{
                .first = first, .count = count, .inputs = rows[thread].data(), .width = width, .complete = !missing});
            for (std::size_t i = 0; i < count; ++i) reader.clear(plan, first + i, row(i));
        }
    });
}

}  // namespace

template <class T>
void add_trees(const TreeReader<T>& reader, const Plan& plan, std::span<const tabular::Tree> trees, std::size_t outputs,
               ThreadPool& pool, std::span<float> scores) {
    const std::vector<TreePath> paths(trees.begin(), trees.end());
    visit_rows(reader, plan, pool, [&](const TreeRows& rows) {
        for (const auto& path : paths)
            path.walk(rows, [&](std::size_t point, std::size_t leaf) {
                scores[point * outputs + path.output()] += path.value(leaf);
            });
    });
}

template <class T>
void find_leaves(const TreeReader<T>& reader, const Plan& plan, std::span<const tabular::Tree> trees, ThreadPool& pool,
                 std::span<std::uint32_t> leaves) {
    const std::vector<TreePath> paths(trees.begin(), trees.end());
    visit_rows(reader, plan, pool, [&](const TreeRows& rows) {
        for (std::size_t t = 0; t < paths.size(); ++t)
            paths[t].walk(rows, [&](std::size_t point, std::size_t leaf) {
                leaves[t * plan.num_points() + point] = static_cast<std::uint32_t>(leaf);
            });
    });
}

template <class T>
void TreeScorer<T>::scores(const Plan& plan, std::span<const T> theta, std::span<double> out) {
    std::vector<float> numbers(theta.begin(), theta.end());
    if (plan_ != &plan || theta_ != numbers || scores_.size() != out.size()) {
        const auto ensemble = tabular::ensemble_of(numbers, reader_.num_inputs(), outputs_);
        plan_ = &plan;
        theta_ = std::move(numbers);
        scores_.resize(out.size());
        for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] = ensemble.base[i % outputs_];
        add_trees<T>(reader_, plan, ensemble.trees, outputs_, pool_, scores_);
    }
    std::ranges::copy(scores_, out.begin());
}

template <class T>
SparseRows sparse_rows(const TreeReader<T>& reader, const Plan& plan) {
    SparseRows rows;
    std::vector<float> row(reader.num_inputs());
    const auto add = [&](std::size_t input) {
        rows.inputs.push_back(static_cast<std::uint32_t>(input));
        rows.values.push_back(row[input]);
    };
    for (std::size_t point = 0; point < plan.num_points(); ++point) {
        reader.write(plan, point, row);
        for (std::size_t j = 0; j < reader.num_numbers(); ++j)
            if (!std::isnan(row[j])) add(j);
        reader.visit_ones(plan, point, [&](std::size_t one) {
            if (!reader.is_missing_indicator(one)) add(one);
        });
        rows.begin.push_back(rows.inputs.size());
        reader.clear(plan, point, row);
    }
    return rows;
}

template class TreeReader<float>;
template class TreeReader<double>;
template class TreeScorer<float>;
template class TreeScorer<double>;
template void add_trees(const TreeReader<float>&, const Plan&, std::span<const tabular::Tree>, std::size_t, ThreadPool&,
                        std::span<float>);
template void add_trees(const TreeReader<double>&, const Plan&, std::span<const tabular::Tree>, std::size_t,
                        ThreadPool&, std::span<float>);
template void find_leaves(const TreeReader<float>&, const Plan&, std::span<const tabular::Tree>, ThreadPool&,
                          std::span<std::uint32_t>);
template SparseRows sparse_rows(const TreeReader<float>&, const Plan&);

}  // namespace alcole::engine
