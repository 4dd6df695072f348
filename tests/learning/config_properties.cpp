#include "learning/config/config.hpp"
#include "refusal.hpp"

#include <filesystem>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole::learning {
namespace {

using tabular::ConstraintKind;

/// Letters, and everything that is special to TOML.
std::string word() {
    const auto piece = rc::gen::element<std::string>("a", "B", "7", " ", ".", "\"", "'", "\"\"\"", "\\", "\\u0041",
                                                     "\n", "\r\n", "\t", "#", "=", "[", "]", "{", ",", "é", "猫",
                                                     "🦉", "\x01", "\x7F", "\u0085", std::string(1, '\0'));
    std::string result;
    for (const auto& part : *rc::gen::container<std::vector<std::string>>(*rc::gen::inRange<std::size_t>(0, 8), piece))
        result += part;
    return result;
}

std::vector<std::string> some_words() {
    std::vector<std::string> list(*rc::gen::inRange<std::size_t>(0, 4));
    for (auto& one : list) one = word();
    return list;
}

template <class T>
T one_of(std::initializer_list<T> choices) {
    return *rc::gen::elementOf(std::vector<T>(choices));
}

std::string path() {
    return one_of<std::string>({"", "loans.csv", "../loans.csv", "a b/\"c\".csv", "/data/x.csv", "here/../there.csv",
                                "é.csv", "a//b.csv", "."});
}

/// Any finite number that is not negative.
double number() {
    const double scale = one_of<double>({0.0, 1.0, 0.1, 1e-300, 1e300, 5e-324, 0.3, 1e22, 64.0});
    return scale * *rc::gen::inRange(0, 1000);
}

template <class E>
E any_of(std::size_t count) {
    return static_cast<E>(*rc::gen::inRange<std::size_t>(0, count));
}

tabular::Constraint constraint() {
    tabular::Constraint c{.kind = any_of<ConstraintKind>(7), .bound = number() + 1e-9, .name = word()};
    c.attributes = {"a" + word()};
    if (*rc::gen::arbitrary<bool>()) c.rows = {"age >= 18", "sex == \"" + one_of<std::string>({"F", "é\"x"}) + "\""};
    if (c.rows.size() == 2 && c.rows[1].find("\"x") != std::string::npos) c.rows.pop_back();
    switch (c.kind) {
        case ConstraintKind::counterfactual:
            c.to = word();
            if (!c.to.empty()) c.from = word();
            break;
        case ConstraintKind::rate:
            c.bound = one_of<double>({1.0, 0.1, 1.0 / 3});
            c.rate = any_of<tabular::Rate>(5);
            c.at_least = *rc::gen::arbitrary<bool>();
            c.positive = word();
            c.attributes = one_of<std::vector<std::string>>({{}, {"a"}, {"a", "b"}});
            break;
        case ConstraintKind::group_loss:
            c.attributes.clear();
            break;
        default:
            c.bound = one_of<double>({0.0, 0.1, 1.0 / 3, 1.0});
            c.against_whole = *rc::gen::arbitrary<bool>();
            c.attributes.push_back("b");
            if (c.kind != ConstraintKind::error_rate) c.positive = word();
    }
    return c;
}

Config any_config() {
    Config c;
    DataConfig& data = c.data;
    data.file = path();
    data.test_file = path();
    for (auto* text : {&data.target, &data.positive, &data.weights}) *text = word();
    for (auto* list :
         {&data.features, &data.ignore, &data.protected_columns, &data.categories, &data.missing, &data.names})
        *list = some_words();
    data.where = one_of<std::vector<std::string>>({{}, {"age >= 18"}, {"`a\"b` is missing", "x in ['é', \"\\\"]"}});
    data.merge = one_of<std::vector<std::string>>({{}, {"race in [a, \"b c\"] -> \"d -> e\""}});
    data.test = one_of<double>({0.0, 0.5, 0.1, 1.0 / 3, 1e-17});
    data.delimiter = one_of<std::string>({",", "tab", "\t", ";", "\\", "\""});
    data.quote = one_of<std::string>({"", "'", "\""});
    data.comment = one_of<std::string>({"", "#", "%"});
    data.sha256 = one_of<std::string>({"", std::string(64, '0'), std::string(64, 'f')});
    c.model.kind = one_of<std::string>({"mlp", "linear"});
    c.model.hidden = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 65537));
    if (c.model.hidden.size() > 64) c.model.hidden.resize(64);
    c.model.activation = any_of<tabular::Activation>(6);
    c.model.objective = any_of<ObjectiveChoice>(3);
    c.model.calibrate = any_of<tabular::Calibration>(3);
    if (*rc::gen::arbitrary<bool>()) c.model.l2 = number();
    for (int k = *rc::gen::inRange(0, 4); k > 0; --k) c.constraints.push_back(constraint());
    c.solve.regime = any_of<RegimeChoice>(3);
    c.solve.cost_of_constraints = any_of<CostChoice>(3);
    c.solve.batch_rows = *rc::gen::inRange<std::size_t>(1, 1000000);
    c.solve.options.seed = *rc::gen::arbitrary<std::uint64_t>() >> 1U;
    c.solve.options.method = any_of<Method>(4);
    c.solve.options.diagnose = *rc::gen::arbitrary<bool>();
    c.solve.options.dual.rule = any_of<DualRule>(4);
    c.solve.options.tolerance.violation = number();
    c.solve.options.stochastic.rate = number() + 5e-324;
    c.solve.options.max_outer = *rc::gen::inRange<std::int64_t>(1, 1000000);
    return c;
}

RC_GTEST_PROP(RunFile, WrittenOutReadsBackTheSame, ()) {
    const Config config = any_config();
    const std::string folder = one_of<std::string>({"", ".", "out", "../x", "/tmp/out/deep", "out/"});
    const std::string text = to_toml(config, folder);
    const Config again = parse_config(text, "run.toml", folder);
    for (const auto& difference : differences(config, again))
        RC_FAIL(difference.name + ": " + difference.left + " became " + difference.right);
    RC_ASSERT(config.data.sha256 == again.data.sha256);
    RC_ASSERT(to_toml(again, folder) == text);
    RC_ASSERT(to_toml(again, "elsewhere") == to_toml(config, "elsewhere"));
}

/// Setting every key to its default gives the defaults.
TEST(KeyTable, DefaultsAreAccepted) {
    Config config;
    for (const auto& info : key_table()) {
        if (info.by_default.empty() || info.name.starts_with("constraint.")) continue;
        EXPECT_EQ(testing::refusal([&] { set(config, info.name + "=" + info.by_default); }), "") << info.name;
    }
    EXPECT_TRUE(differences(config, Config()).empty());
}

}  // namespace
}  // namespace alcole::learning
