#include "learning/training/openings.hpp"

#include <alcole/tabular/row_values.hpp>

#include "base/sha256.hpp"
#include "certify/reach.hpp"
#include "certify/shares.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/source.hpp"
#include "learning/training/tighten.hpp"
#include "model_file/model_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace alcole::learning {

std::string fingerprint(TrainedModel model) {
    model.certificate.clear();
    return base::sha256_of_bytes(model_file::encode(model));
}

certify::Opening opening_of(const Config& config, const Source& source) {
    const CertifyRows rows = certify_rows(config, source);
    return {.rows = rows.sha256,
            .question = training_hash(config, source),
            .planned = config.certify.openings,
            .file = rows.file.empty() ? "the table in memory" : std::filesystem::path(rows.file).filename().string()};
}

void check_not_opened(const Config& config, const Source& source) {
    if (config.certify.asked() && !source.ledger.empty())
        certify::Ledger(source.ledger).check(opening_of(config, source));
}

/// Every claim and the objective get an equal share of delta, which is the minimum that a claim can get.
std::vector<certify::PlannedConstraint> what_can_be_certified(const Config& config, const Source& source) {
    const TrainingTask task = make_task(config, source, split_of(config, source));
    if (!task.certify) return {};
    const certify::CertificatePlan plan = certificate_plan(config.certify, task);
    const auto& risks = task.goal.constraints;
    const auto counts = tabular::row_counts(task.train, risks);
    const auto claims = certify::claims_of(risks);
    const std::size_t events = (claims.empty() ? 0 : std::ranges::max(claims) + 1) + 1;
    const double times = static_cast<double>(plan.rows) / static_cast<double>(task.train.num_rows());
    std::vector<certify::PlannedConstraint> planned;
    for (std::size_t i = 0; i < risks.size(); ++i) {
        std::vector<std::size_t> groups;
        for (const std::size_t rows : counts[i])
            groups.push_back(static_cast<std::size_t>(std::round(times * static_cast<double>(rows))));
        planned.push_back({.name = risks[i].name, .bound = risks[i].bound, .at_least = risks[i].at_least});
        planned.back().reach = certify::reach_of(risks[i], groups, plan, plan.delta / static_cast<double>(events));
    }
    return planned;
}

}  // namespace alcole::learning
