#include "base/text.hpp"
#include "certify/certificate.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::certify {
namespace {

std::vector<const ConstraintCertificate*> with(const Certificate& certificate, Verdict verdict) {
    std::vector<const ConstraintCertificate*> found;
    for (const auto& constraint : certificate.constraints)
        if (constraint.verdict == verdict) found.push_back(&constraint);
    return found;
}

/// A guess needs two digits, and rows are counted in all of theirs: "12000".
std::string roughly(double rows) {
    const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(rows)) - 1));
    return base::number_text(std::ceil(rows / unit) * unit);
}

std::string verdict_on_all(const Certificate& certificate, std::size_t certified) {
    const std::string rows = std::to_string(certificate.rows) + " rows that had no part in training";
    const std::string sure = "with probability " + base::short_number(1 - certificate.delta, 4);
    const std::size_t all = certificate.constraints.size();
    if (certified == all)
        return "Certified: " + sure + ", " +
               (all == 1 ? "the constraint holds" : "all " + std::to_string(all) + " constraints hold") +
               " for people not yet seen, as " + rows + " show.";
    if (all == 1) return "Not certified: " + rows + " do not show that the constraint holds for people not yet seen.";
    return "Not certified: " + rows + " show only of " + std::to_string(certified) + " of " + std::to_string(all) +
           " constraints that they hold for people not yet seen.";
}

std::string undecided(const ConstraintCertificate& constraint) {
    std::string text = " Undecided: '" + constraint.name + "', " + (constraint.at_least ? "at least " : "at most ") +
                       base::short_number(*constraint.limit(), 3) + " where the bound is " +
                       base::short_number(constraint.bound, 3);
    if (constraint.rows_to_decide) text += "; about " + roughly(*constraint.rows_to_decide) + " rows would decide";
    return text + ".";
}

}  // namespace

std::string in_words(const Certificate& certificate) {
    if (certificate.rows_were_trained_on) return "Nothing is certified: the model has learned from these rows.";
    std::string text = verdict_on_all(certificate, with(certificate, Verdict::certified).size());
    for (const auto* constraint : with(certificate, Verdict::violated))
        text += " '" + constraint->name + "' does not hold there.";
    for (const auto* constraint : with(certificate, Verdict::undecided)) text += undecided(*constraint);
    for (const auto* constraint : with(certificate, Verdict::impossible))
        text += " '" + constraint->name + "' has no bound: " + constraint->risk.reason + ".";
    return text;
}

}  // namespace alcole::certify
