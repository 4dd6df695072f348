#include "report/document.hpp"
#include "words/words.hpp"

#include <gtest/gtest.h>

namespace alcole::words {
namespace {

certify::ConstraintCertificate unbounded(const std::string& name, certify::NoBound why) {
    certify::ConstraintCertificate constraint{.name = name};
    constraint.risk.no_bound = std::move(why);
    return constraint;
}

TEST(CertificateWords, SayEveryCauseOnce) {
    using Cause = certify::NoBound::Cause;
    certify::Certificate certificate{.rows = 100};
    for (const auto* name : {"a", "b", "c", "d"})
        certificate.constraints.push_back(unbounded(name, {.cause = Cause::empty_group}));
    for (const auto* name : {"e", "f"})
        certificate.constraints.push_back(unbounded(name, {.cause = Cause::unbounded_prediction}));
    certificate.constraints.push_back(unbounded("g", {.cause = Cause::training_rows}));
    const std::string said = report::ascii(certified(certificate));
    EXPECT_NE(said.find(" 4 constraints have no bound: a group it needs has no rows."), std::string::npos) << said;
    EXPECT_NE(said.find(" 'e' and 'f' have no bound: nothing bounds the predictions"), std::string::npos) << said;
    EXPECT_NE(said.find(" 'g' has no bound: it concerns the training rows"), std::string::npos) << said;
}

}  // namespace
}  // namespace alcole::words
