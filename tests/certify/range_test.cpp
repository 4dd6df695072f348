#include "certify/range.hpp"

#include <alcole/tabular/row_values.hpp>

#include "../engine/random_table.hpp"
#include "../model_file/sample_models.hpp"
#include "certify/activation_range.hpp"
#include "certify/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Activation activations[] = {Activation::sigmoid, Activation::tanh, Activation::softplus,
                                      Activation::gelu,    Activation::silu, Activation::relu};

TEST(ActivationRange, HoldsForAllArguments) {
    Random random(1);
    for (const Activation activation : activations) {
        const auto value = [&](double z) { return image(activation, {z, z}).low; };
        for (int k = 0; k < 20000; ++k) {
            const double z = 4 * random.normal();
            const double d = 3 * random.normal();
            const Range values = image(activation, {std::min(z, z + d), std::max(z, z + d)});
            const double inside = value(z + d * random.uniform());
            EXPECT_GE(inside, values.low - 1e-12);
            EXPECT_LE(inside, values.high + 1e-12);
            const Range moved = movement(activation, {d, d});
            EXPECT_GE(value(z + d) - value(z), moved.low - 1e-12);
            EXPECT_LE(value(z + d) - value(z), moved.high + 1e-12);
        }
        EXPECT_EQ(image(activation, {-infinity, infinity}).high,
                  activation == Activation::sigmoid || activation == Activation::tanh ? 1 : infinity);
    }
}

struct Case {
    std::string name;
    Task task;
    Model model;
    bool numbers;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Task task : {Task::binary, Task::multiclass, Task::regression, Task::ordinal}) {
        for (const bool numbers : {true, false}) {
            const std::string start = std::string(to_string(task)) + (numbers ? "_numbers" : "_words");
            all.push_back({start + "_linear", task, {}, numbers});
            if (task != Task::ordinal) all.push_back({start + "_trees", task, {.trees = Trees{}}, numbers});
            for (const auto a : activations)
                all.push_back({start + "_" + std::string(to_string(a)), task, {{5, 3}, a}, numbers});
        }
    }
    return all;
}

/// A model with random weights of random size, and rows unlike any in training.
struct Strange {
    Strange(const Case& c, std::uint64_t seed) : model(c.model) {
        const Table training = tests::random_table({.rows = 80, .seed = seed});
        std::vector<std::string> features = {"job", "sex", "race"};
        if (c.numbers) features.insert(features.end(), {"age", "debts"});
        schema = fit_schema(training, tests::options_of(c.task, features));
        Random random(seed, 1);
        const double size = std::exp(1.5 * random.normal());
        if (model.trees) theta = tests::random_theta(schema, model, seed);
        for (const double w : model.trees ? std::vector<double>() : initial_weights(model, schema, seed))
            theta.push_back(static_cast<float>(size * w + 0.3 * random.normal()));
        table = tests::random_table({.rows = 400, .seed = seed + 1000});
        for (auto& column : table.columns) {
            if (column.name == "age" || column.name == "debts")
                for (double& v : column.numbers) v *= std::exp(2 * random.normal());
            if (column.name != "job" && column.name != "race") continue;
            column.levels.emplace_back("martian");
            for (auto& code : column.codes)
                if (random.uniform() < 0.2) code = static_cast<std::int32_t>(column.levels.size()) - 1;
        }
    }
    learning::TrainedModel network() const { return {.schema = schema, .shape = model, .theta = theta}; }
    RowValues values() const { return {Dataset(table, schema), model, theta}; }
    std::vector<double> losses() const { return values().of({}); }
    std::vector<double> divergences(const AttributeChange& change) const {
        return values().of({.measure = tabular::Term::Measure::divergence}, change);
    }
    Schema schema;
    Model model;
    std::vector<float> theta;
    Table table;
};

const std::vector<AttributeChange> changes = {{.column = "sex", .flip = true},
                                              {.column = "race", .to = "green"},
                                              {.column = "job", .from = "clerk", .to = "smith"}};

class EveryModel : public ::testing::TestWithParam<Case> {};

TEST_P(EveryModel, StaysInItsRange) {
    const bool bounded = !GetParam().numbers || GetParam().model.trees ||
                         (!GetParam().model.hidden.empty() && (GetParam().model.activation == Activation::sigmoid ||
                                                               GetParam().model.activation == Activation::tanh));
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Strange strange(GetParam(), seed);
        const DerivedRange loss = loss_range(strange.network());
        EXPECT_EQ(loss.range.has_value(), bounded && GetParam().task != Task::regression);
        EXPECT_NE(loss.no_bound.has_value(), loss.range.has_value());
        if (loss.range) {
            for (const double v : strange.losses()) {
                ASSERT_GE(v, loss.range->low);
                ASSERT_LE(v, loss.range->high);
            }
        }
        const DerivedRange value = value_range(strange.network());
        const bool has_values = GetParam().task == Task::regression || GetParam().task == Task::ordinal;
        EXPECT_EQ(value.range.has_value(), bounded || GetParam().task == Task::ordinal);
        if (has_values && value.range) {
            for (const double v : strange.values().of({.measure = tabular::Term::Measure::prediction})) {
                ASSERT_GE(v, value.range->low);
                ASSERT_LE(v, value.range->high);
            }
        }
        for (const auto& change : changes) {
            const Range range = divergence_range(strange.network(), change).range.value();
            ASSERT_TRUE(std::isfinite(range.high));
            for (const double v : strange.divergences(change)) ASSERT_LE(v, range.high) << change.column << ' ' << seed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ranges, EveryModel, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

/// A small step from a large number is rounded to a larger one: here 2e-5 from sums of up to 100.
TEST(Range, OfTwinsHasRoomForTheRoundingOfLargeNumbers) {
    const Table table = tests::random_table({.rows = 2000});
    const AttributeChange change{.column = "sex", .flip = true};
    for (const Model& model : {Model{}, Model{{1}, Activation::relu}}) {
        Schema schema = fit_schema(table, tests::options_of(Task::regression, {"age", "sex"}));
        for (auto& feature : schema.features) feature.sd /= 30;  // numbers of up to about 100 standard deviations
        std::vector<float> theta(schema.num_inputs() + 1);
        theta[0] = 1;
        const auto blocks = tabular::blocks_of(schema);
        const auto sex = std::ranges::find(blocks, 1U, &tabular::Block::feature);
        theta[sex->first_input] = 1e-5F;
        theta[sex->first_input + 1] = -1e-5F;
        if (!model.hidden.empty()) theta.insert(theta.end(), {1.0F, 0.0F});
        const auto seen =
            RowValues(Dataset(table, schema), model, theta).of({.measure = tabular::Term::Measure::divergence}, change);
        EXPECT_GT(std::ranges::max(seen), 1.2 * 2e-5 * 2e-5 / 2);
        const Range range = divergence_range({.schema = schema, .shape = model, .theta = theta}, change).range.value();
        EXPECT_LE(std::ranges::max(seen), range.high);
    }
}

/// Two classes, one number x and one attribute with two levels.
struct Small {
    Small(Model m, std::vector<float> weights) : model(std::move(m)), theta(std::move(weights)) {
        schema.features = {{.column = "x"}, {.column = "sex", .type = ColumnType::category, .levels = {"f", "m"}}};
        schema.target = {.column = "y", .task = Task::binary, .classes = {"no", "yes"}};
        table.num_rows = 2001;
        table.columns = {{.name = "x"},
                         {.name = "sex", .type = ColumnType::category, .levels = {"f", "m"}},
                         {.name = "y", .type = ColumnType::category, .levels = {"no", "yes"}}};
        for (int row = 0; row < 2001; ++row) {
            table.columns[0].numbers.push_back((row - 1000) / 50.0);
            table.columns[1].codes.push_back(row % 2);
            table.columns[2].codes.push_back(row / 2 % 2);
        }
    }
    learning::TrainedModel network() const { return {.schema = schema, .shape = model, .theta = theta}; }
    RowValues values() const { return {Dataset(table, schema), model, theta}; }
    double largest(const tabular::Term& term) const {
        return std::ranges::max(values().of(term, {.column = "sex", .flip = true}));
    }
    Schema schema{};
    Model model;
    std::vector<float> theta;
    Table table{};
};

TEST(Range, OfALinearModelsDivergenceIsNearlyAttainedThoughItsScoresAreUnbounded) {
    const Small small({}, {1.0F, -0.1F, 0.2F, 0.0F});  // the score moves by 0.3
    const Range range = divergence_range(small.network(), {.column = "sex", .flip = true}).range.value();
    EXPECT_NEAR(range.high, 0.3 * 0.3 / 8, 3e-5);
    EXPECT_GT(small.largest({.measure = tabular::Term::Measure::divergence}), 0.98 * range.high);
    const auto why = loss_range(small.network()).no_bound;
    ASSERT_TRUE(why);
    EXPECT_EQ(why->cause, NoBound::Cause::unbounded_loss);
    EXPECT_NE(to_string(*why).find("linear model"), std::string::npos);
}

TEST(Range, OfAModelThatAlwaysSaysTheSameIsNotEmpty) {
    const Small small({{1}, Activation::sigmoid}, {0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F});
    const Range range = loss_range(small.network()).range.value();
    EXPECT_GT(range.width(), 0);
    EXPECT_NEAR(range.high, std::log(2.0), 1e-9);
    EXPECT_GE(range.high, small.largest({}));
}

TEST(Range, OfASigmoidNetworksLossIsNearlyAttained) {
    // One unit that x switches on and off: scores from -2 to 3.
    const Small small({{1}, Activation::sigmoid}, {4.0F, 0.1F, -0.1F, 0.0F, 5.0F, -2.0F});
    const Range range = loss_range(small.network()).range.value();
    EXPECT_NEAR(range.high, std::log1p(std::exp(3.0)), 1e-4);
    EXPECT_NEAR(range.low, std::log1p(std::exp(-3.0)), 1e-4);
    EXPECT_GT(small.largest({}), 0.999 * range.high);
    const Range pairs = divergence_range(small.network(), {.column = "sex", .flip = true}).range.value();
    const double d = 5 * std::tanh(0.2 / 4);
    EXPECT_NEAR(pairs.high, d * d / 8, 1e-4);
    EXPECT_GT(small.largest({.measure = tabular::Term::Measure::divergence}), 0.8 * pairs.high);
}

/// A question about an input: one leaf if it is less, another if it is not.
Tree stump(std::int32_t input, float value, float below, float above) {
    return {.nodes = {{.input = input, .value = value, .below = 1, .above = 2, .missing = 1},
                      {.value = below},
                      {.value = above}}};
}

TEST(Range, OfTreesIsAttainedWhereEachAsksAboutAnInputOfItsOwn) {
    const Small small({.trees = Trees{}},
                      theta_of({.base = {0.5F}, .trees = {stump(0, 0, -1, 2), stump(2, 0.5F, 0.3F, -0.4F)}}));
    const Range range = loss_range(small.network()).range.value();
    EXPECT_NEAR(range.high, std::log1p(std::exp(2.8)), 1e-5);
    EXPECT_NEAR(range.low, std::log1p(std::exp(-2.8)), 1e-5);
    const auto losses = small.values().of({});
    EXPECT_NEAR(std::ranges::max(losses), range.high, 1e-5);
    EXPECT_NEAR(std::ranges::min(losses), range.low, 1e-5);
    const Range pairs = divergence_range(small.network(), {.column = "sex", .flip = true}).range.value();
    EXPECT_NEAR(pairs.high, 0.7 * 0.7 / 8, 1e-4);
    EXPECT_GT(small.largest({.measure = tabular::Term::Measure::divergence}), 0.9 * pairs.high);
}

/// Scores are sums in single precision, where a small step from a large number is rounded to a larger one.
TEST(Range, OfTreesHasRoomForRounding) {
    const Table table = tests::random_table({.rows = 50});
    const Schema schema = fit_schema(table, tests::options_of(Task::regression, {"sex"}));
    const Model model{.trees = Trees{}};
    const auto theta = theta_of({.base = {4096}, .trees = {stump(0, 0.5F, 0, 3e-4F)}});
    const AttributeChange change{.column = "sex", .flip = true};
    const Range range = divergence_range({.schema = schema, .shape = model, .theta = theta}, change).range.value();
    const auto seen =
        RowValues(Dataset(table, schema), model, theta).of({.measure = tabular::Term::Measure::divergence}, change);
    EXPECT_GT(std::ranges::max(seen), 3e-4 * 3e-4 / 2);
    EXPECT_LE(std::ranges::max(seen), range.high);
}

TEST(Values, BeyondTheirRangeAreMovedOnlyWhereRoundingExplainsIt) {
    std::vector<double> values = {-1e-9, 0.5, 2 + 1e-9};
    EXPECT_TRUE(move_within({.low = 0, .high = 2}, values));
    EXPECT_EQ(values, (std::vector<double>{0, 0.5, 2}));
    values = {0.5, 2.001};
    EXPECT_FALSE(move_within({.low = 0, .high = 2}, values)) << "the range is wrong";
    values = {std::numeric_limits<double>::quiet_NaN()};
    EXPECT_FALSE(move_within({.low = 0, .high = 2}, values));
}

}  // namespace
}  // namespace alcole::certify
