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

TEST(Outcome, SaysWhatWasNotFiniteFromFacts) {
    Outcome outcome = some_outcome();
    outcome.ending.solver.status = Status::not_finite;
    for (const auto value : {NotFinite::Number::nan, NotFinite::Number::infinity, NotFinite::Number::minus_infinity}) {
        outcome.ending.solver.not_finite = {
            .what = NotFinite::What::risk, .risk = 1, .constraint = "parity", .value = value, .steps = 1};
        const Outcome back = outcome_from_json(to_json(outcome), "m.json");
        EXPECT_EQ(to_string(back.ending.solver), to_string(outcome.ending.solver));
        EXPECT_EQ(to_json(back), to_json(outcome));
        EXPECT_EQ(message(to_json(back)), to_string(back.ending));
    }
    EXPECT_EQ(to_string(outcome.ending.solver), "not finite: constraint 'parity' is -inf after 1 step");
}

TEST(Outcome, OfAnotherVersionIsRefused) {
    auto file = nlohmann::json::parse(to_json(some_outcome()));
    for (const int version : {3, 5}) {
        file["metrics"] = version;
        EXPECT_THROW((void)outcome_from_json(file.dump(), "m.json"), std::runtime_error);
    }
}

/// A bound of 0 has a size too: the price of a ratio, or of an expression compared with 0, is not negligible.
TEST(Binding, IsKnownForABoundOfZero) {
    EXPECT_TRUE(binds(0.0154, 0, 0.6));
    EXPECT_FALSE(binds(1e-5, 0, 0.6));
    EXPECT_TRUE(binds(0.0154, -0.02, 0.6));
    EXPECT_FALSE(binds(0, 0.02, 0.6));
}

TEST(SearchEnding, SaysOfManyInConflictWhatItKnows) {
    EXPECT_EQ(to_string(Ending{.status = Status::infeasible,
                               .reason = Ending::Reason::conflict,
                               .constraints = {"a", "b"},
                               .missed_by = {0.2, 0.1},
                               .others = 3}),
              "infeasible: no point was found that meets 'a', 'b' and 3 others together; the least-violating point "
              "misses those named by 0.2 and 0.1");
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
    EXPECT_EQ(to_string(SearchEnding{.iterate = Iterate::constant, .objective = 0.5, .growth = Growth{.rounds = 20}}),
              "grown in 20 rounds of trees, none of which meets every constraint and beats giving everyone the same "
              "answer; this model gives everyone the same answer, with an objective of 0.5");
}

}  // namespace
}  // namespace alcole::learning
