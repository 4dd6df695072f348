#include "studies/learnability_claims.hpp"

#include "base/statistics.hpp"
#include "studies/judged.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::studies {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// An error that falls more slowly than this power of N over the upper half of the sizes counts as lying on a floor.
constexpr double flat = -0.25;
/// What the theorem promises: its bound falls like this power of N.
constexpr double promised = -0.5;

class Judge {
  public:
    explicit Judge(const Learnability& study) : study_(study) {}

    std::vector<Claim> all() {
        const auto& augmented = study_.curves[0];
        const auto& ordinary = study_.curves[1];
        slope(
            "augmented_gap_vanishes",
            "The augmented Lagrangian's last model comes ever nearer to the best one allowed, P*: over the upper half "
            "of the sizes its gap falls like N to this power (below -0.25: no floor in sight).",
            augmented.gap.late, -infinity, flat);
        slope("augmented_gap_as_promised",
              "Over all sizes its gap falls at least as fast as the theorem's bound, N to the power -1/2 (at most "
              "-0.5).",
              augmented.gap.whole, -infinity, promised);
        slope("augmented_violation_vanishes",
              "Its violation in the population goes to zero too: over the upper half of the sizes it falls like N to "
              "this power (below -0.25).",
              augmented.violation.late, -infinity, flat);
        slope("ordinary_gap_has_a_floor",
              "The last model of ordinary dual ascent with the same step stays away from P*, however many rows there "
              "are: its gap falls like N to this power over the upper half (above -0.25).",
              ordinary.gap.late, flat, infinity);
        slope("ordinary_violation_has_a_floor", "The same of its violation (above -0.25).", ordinary.violation.late,
              flat, infinity);
        small_step();
        covered();
        return std::move(claims_);
    }

  private:
    std::size_t seeds() const { return study_.curves[0].points.front().runs.size(); }

    void add(const std::string& id, const std::string& text, const Interval& value, double from, double to) {
        claims_.push_back({.id = id, .text = text, .value = value, .verdict = judged(value, from, to, seeds())});
    }

    void slope(const std::string& id, const std::string& text, const std::optional<Interval>& value, double from,
               double to) {
        if (value) add(id, text, *value, from, to);
    }

    /// The fair question: would a smaller step have done?
    void small_step() {
        const auto& slow = study_.curves[2].points.back();
        const auto& augmented = study_.curves[0].points.back();
        std::vector<double> logs;
        for (std::size_t i = 0; i < slow.runs.size(); ++i) {
            constexpr double least = 1e-12;
            logs.push_back(std::log(std::max(std::abs(slow.runs[i].gap), least) /
                                    std::max(std::abs(augmented.runs[i].gap), least)));
        }
        const Interval log = base::bootstrap_mean(logs);
        add("small_step_does_as_well",
            "With a dual step a hundred times smaller ordinary dual ascent comes as near to P* with the largest number "
            "of rows: its gap in units of the augmented one's (at most 1.25).",
            {std::exp(log.estimate), std::exp(log.low), std::exp(log.high)}, 0, 1.25);
    }

    void covered() {
        std::vector<double> within;
        for (const auto& point : study_.curves[0].points)
            for (const auto& run : point.runs) within.push_back(run.within_bound ? 1 : 0);
        const double least = study_.curves[0].points.front().runs.front().theorem.probability;
        add("theorem_covers",
            "Gap and violations of the augmented Lagrangian's last model are within what the theorem promises: share "
            "of "
            "the runs (at least 1 - delta).",
            base::bootstrap_mean(within), least, infinity);
    }

    const Learnability& study_;
    std::vector<Claim> claims_;
};

}  // namespace

std::vector<Claim> judge_learnability(const Learnability& study) {
    if (study.curves.size() < 3 || study.curves[0].points.empty()) return {};
    return Judge(study).all();
}

}  // namespace alcole::studies
