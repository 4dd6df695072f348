// What the constraints cost, together and each for itself.
#include "page_checks.hpp"
#include "pages.hpp"
#include "words/parts.hpp"
#include "words/words.hpp"

#include <string>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::fake_outcome;
using testing::model_card;
using testing::run_html;
using testing::says;

TEST(Cost, IsSaidForAllConstraintsTogether) {
    const learning::Outcome outcome = fake_outcome({.unconstrained = true});
    const std::string sentence =
        "Without the constraints, the same kind of model is correct for 69.5 % of the held-out rows: meeting them "
        "costs 2.4 percentage points there. It misses 'sex flipped': 0.027 on its training rows instead of <= 0.001.";
    EXPECT_EQ(ascii(words::cost(outcome)), sentence);
    const auto text = testing::run_text(outcome);
    EXPECT_TRUE(says(text, "training  held out  unconstrained  baseline")) << text;
    EXPECT_TRUE(says(text, "them costs 2.4 percentage points there.")) << text;
    const auto page = run_html(outcome);
    EXPECT_TRUE(says(page, "unconstrained accuracy"));
    EXPECT_TRUE(says(page, "meeting them costs 2.4 percentage points"));
    EXPECT_TRUE(says(page, "trained on the same rows without the constraints and judged on the held-out rows"));
    EXPECT_TRUE(says(model_card(outcome), "meeting them costs 2.4 percentage points"));
    EXPECT_TRUE(words::cost(fake_outcome()).empty());
}

TEST(Cost, IsSaidOnlyAsFarAsItIsKnown) {
    const auto cost = [](learning::Outcome outcome) { return ascii(words::cost(outcome)); };
    EXPECT_EQ(cost(fake_outcome({.constraints = 1, .held_out = false, .regression = true, .unconstrained = true})),
              "Without the constraint, the same kind of model has an r squared of 0.64 on its training rows: meeting "
              "it costs 0.03 of it. It misses 'sex flipped': 0.027 on its training rows instead of <= 0.001.");
    learning::Outcome free = fake_outcome({.constraints = 1, .unconstrained = true});
    free.unconstrained->test->metrics.accuracy = 0.6;
    free.unconstrained->status = Status::iteration_limit;
    free.constraints[0].unconstrained = 1e-4;
    EXPECT_EQ(cost(free),
              "Without the constraint, the same kind of model is correct for 60 % of the held-out rows: "
              "meeting it costs no accuracy (its search did not converge). It meets it too.");
    free.unconstrained->test->metrics.accuracy = 0.6725;  // 1,852 rows: fewer than three more
    EXPECT_NE(cost(free).find("costs 0.15 percentage points there, which may be chance"), std::string::npos)
        << cost(free);
    EXPECT_EQ(cost(fake_outcome({.infeasible = true, .unconstrained = true})).find("costs"), std::string::npos);
}

TEST(Prices, AreKnownOnlyIfTheSearchConverged) {
    learning::Outcome outcome = fake_outcome({.constraints = 1, .unconstrained = false});
    const auto is_known = [&] { return ascii(words::price(outcome.constraints[0], outcome)).find("not known") != 0; };
    EXPECT_TRUE(is_known());
    outcome.status = Status::stalled;
    EXPECT_FALSE(is_known());
    outcome.status = Status::settled;  // mini-batches
    EXPECT_TRUE(is_known());
    outcome.ending.settled = true;  // rates
    EXPECT_FALSE(is_known());
    EXPECT_FALSE(words::has_converged(outcome));
}

TEST(Prices, AreNoMoreThanAllConstraintsCost) {
    learning::Outcome outcome = fake_outcome({.constraints = 1, .unconstrained = true});
    EXPECT_TRUE(says(ascii(words::price(outcome.constraints[0], outcome)), "a bound a tenth looser would lower"));
    outcome.unconstrained->train.objective = outcome.train.objective - 1e-6;
    EXPECT_TRUE(says(ascii(words::price(outcome.constraints[0], outcome)),
                     "without any constraint the objective would be only 1e-06 lower"));
    outcome.unconstrained->train.objective = outcome.train.objective;
    EXPECT_TRUE(says(ascii(words::price(outcome.constraints[0], outcome)), "the objective is no lower"));
}

}  // namespace
}  // namespace alcole::report
