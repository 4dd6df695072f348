#include "learning/config/config.hpp"

#include "base/files.hpp"
#include "refusal.hpp"

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using testing::refusal;

Config parse(const std::string& text) { return parse_config(text, "run.toml", "folder"); }
std::string refused(const std::string& text) {
    return refusal([&] { parse(text); });
}

constexpr const char* loans = R"(
[data]
file      = "loans.csv"
target    = "approved"
positive  = "yes"
ignore    = ["id"]
where     = ["age >= 18"]
protected = ["sex", "race"]
test      = 0.25
[model]
kind = "mlp"
hidden = [32, 16]
activation = "tanh"
[[constraint]]
kind = "counterfactual"
attribute = "race"
bound = 1e-3
[[constraint]]
kind = "equal_opportunity"
attributes = ["sex", "race"]
bound = 0.03
rows = ["employed == true"]
against = "whole"
[solve]
method = "penalty"
regime = "stochastic"
seed = 7
[solve.tolerance]
violation = 1e-6
)";

TEST(RunFile, IsReadWithPathsFromItsFolder) {
    const Config config = parse(loans);
    EXPECT_EQ(config.data.file, "folder/loans.csv");
    EXPECT_EQ(config.data.test_file, "");
    EXPECT_EQ(config.data.target, "approved");
    EXPECT_EQ(config.data.positive, "yes");
    EXPECT_EQ(config.data.ignore, std::vector<std::string>{"id"});
    EXPECT_EQ(config.data.where, std::vector<std::string>{"age >= 18"});
    EXPECT_EQ(config.data.protected_columns, (std::vector<std::string>{"sex", "race"}));
    EXPECT_EQ(config.data.test, 0.25);
    EXPECT_EQ(config.model.hidden, (std::vector<std::size_t>{32, 16}));
    EXPECT_EQ(config.model.activation, tabular::Activation::tanh);
    ASSERT_EQ(config.constraints.size(), 2U);
    EXPECT_EQ(config.constraints[0].attributes, std::vector<std::string>{"race"});
    EXPECT_EQ(config.constraints[0].bound, 1e-3);
    EXPECT_EQ(config.constraints[1].kind, tabular::ConstraintKind::equal_opportunity);
    EXPECT_EQ(config.constraints[1].attributes, (std::vector<std::string>{"sex", "race"}));
    EXPECT_TRUE(config.constraints[1].against_whole);
    EXPECT_EQ(config.solve.options.method, Method::penalty);
    EXPECT_EQ(config.solve.regime, RegimeChoice::stochastic);
    EXPECT_EQ(config.solve.options.seed, 7U);
    EXPECT_EQ(config.solve.options.tolerance.violation, 1e-6);
    check(config);
}

TEST(RunFile, WithNothingInItIsTheDefaults) {
    EXPECT_TRUE(differences(parse(""), Config()).empty());
    EXPECT_TRUE(differences(parse("constraint = []\n[data]\n[solve.dual]\n"), Config()).empty());
    EXPECT_EQ(Config().solve.regime, RegimeChoice::automatic);
}

TEST(RunFile, TakesFourFifthsForTheirBoundAndNoOtherShareThanOne) {
    const std::string fifths = "[[constraint]]\nkind = \"four_fifths\"\nattribute = \"sex\"\n";
    EXPECT_EQ(parse(fifths).constraints[0].bound, 0.8);
    for (const auto* bound : {"0", "4"})
        EXPECT_NE(refused(fifths + "bound = " + bound).find("a share of what another group has"), std::string::npos);
}

TEST(RunFile, TakesAWholeNumberForANumberButNotTheReverse) {
    EXPECT_EQ(parse("[model]\nl2 = 1").model.l2, 1);
    EXPECT_EQ(refused("[solve]\nseed = 1.0"), "run.toml, line 2: 'solve.seed' must be a whole number >= 0, not 1.0");
}

TEST(RunFile, NamesLineKeyAndWhatWasFound) {
    EXPECT_EQ(refused("\n[data]\n\ntest = 1.5"),
              "run.toml, line 4: 'data.test' must be a number >= 0 and < 1, not 1.5");
    EXPECT_EQ(refused("[data]\nignore = \"id\""),
              "run.toml, line 2: 'data.ignore' must be a list of columns, not \"id\"");
    EXPECT_EQ(refused("[data]\nignore = [\"id\", 3]"),
              "run.toml, line 2: 'data.ignore' must be a list of columns, not [\"id\", 3]");
    EXPECT_EQ(refused("[data]\npositive = 1"),
              "run.toml, line 2: 'data.positive' must be text in quotes, not 1; put it in quotes");
    EXPECT_EQ(refused("[data]\ndelimiter = \";;\""),
              "run.toml, line 2: 'data.delimiter' must be one character, or \"tab\", not \";;\"");
    EXPECT_EQ(refused("[data]\nsha256 = \"abc\""),
              "run.toml, line 2: 'data.sha256' must be 64 lowercase hexadecimal digits, or nothing, not \"abc\"");
    EXPECT_EQ(
        refused("[model]\nhidden = [64, 0]"),
        "run.toml, line 2: 'model.hidden' must be a list of at most 64 whole numbers >= 1 and <= 65536, not [64, 0]");
    EXPECT_EQ(refused("[model]\nkind = \"forest\""),
              "run.toml, line 2: 'model.kind' must be one of mlp, linear, trees, not \"forest\"");
    EXPECT_EQ(refused("[model]\nl2 = nan"), "run.toml, line 2: 'model.l2' must be a number >= 0, or \"auto\", not nan");
    EXPECT_EQ(refused("[solve]\nregime = \"automatic\""),
              "run.toml, line 2: 'solve.regime' must be one of auto, full, stochastic, not \"automatic\"");
    EXPECT_EQ(refused("[solve.penalty]\nfactor = 1"),
              "run.toml, line 2: 'solve.penalty.factor' must be a number > 1, not 1");
    EXPECT_EQ(refused("[data]\ntest = 1979-05-27"),
              "run.toml, line 2: 'data.test' must be a number >= 0 and < 1, not a date or time");
}

TEST(RunFile, SaysTheNearestKeyForAnUnknownOne) {
    EXPECT_EQ(refused("[data]\ntarge = \"y\""),
              "run.toml, line 2: there is no key 'data.targe'; did you mean 'data.target'?");
    EXPECT_EQ(refused("target = \"y\""), "run.toml, line 1: there is no key 'target'; did you mean 'data.target'?");
    EXPECT_EQ(refused("[modle]\nl2 = 1"), "run.toml, line 2: there is no key 'modle.l2'; did you mean 'model.l2'?");
    EXPECT_EQ(refused("[solve]\nviolation = 1"),
              "run.toml, line 2: there is no key 'solve.violation'; did you mean 'solve.tolerance.violation'?");
    EXPECT_EQ(refused("[[constraint]]\nbund = 1"),
              "run.toml, line 2: there is no key 'constraint.bund'; did you mean 'constraint.bound'?");
    EXPECT_EQ(refused("[nothing_of_the_kind]"), "run.toml, line 1: there is no key 'nothing_of_the_kind'");
    EXPECT_EQ(refused("\"data.file\" = \"x\""),
              "run.toml, line 1: there is no key '\"data.file\"'; did you mean 'data.file'?");
}

TEST(RunFile, TellsTablesFromValues) {
    EXPECT_EQ(refused("data = 3"),
              "run.toml, line 1: 'data' is a table of keys, written [data] with the keys below, not a value");
    EXPECT_EQ(refused("[[data]]\nfile = \"x\""),
              "run.toml, line 1: 'data' is a table of keys, written [data] with the keys below, not a value");
    EXPECT_EQ(
        refused("[solve]\ntolerance = 1e-3"),
        "run.toml, line 2: 'solve.tolerance' is a table of keys, written [solve.tolerance] with the keys below, not "
        "a value");
    EXPECT_EQ(refused("[constraint]\nkind = \"rate\""),
              "run.toml, line 1: constraints are written [[constraint]], in double brackets: there may be several");
    EXPECT_EQ(refused("constraint = [3]"),
              "run.toml, line 1: a constraint is a table of keys under [[constraint]], not 3");
    EXPECT_EQ(refused("[data.file]"), "run.toml, line 1: 'data.file' must be a path, not a table");
}

TEST(RunFile, ThatIsNoTomlNamesTheLine) {
    EXPECT_TRUE(refused("[data]\nfile = loans.csv").starts_with("run.toml, line 2: this is not TOML: "));
    EXPECT_TRUE(refused("[data]\n[data]").starts_with("run.toml, line 2: this is not TOML: "));
    EXPECT_TRUE(refused("[data]\ntest=1\ntest=1").starts_with("run.toml, line 3: this is not TOML: "));
    EXPECT_TRUE(refused("[data]\nfile = \"\xFF\"").starts_with("run.toml, line 2: this is not TOML: "));
}

TEST(RunFile, HasLettersOfAllLanguagesInQuotesOnly) {
    EXPECT_EQ(parse("# é\n[data]\ntarget = \"é\" # é\n").data.target, "é");
    EXPECT_EQ(parse("[data]\ntarget = \"\"\"\n\"é\\\n  x\"\"\"\"").data.target, "\"éx\"");
    EXPECT_EQ(parse("[data]\ntarget = \'\'\'é\\\'\'\'").data.target, "é\\");
    const std::string said = "run.toml, line 2: letters other than a to z must be in quotes";
    EXPECT_EQ(refused("[data]\nprénom = 1"), said);
    EXPECT_EQ(refused("[data]\ntarget = é"), said);
    EXPECT_EQ(refused("[data]\ntarget = \"\\é\""), said);
}

TEST(RunFile, HasNamesBehindBrackets) {
    for (const char* text : {"[", "[\ntest", "[[\n", "[ ]\n", "a = 1\n  [.b]"})
        EXPECT_NE(refused(text).find("must be followed by the name of a table"), std::string::npos) << text;
    EXPECT_EQ(parse("[ data ]\ntarget = \"y\"").data.target, "y");
    EXPECT_EQ(parse("[data]\nignore = [\n\"a\", # [\n\"b\"]").data.ignore.size(), 2U);
}

TEST(RunFile, ReadsConditionsAndMergesAtOnce) {
    EXPECT_EQ(refused("[data]\nwhere = [\"age = 3\"]").find("run.toml, line 2: condition 'age = 3':"), 0U);
    EXPECT_EQ(
        refused("[data]\nmerge = [\"race in [a, b]\"]").find("run.toml, line 2: merge 'race in [a, b]': no arrow"), 0U);
    EXPECT_EQ(refused("[data]\nmerge = [\"age >= 3 -> x\"]").find("run.toml, line 2: merge 'age >= 3 -> x': "), 0U);
}

TEST(RunFile, ThatIsNotThereIsSaid) {
    EXPECT_EQ(refusal([] { (void)read_config("no/such.toml"); }),
              "no/such.toml: there is no such file; is the name right?");
    EXPECT_EQ(refusal([] { (void)read_config("/"); }), "/: is a folder, not a run file");
}

TEST(RunFile, OfTheDocumentationIsOne) {
    const std::string page = base::read_file(ALCOLE_SOURCE_DIR "/docs/config.md");
    const std::string begin = "```toml\n";
    const auto at = page.find(begin) + begin.size();
    const Config config = parse(page.substr(at, page.find("```", at) - at));
    check(config);
    EXPECT_EQ(config.constraints.size(), 2U);
}

TEST(ConstraintKeys, MustFitTheKind) {
    const auto constraint = [](const std::string& keys) { return refused("[[constraint]]\n" + keys); };
    EXPECT_EQ(constraint("kind = \"counterfactual\"\nattribute = \"a\"\nbound = 1\nrate = \"recall\""),
              "run.toml, line 5: 'constraint.rate' is for constraints of kind rate, not of kind counterfactual");
    EXPECT_EQ(
        constraint("from = \"a\"\nkind = \"error_rate\"\nattribute = \"a\"\nbound = 1"),
        "run.toml, line 2: 'constraint.from' is for constraints of kind counterfactual and lipschitz, not of kind "
        "error_rate");
    EXPECT_EQ(
        constraint("kind = \"rate\"\nagainst = \"whole\"\nbound = 1"),
        "run.toml, line 3: 'constraint.against' is for constraints of kind demographic_parity, equal_opportunity, "
        "equalized_odds, error_rate, mean_prediction and gap, not of kind rate");
    EXPECT_EQ(constraint("kind = \"counterfactual\"\nattribute = \"a\"\nattributes = [\"b\"]\nbound = 1"),
              "run.toml, line 1: this constraint has both 'attribute' and 'attributes'; give one of them");
    EXPECT_EQ(constraint("kind = \"counterfactual\"\nattribute = \"a\""),
              "run.toml, line 1: this constraint has no 'bound'");
    EXPECT_EQ(constraint("attribute = \"a\"\nbound = 3"), "run.toml, line 1: this constraint has no 'kind'");
    EXPECT_EQ(constraint("kind = \"counterfactual\"\nbound = 3"),
              "run.toml, line 1: a counterfactual constraint needs an 'attribute' to change");
    EXPECT_EQ(constraint("kind = \"demographic_parity\"\nbound = 0.3"),
              "run.toml, line 1: a constraint of kind demographic_parity needs an 'attribute' whose values define the "
              "groups");
}

TEST(ConstraintKeys, LevelsAreGivenWhereTheyAreNeeded) {
    const auto of = [](const std::string& keys) {
        return refused("[[constraint]]\nattribute = \"a\"\nbound = 0.1\n" + keys);
    };
    EXPECT_NE(of("kind = \"predictive_parity\"").find("as 'level' > 0 and <= 1"), std::string::npos);
    EXPECT_NE(of("kind = \"predictive_parity\"\nlevel = 70").find("as 'level' > 0 and <= 1"), std::string::npos);
    EXPECT_EQ(of("kind = \"predictive_parity\"\nlevel = 0.7"), "");
    EXPECT_NE(of("kind = \"lipschitz\"\nadd = 1").find("needs 'level' > 0"), std::string::npos);
    EXPECT_EQ(of("kind = \"lipschitz\"\nadd = 1\nlevel = 2"), "");
}

TEST(ConstraintKeys, BoundsThatNoModelMeetsAreRefused) {
    const auto of = [](const std::string& risk) { return refused("[[constraint]]\nrisk = \"" + risk + "\""); };
    const auto impossible = [&](const std::string& risk) {
        return of(risk).find("no model meets") != std::string::npos;
    };
    EXPECT_TRUE(impossible("positive_rate >= 1.5"));
    EXPECT_TRUE(impossible("precision <= -0.1"));
    EXPECT_TRUE(impossible("error_rate = 2"));
    EXPECT_TRUE(impossible("max(recall[a]) - min(recall[a]) <= -1.1"));
    EXPECT_TRUE(impossible("loss + 2 * recall <= -0.1"));
    EXPECT_EQ(of("positive_rate <= 1.5"), "");
    EXPECT_EQ(of("loss >= 100"), "");
    EXPECT_EQ(of("prediction <= -100"), "");
    EXPECT_EQ(of("bin_error(0, 0.1) >= -1"), "");
    EXPECT_EQ(of("recall - error_rate >= 1"), "");
}

TEST(ConstraintKeys, BoundsAreWhatTheKindAllows) {
    const auto bound = [](const std::string& kind, const std::string& value) {
        return refused("[[constraint]]\nkind = \"" + kind + "\"\nattribute = \"a\"\nbound = " + value);
    };
    EXPECT_EQ(bound("demographic_parity", "0"), "");
    EXPECT_EQ(bound("demographic_parity", "1"), "");
    EXPECT_NE(bound("demographic_parity", "5")
                  .find("must be >= 0 and <= 1, not 5: it bounds the difference between two "
                        "shares of rows; 5 % is 0.05"),
              std::string::npos);
    EXPECT_NE(bound("rate", "80").find("; 80 % is 0.8"), std::string::npos);
    EXPECT_EQ(bound("demographic_parity", "-1"), "run.toml, line 4: 'constraint.bound' must be a number >= 0, not -1");
    EXPECT_NE(bound("counterfactual", "0").find("'constraint.bound' of kind counterfactual must be > 0, not 0: "),
              std::string::npos);
    EXPECT_NE(bound("group_loss", "0").find("must be > 0, not 0: "), std::string::npos);
    EXPECT_NE(bound("rate", "1.1").find("must be > 0 and <= 1, not 1.1: "), std::string::npos);
    EXPECT_NE(bound("rate", "0").find("must be > 0 and <= 1, not 0: "), std::string::npos);
    EXPECT_EQ(bound("rate", "1"), "");
    EXPECT_EQ(bound("rate", "inf"), "run.toml, line 4: 'constraint.bound' must be a number >= 0, not inf");
}

}  // namespace
}  // namespace alcole::learning
