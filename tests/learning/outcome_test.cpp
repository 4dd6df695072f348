#include <alcole/learning/outcome.hpp>

#include "base/json.hpp"
#include "learning/outcome/fields.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// An outcome contains facts; sentences are made from them, and are included in files only for human readers.
namespace alcole::learning {
namespace {

std::vector<Note> one_of_each_kind() {
    std::vector<Note> notes;
    for (std::size_t k = 0; k < base::enum_names<Note::Kind>.size(); ++k)
        notes.push_back({.kind = static_cast<Note::Kind>(k), .names = {"a", "b", "c"}, .numbers = {7, 11, 0.25, 2}});
    return notes;
}

Outcome some_outcome() {
    Outcome outcome{.status = Status::time_limit};
    outcome.train.metrics.rows = 10;
    outcome.constraints = {{.name = "parity", .bound = 0.1, .train = {.risk = 0.4, .slack = 0.3}}};
    outcome.residuals = {.stationarity = 1e-3, .violation = 0.3, .complementarity = 0};
    outcome.ending = {.solver = {.status = Status::time_limit,
                                 .num_constraints = 1,
                                 .constraints = {"parity"},
                                 .missed_by = {0.3},
                                 .violation = 0.3,
                                 .stationarity = 1e-3,
                                 .max_seconds = 5},
                      .objective = 0.5};
    outcome.notes = one_of_each_kind();
    return outcome;
}

std::string message(const std::string& json) { return nlohmann::json::parse(json)["message"].get<std::string>(); }

TEST(Note, OfEveryKindHasASentenceOfItsOwn) {
    std::set<std::string> sentences;
    for (const auto& note : one_of_each_kind()) {
        EXPECT_TRUE(sentences.insert(to_string(note)).second) << to_string(note);
        EXPECT_FALSE(to_string(Note{.kind = note.kind}).empty()) << "without names and numbers";
    }
    EXPECT_EQ(to_string(about("folder", about("a.csv", {.kind = Note::Kind::empty_column, .names = {"age"}}))),
              "folder/a.csv: 'age' is empty");
    EXPECT_EQ(
        to_string(Note{
            .kind = Note::Kind::partly_judged, .names = {"fair"}, .numbers = {3, 4}, .file = {}, .held_out = true}),
        "on the held-out rows 'fair' is judged on 3 of its 4 rows: the attribute of the others has values never seen "
        "in "
        "training");
}

TEST(Outcome, ComesBackAsFacts) {
    const Outcome outcome = some_outcome();
    const Outcome back = outcome_from_json(to_json(outcome), "m.json");
    EXPECT_EQ(back.notes, outcome.notes);
    EXPECT_EQ(back.ending.solver.missed_by, outcome.ending.solver.missed_by);
    EXPECT_EQ(to_string(back.ending), to_string(outcome.ending));
    EXPECT_EQ(to_json(back), to_json(outcome));
}

TEST(Outcome, TakesNoSentenceForAFact) {
    auto file = nlohmann::json::parse(to_json(some_outcome()));
    file["message"] = "it went well";
    file["notes"] = {"nothing to see here"};
    EXPECT_EQ(to_json(outcome_from_json(file.dump(), "m.json")), to_json(some_outcome()));
}

TEST(Outcome, OfAnOlderFileHasTheFactsThatAreInIt) {
    auto file = nlohmann::json::parse(to_json(some_outcome()));
    file.erase("ending");
    file.erase("noted");
    const Outcome back = outcome_from_json(file.dump(), "m.json");
    EXPECT_TRUE(back.notes.empty());
    EXPECT_NE(to_string(back.ending).find("'parity' is violated by 0.3"), std::string::npos) << to_string(back.ending);
    EXPECT_EQ(message(to_json(back)), to_string(back.ending));
}

TEST(Outcome, SaysWhatWasNotFiniteFromFacts) {
    Outcome outcome = some_outcome();
    outcome.ending.solver.status = Status::not_finite;
    for (const auto value : {NotFinite::Number::nan, NotFinite::Number::infinity, NotFinite::Number::minus_infinity}) {
        outcome.ending.solver.not_finite = {
            .what = NotFinite::What::risk, .risk = 1, .constraint = "parity", .value = value, .steps = 1};
        const Outcome back = outcome_from_json(to_json(outcome), "m.json");
        EXPECT_EQ(to_string(back.ending.solver), to_string(outcome.ending.solver));
        EXPECT_EQ(to_json(back), to_json(outcome));
    }
    EXPECT_EQ(to_string(outcome.ending.solver), "not finite: constraint 'parity' is -inf after 1 step");
}

/// From version 3, in which sentences said what was not finite, and why a constraint was not judged.
TEST(Outcome, OfTheVersionBeforeIsRead) {
    auto file = nlohmann::json::parse(to_json(some_outcome()));
    file["metrics"] = 3;
    file["ending"]["solver"].erase("not_finite");
    file["ending"]["solver"]["trouble"] = "objective is nan after 3 steps";
    file["noted"] = {{{"kind", "not_judged"}, {"names", {"parity", "a group it needs has no rows"}}}};
    const Outcome back = outcome_from_json(file.dump(), "m.json");
    EXPECT_FALSE(back.ending.solver.not_finite);
    EXPECT_EQ(to_string(back.notes.front()), "'parity' cannot be judged: a group it needs has no rows");
    EXPECT_EQ(nlohmann::json::parse(to_json(back))["metrics"], 4);
    file["metrics"] = 2;
    EXPECT_THROW((void)outcome_from_json(file.dump(), "m.json"), std::runtime_error);
}

TEST(SearchEnding, SaysWhatTheModelIs) {
    SearchEnding ending = some_outcome().ending;
    EXPECT_EQ(to_string(ending),
              "stopped at the time limit of 5 seconds: 'parity' is violated by 0.3 and the gradient of the Lagrangian "
              "is 0.001; no model that meets every constraint has been found yet");
    ending.growth = {.rounds = 20, .kept = 12, .constrained = true, .most_violated = "parity", .missed_by = 0.3};
    EXPECT_EQ(to_string(ending),
              "stopped at the time limit of 5 seconds: grown in 20 rounds of trees, of which the first 12 are kept: "
              "those that violate the constraints least; no round met every constraint: 'parity' misses its bound by "
              "0.3");
    ending = {.met = true, .settled = true};
    EXPECT_TRUE(to_string(ending).starts_with("settled: every constraint is met")) << to_string(ending);
}

TEST(Outcome, SaysOfAConstantModelThatItIsOne) {
    EXPECT_EQ(to_string(SearchEnding{.iterate = Iterate::constant, .objective = 0.5}),
              "no model was found that meets every constraint and beats giving everyone the same answer; this model "
              "gives everyone the same answer, with an objective of 0.5");
}

}  // namespace
}  // namespace alcole::learning
