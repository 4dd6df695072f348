#include "page_checks.hpp"
#include "pages.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::all_runs;
using testing::expect_sound;
using testing::fake_outcome;
using testing::FakeRun;
using testing::module_html;
using testing::says;

/// A module's training with the constraints, the trace and the certificate of a made-up run.
learning::ModuleTraining fake_training(const FakeRun& fake) {
    const auto outcome = fake_outcome(fake);
    learning::ModuleTraining training{.name = "Net<2>",
                                      .device = "cuda:0",
                                      .optimiser = "Adam",
                                      .weights = 1234,
                                      .rows = 500,
                                      .status = fake.infeasible ? Status::infeasible : Status::settled,
                                      .ending = outcome.ending.solver,
                                      .objective = 0.5,
                                      .trace = outcome.trace,
                                      .options = {{"penalty.factor", "2"}},
                                      .certificate = outcome.certificate};
    for (const auto& c : outcome.constraints)
        training.constraints.push_back(
            {.name = c.name, .bound = c.bound, .multiplier = c.multiplier, .slack = c.train.slack});
    return training;
}

TEST(ModuleReport, IsSoundForEveryKindOfTraining) {
    for (const auto& fake : all_runs()) expect_sound(module_html(fake_training(fake)));
}

TEST(ModuleReport, SaysWhatWasTrainedAndNothingOfTables) {
    const auto page = module_html(fake_training({.certificate = true}));
    for (const auto* part : {"Net&lt;2&gt;", "cuda:0", "Adam", "1\u202f234 weights", "penalty.factor",
                             "For rows not yet seen", "How did training get there?"})
        EXPECT_TRUE(says(page, part)) << part;
    for (const auto* part : {"people not yet seen", "trace.csv", "model.l2", "data.test", "How well it predicts"})
        EXPECT_FALSE(says(page, part)) << part;
}

TEST(ModuleReport, JudgesAnEqualityOnEitherSide) {
    learning::ModuleTraining training{.name = "Net", .status = Status::settled, .objective = 1};
    training.constraints = {{.name = "line", .bound = 0.5, .equality = true, .multiplier = -2, .slack = -0.2}};
    EXPECT_TRUE(says(module_html(training), "= 0.5"));
    EXPECT_TRUE(says(module_html(training), "The constraint is not met"));
    training.constraints[0].slack = -0.004;
    EXPECT_TRUE(says(module_html(training), "The constraint is met"));
    EXPECT_TRUE(says(module_html(training), "would lower the objective by about 0.1"));
}

TEST(ModuleReport, NamesTheConstraintsThatCannotBeMetTogether) {
    learning::ModuleTraining training{.name = "Net", .status = Status::infeasible};
    for (const auto* name : {"low", "high", "free"})
        training.constraints.push_back(
            {.name = name, .bound = -1, .multiplier = name[0] == 'f' ? 0 : 40.0, .slack = 1});
    EXPECT_EQ(learning::outcome_of(training).conflict->constraints, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(learning::explain(training)[1], "No model was found that meets 'low' and 'high' together.");
}

TEST(ModuleReport, RefusesWhatIsNoTraining) {
    EXPECT_THROW(static_cast<void>(learning::module_from_json("{}")), std::invalid_argument);
}

}  // namespace
}  // namespace alcole::report
