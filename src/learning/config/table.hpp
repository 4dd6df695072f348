#pragma once

#include "base/settings.hpp"
#include "certify/enum_names.hpp"
#include "learning/config/config.hpp"
#include "learning/config/rules.hpp"
#include "solver/options/table.hpp"
#include "table/enum_names.hpp"

#include <array>
#include <string_view>

// The one table of the keys of a run file: visit(name, member, allowed, meaning) for each, in the order they are
// written. The names are those inside of their table: `file` of [data]. First those of one [[constraint]].
namespace alcole::tabular {

void fields(auto& visit, base::Is<Constraint> auto& constraint) {
    using base::Allowed;
    using enum Allowed::Entries;
    static constexpr std::array<std::string_view, 2> groups_or_whole = {"groups", "whole"};
    visit("kind", constraint.kind, base::any_size,
          "`counterfactual`: the mean divergence between predictions for a row and for the same row with another value "
          "of the attribute. `demographic_parity`, `equal_opportunity`, `equalized_odds`, `error_rate`: how far rates "
          "of groups are apart. `rate`: a rate itself. `group_loss`: the loss itself. `mean_prediction`: how far mean "
          "predictions of groups are apart, of numbers or of ordered classes (the expected one, counted from 1). "
          "`expression`: what `risk` says, "
          "and the kind where there is no `kind`. `gap`, `ratio`: of `risk`, between groups. `four_fifths`, "
          "`predictive_parity`, `selection_budget`, `calibration`, `churn`, `monotone`, `lipschitz`, `row_loss`: see "
          "[constraints.md](constraints.md).");
    visit("bound", constraint.bound, base::any_size,
          "What it must not exceed. > 0 for counterfactual, group_loss and row_loss, in (0, 1] for rate and ratio, any "
          "for "
          "expression and gap, >= 0 for mean_prediction, in [0, 1] for the others. An expression may have it in its "
          "`risk`; four_fifths has 0.8.");
    visit("name", constraint.name, Allowed{}, "What it is called in results. Empty: made from the rest.");
    visit("attribute", constraint.attributes, Allowed{.entries = one, .what = "a column"},
          "The column whose values make the groups, or are changed. rate and group_loss are for all rows without one.");
    visit("attributes", constraint.attributes, Allowed{.entries = several, .what = "a list of columns"},
          "Several, instead of `attribute`: crossed, or changed at once.");
    visit("rows", constraint.rows, Allowed{.check = &learning::rules::check_condition, .what = "a list of conditions"},
          "Its own rows: those that meet all conditions. Empty: all of them.");
    visit("from", constraint.from, Allowed{}, "Of counterfactual: only this value is changed. Empty: every one.");
    visit("to", constraint.to, Allowed{},
          "Of counterfactual: what the value is changed into. Empty: the other one of two, or each value in turn.");
    visit("against", constraint.against_whole, Allowed{.words = groups_or_whole},
          "Of gaps: groups are compared with each other, or each with the whole.");
    visit("rate", constraint.rate, base::any_size, "Of rate: which one.");
    visit("at_least", constraint.at_least, Allowed{}, "Of rate and expression: the bound is a lower one.");
    visit("positive", constraint.positive, Allowed{},
          "Of rates: which class is the positive one. Empty: that of `data`, or each class in turn.");
    visit("risk", constraint.risk, Allowed{.check = &learning::rules::check_risk, .what = "an expression"},
          "Of expression, gap and ratio: a linear combination of rates, such as `positive_rate[sex == 'F'] - 0.8 * "
          "positive_rate[sex == 'M'] >= 0`; see [constraints.md](constraints.md).");
    visit("within", constraint.within, Allowed{.what = "a list of columns"},
          "Groups are compared only among rows that agree in these columns: one constraint for each of their values.");
    visit("model", constraint.model, Allowed{.holds = &learning::rules::is_path, .is_path = true, .what = "a path"},
          "Of churn: the other model (`old.onnx`), whose answers are compared, instead of a column that holds them.");
    visit("level", constraint.level, base::any_size,
          "Of predictive_parity: the precision that is aimed at. Of lipschitz: how far the score may move.");
    visit("lower_bound", constraint.lower_bound, base::any_size, "Of selection_budget: the lower bound.");
    visit("add", constraint.add, Allowed{}, "Of changes: number attributes become larger by so much.");
    visit(
        "minimise", constraint.minimise, Allowed{},
        "Of group_loss, row_loss, rate and expression: there is no bound; the least one that all groups or rows can be "
        "held to is found, which makes the worst of them as good as it can be.");
    visit(
        "price", constraint.price, base::any_size,
        "The most that meeting it may cost: where the objective would rise by more for each unit of its risk, it gives "
        "way, and the report says by how much. 0: it must be met.");
}

}  // namespace alcole::tabular

namespace alcole::learning {

constexpr auto names_of(ObjectiveChoice) { return base::words("automatic", "loss", "error_rate"); }
constexpr auto names_of(RegimeChoice) { return base::words("auto", "full", "stochastic"); }

void fields(auto& visit, base::Is<DataConfig> auto& data) {
    using base::Allowed;
    constexpr Allowed path{.holds = &rules::is_path, .is_path = true, .what = "a path"};
    constexpr Allowed columns{.what = "a list of columns"};
    constexpr Allowed sign{.holds = &rules::is_sign_or_nothing, .what = "one character, or nothing"};
    constexpr Allowed hash{.holds = &rules::is_sha256, .what = "64 lowercase hexadecimal digits, or nothing"};
    visit("file", data.file, path,
          "The table: CSV, ARFF where the name ends so, or HDF5 as `alcole convert` writes it.");
    visit("test_file", data.test_file, path,
          "A table of held-out rows, where the split is given: all rows of `file` are then for training.");
    visit("target", data.target, Allowed{.what = "a column"},
          "What is predicted. Two words or two numbers are two classes, more words are several classes, other numbers "
          "are a number to predict.");
    visit("positive", data.positive, Allowed{}, "The positive one of two classes. Empty: true, yes or 1.");
    visit(
        "task", data.task, base::any_size,
        "`auto`: as `target` says. `ordinal`: classes in an order, such as brackets, grades or stars. `regression`: a "
        "number, even where it has two values only.");
    visit("order", data.order, Allowed{.what = "a list of words"},
          "Of ordinal: the classes, the lowest first. Empty: numbers in their order.");
    visit("features", data.features, columns,
          "What it is predicted from. Empty: every column but the target, the weights and those in `ignore`.");
    visit("ignore", data.ignore, columns, "Columns that are left out; not with `features`.");
    visit("ignore_constant", data.ignore_constant, Allowed{},
          "Leave out all columns as well that have no value, or one and the same, in all training rows; not with "
          "`features`.");
    visit("where", data.where, Allowed{.check = &rules::check_condition, .what = "a list of conditions"},
          "Which rows are used: those that meet all conditions, such as `age >= 18`.");
    visit("merge", data.merge, Allowed{.check = &rules::check_merge, .what = "a list of merges"},
          R"(Levels that become one, such as `race in ["Asian", "Native American"] -> Other`.)");
    visit("protected", data.protected_columns, columns,
          "Columns whose groups are reported on. They are features unless they are in `ignore`.");
    visit("categories", data.categories, columns, "Columns of numbers that are codes for something, not amounts.");
    visit("binned", data.binned, columns,
          "Columns of numbers that enter as bins with about as many rows each: for heavy tails, where what matters is "
          "the order of magnitude. Not for trees, which have bins of their own.");
    visit("bins", data.bins, Allowed{.least = 2, .most = 1000}, "How many bins, of each column in `binned`, at most.");
    visit("weights", data.weights, Allowed{.what = "a column"},
          "How much each row counts in the objective. Empty: all the same.");
    visit("class_weights", data.class_weights, Allowed{.check = &rules::check_class_weights, .what = "a text"},
          "How much the rows of each class count in the objective, beside `weights`: `balanced`, so that every class "
          "counts the "
          "same, or numbers, such as `yes: 3, no: 1`; a class that is not named counts 1. Constraints count rows.");
    visit("test", data.test, base::share_or_zero,
          "Share of the rows that is held out, drawn by `solve.seed`. 0: none. Ignored when there is a `test_file`.");
    visit("delimiter", data.delimiter, Allowed{.holds = &rules::is_delimiter, .what = "one character, or \"tab\""},
          "What stands between the values of a CSV file.");
    visit("decimal_comma", data.decimal_comma, Allowed{},
          "Numbers are written 1.234,5 and not 1234.5: decimals stand behind a comma.");
    visit("quote", data.quote, sign, "What stands around values that hold a delimiter.");
    visit("comment", data.comment, sign, "Lines that start with it are skipped.");
    visit("missing", data.missing, Allowed{.what = "a list of words"}, "Words that mean \"no value\".");
    visit("names", data.names, columns, "The names of the columns, for a file whose first line is data already.");
    visit("sha256", data.sha256, hash,
          "The hash of `file`, of what is in it where it is compressed. When it is given, another content is refused.");
    visit("test_sha256", data.test_sha256, hash, "The same of `test_file`.");
}

/// Of [model], for trees.
void tree_fields(auto& visit, base::Is<tabular::Trees> auto& trees) {
    using base::Allowed;
    constexpr Allowed columns{.what = "a list of columns"};
    visit("rounds", trees.rounds, Allowed{.least = 1, .most = 100000},
          "Of trees: how many rounds at most, a tree each.");
    visit("depth", trees.depth, Allowed{.least = 1, .most = 16}, "Of trees: questions from the root to a leaf.");
    visit("leaves", trees.leaves, Allowed{.least = 0, .most = 65536},
          "Of trees: leaves of a tree at most, grown where they help most. 0: as many as the depth allows.");
    visit("rate", trees.rate, base::share_or_one, "Of trees: how much of each one is taken.");
    visit("rows", trees.rows, base::share_or_one, "Of trees: share of the points that each one is grown on.");
    visit("columns", trees.columns, base::share_or_one, "Of trees: share of the inputs that each one may use.");
    visit("min_child_weight", trees.min_child_weight, base::any_size,
          "Of trees: curvature that the rows of a leaf must have together; a row has a quarter at most.");
    visit("bins", trees.bins, Allowed{.least = 2, .most = 65536},
          "Of trees: bins of a number, between which they split.");
    visit("patience", trees.patience, Allowed{.least = 0, .most = 100000},
          "Of trees: growing ends after so many rounds without a lower loss on rows split off inside training (15 % "
          "of them, which the constraints keep). 0: all rounds, and all rows for the objective.");
    visit("increasing", trees.increasing, columns, "Of trees: number columns as which rise the score never falls.");
    visit("decreasing", trees.decreasing, columns, "Of trees: number columns as which rise the score never rises.");
}

void fields(auto& visit, base::Is<ModelConfig> auto& model) {
    using base::Allowed;
    static constexpr std::array<std::string_view, 3> kinds = {"mlp", "linear", "trees"};
    visit("kind", model.kind, Allowed{.words = kinds},
          "`mlp`: a network with hidden layers. `linear`: logistic, softmax or linear regression. `trees`: boosted "
          "decision trees.");
    visit("hidden", model.hidden, Allowed{.least = 1, .most = 65536, .most_entries = 64},
          "Of mlp: units of each hidden layer.");
    visit("activation", model.activation, base::any_size,
          "Of mlp: what follows the sums of a hidden layer. The theory asks for a smooth one, which all are but relu.");
    visit("l2", model.l2, base::any_size,
          "Adds l2 / 2 times the sum of squared weights (not the biases) to the objective. `auto`: 5 / (training rows) "
          "for an mlp, which would otherwise overfit, times the variance of a target that is a number; 0 for a linear "
          "model. Of trees: on the values of the leaves, as XGBoost's lambda; `auto`: 1.");
    visit("calibrate", model.calibrate, base::any_size,
          "Mends probabilities that are too sure, on a fifth of the training rows, which the search then does not see: "
          "`platt` stretches and shifts the scores, `isotonic` (of two classes) bends them. Constraints are judged "
          "after it; where they are on rates, every probability stays on its side of one half.");
    visit(
        "objective", model.objective, base::any_size,
        "What is minimised. `loss`: the mean loss. `error_rate`: the share of rows that are predicted wrongly, with a "
        "tenth of the loss: more accurate where rows are many for each weight, overfitted where they are few. "
        "`automatic`: error_rate under constraints that are all on rates, with a linear model of two classes or more "
        "that has at least 150 training rows for each weight; else loss.");
    tree_fields(visit, model.trees);
}

void fields(auto& visit, base::Is<SolveConfig> auto& solve) {
    using base::Allowed;
    constexpr Allowed rows{.least = 1, .most = 1e9};
    visit("regime", solve.regime, base::any_size,
          "`full`: all data in every step. `stochastic`: mini-batch steps. `auto`: all data, but a network on a "
          "large table begins with mini-batches, and goes on with all data where these have not settled.");
    visit("batch_rows", solve.batch_rows, rows, "Rows of a mini-batch.");
    visit("min_rows_per_group", solve.min_rows_per_group, rows,
          "Minimum rows per group in a mini-batch, or all of them where there are fewer.");
    visit("starts", solve.starts, Allowed{.least = 1, .most = 1000},
          "How many first weights a network is trained from, side by side, with the seeds `seed`, `seed` + 1, ...: the "
          "one that meets the constraints with the least objective is kept. A linear model has one.");
    const auto option = [&](std::string_view name, auto& slot, const Allowed& allowed, std::string_view meaning) {
        if (name != "regime") visit(name, slot, allowed, meaning);
    };
    fields(option, solve.options);
}

void fields(auto& visit, base::Is<CertifyConfig> auto& config) {
    visit("confidence", config.confidence, base::share_or_zero,
          "Probability with which the certificate holds, such as 0.95, or `--certify 0.95`. Rows are then set aside, "
          "the search aims at tighter bounds so that the certificate can pass, and the model is certified on those "
          "rows, once. 0: none of it.");
    visit("share", config.share, base::share,
          "Share of the rows that is set aside, drawn before `data.test`, which is a share of the rest.");
    visit("family", config.family, base::any_size, "Which confidence bounds decide; chosen before the rows are seen.");
    visit("file", config.file, base::Allowed{.holds = &rules::is_path, .is_path = true, .what = "a path"},
          "A table of its own for the certificate, which no other command reads; `share` is then not used.");
    visit("sha256", config.sha256,
          base::Allowed{.holds = &rules::is_sha256, .what = "64 lowercase hexadecimal digits, or nothing"},
          "The hash of `file`. When it is given, a file with another content is refused.");
    visit("openings", config.openings, base::Allowed{.least = 1, .most = 1000},
          "How often the rows of the certificate will be looked at, by other models or settings: planned before the "
          "first time, each look has its share of what may go wrong, and a further one is refused.");
}

/// The tables of a run file but for [[constraint]]: visit("data", config.data), ...
void sections(auto& visit, base::Is<Config> auto& config) {
    visit("data", config.data);
    visit("model", config.model);
    visit("solve", config.solve);
    visit("certify", config.certify);
}

}  // namespace alcole::learning
