#include "collection.hpp"
#include "hock_schittkowski.hpp"
#include "small_problems.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace alcole {
namespace {

namespace fs = std::filesystem;

/// A fresh folder per test.
class StateFile : public ::testing::Test {
  protected:
    void SetUp() override {
        folder = fs::temp_directory_path() /
                 (std::string("alcole-") + ::testing::UnitTest::GetInstance()->current_test_info()->name() +
                  std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + std::to_string(::getpid()));
        fs::create_directories(folder);
        file = folder / "state";
    }
    void TearDown() override { fs::remove_all(folder); }

    std::string bytes() const {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& content) const { std::ofstream(file, std::ios::binary) << content; }

    template <class T = double>
    std::string refusal() const {
        try {
            (void)load<T>(file);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }

    fs::path folder, file;
};

/// Stops after `steps` steps of theta.
struct StopAfter {
    std::int64_t steps;
    std::int64_t seen = 0;
    void on_step(const Step&) { ++seen; }
    bool stop_requested() const { return seen >= steps; }
};

Options stochastic_options(Optimiser optimiser, Estimate estimate) {
    Options options;
    options.regime = Regime::stochastic;
    options.seed = 11;
    options.stochastic.optimiser = optimiser;
    options.stochastic.estimate = estimate;
    options.stochastic.rate = 0.002;
    options.stochastic.max_epochs = 6;
    options.stochastic.dual_every = 7;  // does not divide the epoch
    options.stochastic.weight_decay = 1e-3;
    options.sample.every = 2;
    return options;
}

/// Solves in pieces of `steps` steps, each piece resumed from a file.
template <class T, class P>
Result<T> in_pieces(P& problem, std::vector<T> theta, const Options& options, std::int64_t steps,
                    const fs::path& file) {
    State<T> state{.theta = std::move(theta)};
    for (;;) {
        StopAfter stop{.steps = steps};
        auto part = solve(problem, state, options, stop);
        if (part.status != Status::interrupted) return part;
        save(part.state, file);
        state = load<T>(file);
    }
}

TEST_F(StateFile, StopAndResumeEqualsOneRunInTheFullRegime) {
    for (const auto& known : problems::hock_schittkowski()) {
        if (known.name != "HS100" && known.name != "HS83" && known.name != "HS106" && known.name != "HS13") continue;
        auto problem = known.make();
        const auto whole = solve(problem, known.start);
        for (const std::int64_t steps : {1, 3, 17}) {
            const auto pieces = in_pieces(problem, known.start, Options(), steps, file);
            EXPECT_TRUE(tests::same_bits(whole, pieces)) << known.name << " in pieces of " << steps;
        }
    }
}

TEST_F(StateFile, StopAndResumeEqualsOneRunWithAPreconditioner) {
    tests::EasyCanyon problem;
    const auto whole = solve(problem, problem.start());
    for (const std::int64_t steps : {1, 3, 11}) {
        const auto pieces = in_pieces(problem, problem.start(), Options(), steps, file);
        EXPECT_TRUE(tests::same_bits(whole, pieces)) << "in pieces of " << steps;
    }
}

TEST_F(StateFile, StopAndResumeEqualsOneRunInTheStochasticRegime) {
    for (const auto optimiser : {Optimiser::sgd, Optimiser::adam, Optimiser::adamw})
        for (const auto estimate : {Estimate::batch, Estimate::running, Estimate::full}) {
            tests::Regression<float> problem(200, 6, 1.0, 20);
            const Options options = stochastic_options(optimiser, estimate);
            const auto whole = solve(problem, std::vector<float>(6), options);
            EXPECT_GT(whole.samples().size(), 2U);
            for (const std::int64_t steps : {1, 5, 33}) {
                const auto pieces = in_pieces(problem, std::vector<float>(6), options, steps, file);
                EXPECT_TRUE(tests::same_bits(whole, pieces))
                    << static_cast<int>(optimiser) << " " << static_cast<int>(estimate) << " in pieces of " << steps;
            }
        }
}

TEST_F(StateFile, ARunGoesOnWhereALimitEndedIt) {
    Options options;
    const auto whole = solve(tests::Wall<>{}, std::vector{0.0}, options);
    options.max_outer = 2;
    const auto part = solve(tests::Wall<>{}, std::vector{0.0}, options);
    EXPECT_EQ(part.status, Status::iteration_limit);
    const auto rest = solve(tests::Wall<>{}, part.state, Options());
    EXPECT_TRUE(tests::same_bits(whole, rest));
}

/// Saves the state from inside a run, as a checkpoint does.
struct Checkpoint {
    fs::path file;
    std::int64_t at;
    void on_step(const Step& step) const {
        if (step.steps == at) step.save(file);
    }
};

TEST_F(StateFile, ACheckpointTakenAtAnyStepOfNewtonsMethodResumesIt) {
    for (const auto& known : problems::collection()) {
        if (known.name != "BT7" && known.name != "CB2") continue;
        auto problem = known.make();
        const auto whole = solve(problem, known.start);
        for (std::int64_t at = 1; at < whole.counts.steps; ++at) {
            fs::remove(file);
            (void)solve(problem, known.start, Options(), Checkpoint{.file = file, .at = at});
            ASSERT_TRUE(fs::exists(file)) << known.name << " at step " << at;
            EXPECT_TRUE(tests::same_bits(whole, solve(problem, load<double>(file)))) << known.name << " at step " << at;
        }
    }
}

TEST_F(StateFile, ACheckpointTakenInsideARunResumesIt) {
    tests::Regression<float> problem(200, 6, 1.0, 20);
    const Options options = stochastic_options(Optimiser::adam, Estimate::running);
    const Checkpoint checkpoint{.file = file, .at = 23};
    const auto whole = solve(problem, std::vector<float>(6), options, checkpoint);
    EXPECT_TRUE(tests::same_bits(whole, solve(problem, load<float>(file), options)));
}

TEST_F(StateFile, GoesThroughTheFileUnchanged) {
    tests::Regression<double> problem(100, 4, 0.5, 10);
    const auto answer = solve(problem, std::vector<double>(4), stochastic_options(Optimiser::adam, Estimate::running));
    save(answer.state, file);
    const auto first = bytes();
    save(load<double>(file), file);
    EXPECT_EQ(bytes(), first);
    EXPECT_EQ(load<double>(file).theta, answer.theta());
    EXPECT_FALSE(fs::exists(folder / "state.tmp"));
}

TEST_F(StateFile, RefusesEveryTruncation) {
    save(solve(tests::Wall<>{}, std::vector{0.0}).state, file);
    const auto whole = bytes();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        write(whole.substr(0, length));
        EXPECT_FALSE(refusal().empty()) << length;
    }
    write(whole + "x");
    EXPECT_NE(refusal().find("cut short or has been added to"), std::string::npos);
}

TEST_F(StateFile, RefusesEveryChangedByte) {
    save(solve(tests::Wall<>{}, std::vector{0.0}).state, file);
    const auto whole = bytes();
    for (std::size_t place = 0; place < whole.size(); ++place) {
        auto damaged = whole;
        damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
        write(damaged);
        EXPECT_FALSE(refusal().empty()) << place;
    }
}

TEST_F(StateFile, SaysWhatIsWrong) {
    EXPECT_NE(refusal().find("cannot be opened: No such file"), std::string::npos) << refusal();
    fs::create_directory(file);
    EXPECT_NE(refusal().find("is a folder, not a file"), std::string::npos) << refusal();
    fs::remove(file);
    write("hello");
    EXPECT_NE(refusal().find("this is not an alcole state file"), std::string::npos);
    save(solve(tests::Wall<>{}, std::vector{0.0}).state, file);
    EXPECT_NE(refusal<float>().find("64-bit numbers, not in 32-bit"), std::string::npos) << refusal<float>();
    auto newer = bytes();
    newer[15] = '9';
    write(newer);
    EXPECT_NE(refusal().find("it has version 09, this program reads version 07"), std::string::npos) << refusal();
}

TEST_F(StateFile, StopAndResumeEqualsOneRunWithStrictRisksAndInfeasibleProblems) {
    struct Strict : tests::Wall<> {
        void strict_risks(std::span<const double> x, std::span<double> l) const { l[1] = 3 * (x[0] - 1) + 0.3; }
    };
    const auto strict = solve(Strict{}, std::vector{0.0});
    EXPECT_EQ(strict.status, Status::converged);
    Strict problem;
    EXPECT_TRUE(tests::same_bits(strict, in_pieces(problem, std::vector{0.0}, Options(), 1, file)));

    const tests::Projection clash{{3}, {{1}, {-1}}, {0, -1}};
    const auto infeasible = solve(clash, std::vector{5.0});
    EXPECT_TRUE(tests::same_bits(infeasible, in_pieces(clash, std::vector{5.0}, Options(), 1, file)));
}

TEST_F(StateFile, AFailedWriteLeavesTheOldFile) {
    const auto answer = solve(tests::Wall<>{}, std::vector{0.0});
    EXPECT_THROW(save(answer.state, folder / "no such folder" / "state"), std::runtime_error);
    save(answer.state, file);
    const auto old = bytes();
    fs::create_directory(folder / "state.tmp");  // the temporary file cannot be created
    EXPECT_THROW(save(answer.state, file), std::runtime_error);
    EXPECT_EQ(bytes(), old);
}

TEST(Resume, RefusesAStateOfAnotherKindOfRun) {
    Options options;
    options.max_outer = 2;
    const auto part = solve(tests::Wall<>{}, std::vector{0.0}, options);
    Options other;
    other.inner.memory = 5;
    EXPECT_THROW((void)solve(tests::Wall<>{}, part.state, other), std::invalid_argument);
    other = {};
    other.regime = Regime::stochastic;
    EXPECT_THROW((void)solve(tests::Wall<>{}, part.state, other), std::invalid_argument);
    other = {};
    other.penalty.factor = 7;
    try {
        (void)solve(tests::Wall<>{}, part.state, other);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "the state was saved under penalty.factor = 4 and cannot be resumed under 7; use "
                     "warm_start(state) to start afresh from its theta and lambda");
    }
    State<double> damaged = part.state;
    damaged.memory.pairs = 1000;
    EXPECT_THROW((void)solve(tests::Wall<>{}, damaged, Options()), std::invalid_argument);
}

}  // namespace
}  // namespace alcole
