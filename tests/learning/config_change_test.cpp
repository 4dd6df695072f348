#include "learning/config/config.hpp"
#include "refusal.hpp"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using testing::refusal;

Config two_constraints() {
    Config config;
    config.data.file = "loans.csv";
    config.data.target = "approved";
    config.constraints = {{.bound = 0.1, .attributes = {"sex"}},
                          {.kind = tabular::ConstraintKind::demographic_parity, .bound = 0.2, .attributes = {"race"}}};
    return config;
}

std::string refused(const std::string& assignment) {
    Config config = two_constraints();
    return refusal([&] { set(config, assignment); });
}

std::string wrong(void (*change)(Config&)) {
    Config config = two_constraints();
    change(config);
    return refusal([&] { check(config); });
}

TEST(Set, ChangesOneKey) {
    Config config = two_constraints();
    set(config, "solve.seed=3");
    set(config, "solve.method = lagrangian");
    set(config, "solve.regime=full");
    set(config, "solve.tolerance.violation=1e-5");
    set(config, "data.file=other.csv");
    set(config, "data.positive=1");
    set(config, "data.ignore=[\"id\", \"name\"]");
    set(config, "data.where=['age >= 18']");
    set(config, "data.target=\"is=this\"");
    set(config, "model.hidden=[8]");
    set(config, "data.weights=Größe");
    EXPECT_EQ(config.data.weights, "Größe");
    EXPECT_EQ(config.solve.options.seed, 3U);
    EXPECT_EQ(config.solve.options.method, Method::lagrangian);
    EXPECT_EQ(config.solve.regime, RegimeChoice::full);
    EXPECT_EQ(config.solve.options.tolerance.violation, 1e-5);
    EXPECT_EQ(config.data.file, "other.csv");
    EXPECT_EQ(config.data.positive, "1");
    EXPECT_EQ(config.data.ignore, (std::vector<std::string>{"id", "name"}));
    EXPECT_EQ(config.data.where, std::vector<std::string>{"age >= 18"});
    EXPECT_EQ(config.data.target, "is=this");
    EXPECT_EQ(config.model.hidden, std::vector<std::size_t>{8});
}

TEST(Set, ChangesAllConstraintsOrOne) {
    Config config = two_constraints();
    set(config, "constraint.bound=0.01");
    EXPECT_EQ(config.constraints[0].bound, 0.01);
    EXPECT_EQ(config.constraints[1].bound, 0.01);
    set(config, "constraint.2.bound=0.5");
    EXPECT_EQ(config.constraints[0].bound, 0.01);
    EXPECT_EQ(config.constraints[1].bound, 0.5);
    set(config, "constraint.2.attributes=[\"race\", \"sex\"]");
    EXPECT_EQ(config.constraints[1].attributes.size(), 2U);
}

TEST(Set, RefusesWithASentence) {
    EXPECT_EQ(refused("solve.seed"), "'solve.seed' is not an assignment; write for example solve.seed=3");
    EXPECT_EQ(refused("=3"), "'=3' is not an assignment; write for example solve.seed=3");
    EXPECT_EQ(refused("solve.sead=3"), "there is no key 'solve.sead'; did you mean 'solve.seed'?");
    EXPECT_EQ(refused("constraints.kind=parity"),
              "there is no key 'constraints.kind'; did you mean 'constraint.kind'?");
    EXPECT_EQ(refused("data.class_weights=yes"),
              "'yes' is not a class and a number > 0; write \"balanced\", or \"yes: 3, no: 1\"");
    EXPECT_EQ(refused("solve.seed=three"), "'solve.seed' must be a whole number >= 0, not \"three\"");
    EXPECT_EQ(refused("solve.seed=-3"), "'solve.seed' must be a whole number >= 0, not -3");
    EXPECT_EQ(refused("solve=3"), "'solve' is a table of keys, written [solve] with the keys below, not a value");
    EXPECT_EQ(refused("constraint.3.bound=1"), "there is no constraint '3'; the run file has 2, numbered from 1");
    EXPECT_EQ(refused("constraint.x.bound=1"), "there is no constraint 'x'; the run file has 2, numbered from 1");
    EXPECT_EQ(refused("constraint.bond=1"), "there is no key 'constraint.bond'; did you mean 'constraint.bound'?");
    EXPECT_EQ(
        refused("constraint.2.from=a"),
        "'constraint.from' is for constraints of kind counterfactual and lipschitz, not of kind demographic_parity");
    Config none;
    EXPECT_EQ(refusal([&] { set(none, "constraint.bound=1"); }), "there is no [[constraint]] to change");
}

TEST(Set, ThatIsRefusedChangesNothing) {
    Config config = two_constraints();
    EXPECT_NE(refusal([&] { set(config, "constraint.from=a"); }), "");
    EXPECT_TRUE(differences(config, two_constraints()).empty());
}

TEST(Check, SaysWhatNoKeyAloneShows) {
    EXPECT_EQ(wrong([](Config&) {}), "");
    EXPECT_EQ(wrong([](Config& c) { c.data.file = ""; }),
              "'data.file' is missing: which table should be learned from?");
    Config in_memory = two_constraints();
    in_memory.data.file = "";
    EXPECT_EQ(refusal([&] { check(in_memory, RowsFrom::memory); }), refusal([&] { check(two_constraints()); }));
    EXPECT_EQ(wrong([](Config& c) { c.data.target = ""; }),
              "'data.target' is missing: which column should be predicted?");
    EXPECT_EQ(wrong([](Config& c) {
                  c.data.features = {"sex"};
                  c.data.ignore = {"id"};
              }),
              "'data.features' and 'data.ignore' are both given; features already says which columns are used");
    EXPECT_EQ(wrong([](Config& c) { c.data.ignore = {"approved"}; }), "'data.ignore' has the target 'approved' in it");
    EXPECT_EQ(wrong([](Config& c) { c.data.quote = ","; }),
              "'data.delimiter' is also the character for quotes or comments");
    EXPECT_EQ(wrong([](Config& c) { c.data.names = {"a", "a"}; }), "'data.names' has 'a' twice");
    EXPECT_EQ(wrong([](Config& c) { c.data.test_sha256 = std::string(64, 'a'); }),
              "'data.test_sha256' is given, but there is no 'data.test_file'");
    EXPECT_EQ(wrong([](Config& c) { c.model.hidden = {}; }),
              "'model.hidden' is empty; give the units of at least one layer, or choose kind = \"linear\"");
    EXPECT_EQ(wrong([](Config& c) { c.data.ignore = {"sex"}; }),
              "constraint 1: it changes 'sex', which is not among the features: nothing would depend on it");
    EXPECT_EQ(wrong([](Config& c) { c.constraints[1].attributes = {"approved"}; }),
              "constraint 2: its attribute is the target 'approved'");
    EXPECT_EQ(wrong([](Config& c) { c.constraints[1].rate = tabular::Rate::recall; }),
              "constraint 2: 'constraint.rate' is for constraints of kind rate, not of kind demographic_parity");
    EXPECT_EQ(wrong([](Config& c) {
                  c.constraints[0].name = "fair";
                  c.constraints[0].bound = 0;
              }).find("constraint 1 ('fair'): 'constraint.bound' of kind counterfactual must be > 0"),
              0U);
    EXPECT_EQ(wrong([](Config& c) { c.solve.options.max_outer = 0; }),
              "[solve]: option 'max_outer' must be a whole number >= 1, not '0'");
    EXPECT_EQ(wrong([](Config& c) { c.data.test_file = "t.csv"; }), "");
}

TEST(Differences, AreNamedKeyByKey) {
    const Config left = two_constraints();
    Config right = two_constraints();
    right.solve.options.seed = 4;
    right.constraints[1].bound = 0.3;
    right.constraints[0].attributes = {"sex", "race"};
    right.data.file = "./folder/../loans.csv";
    right.data.sha256 = std::string(64, 'a');
    const auto found = differences(left, right);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0].name, "solve.seed");
    EXPECT_EQ(found[1].name, "constraint.1.attribute");
    EXPECT_EQ(found[1].left, "\"sex\"");
    EXPECT_EQ(found[1].right, "not given");
    EXPECT_EQ(found[2].name, "constraint.1.attributes");
    EXPECT_EQ(found[3].name, "constraint.2.bound");
    EXPECT_EQ(found[3].left, "0.2");
    EXPECT_EQ(found[3].right, "0.3");
    right = left;
    right.constraints.pop_back();
    right.data.test_file = "x.csv";
    ASSERT_EQ(differences(left, right).size(), 2U);
    EXPECT_EQ(differences(left, right)[0].name, "data.test_file");
    EXPECT_EQ(differences(left, right)[1].name, "constraint");
}

TEST(KeyTable, HasEverySolverOptionOnce) {
    const auto table = key_table();
    const auto count = [&](const std::string& name) { return std::ranges::count(table, name, &OptionInfo::name); };
    for (const auto& option : option_table()) EXPECT_EQ(count("solve." + option.name), 1) << option.name;
    for (const auto& info : table) {
        EXPECT_EQ(count(info.name), 1) << info.name;
        EXPECT_NE(info.values, "") << info.name;
        EXPECT_NE(info.meaning, "") << info.name;
    }
    const auto regime = std::ranges::find(table, "solve.regime", &OptionInfo::name);
    EXPECT_EQ(regime->by_default, "\"auto\"");
    EXPECT_EQ(std::ranges::find(table, "data.test", &OptionInfo::name)->by_default, "0.3");
    EXPECT_EQ(std::ranges::find(table, "data.target", &OptionInfo::name)->by_default, "");
}

TEST(DataOptions, AreThoseOfTheReader) {
    DataConfig data;
    data.delimiter = "tab";
    data.quote = "";
    data.comment = "#";
    data.categories = {"zip"};
    const auto options = read_options(data);
    EXPECT_EQ(options.delimiter, '\t');
    EXPECT_EQ(options.quote, '\0');
    EXPECT_EQ(options.comment, '#');
    EXPECT_EQ(options.types.at("zip"), tabular::ColumnType::category);
}

TEST(LinearModels, HaveNoHiddenLayers) {
    EXPECT_TRUE(model_of({.kind = "linear"}).hidden.empty());
    EXPECT_EQ(model_of({}).hidden.size(), 2U);
}

}  // namespace
}  // namespace alcole::learning
