#include "studies/study.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::studies {
namespace {

namespace fs = std::filesystem;

/// A study that takes a second: few people, small network, few epochs.
Settings tiny() {
    Settings settings;
    settings.rows = 400;
    settings.seeds = 2;
    settings.hidden = {6};
    settings.epochs = 8;
    settings.batch_rows = 64;
    return settings;
}

class Study_ : public ::testing::Test {
  protected:
    fs::path folder(const std::string& name) {
        const auto path = fs::temp_directory_path() / ("alcole_study_" + std::to_string(getpid()) + "_" + name);
        fs::remove_all(path);
        folders_.push_back(path);
        return path;
    }
    void TearDown() override {
        for (const auto& path : folders_) fs::remove_all(path);
    }
    /// study.json without timings.
    static std::string text(const Study& study) {
        auto json = nlohmann::ordered_json::parse(to_json(study));
        json["seconds"] = 0;
        for (auto& method : json["methods"]) {
            method["summary"]["seconds"] = 0;
            for (auto& run : method["runs"]) run["seconds"] = 0;
        }
        return json.dump();
    }

  private:
    std::vector<fs::path> folders_;
};

TEST_F(Study_, IsTheSameForAnyNumberOfJobs) {
    const auto one = run_study(tiny(), folder("one"), Context({.threads = 1}));
    const auto three = run_study(tiny(), folder("three"), Context({.threads = 3}));
    ASSERT_TRUE(one && three);
    EXPECT_EQ(text(*one), text(*three));
    EXPECT_EQ(one->methods.size(), 4U);
    EXPECT_EQ(one->constraints.size(), 5U);
    EXPECT_EQ(one->methods[1].runs[0].trace.lambda.size(), 8U);
    EXPECT_FALSE(one->methods[3].runs[0].true_flip.empty()) << "the twin knows true counterfactuals";
}

TEST_F(Study_, GoesOnWhereItWasStopped) {
    const auto whole = run_study(tiny(), folder("whole"), Context({.threads = 1}));
    const auto place = folder("parts");
    std::optional<Study> parts;
    int calls = 0;
    for (; !parts && calls < 20; ++calls) {
        StopFlag stop;
        int epochs = 0;
        parts = run_study(tiny(), place, Context({.threads = 1, .stop = &stop, .on_progress = [&](const Progress&) {
                                                      if (++epochs == 12 + 3 * calls) stop.request();
                                                  }}));
    }
    ASSERT_TRUE(whole && parts);
    EXPECT_GT(calls, 2);
    EXPECT_EQ(text(*whole), text(*parts));
    EXPECT_EQ(parts->methods[1].runs[1].trace.slack, whole->methods[1].runs[1].trace.slack);
}

TEST_F(Study_, RefusesAFolderWithOtherSettings) {
    const auto place = folder("other");
    Settings settings = tiny();
    settings.seeds = 1;
    settings.methods = {"unconstrained"};
    ASSERT_TRUE(run_study(settings, place));
    settings.bound = 2e-3;
    try {
        run_study(settings, place);
        FAIL() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("holds a study with another 'bound'"), std::string::npos)
            << error.what();
    }
}

TEST_F(Study_, TrainsAgainWhatIsDamaged) {
    const auto place = folder("damaged");
    const auto first = run_study(tiny(), place);
    std::ofstream(place / "runs" / "augmented-1.json") << "{";
    std::ofstream(place / "traces" / "lagrangian-0.csv") << "step\n1\n";
    const auto second = run_study(tiny(), place);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(text(*first), text(*second));
    EXPECT_EQ(first->methods[1].runs[0].trace.lambda, second->methods[1].runs[0].trace.lambda);
}

TEST_F(Study_, SweepsTheDualStep) {
    Settings settings = tiny();
    settings.seeds = 1;
    settings.epochs = 4;
    settings.sweep_steps = true;
    settings.sweep_seeds = 1;
    const auto study = run_study(settings, folder("sweep"));
    ASSERT_TRUE(study);
    EXPECT_EQ(study->step_sweep.size(), 18U);
    EXPECT_NEAR(study->step_sweep[8].dual_step / study->step_sweep[0].dual_step, 1e4, 1e-6) << "four decades";
    EXPECT_EQ(std::ranges::count(study->step_sweep, true, &StepSweepPoint::best), 2);
}

}  // namespace
}  // namespace alcole::studies
