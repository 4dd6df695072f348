#include <alcole/learning/inspect.hpp>
#include <alcole/tabular/layout.hpp>

#include "../table/temporary_file.hpp"
#include "learning/config/config.hpp"
#include "refusal.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using tabular::testing::TemporaryFile;
using testing::refusal;
using Names = std::vector<std::string>;

/// 60 people: a row number, sex and race, two features, an answer.
std::string people(const std::string& more_names = "", std::string (*more)(int) = nullptr) {
    std::string text = "id,sex,race,age,job,approved" + more_names + "\n";
    for (int k = 0; k < 60; ++k) {
        text += std::to_string(1000 + k) + "," + (k % 2 == 0 ? "F" : "M") + "," +
                (k % 3 == 0   ? "a"
                 : k % 3 == 1 ? "b"
                              : "c") +
                "," + std::to_string(20 + k * 7 % 30) + "," + (k % 5 < 3 ? "clerk" : "cook") + "," +
                (k * 11 % 4 == 0 ? "yes" : "no") + (more == nullptr ? "" : more(k)) + "\n";
    }
    return text;
}

Look look(const std::string& text) { return look_at(TemporaryFile(text).path()).value(); }

const Finding* find(const std::vector<Finding>& findings, const std::string& kind, const std::string& column) {
    const auto found =
        std::ranges::find_if(findings, [&](const Finding& f) { return f.kind == kind && f.column == column; });
    return found == findings.end() ? nullptr : &*found;
}

/// Inspects the people with one more column, `extra`.
Inspection with_column(std::string (*more)(int), const std::string& name = "extra") {
    return inspect(look(people("," + name, more)), "approved", Names{"sex"});
}

TEST(Layout, IsGuessedFromTheFirstLines) {
    const auto layout = [](const std::string& text) { return tabular::guess_layout(TemporaryFile(text).path()); };
    EXPECT_EQ(layout("a,b\n1,2\n").delimiter, ',');
    EXPECT_EQ(layout("a;b\n1,5;2\n3,7;4\n").delimiter, ';');
    EXPECT_EQ(layout("a\tb\n1\t2\n").delimiter, '\t');
    EXPECT_EQ(layout("a|b|c\n1|2,5|3\n").delimiter, '|');
    EXPECT_EQ(layout("a,b\n\"x;y;z\",2\n\"p;q;r\",2\n").delimiter, ',');
    EXPECT_EQ(layout("only\n1\n2\n").delimiter, ',');
    EXPECT_EQ(layout("only\n1\n2\n").columns, 1U);
    EXPECT_EQ(layout("").columns, 0U);
    const auto remark = layout("|1x3 test\n1, a\n2, b\n");
    EXPECT_EQ(remark.comment, '|');
    EXPECT_EQ(remark.columns, 2U);
    EXPECT_FALSE(remark.header);
}

TEST(Layout, KnowsADecimalComma) {
    const auto comma = [](const std::string& text) {
        return tabular::guess_layout(TemporaryFile(text).path()).decimal_comma;
    };
    EXPECT_TRUE(comma("a;b\n1,5;x\n3;y\n"));
    EXPECT_TRUE(comma("a;b\n1.234,5;12.03.2024\n"));
    EXPECT_FALSE(comma("a;b\n1,500;x\n")) << "thousands, perhaps";
    EXPECT_FALSE(comma("a;b\n1,5;2.75\n")) << "another number has a point";
    EXPECT_FALSE(comma("a,b\n\"1,5\",x\n")) << "commas separate values";
    const Look looked = look("a;b\n1,5;yes\n3;no\n");
    EXPECT_EQ(looked.table.at("a").numbers, (std::vector<double>{1.5, 3}));
    EXPECT_TRUE(looked.data.decimal_comma);
}

/// Of a wide table only a few rows are examined: a word instead of a number in a later row must not matter.
TEST(Layout, OfAWideTableIsThatOfItsFirstRows) {
    constexpr std::size_t columns = 200'000;
    const auto row = [](const std::string& cell) {
        std::string text;
        for (std::size_t k = 0; k < columns; ++k) text += cell + (k + 1 == columns ? "\n" : ";");
        return text;
    };
    const auto layout = [&](const std::string& later) {
        return tabular::guess_layout(TemporaryFile(row("abc") + row("1,5") + row("2,5") + row("3,5") + later).path());
    };
    EXPECT_EQ(layout("").columns, columns);
    EXPECT_TRUE(layout(row("3.25")).decimal_comma);
}

TEST(Layout, KnowsAHeaderFromData) {
    const auto header = [](const std::string& text) {
        return tabular::guess_layout(TemporaryFile(text).path()).header;
    };
    EXPECT_TRUE(header("a,b\n1,x\n2,y\n"));
    EXPECT_FALSE(header("1,x\n2,y\n3,x\n"));
    EXPECT_TRUE(header("colour,shape\nred,round\nblue,square\n"));
    EXPECT_FALSE(header("red,round\nblue,square\nred,round\n"));
    EXPECT_TRUE(header("a,b\n"));
    EXPECT_TRUE(header(",colour\n0,red\n1,blue\n2,red\n"));  // the first column numbers the rows
    EXPECT_TRUE(header("name,2019,2020,total,kind\nx,1,2,3,u\ny,4,5,9,v\n"));
}

TEST(Look, NamesColumnsThatHaveNone) {
    const Look seen = look("1,x\n2,y\n3,x\n");
    EXPECT_EQ(seen.data.names, (Names{"c1", "c2"}));
    EXPECT_EQ(seen.table.num_rows, 3U);
    ASSERT_NE(find(seen.findings, "header", ""), nullptr);
    const Look named = look_at(TemporaryFile("1,x\n2,y\n").path(), {"n", "w"}).value();
    EXPECT_EQ(named.data.names, (Names{"n", "w"}));
    EXPECT_EQ(find(named.findings, "header", ""), nullptr);
}

TEST(Look, TakesANamelessColumnThatCountsTheRowsForAnIdentifier) {
    for (const int rows : {6, 60}) {  // as pandas writes a frame
        std::string text = ",age,approved\n";
        for (int k = 0; k < rows; ++k)
            text += std::to_string(k) + "," + std::to_string(20 + k * 7 % 30) + (k % 3 == 0 ? ",yes\n" : ",no\n");
        const Look seen = look(text);
        EXPECT_EQ(seen.data.names, Names{});
        EXPECT_EQ(likely_targets(seen).back(), "column 1");
        const Inspection found = inspect(seen, "approved", Names{});
        EXPECT_EQ(found.config.data.ignore.front(), "column 1");
        EXPECT_NE(find(found.findings, "identifier", "column 1"), nullptr);
        EXPECT_NE(find(found.findings, "reading", ""), nullptr);
    }
}

TEST(Look, GuessesTargetAndProtectedColumnsByName) {
    const Look seen = look(people());
    EXPECT_EQ(likely_targets(seen).front(), "approved");
    EXPECT_EQ(likely_targets(seen).size(), 6U);
    EXPECT_EQ(likely_protected(seen, "approved"), (Names{"sex", "race"}));
    EXPECT_EQ(likely_protected(seen, "sex"), Names{"race"});
}

TEST(Inspection, MakesAConstraintForEachProtectedColumn) {
    const Inspection found = inspect(look(people()), "approved", Names{"sex", "race"});
    EXPECT_EQ(found.task, tabular::Task::binary);
    EXPECT_EQ(found.config.data.positive, "yes");
    EXPECT_EQ(found.config.data.ignore, Names{"id"});
    ASSERT_EQ(found.config.constraints.size(), 2U);
    EXPECT_EQ(found.config.constraints[1].attributes, Names{"race"});
    EXPECT_EQ(found.config.constraints[1].bound, 1e-3);
    EXPECT_NE(find(found.findings, "identifier", "id"), nullptr);
    EXPECT_NE(find(found.findings, "small_group", "race"), nullptr);
    check(found.config);
}

TEST(Inspection, TakesAProtectedColumnThatIsNamedTwiceOnce) {
    const Inspection found = inspect(look(people()), "approved", Names{"sex", "race", "sex"});
    EXPECT_EQ(found.config.data.protected_columns, (Names{"sex", "race"}));
    EXPECT_EQ(found.config.constraints.size(), 2U);
}

TEST(Inspection, SuggestsWhatWasNotGiven) {
    const Inspection found = inspect(look(people()), "approved", std::nullopt);
    EXPECT_EQ(found.suggested_protected, (Names{"sex", "race"}));
    EXPECT_TRUE(found.config.constraints.empty());
    EXPECT_TRUE(inspect(look(people()), "approved", Names{}).suggested_protected.empty());
}

TEST(Inspection, WarnsOfColumnsThatTellTheAnswer) {
    const auto word = with_column([](int k) -> std::string { return k * 11 % 4 == 0 ? ",paid" : ",unpaid"; });
    ASSERT_NE(find(word.findings, "leak", "extra"), nullptr);
    EXPECT_EQ(word.config.data.ignore, (Names{"id", "extra"}));
    const auto number = with_column([](int k) { return "," + std::to_string(k * 11 % 4 == 0 ? 1000 + k : k); });
    EXPECT_NE(find(number.findings, "leak", "extra"), nullptr);
    const auto presence =
        with_column([](int k) { return k * 11 % 4 == 0 ? ",w" + std::to_string(k) : std::string(","); });
    EXPECT_NE(find(presence.findings, "leak", "extra"), nullptr);
    const auto name = with_column([](int k) { return "," + std::to_string(k % 7); }, "approved_sum");
    EXPECT_NE(find(name.findings, "leak", "approved_sum"), nullptr);
    const auto innocent = with_column([](int k) { return "," + std::to_string(k % 7); });
    EXPECT_EQ(innocent.config.data.ignore, Names{"id"});
    const auto half = with_column([](int k) -> std::string { return k * 11 % 4 == 0 && k > 16 ? ",u" : ",v"; });
    EXPECT_NE(find(half.findings, "suspect", "extra"), nullptr);
    EXPECT_EQ(half.config.data.ignore, Names{"id"});
}

TEST(Inspection, LeavesOutWhatCannotBeLearnedFrom) {
    const auto kind = [](std::string (*more)(int)) {
        const auto found = with_column(more);
        const auto at = std::ranges::find(found.findings, "extra", &Finding::column);
        return at == found.findings.end() ? "" : at->kind + (at->ignored ? ", ignored" : "");
    };
    EXPECT_EQ(kind([](int) -> std::string { return ","; }), "empty, ignored");
    EXPECT_EQ(kind([](int) -> std::string { return ",x"; }), "constant, ignored");
    EXPECT_EQ(kind([](int k) { return ",2024-01-" + std::to_string(10 + k % 20); }), "date, ignored");
    EXPECT_EQ(kind([](int k) { return ",202401" + std::to_string(10 + k % 20); }), "date, ignored");
    EXPECT_EQ(kind([](int k) { return ",w" + std::to_string(k); }), "identifier, ignored");
    EXPECT_EQ(kind([](int k) { return ",\"1," + std::to_string(100 + k % 9) + "\""; }), "written_number");
    EXPECT_EQ(kind([](int k) { return "," + std::to_string(k * 0.37); }), "") << "measurements differ from row to row";
}

TEST(Inspection, TakesClassesAndNumbersForTargets) {
    const Inspection race = inspect(look(people()), "race", Names{"sex"});
    EXPECT_EQ(race.task, tabular::Task::multiclass);
    EXPECT_EQ(race.classes, (Names{"a", "b", "c"}));
    EXPECT_NE(find(race.findings, "target", "race"), nullptr);
    const Inspection age = inspect(look(people()), "age", Names{"sex"});
    EXPECT_EQ(age.task, tabular::Task::regression);
    EXPECT_TRUE(age.config.data.positive.empty());
    const Inspection job = inspect(look(people()), "job", Names{"sex"});
    EXPECT_EQ(job.config.data.positive, "cook") << "the rarer one";
    const auto months = with_column([](int k) { return "," + std::to_string(12 * (20 + k * 7 % 30)); });
    const Inspection leak =
        inspect(look(people(",months", [](int k) { return "," + std::to_string(12 * (20 + k * 7 % 30)); })), "age",
                Names{"sex"});
    EXPECT_NE(find(leak.findings, "leak", "months"), nullptr);
    EXPECT_EQ(find(months.findings, "leak", "extra"), nullptr);
}

/// Only a suggestion: the training does not change until the user accepts it.
TEST(Inspection, SuggestsAnOrderOfClasses) {
    const auto target = [](std::string (*value)(int)) {
        return inspect(look(people(",answer", value)), "answer", Names{"sex"});
    };
    const Inspection stars = target([](int k) { return "," + std::to_string(1 + k * k % 5); });
    EXPECT_EQ(stars.task, tabular::Task::regression);
    EXPECT_EQ(stars.config.data.task, tabular::TaskChoice::automatic);
    EXPECT_NE(starter_text(stars, "").find("\n# task = \"ordinal\""), std::string::npos);
    const Inspection words = target([](int k) -> std::string {
        return k % 3 == 0 ? ",often" : k % 3 == 1 ? ",never" : ",Sometimes";
    });
    EXPECT_EQ(words.task, tabular::Task::multiclass);
    EXPECT_EQ(words.suggested_order, (Names{"never", "Sometimes", "often"}));
    EXPECT_NE(starter_text(words, "").find("\n# order = [\"never\", \"Sometimes\", \"often\"]"), std::string::npos);
    const Inspection brackets = target([](int k) -> std::string {
        return k % 4 == 0 ? ",>50K" : k % 4 == 1 ? ",<10K" : k % 4 == 2 ? ",10K-20K" : ",20K-50K";
    });
    EXPECT_EQ(brackets.suggested_order, (Names{"<10K", "10K-20K", "20K-50K", ">50K"}));
    const Inspection euros = target([](int k) -> std::string {
        return k % 3 == 0 ? ",>€20K" : k % 3 == 1 ? ",€0-10K" : ",€10K-20K";
    });
    EXPECT_EQ(euros.suggested_order, (Names{"€0-10K", "€10K-20K", ">€20K"}));
    const Inspection colours = target([](int k) -> std::string {
        return k % 3 == 0 ? ",red" : k % 3 == 1 ? ",low" : ",high";
    });
    EXPECT_TRUE(colours.suggested_order.empty());
    EXPECT_TRUE(target([](int k) { return "," + std::to_string(k * 3 % 20); }).suggested_order.empty()) << "an amount";
}

TEST(Inspection, LeavesOutRowsWithoutAnAnswer) {
    const auto seen = look(people(",the answer", [](int k) -> std::string {
        return k % 9 == 0 ? "," : k % 2 == 0 ? ",u" : ",v";
    }));
    const Inspection found = inspect(seen, "the answer", Names{"race"});
    EXPECT_EQ(found.config.data.where, Names{"`the answer` is not missing"});
}

TEST(Inspection, SaysWhyAColumnMakesNoGroups) {
    const auto only =
        inspect(look(people(",kind", [](int) -> std::string { return ",x"; })), "approved", Names{"kind", "sex"});
    EXPECT_NE(find(only.findings, "protected", "kind"), nullptr);
    EXPECT_EQ(only.config.data.protected_columns, Names{"sex"});
    const auto age = inspect(look(people()), "approved", Names{"age"});
    EXPECT_TRUE(age.config.constraints.empty());
    const auto coded =
        inspect(look(people(",group", [](int k) { return "," + std::to_string(k % 2); })), "approved", Names{"group"});
    EXPECT_EQ(coded.config.data.categories, Names{"group"});
    EXPECT_EQ(coded.config.constraints.size(), 1U);
    check(coded.config);
}

TEST(Inspection, RefusesWithASentence) {
    const Look seen = look(people(",kind", [](int) -> std::string { return ",x"; }));
    EXPECT_NE(refusal([&] { (void)inspect(seen, "aproved", std::nullopt); }).find("did you mean 'approved'?"),
              std::string::npos);
    EXPECT_EQ(refusal([&] { (void)inspect(seen, "kind", std::nullopt); }),
              "the target 'kind' has only one value; there is nothing to learn");
    EXPECT_EQ(refusal([&] { (void)inspect(seen, "approved", Names{"approved"}); }),
              "'approved' is the target; it cannot be protected as well");
}

/// What is written is read as exactly the same run, whatever the columns are called.
TEST(Starter, IsARunFile) {
    const std::string odd = "\"o\"\"d\nd # [x\",sex,race,y\n";
    std::string text = odd;
    for (int k = 0; k < 40; ++k)
        text +=
            "2024-01-" + std::to_string(10 + k % 20) + (k % 2 == 0 ? ",F" : ",M") + (k % 3 == 0 ? ",é,1\n" : ",b,0\n");
    for (const auto& given :
         {std::optional<Names>{}, std::optional<Names>{Names{}}, std::optional<Names>{Names{"sex", "race"}}}) {
        const Inspection found = inspect(look(text), "y", given);
        const std::string written = starter_text(found, "here");
        const auto differs = differences(parse_config(written, "run.toml", "here"), found.config);
        EXPECT_TRUE(differs.empty()) << differs.front().name << "\n" << written;
    }
}

TEST(Starter, LeavesSuspectsToAPerson) {
    const auto found = with_column([](int k) -> std::string { return k * 11 % 4 == 0 && k > 16 ? ",u" : ",v"; });
    EXPECT_NE(starter_text(found, "").find("\n# \"extra\",  "), std::string::npos);
}

}  // namespace
}  // namespace alcole::learning
