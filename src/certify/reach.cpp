#include "certify/reach.hpp"

#include "base/json.hpp"
#include "certify/confidence.hpp"
#include "certify/fields.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace alcole::certify {
namespace {

using tabular::RiskDefinition;

/// n draws of 0 or 1 with a mean of about p.
std::vector<double> draws(double p, double n) {
    const auto count = static_cast<std::size_t>(std::max(1.0, std::round(n)));
    const auto ones = static_cast<std::size_t>(std::round(std::clamp(p, 0.0, 1.0) * static_cast<double>(count)));
    std::vector<double> values(count);
    std::fill_n(values.begin(), std::min(ones, count), 1.0);
    return values;
}

class Question {
  public:
    Question(const RiskDefinition& risk, std::span<const std::size_t> groups, const CertificatePlan& plan, double delta)
        : risk_(risk), groups_(groups), plan_(plan), delta_(delta) {
        for (const auto& term : risk.terms) {
            at_half_ += 0.5 * term.coefficient;
            weight_ += std::abs(term.coefficient);
        }
    }

    double halfway() const { return 0.5 * (risk_.bound + best()); }
    /// The smallest possible value of the risk, or 0 for a gap; for an `at_least` constraint, the largest.
    double best() const {
        if (risk_.at_least) return at_half_ + 0.5 * weight_;
        const bool gap = risk_.terms.size() == 2 && risk_.terms[0].coefficient == -risk_.terms[1].coefficient;
        return gap ? 0 : at_half_ - 0.5 * weight_;
    }

    /// Whether rows with this empirical risk would certify the constraint, if there were `times` as many of them.
    bool certifies(double risk, double times) const {
        const double shift = (risk - at_half_) / weight_;
        RiskSample sample;
        for (std::size_t k = 0; k < groups_.size(); ++k) {
            const double a = risk_.terms[k].coefficient;
            sample.terms.push_back(
                {.coefficient = a,
                 .values = draws(0.5 + (a > 0 ? shift : -shift), times * static_cast<double>(groups_[k])),
                 .rate = true});
        }
        sample.disjoint = groups_.size() == 2 && share_no_row(risk_.terms[0], risk_.terms[1]);
        const auto end =
            risk_.at_least ? lower_end(plan_.family, sample, delta_) : upper_end(plan_.family, sample, delta_);
        return end && (risk_.at_least ? *end >= risk_.bound : *end <= risk_.bound);
    }

    /// The value between the best possible risk and the bound that is closest to the bound and still certified.
    std::optional<double> needed() const {
        double good = best();
        double bad = risk_.bound;
        if (!certifies(good, 1)) return std::nullopt;
        for (int k = 0; k < 12; ++k) (certifies(0.5 * (good + bad), 1) ? good : bad) = 0.5 * (good + bad);
        return good;
    }

    /// The number of rows that certify a risk halfway between its bound and its best value, by doubling and then
    /// bisection; nothing if 512 times as many rows are too few.
    std::optional<double> enough() const {
        double high = 1;
        while (high < 1024 && !certifies(halfway(), high)) high *= 2;
        if (high >= 1024) return std::nullopt;
        double low = high > 1 ? high / 2 : 0;
        for (int k = 0; k < 6; ++k) (certifies(halfway(), 0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
        return std::ceil(high * static_cast<double>(plan_.rows));
    }

  private:
    const RiskDefinition& risk_;
    std::span<const std::size_t> groups_;
    const CertificatePlan& plan_;
    double delta_;
    double at_half_ = 0;  ///< the risk if every rate is one half
    double weight_ = 0;   ///< the increase of the risk if every rate moves by 1 in the direction that increases it
};

}  // namespace

void fields(auto& visit, base::Is<Reach> auto& r) {
    base::list(visit, "rows", r.rows, "needed", r.needed, "enough", r.enough);
    visit.derived("reason", [&] { return r.unknown ? to_string(*r.unknown) : ""; });
    visit("unknown", r.unknown, base::omit_empty);
}
void fields(auto& visit, base::Is<PlannedConstraint> auto& p) {
    base::list(visit, "name", p.name, "bound", p.bound, "at_least", p.at_least, "reach", p.reach);
}
std::string to_json(const std::vector<PlannedConstraint>& planned) { return base::json_text(planned, "the plan", 2); }

Reach reach_of(const RiskDefinition& risk, std::span<const std::size_t> groups, const CertificatePlan& plan,
               double delta) {
    Reach reach{.rows = groups.empty() ? 0 : std::ranges::min(groups)};
    const bool rates = std::ranges::all_of(risk.terms, [](const tabular::Term& term) { return term.is_rate(); });
    if (!rates)
        reach.unknown = {.cause = NoBound::Cause::depends_on_model};
    else if (reach.rows == 0)
        reach.unknown = {.cause = NoBound::Cause::empty_group};
    if (reach.unknown) return reach;
    const Question question(risk, groups, plan, delta);
    reach.needed = question.needed();
    reach.enough = question.enough();
    return reach;
}

}  // namespace alcole::certify
