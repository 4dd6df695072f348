#include "certify/certificate.hpp"
#include "text.hpp"

#include <algorithm>

namespace alcole::certify {
namespace {

std::vector<const ConstraintCertificate*> with(const Certificate& certificate, Verdict verdict) {
    std::vector<const ConstraintCertificate*> found;
    for (const auto& constraint : certificate.constraints)
        if (constraint.verdict == verdict) found.push_back(&constraint);
    return found;
}

std::string so_many(std::size_t count) { return count == 1 ? "one constraint" : std::to_string(count) + " constraints"; }

std::string undecided(const ConstraintCertificate& constraint) {
    std::string text = " Undecided: '" + constraint.name + "', " + (constraint.at_least ? "at least " : "at most ") +
                       short_number(*constraint.limit(), 3) + " where the bound is " + short_number(constraint.bound, 3);
    if (constraint.rows_to_decide)
        text += "; about " + short_number(*constraint.rows_to_decide, 2) + " rows would decide";
    return text + ".";
}

}  // namespace

std::string in_words(const Certificate& certificate) {
    const std::string rows = std::to_string(certificate.rows) + " rows that had no part in training";
    const std::string sure = "with probability " + short_number(1 - certificate.delta, 4);
    if (certificate.rows_were_trained_on) return "Nothing is certified: the model has learned from these rows.";
    const auto certified = with(certificate, Verdict::certified);
    const std::size_t all = certificate.constraints.size();
    std::string text = certified.size() == all
                           ? "Certified: " + sure + ", " +
                                 (all == 1 ? "the constraint holds" : "all " + std::to_string(all) + " constraints hold") +
                                 " for people not yet seen, as " + rows + " show."
                           : "Not certified: of " + so_many(all) + ", " + std::to_string(certified.size()) +
                                 (certified.size() == 1 ? " is" : " are") + " shown to hold for people not yet seen by " +
                                 rows + ", " + sure + ".";
    for (const auto* constraint : with(certificate, Verdict::violated))
        text += " '" + constraint->name + "' does not hold there.";
    for (const auto* constraint : with(certificate, Verdict::undecided)) text += undecided(*constraint);
    for (const auto* constraint : with(certificate, Verdict::impossible))
        text += " '" + constraint->name + "' has no bound: " + constraint->risk.reason + ".";
    return text;
}

}  // namespace alcole::certify
