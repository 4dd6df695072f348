#pragma once

#include "run/config/config.hpp"
#include "run/config/forms.hpp"
#include "run/config/rules.hpp"
#include "solver/options/table.hpp"

#include <string>
#include <string_view>

/// The one table of the keys of a run file: visit(name, slot, form, meaning) for each, in the order they are written.
/// What it visits may be const.
namespace alcole::run {

template <class D, class Visit>
void visit_data(D& data, Visit&& visit) {
    using namespace form;
    const auto path = [](std::string_view what) { return Path{{.what = what, .holds = &rules::is_path}}; };
    visit("data.file", data.file, path("a path"), "The table: CSV, or ARFF where the name ends so.");
    visit("data.test_file", data.test_file, path("a path"),
          "A table of held-out rows, where the split is given: all rows of `file` are then for training.");
    visit("data.target", data.target, Text{"a column"},
          "What is predicted. Two words or two numbers are two classes, more words are several classes, other numbers "
          "are a number to predict.");
    visit("data.positive", data.positive, Text{}, "The positive one of two classes. Empty: true, yes or 1.");
    visit("data.features", data.features, Texts{"a list of columns"},
          "What it is predicted from. Empty: every column but the target, the weights and those in `ignore`.");
    visit("data.ignore", data.ignore, Texts{"a list of columns"}, "Columns that are left out; not with `features`.");
    visit("data.where", data.where, Texts{"a list of conditions", &rules::check_condition},
          "Which rows are used: those that meet all conditions, such as `age >= 18`.");
    visit("data.merge", data.merge, Texts{"a list of merges", &rules::check_merge},
          R"(Levels that become one, such as `race in ["Asian", "Native American"] -> Other`.)");
    visit("data.protected", data.protected_columns, Texts{"a list of columns"},
          "Columns whose groups are reported on. They are features unless they are in `ignore`.");
    visit("data.categories", data.categories, Texts{"a list of columns"},
          "Columns of numbers that are codes for something, not amounts.");
    visit("data.weights", data.weights, Text{"a column"},
          "How much each row counts in the objective. Empty: all the same.");
    visit("data.test", data.test, Number{share_or_zero},
          "Share of the rows that is held out, drawn by `solve.seed`. 0: none. Not looked at when there is a "
          "`test_file`.");
    visit("data.delimiter", data.delimiter, Text{"one character, or \"tab\"", &rules::is_delimiter},
          "What stands between the values of a CSV file.");
    visit("data.quote", data.quote, Text{"one character, or nothing", &rules::is_sign_or_nothing},
          "What stands around values that hold a delimiter.");
    visit("data.comment", data.comment, Text{"one character, or nothing", &rules::is_sign_or_nothing},
          "Lines that start with it are passed over.");
    visit("data.missing", data.missing, Texts{"a list of words"}, "Words that mean \"no value\".");
    visit("data.names", data.names, Texts{"a list of columns"},
          "The names of the columns, for a file whose first line is data already.");
    visit("data.sha256", data.sha256, Text{"64 hexadecimal digits in small letters, or nothing", &rules::is_sha256},
          "The hash of `file`. When it is given, a file with another content is refused.");
    visit("data.test_sha256", data.test_sha256,
          Text{"64 hexadecimal digits in small letters, or nothing", &rules::is_sha256}, "The same of `test_file`.");
}

template <class M, class Visit>
void visit_model(M& model, Visit&& visit) {
    using namespace form;
    visit("model.kind", model.kind, Text{"one of mlp, linear", &rules::is_model_kind},
          "`mlp`: a network with hidden layers. `linear`: logistic, softmax or linear regression.");
    visit("model.hidden", model.hidden, Wholes{{.least = 1, .most = 65536}, 64},
          "Units of each hidden layer. Not looked at when the kind is linear.");
    visit("model.activation", model.activation, Word<tabular::Activation>{},
          "What follows the sums of a hidden layer. The theory asks for a smooth one, which all are but relu.");
    visit("model.l2", model.l2, NumberOrAuto{any_size},
          "Adds l2 / 2 times the sum of squared weights (not the biases) to the objective. `auto`: 5 / (training rows) "
          "for an mlp, which would otherwise learn its rows by heart; 0 for a linear model.");
}

/// The keys of one [[constraint]], without the word before them.
template <class C, class Visit>
void visit_constraint(C& constraint, Visit&& visit) {
    using namespace form;
    visit("kind", constraint.kind, Word<tabular::ConstraintKind>{},
          "`counterfactual`: the mean divergence between predictions for a row and for the same row with another value "
          "of the attribute. `demographic_parity`, `equal_opportunity`, `equalized_odds`, `error_rate`: how far rates "
          "of groups are apart. `rate`: a rate itself. `group_loss`: the loss itself.");
    visit("bound", constraint.bound, Number{any_size},
          "What it must not exceed. > 0 for counterfactual and group_loss, in (0, 1] for rate, >= 0 for the others.");
    visit("name", constraint.name, Text{}, "What it is called in results. Empty: made from the rest.");
    visit("attribute", constraint.attributes, OnlyOne{},
          "The column whose values make the groups, or are changed. rate and group_loss are for all rows without one.");
    visit("attributes", constraint.attributes, Several{{.what = "a list of columns"}},
          "Several, crossed, instead of `attribute`; counterfactual takes only one.");
    visit("rows", constraint.rows, Texts{"a list of conditions", &rules::check_condition},
          "Its own rows: those that meet all conditions. Empty: all of them.");
    visit("from", constraint.from, Text{}, "Of counterfactual: only this value is changed. Empty: every one.");
    visit("to", constraint.to, Text{},
          "Of counterfactual: what the value is changed into. Empty: the other one of two, or each value in turn.");
    visit("against", constraint.against_whole, Word<bool>{{"groups", "whole"}},
          "Of gaps between rates: groups are compared with each other, or each with the whole.");
    visit("rate", constraint.rate, Word<tabular::Rate>{}, "Of rate: which one.");
    visit("at_least", constraint.at_least, Flag{}, "Of rate: the bound is a lower one.");
    visit("positive", constraint.positive, Text{},
          "Of rates: which class is the positive one. Empty: that of `data`, or each class in turn.");
}

template <class S, class Visit>
void visit_solve(S& solve, Visit&& visit) {
    using namespace form;
    visit("solve.regime", solve.regime, Word<RegimeChoice>{},
          "`full`: all data in every step. `stochastic`: mini-batch steps. `auto`: mini-batches first where the data "
          "are large, then all data, to the tolerances.");
    visit("solve.batch_rows", solve.batch_rows, Whole{{.least = 1, .most = 1e9}}, "Rows of a mini-batch.");
    visit("solve.least_rows", solve.least_rows, Whole{{.least = 1, .most = 1e9}},
          "Least rows of every group in a mini-batch, or all of them where there are fewer.");
    solver::visit_options(solve.options, [&](const solver::OptionRow& row, auto& slot) {
        if (row.name == "regime") return;
        visit("solve." + std::string(row.name), slot, of_option<std::remove_cvref_t<decltype(slot)>>(row.range),
              row.meaning);
    });
}

template <class C, class Visit>
void visit_certify(C& config, Visit&& visit) {
    using namespace form;
    visit("certify.confidence", config.confidence, Number{share_or_zero},
          "Probability with which the certificate holds, such as 0.95, or `--certify 0.95`. Rows are then held apart, "
          "the search aims at tighter bounds so that the certificate can pass, and the model is certified on those "
          "rows, once. 0: none of it.");
    visit("certify.share", config.share, Number{share},
          "Share of the rows that is held apart, drawn before `data.test`, which is a share of the rest.");
    visit("certify.family", config.family, Word<certify::Family>{},
          "Which confidence bounds decide; chosen before the rows are looked at.");
}

/// Everything but the constraints.
template <class C, class Visit>
void visit_config(C& config, Visit&& visit) {
    visit_data(config.data, visit);
    visit_model(config.model, visit);
    visit_solve(config.solve, visit);
    visit_certify(config.certify, visit);
}

}  // namespace alcole::run
