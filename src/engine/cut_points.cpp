#include <alcole/tabular/cut_points.hpp>

#include "base/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace alcole::tabular {
namespace {

/// The z with softplus(z) = v.
double inverse_softplus(double v) { return v + std::log(-std::expm1(-v)); }

}  // namespace

CutPoints::CutPoints(std::size_t classes)
    : cuts_(classes - 1), steps_(classes - 2), slopes_(classes - 2), gaps_(classes) {}

template <class T>
void CutPoints::move_to(std::span<const T> t) {
    for (std::size_t k = 0; k < steps_.size(); ++k) {
        const auto at = static_cast<double>(t[k]);
        steps_[k] = base::softplus(at);
        slopes_[k] = base::sigmoid(at);
        cuts_[k + 1] = cuts_[k] + steps_[k];
        gaps_[k + 1] = std::log(-std::expm1(-steps_[k]));
    }
}

template void CutPoints::move_to(std::span<const float> t);
template void CutPoints::move_to(std::span<const double> t);

void CutPoints::scores(double f, std::span<double> out) const {
    std::ranges::copy(gaps_, out.begin());
    for (std::size_t j = 0; j < cuts_.size(); ++j) {
        const double above = base::softplus(f - cuts_[j]);
        out[j] -= above;
        out[j + 1] += f - cuts_[j] - above;
    }
}

std::vector<double> ordered_start(std::span<const double> shares) {
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    double below = shares[0];
    const auto odds = [&] { return std::log(below / (all - below)); };
    double before = odds();
    std::vector<double> parameters = {-before};
    for (std::size_t k = 1; k + 1 < shares.size(); ++k) {
        below += shares[k];
        parameters.push_back(inverse_softplus(odds() - before));
        before = odds();
    }
    return parameters;
}

}  // namespace alcole::tabular
