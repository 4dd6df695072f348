#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/schema.hpp>

#include "table/encode.hpp"
#include "table/unknown_words.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

constexpr double gone = std::numeric_limits<double>::quiet_NaN();

Table training() {
    Table table{.columns = {}, .num_rows = 4, .notes = {}};
    table.columns = {
        {.name = "age", .numbers = {20, 30, 40, gone}},
        {.name = "same", .numbers = {7, 7, 7, 7}},
        {.name = "job", .type = ColumnType::category, .codes = {0, 1, -1, 1}, .levels = {"clerk", "smith", "never"}},
        {.name = "sex", .type = ColumnType::category, .codes = {0, 1, 0, 1}, .levels = {"f", "m"}},
        {.name = "paid", .type = ColumnType::boolean, .codes = {0, 1, 0, 1}, .levels = {"no", "yes"}},
    };
    return table;
}

std::string sentence_of(const std::function<void()>& what) {
    try {
        what();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST(Schema, StandardisesWithTheMomentsOfTheTrainingRows) {
    const Schema schema = fit_schema(training(), {.target = "paid"});
    const Feature& age = schema.feature("age");
    EXPECT_DOUBLE_EQ(age.mean, 30);
    EXPECT_DOUBLE_EQ(age.sd, std::sqrt(200.0 / 3));
    EXPECT_TRUE(age.missing_seen);
    EXPECT_EQ(schema.feature("same").sd, 1);  // a constant is not scaled up
    EXPECT_EQ(schema.feature("job").levels, (std::vector<std::string>{"clerk", "smith"}));  // "never" does not occur
    EXPECT_EQ(schema.target.task, Task::binary);
    EXPECT_EQ(schema.target.classes, (std::vector<std::string>{"no", "yes"}));
}

TEST(Schema, NamesItsInputsNumbersFirst) {
    const Schema schema = fit_schema(training(), {.target = "paid"});
    EXPECT_EQ(schema.input_names(), (std::vector<std::string>{"age", "same", "age is missing", "job = clerk",
                                                              "job = smith", "job is missing", "sex = f", "sex = m"}));
    EXPECT_EQ(schema.num_inputs(), 8U);
}

TEST(Schema, EncodesUnknownWordsAsNothingAndMissingValuesByTheirRule) {
    const Schema schema = fit_schema(training(), {.target = "paid"});
    Table met{.columns = {}, .num_rows = 2, .notes = {}};
    met.columns = {
        {.name = "sex", .type = ColumnType::category, .codes = {0, -1}, .levels = {"m"}},
        {.name = "job", .type = ColumnType::category, .codes = {0, -1}, .levels = {"pilot"}},
        {.name = "same", .numbers = {8, gone}},
        {.name = "age", .numbers = {gone, 30}},
    };
    const table::Encoded encoded = table::encode(schema, met);
    EXPECT_EQ(encoded.numbers, (std::vector<double>{0, 1, 0, 0}));  // a missing number counts as the mean
    // Blocks: age is missing, job, sex. A pilot is unknown; a missing job has its own input, a missing sex has none.
    EXPECT_EQ(encoded.ones, (std::vector<std::int32_t>{0, -1, 1, -1, 2, -1}));
    const auto unknown = table::unknown_words(Dataset(met, schema));
    ASSERT_EQ(unknown.size(), 2U);
    EXPECT_EQ(unknown[0].example, "pilot");
    EXPECT_EQ(unknown[0].rows + unknown[0].missing, 1U);
    EXPECT_EQ(unknown[1].column, "sex");
    EXPECT_EQ(unknown[1].missing, 1U);
}

TEST(Schema, SurvivesItsJson) {
    for (const auto& options : {SchemaOptions{.target = "paid"}, SchemaOptions{.target = "same", .ignore = {"job"}}}) {
        const Schema schema = fit_schema(training(), options);
        EXPECT_EQ(schema_from_json(to_json(schema)), schema);
    }
}

TEST(Schema, RefusesWhatIsNoSchema) {
    const std::string good = to_json(fit_schema(training(), {.target = "paid"}));
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return sentence_of([&] { (void)schema_from_json(text); });
    };
    EXPECT_NE(sentence_of([] { (void)schema_from_json("[]"); }).find("it must be an object"), std::string::npos);
    EXPECT_NE(changed("\"sd\": 1.0", "\"sd\": 0.0").find("has an 'sd' that is not positive"), std::string::npos);
    EXPECT_NE(changed("\"sd\": 1.0", "\"sd\": \"x\"").find("sd' must be a number"), std::string::npos);
    EXPECT_NE(changed("\"binary\"", "\"unary\"")
                  .find("'target.task' must be one of binary, multiclass, regression, ordinal, not 'unary'"),
              std::string::npos);
    EXPECT_NE(changed("\"smith\"", "\"clerk\"").find("names one of its 'levels' twice"), std::string::npos);
    EXPECT_NE(changed("\"schema\": 1", "\"schema\": 2")
                  .find("has version 2, and this program reads version 1; a newer alcole"),
              std::string::npos);
    const std::string brackets = R"({"schema": 1, "features": )" + std::string(1000000, '[');
    EXPECT_NE(sentence_of([&] { (void)schema_from_json(brackets); }).find("nested too deeply"), std::string::npos);
}

TEST(Schema, ChecksWhatItMeets) {
    const Schema schema = fit_schema(training(), {.target = "paid"});
    Table other = training();
    other.columns.erase(other.columns.begin() + 2);  // job
    other.columns[0] = {.name = "age", .type = ColumnType::category, .codes = {0, 0, 0, 0}, .levels = {"old"}};
    EXPECT_EQ(sentence_of([&] { check_fits(schema, other, true); }),
              "the table does not fit the model: it lacks 'job'");
    other.columns.push_back(training().columns[2]);
    EXPECT_EQ(sentence_of([&] { check_fits(schema, other, true); }),
              "the table does not fit the model: these columns have another type: 'age' (category, not number)");
}

TEST(Schema, TellsTheTargetFromItsValues) {
    Table table = training();
    table.columns[1].numbers = {0, 1, 1, 0};
    const Schema schema = fit_schema(table, {.target = "same"});
    EXPECT_EQ(schema.target.task, Task::binary);
    EXPECT_EQ(schema.target.classes, (std::vector<std::string>{"0", "1"}));
    EXPECT_EQ(table::classes_of(schema, table), (std::vector<std::int32_t>{0, 1, 1, 0}));
    EXPECT_EQ(fit_schema(table, {.target = "sex", .positive = "f"}).target.classes,
              (std::vector<std::string>{"m", "f"}));
    table.columns[1].numbers = {0, 1, 2, 5};
    EXPECT_EQ(fit_schema(table, {.target = "same"}).target.task, Task::regression);
}

TEST(Schema, TakesANumberOfTwoValuesForANumberWhereAsked) {
    Table table = training();
    table.columns.push_back({.name = "late", .numbers = {0, 1, 1, 0}});
    EXPECT_EQ(fit_schema(table, {.target = "late"}).target.task, Task::binary);
    const Target target = fit_schema(table, {.target = "late", .task = TaskChoice::regression}).target;
    EXPECT_EQ(target.task, Task::regression);
    EXPECT_EQ(target.mean, 0.5);
    EXPECT_EQ(sentence_of([&] { (void)fit_schema(table, {.target = "sex", .task = TaskChoice::regression}); }),
              "the target 'sex' holds words, and regression needs numbers");
}

TEST(Schema, SaysWhatIsWrongWithItsOptions) {
    const auto fit = [](const SchemaOptions& options) {
        return sentence_of([&] { (void)fit_schema(training(), options); });
    };
    EXPECT_EQ(fit({.target = "pait"}), "there is no column 'pait'; did you mean 'paid'?");
    EXPECT_EQ(fit({.target = "age"}), "the target 'age' is missing in 1 of 4 rows; filter with 'age is not missing'");
    EXPECT_EQ(fit({.target = "sex"}), "the target 'sex' has the classes 'f' and 'm'; say which one is positive");
    EXPECT_EQ(fit({.target = "sex", .positive = "x"}),
              "the positive class 'x' does not occur in column 'sex', which has 'f' and 'm'");
    EXPECT_EQ(fit({.target = "paid", .features = {"age", "age"}}), "the feature 'age' is listed twice");
    EXPECT_EQ(fit({.target = "paid", .features = {"paid"}}), "the target 'paid' cannot be a feature");
    EXPECT_EQ(fit({.target = "paid", .ignore = {"jop"}}), "there is no column 'jop'; did you mean 'job'?");
}

TEST(Predictions, DoNotDependOnTheOtherRows) {
    const Schema schema = fit_schema(training(), {.target = "paid"});
    const Model model{.hidden = {9, 4}, .activation = Activation::gelu};
    const auto weights = initial_weights(model, schema.num_inputs(), schema.num_outputs(), 1);
    const std::vector<float> theta(weights.begin(), weights.end());
    const auto together = predict<float>(Dataset(training(), schema), model, theta);
    for (std::size_t row = 0; row < 4; ++row) {
        const std::vector<std::size_t> one = {row};
        EXPECT_EQ(predict<float>(Dataset(training().rows(one), schema), model, theta).at(0), together[row]);
    }
}

}  // namespace
}  // namespace alcole::tabular
