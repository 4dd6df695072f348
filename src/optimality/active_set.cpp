#include "optimality/place.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>
#include <Eigen/SVD>

namespace alcole::optimality {
namespace {

enum class Side : std::uint8_t { none, lower, upper };

/// The bound that a variable is at, within `tolerance` times max(1, |bound|), or times the width of the box if it is
/// narrower.
Side side(const Place& place, std::size_t j, double tolerance) {
    const double theta = place.theta[index(j)];
    const double lower = place.box.lower[j];
    const double upper = place.box.upper[j];
    const auto at = [&](double bound) {
        const double unit = std::min(upper - lower, std::max(1.0, std::abs(bound)));
        return std::isfinite(bound) && std::abs(theta - bound) <= tolerance * unit;
    };
    if (at(lower) && theta - lower <= upper - theta) return Side::lower;
    return at(upper) ? Side::upper : Side::none;
}

}  // namespace

ActiveSet active_set(const Place& place, const ExamineOptions& options) {
    const bool in_double = place.in_double();
    const double near = options.activity > 0 ? options.activity : in_double ? 1e-6 : 1e-3;
    const double push = (options.multiplier > 0 ? options.multiplier : in_double ? 1e-6 : 1e-4) * place.size;
    ActiveSet active{.tolerance = near, .multiplier_tolerance = push};
    const double reach = std::max(1.0, place.theta.lpNorm<Eigen::Infinity>());
    for (std::size_t i = 0; i < place.num_constraints(); ++i) {
        const double scale = place.scales.empty() ? place.gradient_size(i) * reach : place.scales[i];
        if (place.equality(i))
            active.strongly_active.push_back(i);
        else if (place.risk(i) >= -near * scale)
            (place.lambda[index(i)] * place.gradient_size(i) > push ? active.strongly_active : active.weakly_active)
                .push_back(i);
    }
    for (std::size_t j = 0; j < place.num_variables(); ++j) {
        const Side at = side(place, j, near);
        if (at == Side::none || place.box.lower[j] == place.box.upper[j]) continue;
        const double against = at == Side::lower ? place.slope[index(j)] : -place.slope[index(j)];
        (against > push ? active.strongly_active_bounds : active.weakly_active_bounds).push_back(j);
    }
    return active;
}

/// With bounds written as constraints, the active Jacobian is [J; E], where E consists of unit rows. It has full row
/// rank exactly if J without the columns of the variables in E has. That smaller matrix is examined.
Licq independence(const Place& place, const ActiveSet& active) {
    Licq licq{.fails_below = std::sqrt(place.epsilon), .holds_above = std::cbrt(place.epsilon)};
    licq.verdict = Decision::holds;
    std::vector<std::size_t> rows = active.strongly_active;
    rows.insert(rows.end(), active.weakly_active.begin(), active.weakly_active.end());
    if (rows.empty()) return licq;

    MatrixXd jacobian(index(place.num_variables()), index(rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const double length = place.gradient(rows[k]).norm();
        jacobian.col(index(k)) = place.gradient(rows[k]) / (length > 0 ? length : 1);
    }
    const auto singular_values = [](const MatrixXd& matrix) -> VectorXd {
        if (matrix.rows() < matrix.cols()) return Eigen::JacobiSVD<MatrixXd>(matrix).singularValues();
        const Eigen::HouseholderQR<MatrixXd> qr(matrix);
        const MatrixXd r = qr.matrixQR().topRows(matrix.cols()).template triangularView<Eigen::Upper>();
        return Eigen::JacobiSVD<MatrixXd>(r).singularValues();
    };
    licq.largest = singular_values(jacobian)[0];
    for (const auto* held : {&active.strongly_active_bounds, &active.weakly_active_bounds})
        for (const std::size_t j : *held) jacobian.row(index(j)).setZero();
    for (std::size_t j = 0; j < place.num_variables(); ++j)
        if (place.box.lower[j] == place.box.upper[j]) jacobian.row(index(j)).setZero();
    const bool too_many = jacobian.cols() > jacobian.rows();
    licq.smallest = too_many ? 0 : singular_values(jacobian)[jacobian.cols() - 1];
    licq.ratio = licq.largest > 0 ? licq.smallest / licq.largest : 0;
    if (!(licq.ratio > licq.fails_below))
        licq.verdict = Decision::fails;
    else if (licq.ratio < licq.holds_above)
        licq.verdict = Decision::undetermined;
    return licq;
}

}  // namespace alcole::optimality
