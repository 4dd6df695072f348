// Writes model files with tables for ONNX Runtime to run: per case one .onnx, and one .json with the raw columns and
// the engine's predictions for every row.
#include <alcole/learning/learning.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/read.hpp>

#include "../engine/random_table.hpp"
#include "../model_file/sample_models.hpp"
#include "../trees/loans.hpp"
#include "trees/grower.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

namespace {

using namespace alcole;           // NOLINT: a program of one file
using namespace alcole::tabular;  // NOLINT
using learning::TrainedModel;
using tabular::Merge;
using Json = nlohmann::json;

constexpr std::array activations = {Activation::sigmoid, Activation::tanh, Activation::softplus,
                                    Activation::gelu,    Activation::silu, Activation::relu};

Json input_json(const Feature& feature, const Column& column) {
    Json values = Json::array();
    for (std::size_t row = 0; row < column.size(); ++row) {
        if (feature.type != ColumnType::number)
            values.push_back(column.text(row));
        else
            values.push_back(column.missing(row) ? Json() : Json(column.numbers[row]));
    }
    return {{"name", feature.column}, {"type", to_string(feature.type)}, {"values", values}};
}

/// One number per class, even if the engine returns only that of the positive one.
std::vector<double> expected(const learning::TrainedModel& file, const Table& table) {
    const auto p = file.predict(file.dataset(table));
    if (file.schema.target.task != Task::binary) return p;
    std::vector<double> both;
    for (const double positive : p) both.insert(both.end(), {1 - positive, positive});
    return both;
}

class Cases {
  public:
    explicit Cases(std::filesystem::path folder) : folder_(std::move(folder)) {}

    void add(const std::string& name, const learning::TrainedModel& file, const Table& table,
             const Json& outputs = standard()) {
        file.save(folder_ / (name + ".onnx"));
        Json inputs = Json::array();
        for (const auto& feature : file.schema.features)
            inputs.push_back(input_json(feature, table.at(feature.column)));
        Json test = {{"model", name + ".onnx"},
                     {"rows", table.num_rows},
                     {"classes", file.schema.target.classes},
                     {"sd", file.schema.target.sd},
                     {"outputs", outputs},
                     {"inputs", inputs},
                     {"expected", expected(file, table)},
                     {"allowed", file.shape.trees ? 5e-7 : 1e-5}};  // for trees see ModelsSayWhatXGBoostPredicts
        if (file.schema.target.task == Task::ordinal) test["expected_class"] = outputs.value("expected", "expected");
        std::ofstream(folder_ / (name + ".json")) << test.dump();
    }

    static Json standard() { return {{"label", "label"}, {"probabilities", "probabilities"}, {"value", "value"}}; }

  private:
    std::filesystem::path folder_;
};

Column words(const std::string& name, const std::vector<std::string>& levels, std::vector<std::int32_t> codes) {
    return {.name = name, .type = ColumnType::category, .numbers = {}, .codes = std::move(codes), .levels = levels};
}

/// Repeats a column's codes until it has `rows` rows.
Column stretched(Column column, std::size_t rows) {
    const auto once = column.codes;
    column.codes.clear();
    for (std::size_t row = 0; row < rows; ++row) column.codes.push_back(once[row % once.size()]);
    return column;
}

const std::vector<std::string> features = {"age", "debts", "job", "sex", "race"};

void every_activation(Cases& cases) {
    const Table table = tests::random_table({.rows = 300, .missing = true, .seed = 4});
    for (const auto* target : {"repaid", "grade", "income"}) {
        for (const auto a : activations)
            cases.add(std::string(target) + "-" + std::string(to_string(a)),
                      tests::sample_model(table, {.target = target, .features = features},
                                          {.hidden = {20, 9}, .activation = a}),
                      table);
        cases.add(std::string(target) + "-linear",
                  tests::sample_model(table, {.target = target, .features = features}, {}), table);
        cases.add(std::string(target) + "-trees",
                  tests::sample_model(table, {.target = target, .features = features}, {.trees = Trees{}}), table);
    }
}

/// Ordered classes: few and many of them, extreme scores, and a score map after them.
void ordered(Cases& cases) {
    Table table = tests::random_table({.rows = 300, .missing = true, .seed = 13});
    SchemaOptions options = tests::options_of(Task::ordinal, features);
    for (const auto a : activations)
        cases.add("ordered-" + std::string(to_string(a)),
                  tests::sample_model(table, options, {.hidden = {20, 9}, .activation = a}), table);
    auto far = tests::sample_model(table, options, {});
    for (float& v : far.theta) v *= 60;
    cases.add("ordered-far", far, table);
    auto stretched = tests::sample_model(table, options, {.hidden = {6}});
    stretched.shape.calibration = ScoreMap{.from = {0}, .to = {0}, .beyond = 0.6};
    cases.add("ordered-temperature", stretched, table);
    options = {.target = "income", .features = {"age", "debts", "job"}, .task = TaskChoice::ordinal, .order = {}};
    cases.add("ordered-numbers", tests::sample_model(table, options, {.hidden = {8}}), table);
    for (auto& column : table.columns)
        if (column.name == "debts") column.name = "expected";
    options.features = {"age", "expected", "job"};
    cases.add("ordered-odd-name", tests::sample_model(table, options, {}), table,
              {{"label", "label"}, {"probabilities", "probabilities"}, {"expected", "expected_"}});
}

/// Binned numbers: at their edges, beyond the last ones, and missing, with and without missing values in training.
void bins(Cases& cases) {
    const Table met = tests::random_table({.rows = 300, .missing = true, .seed = 14});
    const Table unmet = tests::random_table({.rows = 300, .missing = false, .seed = 15});
    const std::vector<std::string> with_income = {"income", "age", "job", "debts"};
    for (const auto* name : {"met", "unmet"}) {
        const SchemaOptions options{
            .target = "repaid", .features = with_income, .binned = {"income", "age"}, .bins = 7};
        const auto file = tests::sample_model(name == std::string("met") ? met : unmet, options, {.hidden = {8}});
        Table table = met;
        for (auto& column : table.columns) {
            if (column.name != "income" && column.name != "age") continue;
            const auto& edges = file.schema.feature(column.name).edges;
            for (std::size_t row = 0; row < column.numbers.size(); row += 2)
                column.numbers[row] = edges[row / 2 % edges.size()] * (row % 3 == 0 ? 1 : 1 + 3e-8);
            column.numbers[1] = 1e30;
            column.numbers[3] = -1e30;
        }
        cases.add(std::string("bins-") + name, file, table);
    }
}

/// Missing values and words that did not occur in training, in a model that knows neither.
void unmet(Cases& cases) {
    const Table training = tests::random_table({.rows = 200, .missing = false, .seed = 5});
    Table table = tests::random_table({.rows = 200, .missing = true, .seed = 6});
    table.columns[2] = stretched(words("job", {"clerk", "smith", "none", "pilot"}, {0, 1, 2, 3, -1}), 200);
    cases.add("unmet", tests::sample_model(training, {.target = "repaid", .features = features}, {.hidden = {8, 8, 8}}),
              table);
    const Table met = tests::random_table({.rows = 200, .missing = true, .seed = 7});
    cases.add("unmet-word", tests::sample_model(met, {.target = "grade", .features = features}, {.hidden = {8}}),
              table);
    cases.add("unmet-trees",
              tests::sample_model(training, {.target = "repaid", .features = features}, {.trees = Trees{}}), table);
    cases.add("numbers-only", tests::sample_model(met, {.target = "income", .features = {"age", "debts"}}, {}), table);
    cases.add("words-only", tests::sample_model(met, {.target = "repaid", .features = {"job", "sex"}}, {}), table);
}

void booleans(Cases& cases) {
    Table training = tests::random_table({.rows = 60, .missing = false, .seed = 8});
    training.columns.push_back(stretched(words("owns", {"no", "yes"}, {0, 1, 1, -1}), 60));
    training.columns.push_back(stretched(words("smokes", {"TRUE"}, {0}), 60));
    for (std::size_t c : {9U, 10U}) training.columns[c].type = ColumnType::boolean;
    Table table = tests::random_table({.rows = 60, .missing = false, .seed = 9});
    const std::vector<std::string> said = {"yes", "no", "Yes",  "NO", "true", "FALSE", "t",    "F",
                                           "y",   "N",  "tRuE", "1",  "0",    "1.0",   "maybe"};
    std::vector<std::int32_t> codes = {-1};
    for (std::size_t i = 0; i < said.size(); ++i) codes.push_back(static_cast<std::int32_t>(i));
    table.columns.push_back(stretched(words("owns", said, codes), 60));
    std::ranges::reverse(codes);
    table.columns.push_back(stretched(words("smokes", said, codes), 60));
    cases.add("booleans",
              tests::sample_model(training, {.target = "repaid", .features = {"owns", "age", "smokes"}}, {}), table);
}

/// Columns with the names of outputs and of our own values, and unusual words.
void odd_names(Cases& cases) {
    Table table = tests::random_table({.rows = 120, .missing = true, .seed = 10});
    const std::vector<std::string> names = {"gr\u00f6\u00dfe (cm)", "label", "alcole/inputs", "value", "x = 1, y"};
    for (std::size_t i = 0; i < names.size(); ++i) table.columns[i].name = names[i];
    table.columns[3].levels = {"", "\"m\", 'n'"};  // the empty word is a value here
    cases.add("odd-names", tests::sample_model(table, {.target = "repaid", .features = names}, {.hidden = {6}}), table,
              {{"label", "label_"}, {"probabilities", "probabilities"}});
    cases.add("odd-value", tests::sample_model(table, {.target = "income", .features = names}, {.hidden = {6}}), table,
              {{"value", "value_"}});
}

/// Scores that pass through a map at the end: bent ones, and stretched ones for several classes.
void calibrations(Cases& cases) {
    const Table table = tests::random_table({.rows = 150, .missing = true, .seed = 12});
    auto bent = tests::sample_model(table, {.target = "repaid", .features = features}, {.hidden = {6}});
    bent.shape.calibration = ScoreMap{.from = {-0.8, -0.1, 0.2, 0.9}, .to = {-1.4, -0.3, -0.3, 2.2}, .beyond = 0};
    cases.add("isotonic", bent, table);
    bent.shape.calibration = ScoreMap{.from = {0}, .to = {-0.25}, .beyond = 0.7};
    cases.add("platt", bent, table);
    auto stretched = tests::sample_model(table, {.target = "grade", .features = features}, {.hidden = {6}});
    stretched.shape.calibration = ScoreMap{.from = {0}, .to = {0}, .beyond = 2.5};
    cases.add("temperature", stretched, table);
}

void merges(Cases& cases) {
    Table table = tests::random_table({.rows = 90, .missing = true, .seed = 11});
    table.columns[4] =
        stretched(words("race", {"Asian", "White", "Native American", "Other", "Black"}, {0, 1, 2, 3, 4, -1}), 90);
    const std::vector<Merge> made = {
        tabular::parse_merge(R"(race in ["Asian", "Native American"] -> Small)"),
        tabular::parse_merge("race == Small -> Other"),
        tabular::parse_merge("job in [clerk, nobody] -> office"),
        tabular::parse_merge("repaid == no -> never"),
    };
    const auto file = tests::sample_model(table, {.target = "repaid", .positive = "yes", .features = features},
                                          {.hidden = {7}}, made);
    cases.add("merges", file, table);
    table.columns[4].levels = {"Small", "Small ", "Native American", "Other", "Black"};
    cases.add("merges-unmet", file, table);
}

/// ONNX takes numbers in single precision, and a tree asks on which side of a threshold a row is.
Table in_single(Table table) {
    for (auto& column : table.columns)
        for (double& v : column.numbers) v = static_cast<double>(static_cast<float>(v));
    return table;
}

/// Trees as they are grown, under a constraint. tests/trees checks that the engine reads them as XGBoost does.
void trained_trees(Cases& cases, const std::string& name, const Table& table, const SchemaOptions& options,
                   const Constraint& constraint = {.bound = 1e-3, .attributes = {"sex"}}) {
    if (!trees::can_grow()) return;
    const learning::Rows rows{.train = {table, options}};

    const auto goal = learning::goal_for(rows.train, {constraint});
    learning::FitOptions with;
    with.shape.trees = Trees{.rounds = 60};
    cases.add(name + "-trained-trees", learning::fit(rows, goal, with).value().model, table);
}

void compas(Cases& cases, const std::filesystem::path& folder) {
    const Table table = read_csv(folder / "compas" / "compas-scores-two-years.csv");
    const std::vector<Merge> made = {tabular::parse_merge(R"(race in ["Asian", "Native American"] -> Other)")};
    cases.add("compas",
              tests::sample_model(table,
                                  {.target = "two_year_recid",
                                   .features = {"sex", "race", "age", "priors_count", "juv_fel_count", "juv_misd_count",
                                                "juv_other_count", "c_charge_degree"}},
                                  {.hidden = {64, 64}}, made),
              table);
}

void adult(Cases& cases, const std::filesystem::path& folder) {
    const Table table =
        read_csv(folder / "adult" / "adult.data",
                 {.names = {"age", "workclass", "fnlwgt", "education", "education_num", "marital_status", "occupation",
                            "relationship", "race", "sex", "capital_gain", "capital_loss", "hours_per_week",
                            "native_country", "income"}});
    trained_trees(cases, "adult", table, {.target = "income", .positive = ">50K"});
    cases.add("adult",
              tests::sample_model(table, {.target = "income", .positive = ">50K"},
                                  {.hidden = {64, 64}, .activation = Activation::gelu}),
              table);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: write_onnx_cases FOLDER\n";
        return 2;
    }
    Cases cases(argv[1]);
    every_activation(cases);
    ordered(cases);
    bins(cases);
    unmet(cases);
    booleans(cases);
    odd_names(cases);
    calibrations(cases);
    merges(cases);
    trained_trees(cases, "loans", in_single(tests::loans(1500)), {.target = "repaid", .positive = "yes"});
    // Only a constant answer meets this bound.
    trained_trees(cases, "constant", in_single(tests::loans(301)), {.target = "repaid", .positive = "yes"},
                  {.kind = ConstraintKind::demographic_parity, .bound = 1e-7, .attributes = {"job"}});
    const char* data = std::getenv("ALCOLE_DATA_DIR");  // NOLINT: one thread
    if (data != nullptr && std::filesystem::exists(std::filesystem::path(data) / "compas")) compas(cases, data);
    if (data != nullptr && std::filesystem::exists(std::filesystem::path(data) / "adult")) adult(cases, data);
    return 0;
}
