// The cost of constraints for boosted trees: a whole training on Adult under a constraint, compared with plain XGBoost
// with the same rounds on the same matrix of rows and twins. CPU seconds on one thread, alternating, the minimum of
// three each, because other work on the machine only adds to them. Needs ALCOLE_DATA_DIR. Usage: trees_speed [rounds
// [kind]]
#include <alcole/learning/learning.hpp>
#include <alcole/tabular/read.hpp>

#include "engine/score_space.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <xgboost/c_api.h>

namespace {

using namespace alcole;           // NOLINT: a program of one file
using namespace alcole::tabular;  // NOLINT

double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void require(int code) {
    if (code != 0) throw std::runtime_error(XGBGetLastError());
}

/// For a point that is a row: whether its rows are mostly positive; for a twin: the label of its row, which precedes
/// it.
std::vector<float> labels_of(engine::ScoreSpace& space, std::size_t risks) {
    std::vector<double> w(risks, 0.0);
    w[0] = 1;
    const auto& push = space.push(w, std::vector<double>(risks, 0.0), 1);
    std::vector<float> labels;
    for (const float g : push.gradient)
        labels.push_back(g != 0 || labels.empty() ? (g < 0 ? 1.0F : 0.0F) : labels.back());
    return labels;
}

double plain_seconds(const engine::SparseRows& points, std::size_t inputs, const std::vector<float>& labels,
                     const Trees& trees) {
    const double begin = cpu();
    DMatrixHandle matrix = nullptr;
    BoosterHandle booster = nullptr;
    require(XGDMatrixCreateFromCSREx(points.begin.data(), points.inputs.data(), points.values.data(),
                                     points.begin.size(), points.values.size(), inputs, &matrix));
    require(XGDMatrixSetFloatInfo(matrix, "label", labels.data(), labels.size()));
    require(XGBoosterCreate(&matrix, 1, &booster));
    for (const auto& [name, value] :
         std::vector<std::pair<std::string, std::string>>{{"objective", "binary:logistic"},
                                                          {"tree_method", "hist"},
                                                          {"nthread", "1"},
                                                          {"eta", std::to_string(trees.rate)},
                                                          {"max_depth", std::to_string(trees.depth)}})
        require(XGBoosterSetParam(booster, name.c_str(), value.c_str()));
    for (int round = 0; round < trees.rounds; ++round) require(XGBoosterUpdateOneIter(booster, round, matrix));
    require(XGBoosterFree(booster));
    require(XGDMatrixFree(matrix));
    return cpu() - begin;
}

}  // namespace

int main(int argc, char** argv) {
    const char* folder = std::getenv("ALCOLE_DATA_DIR");  // NOLINT: one thread
    const auto file = std::filesystem::path(folder == nullptr ? "" : folder) / "adult" / "adult.data";
    if (!std::filesystem::exists(file)) {
        std::puts("trees_speed: ALCOLE_DATA_DIR has no adult/adult.data; nothing to compare");
        return 0;
    }
    ReadOptions read;
    read.names = {"age",          "workclass",    "fnlwgt",         "education",      "education_num",
                  "marital",      "occupation",   "relationship",   "race",           "sex",
                  "capital_gain", "capital_loss", "hours_per_week", "native_country", "income"};
    learning::Rows rows{.train = {read_table(file, read), SchemaOptions{.target = "income", .positive = ">50K"}}};
    learning::FitOptions options;
    options.shape.trees = Trees{.rounds = argc > 1 ? std::atol(argv[1]) : 300, .patience = 0};
    const Context one({.threads = 1});
    std::printf("%-24s %10s %12s %12s %8s\n", "adult, 32561 rows", "points", "XGBoost, s", "alcole, s", "ratio");
    const std::vector<std::pair<ConstraintKind, double>> kinds = {{ConstraintKind::counterfactual, 1e-3},
                                                                  {ConstraintKind::demographic_parity, 0.02},
                                                                  {ConstraintKind::equal_opportunity, 0.02},
                                                                  {ConstraintKind::equalized_odds, 0.02}};
    for (const auto& [kind, bound] : kinds) {
        if (argc > 2 && to_string(kind) != argv[2]) continue;
        const auto goal = learning::goal_for(rows.train, {{.kind = kind, .bound = bound, .attributes = {"sex"}}});
        engine::ScoreSpace space(rows.train, goal, one);
        space.begin(std::vector{0.0F});
        const auto labels = labels_of(space, goal.constraints.size() + 1);
        double plain = std::numeric_limits<double>::infinity();
        double ours = plain;
        for (int time = 0; time < 3; ++time) {
            plain = std::min(
                plain, plain_seconds(space.points(), rows.train.schema().num_inputs(), labels, *options.shape.trees));
            const double begin = cpu();
            (void)learning::fit(rows, goal, options, one);
            ours = std::min(ours, cpu() - begin);
        }
        std::printf("%-24s %10zu %12.2f %12.2f %8.2f\n", std::string(to_string(kind)).c_str(), space.num_points(),
                    plain, ours, ours / plain);
    }
    return 0;
}
