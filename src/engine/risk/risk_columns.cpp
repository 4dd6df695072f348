// Columns of a plan (two classes): the formulas of loss.hpp, in loops over consecutive points.
#include "engine/cpu/kernels.hpp"
#include "engine/risk/risk_sums.hpp"

#include <cmath>
#include <cstddef>

namespace alcole::engine {
namespace {

using Column = Plan::Column;

}  // namespace

/// The strict rate of a column.
double RiskSums::count_column(const Plan::Tile& tile, const double* weight, double doubt) const {
    const double* s = predictions_.scores_from(tile.points.begin);
    if (doubt == 0) return column_kernels().sum_where_positive(weight, s, tile.points.size());
    double sum = 0;
    for (std::size_t i = 0; i < tile.points.size(); ++i)
        if (std::abs(s[i]) > doubt ? s[i] > 0 : weight[i] > 0) sum += weight[i];
    return sum;
}

/// `fixed`, for losses, `risks` and `strict` may each be null.
void RiskSums::add_columns(const Plan::Tile& tile, double* fixed, double* risks, double* strict, double doubt) const {
    const ColumnKernels& kernel = column_kernels();
    const std::size_t size = tile.points.size();
    const double* s = predictions_.scores_from(tile.points.begin);
    const double* norm = predictions_.norms_from(tile.points.begin);
    for (std::size_t c = tile.columns.begin; c < tile.columns.end; ++c) {
        const Column& column = plan_->columns[c];
        const double* weight = plan_->weights.data() + column.begin;
        if (column.kind == Column::Kind::losses) {
            const double* of_one = weight + size;
            if (fixed != nullptr) fixed[column.risk] += kernel.sum_of_losses(weight, of_one, norm, s, size);
            continue;
        }
        const double* p = probabilities_of(column, tile.points.begin);
        const double smooth = kernel.sum_of_rates(weight, p, size);
        if (risks != nullptr) risks[column.risk] += smooth;
        if (strict == nullptr) continue;
        strict[column.risk] += column.is_counted() ? count_column(tile, weight, doubt) : smooth;
    }
}

void RiskSums::add_column_gradients(const Plan::Tile& tile, std::span<const double> w) {
    const ColumnKernels& kernel = column_kernels();
    const std::size_t size = tile.points.size();
    double* g = gradient_.data() + tile.points.begin;
    for (std::size_t c = tile.columns.begin; c < tile.columns.end; ++c) {
        const Column& column = plan_->columns[c];
        const double* weight = plan_->weights.data() + column.begin;
        const double width = width_of(column);
        const double pull = w[column.risk] / width;
        if (pull == 0) continue;  // a constraint that is not binding contributes nothing
        const double* p = probabilities_of(column, tile.points.begin);
        if (column.kind == Column::Kind::losses) {
            kernel.add_loss_slopes(pull, weight, weight + size, p, g, size);
        } else {
            kernel.add_rate_slopes(pull, weight, p, g, size);
        }
    }
}

/// See add_push().
void RiskSums::add_column_pushes(const Plan::Tile& tile, std::span<const double> w, double rate,
                                 std::span<double* const> alone) {
    const ColumnKernels& kernel = column_kernels();
    const std::size_t size = tile.points.size();
    const std::size_t first = tile.points.begin;
    double* g = gradient_.data() + first;
    double* h = change_.data() + first;
    const double* p = predictions_.probabilities_from(first);
    for (std::size_t c = tile.columns.begin; c < tile.columns.end; ++c) {
        const Column& column = plan_->columns[c];
        const double* weight = plan_->weights.data() + column.begin;
        const double pull = w[column.risk];
        double* own = alone[column.risk] == nullptr ? nullptr : alone[column.risk] + first;
        if (pull == 0 && own == nullptr) continue;
        if (column.kind == Column::Kind::losses) {
            const double* of_one = weight + size;
            kernel.add_loss_slopes(pull, weight, of_one, p, g, size);
            kernel.add_loss_curves(pull, weight, of_one, p, h, size);
            if (own != nullptr) kernel.add_loss_slopes(1, weight, of_one, p, own, size);
            continue;
        }
        const double width = width_of(column);
        const double* narrow = probabilities_of(column, first);
        kernel.add_rate_slopes(pull / width, weight, narrow, g, size);
        kernel.add_rate_bounds(rate * std::abs(pull), weight, p, h, size);
        if (own != nullptr) kernel.add_rate_slopes(1 / width, weight, narrow, own, size);
    }
}

}  // namespace alcole::engine
