#pragma once

#include "base/settings.hpp"
#include "certify/enum_names.hpp"
#include "learning/config/config.hpp"
#include "learning/config/rules.hpp"
#include "solver/options/table.hpp"
#include "table/enum_names.hpp"

#include <array>
#include <string_view>

// The only table of the keys of a run file: visit(name, member, allowed, meaning) for each, in the order in which they
// are written. Names are relative to their table, such as `file` in [data]. The keys of [[constraint]] come first.
namespace alcole::tabular {

void fields(auto& visit, base::Is<Constraint> auto& constraint) {
    using base::Allowed;
    using enum Allowed::Entries;
    static constexpr std::array<std::string_view, 2> groups_or_whole = {"groups", "whole"};
    visit("kind", constraint.kind, base::any_size,
          "`counterfactual`: the mean divergence between the predictions for a row and for the same row with another "
          "value of the attribute. `demographic_parity`, `equal_opportunity`, `equalized_odds`, `error_rate`: "
          "differences between the rates of groups. `rate`: a rate itself. `group_loss`: the loss itself. "
          "`mean_prediction`: differences between the mean predictions of groups, for numbers or ordered classes "
          "(the expected class, counted from 1). `expression`: the expression `risk`; implied by a `risk` without a "
          "`kind`. `gap`, `ratio`: of `risk`, between groups. `four_fifths`, `predictive_parity`, "
          "`selection_budget`, `calibration`, `churn`, `monotone`, `lipschitz`, `row_loss`: see "
          "[constraints.md](constraints.md).");
    visit("bound", constraint.bound, base::any_size,
          "The value that the risk must not exceed. > 0 for counterfactual, group_loss and row_loss, in (0, 1] for "
          "rate and ratio, any for expression and gap, >= 0 for mean_prediction, in [0, 1] for the others. An "
          "expression may contain it in its `risk`; for four_fifths it is 0.8.");
    visit("name", constraint.name, Allowed{}, "Name of the constraint in results. Empty: generated from the rest.");
    visit("attribute", constraint.attributes, Allowed{.entries = one, .what = "a column"},
          "The column whose values define the groups, or are changed. Without one, rate and group_loss apply to all "
          "rows.");
    visit("attributes", constraint.attributes, Allowed{.entries = several, .what = "a list of columns"},
          "Several columns instead of `attribute`: crossed, or changed together.");
    visit("rows", constraint.rows, Allowed{.check = &learning::rules::check_condition, .what = "a list of conditions"},
          "The rows that the constraint applies to: those that meet all conditions. Empty: all rows.");
    visit("from", constraint.from, Allowed{}, "For counterfactual: only this value is changed. Empty: every value.");
    visit("to", constraint.to, Allowed{},
          "For counterfactual: the new value. Empty: the other one of two values, or each value in turn.");
    visit("against", constraint.against_whole, Allowed{.words = groups_or_whole},
          "For gaps: compare groups with each other, or each group with the whole.");
    visit("rate", constraint.rate, base::any_size, "For rate: which rate.");
    visit("at_least", constraint.at_least, Allowed{}, "For rate and expression: the bound is a lower bound.");
    visit("positive", constraint.positive, Allowed{},
          "For rates: the positive class. Empty: the target's, or each class in turn.");
    visit("risk", constraint.risk, Allowed{.check = &learning::rules::check_risk, .what = "an expression"},
          "For expression, gap and ratio: a linear combination of rates, such as `positive_rate[sex == 'F'] - 0.8 * "
          "positive_rate[sex == 'M'] >= 0`; see [constraints.md](constraints.md).");
    visit("within", constraint.within, Allowed{.what = "a list of columns"},
          "Compare groups only among rows that agree in these columns: one constraint for each of their values.");
    visit("model", constraint.model, Allowed{.holds = &learning::rules::is_path, .is_path = true, .what = "a path"},
          "For churn: the other model (`old.onnx`) whose predictions are compared, instead of a column that contains "
          "them.");
    visit(
        "level", constraint.level, base::any_size,
        "For predictive_parity, which needs it: the target precision. For lipschitz, which needs it: how far the score "
        "may move. Greater than 0.");
    visit("lower_bound", constraint.lower_bound, base::any_size, "For selection_budget: the lower bound.");
    visit("add", constraint.add, Allowed{}, "For changes: the amount added to number attributes.");
    visit("minimise", constraint.minimise, Allowed{},
          "For group_loss, row_loss, rate and expression: there is no bound; the smallest bound that all groups or "
          "rows can meet is found, which makes the worst of them as good as possible.");
    visit("price", constraint.price, base::any_size,
          "The maximum price of the constraint: if the objective would rise by more for each unit of the risk, the "
          "constraint gives way, and the report says by how much. 0: the constraint must be met.");
}

}  // namespace alcole::tabular

namespace alcole::learning {

constexpr auto names_of(ObjectiveChoice) { return base::words("automatic", "loss", "error_rate"); }
constexpr auto names_of(CostChoice) { return base::words("automatic", "always", "never"); }
constexpr auto names_of(RegimeChoice) { return base::words("auto", "full", "stochastic"); }

void fields(auto& visit, base::Is<DataConfig> auto& data) {
    using base::Allowed;
    constexpr Allowed path{.holds = &rules::is_path, .is_path = true, .what = "a path"};
    constexpr Allowed columns{.what = "a list of columns"};
    constexpr Allowed sign{.holds = &rules::is_sign_or_nothing, .what = "one character, or nothing"};
    constexpr Allowed hash{.holds = &rules::is_sha256, .what = "64 lowercase hexadecimal digits, or nothing"};
    visit("file", data.file, path,
          "The table: CSV, ARFF if the name ends in .arff, or HDF5 as written by `alcole convert`.");
    visit("test_file", data.test_file, path,
          "A table of held-out rows, for a given split: all rows of `file` are then training rows.");
    visit("target", data.target, Allowed{.what = "a column"},
          "The column to predict. Two words or two numbers mean two classes, more words several classes, other "
          "numbers a number to predict.");
    visit("positive", data.positive, Allowed{}, "The positive one of two classes. Empty: true, yes or 1.");
    visit("task", data.task, base::any_size,
          "`auto`: decided from `target`. `ordinal`: ordered classes, such as brackets, grades or stars. "
          "`regression`: a number, even if it has only two values.");
    visit("order", data.order, Allowed{.what = "a list of words"},
          "For ordinal: the classes, lowest first. Empty: numeric order.");
    visit("features", data.features, columns,
          "Columns to predict from. Empty: every column except the target, the weights and those in `ignore`.");
    visit("ignore", data.ignore, columns, "Columns to leave out; not with `features`.");
    visit("ignore_constant", data.ignore_constant, Allowed{},
          "Also leave out all columns that have no value, or the same value, in all training rows; not with "
          "`features`.");
    visit("where", data.where, Allowed{.check = &rules::check_condition, .what = "a list of conditions"},
          "The rows to use: those that meet all conditions, such as `age >= 18`.");
    visit("merge", data.merge, Allowed{.check = &rules::check_merge, .what = "a list of merges"},
          R"(Levels that become one, such as `race in ["Asian", "Native American"] -> Other`.)");
    visit("protected", data.protected_columns, columns,
          "Columns whose groups are reported. They are features unless they are in `ignore`.");
    visit("categories", data.categories, columns, "Columns of numbers that are codes, not quantities.");
    visit("binned", data.binned, columns,
          "Columns of numbers that enter as bins with about equally many rows each: for heavy tails, where the order "
          "of magnitude matters. Not for trees, which have bins of their own.");
    visit("bins", data.bins, Allowed{.min = 2, .max = 1000}, "Maximum number of bins of each column in `binned`.");
    visit("weights", data.weights, Allowed{.what = "a column"},
          "The column with the weight of each row in the objective. Empty: all equal.");
    visit("class_weights", data.class_weights, Allowed{.check = &rules::check_class_weights, .what = "a text"},
          "Weights of the classes in the objective, multiplied by those of the rows: `balanced` gives all classes the "
          "same total weight; `yes: 3, no: 1` gives each class its own, and a class that is not named has 1. "
          "Constraints are not weighted. Empty: all equal.");
    visit("test", data.test, base::share_or_zero,
          "Share of the rows that is held out, drawn with `solve.seed`. 0: none. Ignored if there is a `test_file`.");
    visit("delimiter", data.delimiter, Allowed{.holds = &rules::is_delimiter, .what = "one character, or \"tab\""},
          "The character between the values of a CSV file.");
    visit("decimal_comma", data.decimal_comma, Allowed{},
          "Numbers are written with a decimal comma: 1.234,5 and not 1234.5.");
    visit("quote", data.quote, sign, "The character around values that contain a delimiter. Empty: none.");
    visit("comment", data.comment, sign, "Lines that start with it are skipped. Empty: none.");
    visit("missing", data.missing, Allowed{.what = "a list of words"}, "Words that mean \"no value\".");
    visit("names", data.names, columns, "The names of the columns, for a file without a header line.");
    visit("sha256", data.sha256, hash,
          "The hash of `file`, or of its contents if it is compressed. If given, a file with different contents is "
          "rejected.");
    visit("test_sha256", data.test_sha256, hash, "The same for `test_file`.");
}

/// The keys of [model] that apply to trees.
void tree_fields(auto& visit, base::Is<tabular::Trees> auto& trees) {
    using base::Allowed;
    constexpr Allowed columns{.what = "a list of columns"};
    visit("rounds", trees.rounds, Allowed{.min = 1, .max = 100000},
          "For trees: maximum number of rounds, one tree each.");
    visit("depth", trees.depth, Allowed{.min = 1, .max = 16},
          "For trees: maximum number of splits from the root to a leaf.");
    visit("leaves", trees.leaves, Allowed{.min = 0, .max = 65536},
          "For trees: maximum number of leaves of a tree, grown where they help most. 0: as many as the depth "
          "allows.");
    visit("rate", trees.rate, base::share_or_one, "For trees: learning rate, the fraction of each tree that is added.");
    visit("rows", trees.rows, base::share_or_one, "For trees: share of the points that each tree is grown on.");
    visit("columns", trees.columns, base::share_or_one, "For trees: share of the inputs that each tree may use.");
    visit("min_child_weight", trees.min_child_weight, base::any_size,
          "For trees: minimum total curvature of the rows of a leaf; a row contributes at most a quarter.");
    visit("bins", trees.bins, Allowed{.min = 2, .max = 65536},
          "For trees: number of bins of a number, between which trees split.");
    visit("patience", trees.patience, Allowed{.min = 0, .max = 100000},
          "For trees: growing ends after this many rounds without a lower loss on rows split off within training (15 "
          "% of them, which still count in the constraints). 0: all rounds, and all rows for the objective.");
    visit("increasing", trees.increasing, columns, "For trees: number columns in which the score never decreases.");
    visit("decreasing", trees.decreasing, columns, "For trees: number columns in which the score never increases.");
}

void fields(auto& visit, base::Is<ModelConfig> auto& model) {
    using base::Allowed;
    static constexpr std::array<std::string_view, 3> kinds = {"mlp", "linear", "trees"};
    visit("kind", model.kind, Allowed{.words = kinds},
          "`mlp`: a network with hidden layers. `linear`: logistic, softmax or linear regression. `trees`: boosted "
          "decision trees.");
    visit("hidden", model.hidden, Allowed{.min = 1, .max = 65536, .max_entries = 64},
          "For mlp: units of each hidden layer.");
    visit("activation", model.activation, base::any_size,
          "For mlp: the activation function of hidden layers. The theory requires a smooth one, which all are except "
          "relu.");
    visit("l2", model.l2, base::any_size,
          "Adds l2 / 2 times the sum of squared weights (not the biases) to the objective. `auto`: 5 / (training "
          "rows), at most 0.005, for an mlp and for a linear model with fewer than ten rows per weight, which would "
          "otherwise overfit, times the variance of a target that is a number; 0 for any other linear model. For "
          "trees: on the "
          "values of the leaves, like XGBoost's lambda; `auto`: 1.");
    visit("calibrate", model.calibrate, base::any_size,
          "Corrects overconfident probabilities, on a fifth of the training rows, which the search then does not "
          "see: `platt` scales and shifts the scores, `isotonic` (two classes only) maps them through a "
          "non-decreasing function. Constraints are judged afterwards; if they are on rates, every probability stays "
          "on its side of one half.");
    visit("objective", model.objective, base::any_size,
          "What is minimised. `loss`: the mean loss. `error_rate`: the share of wrongly predicted rows, with 15 % "
          "of the loss: more accurate if there are many rows for each weight, overfitted if there are few. "
          "`automatic`: error_rate if all constraints are on rates and the model is linear, for two classes or more, "
          "with at least 150 training rows for each weight; otherwise loss.");
    tree_fields(visit, model.trees);
}

void fields(auto& visit, base::Is<SolveConfig> auto& solve) {
    using base::Allowed;
    constexpr Allowed rows{.min = 1, .max = 1e9};
    visit("regime", solve.regime, base::any_size,
          "`full`: all data in every step. `stochastic`: mini-batch steps. `auto`: all data, except that a network "
          "on a large table starts with mini-batches and continues with all data only if these have not settled.");
    visit("batch_rows", solve.batch_rows, rows, "Rows per mini-batch.");
    visit("min_rows_per_group", solve.min_rows_per_group, rows,
          "Minimum rows per group in a mini-batch, or all of them if there are fewer.");
    visit("starts", solve.starts, Allowed{.min = 1, .max = 1000},
          "Number of random starts of a network, trained in parallel with the seeds `seed`, `seed` + 1, ...: the one "
          "that meets the constraints with the lowest objective is kept. A linear model has one.");
    visit("cost_of_constraints", solve.cost_of_constraints, base::any_size,
          "Whether `train` also trains the same model without the constraints, to report what they cost. `automatic`: "
          "with up to 100,000 training rows, unless the search begins with mini-batches.");
    const auto option = [&](std::string_view name, auto& slot, const Allowed& allowed, std::string_view meaning) {
        if (name != "regime") visit(name, slot, allowed, meaning);
    };
    fields(option, solve.options);
}

void fields(auto& visit, base::Is<CertifyConfig> auto& config) {
    visit("confidence", config.confidence, base::share_or_zero,
          "Probability with which the certificate holds, such as 0.95, or `--certify 0.95`. Rows are then set aside, "
          "the search aims at tighter bounds so that the certificate can pass, and the model is certified on those "
          "rows, once. 0: no certificate.");
    visit("share", config.share, base::share,
          "Share of the rows that is set aside, drawn before `data.test`, which is a share of the rest.");
    visit("family", config.family, base::any_size, "Which confidence bounds decide; choose before the rows are seen.");
    visit("file", config.file, base::Allowed{.holds = &rules::is_path, .is_path = true, .what = "a path"},
          "A separate table for the certificate, which no other command reads; `share` is then not used. Empty: none.");
    visit("sha256", config.sha256,
          base::Allowed{.holds = &rules::is_sha256, .what = "64 lowercase hexadecimal digits, or nothing"},
          "The hash of `file`. If given, a file with different contents is rejected.");
    visit("openings", config.openings, base::Allowed{.min = 1, .max = 1000},
          "How often the rows of the certificate will be opened, by different models or settings: planned before the "
          "first time. Each opening gets its share of the error probability, and a further one is rejected.");
}

/// The tables of a run file except [[constraint]]: visit("data", config.data), ...
void sections(auto& visit, base::Is<Config> auto& config) {
    visit("data", config.data);
    visit("model", config.model);
    visit("solve", config.solve);
    visit("certify", config.certify);
}

}  // namespace alcole::learning
