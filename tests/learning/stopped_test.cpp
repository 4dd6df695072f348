// Where a stop request comes early: while a file is read there is nothing to keep; from then on there is a model.
#include <alcole/learning/apply.hpp>
#include <alcole/learning/inspect.hpp>

#include "base/files.hpp"
#include "made_run.hpp"
#include "stop_at.hpp"
#include "train_run.hpp"
#include "trees/grower.hpp"

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using tests::StopAt;

TEST(StoppedReading, OfARunGivesNothing) {
    testing::Loans loans(400);
    base::write_file(loans.folder / "more.csv", testing::made_loans(300, 7));
    loans.config.data.test_file = (loans.folder / "more.csv").string();
    for (const auto& stage : std::vector<std::string>{"reading", "reading " + loans.config.data.test_file}) {
        StopAt stop(stage);
        EXPECT_FALSE(read_source(loans.config, stop.context())) << stage;
        EXPECT_TRUE(stop.stopped()) << stage;
    }
    EXPECT_TRUE(read_source(loans.config));
}

TEST(StoppedReading, OfTheCertificatesRowsSaysSo) {
    testing::Loans loans(400);
    base::write_file(loans.folder / "fresh.csv", testing::made_loans(300, 7));
    loans.config.certify.confidence = 0.9;
    loans.config.certify.file = (loans.folder / "fresh.csv").string();
    Source source = read_source(loans.config).value();
    StopAt stop("reading");
    EXPECT_FALSE(read_certify_rows(loans.config, source, stop.context()));
    EXPECT_FALSE(source.certify);
    EXPECT_TRUE(read_certify_rows(loans.config, source));
}

TEST(StoppedReading, JudgesAndPredictsNothing) {
    testing::Loans loans(400);
    const auto run = loans.folder / "run";
    const auto fitted = train(loans.config, read_source(loans.config).value(), run).value();
    const auto& file = loans.config.data.file;
    std::vector<Note> notes;
    const auto nothing_from = [](const auto& work) {
        StopAt stop("reading");
        EXPECT_FALSE(work(stop.context()));
        EXPECT_TRUE(stop.stopped());
    };
    nothing_from([&](const Context& c) { return table_hash(file, c); });
    nothing_from([&](const Context& c) { return read_for(fitted.model, file, notes, c); });
    nothing_from([&](const Context& c) { return evaluate(fitted.model, file, c); });
    nothing_from([&](const Context& c) { return look_at(file, {}, c); });
    const auto refuse = [](std::string_view text) { FAIL() << text; };
    nothing_from([&](const Context& c) { return predict_file(fitted.model, file, {}, refuse, c); });
    const std::string before = base::read_file(run / "metrics.json");
    nothing_from([&](const Context& c) { return examine(run, 0, c); });
    EXPECT_EQ(base::read_file(run / "metrics.json"), before);
}

TEST(StoppedTraining, LeavesAModelHoweverEarlyTheStop) {
    StopFlag stop;
    stop.request();
    const auto expect_a_model = [&](const std::string& change) {
        testing::Loans loans(400);
        set(loans.config, change);
        const auto run = loans.folder / "run";
        EXPECT_FALSE(train(loans.config, read_source(loans.config).value(), run, false, Context({.stop = &stop})))
            << change;
        const auto model = TrainedModel::load(run / "model.onnx");
        EXPECT_EQ(evaluate(model, loans.config.data.file)->side.metrics.rows, 400U) << change;
    };
    expect_a_model("model.kind=linear");
    expect_a_model("solve.starts=4");
    if (trees::can_grow()) expect_a_model("model.kind=trees");
}

}  // namespace
}  // namespace alcole::learning
