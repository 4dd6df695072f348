"""Mistakes in run files and on the command line: each is answered with one sentence that says where it is and what to do,
and nothing is lost. Usage: mistakes_test.py ALCOLE"""

import os
import re
import unittest

from made import RUN, changed, run, text_of
from mistaken import Mistakes


def with_line(text, number, line):
    """`line` in the place of line `number`, which counts from 1."""
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def line_of(text, start):
    return next(k for k, line in enumerate(text.split("\n"), 1) if line.startswith(start))


class Threads(Mistakes):
    def test_more_than_the_machine_has_use_for(self):
        done = run("train", "run.toml", "--jobs", "100000", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        self.assertIn("--jobs 100000 is more than this machine can use", done.stderr)

    def test_nonsense(self):
        for number in ("-3", "1e9", "many", "99999999999999999999"):
            self.refused("train", "run.toml", "--jobs", number, says=["--jobs"])


class RunFile(Mistakes):
    def line(self, start, line, says=()):
        """One line of the run file replaced; the sentence must name it."""
        number = line_of(RUN, start)
        self.write("run.toml", with_line(RUN, number, line))
        self.refuse_run(says=[f"run.toml, line {number}: ", *says])

    def test_unknown_key(self):
        self.line("ignore", 'ignored = ["id"]', ["'data.ignored'", "did you mean 'data.ignore'?"])
        self.line("bound", "bond = 1e-3", ["did you mean 'constraint.bound'?"])
        self.line("kind = \"linear\"", 'knd = "linear"', ["did you mean 'model.kind'?"])

    def test_wrong_type(self):
        self.line("target", "target = 7", ["'data.target'", "put it in quotes"])
        self.line("ignore", 'ignore = "id"', ["'data.ignore'", "a list"])
        self.line("bound", 'bound = "small"', ["'constraint.bound'", "a number"])

    def test_out_of_range(self):
        self.line("bound", "bound = -1", ["'constraint.bound'", "-1"])
        self.line("kind = \"linear\"", 'kind = "tree"', ["'model.kind'", "mlp, linear"])
        self.line("kind = \"counterfactual\"", 'kind = "contrafactual"', ["'constraint.kind'"])

    def test_a_kind_that_is_nearly_one(self):
        self.line("kind = \"counterfactual\"", 'kind = "counterfactuals"', ["did you mean 'counterfactual'?"])

    def test_out_of_range_for_its_kind(self):
        self.write("run.toml", RUN.replace("bound = 1e-3", "bound = 0"))
        self.refuse_run(says=[f"run.toml, line {line_of(RUN, '[[constraint]]')}: ", "'constraint.bound'", "> 0"])

    def test_on_the_command_line_too(self):
        self.refuse_run("--set", "data.test=1.5", says=["'data.test'", ">= 0 and < 1", "1.5"])
        self.refuse_run("--set", "solve.seed=abc", says=["'solve.seed'", "a whole number"])
        self.refuse_run("--set", "solve.sead=1", says=["'solve.sead'", "did you mean 'solve.seed'?"])
        self.refuse_run("--set", "constraint.9.bound=1", says=["constraint", "2"])
        self.refuse_run("--set", "seed", says=["seed", "="])
        self.refuse_run("--resum", says=["'--resum'", "did you mean '--resume'?"])
        self.refused("trian", "run.toml", says=["'trian'", "did you mean 'train'?"])

    def test_syntax(self):
        self.line("target", "target = approved", ["not TOML"])
        self.line("[model]", "[model", ["not TOML"])

    def test_a_key_that_must_be_given(self):
        self.write("run.toml", RUN.replace('target = "approved"\n', ""))
        self.refuse_run(says=["'data.target' is missing", "run.toml"])

    def test_a_run_file_that_is_not_there(self):
        self.refused("train", "run.tml", says=["run.tml", "no such file"])

    def test_a_run_file_that_is_a_folder(self):
        os.mkdir(self.path("folder"))
        self.refused("train", "folder", says=["folder", "is a folder"])

    def test_a_table_as_the_run_file(self):
        self.refused("train", "people.csv", says=["people.csv: this is a table, not a run file", "--target is missing", "approved, income"])

    def test_another_file_as_the_run_file(self):
        self.train()
        self.refused("train", "run/model.onnx", says=["run/model.onnx: this is not a run file (TOML): it is an ONNX model"])
        self.refused("train", "run/metrics.json", says=["run/metrics.json: this is not a run file (TOML): it is JSON"])

    def test_a_table_where_only_a_run_file_will_do(self):
        self.write("people.txt", text_of(self.people))
        for command in (["train", "people.txt"], ["sweep", "people.csv", "--bound", "0.1:0.2:2"], ["cv", "people.csv"]):
            self.refused(*command, says=[f"{command[1]}: this is not a run file", f"alcole init {command[1]} writes"])

    def test_a_model_and_a_table_the_wrong_way_round(self):
        self.train()
        for command in ("evaluate", "predict", "certify"):
            for model in ("run", "run/model.onnx"):
                self.refused(command, "people.csv", model, says=[f"{model}: is a model", "the model comes first"])

    def test_an_absurd_model(self):
        said = self.refuse_run("--set", "model.kind=mlp", "--set", "model.hidden=[60000, 60000]",
                               says=["weights", "GiB of memory", "model.hidden"])
        self.assertGreater(float(re.search(r"take about ([\d.e+]+) GiB", said)[1]), 100)


class Expressions(Mistakes):
    """Each names the run file, the line and the character."""

    def refuse(self, risk, *says):
        self.write("run.toml", RUN + f'\n[[constraint]]\nrisk = "{risk}"\n')
        line = (RUN + "\n[[constraint]]\n").count("\n") + 1
        return self.refuse_run(says=[f"run.toml, line {line}: ", *says])

    def test_unknown_column_or_value(self):
        self.refuse("recall[sx == 'f'] >= 0.5", "at character 8: people.csv", "'sx'", "did you mean 'sex'?")
        self.refuse("recall[agee] >= 0.5", "at character 1: people.csv", "'agee'")
        self.refuse("recall[age > 20 and sex == 'female'] >= 0.5", "constraint 'recall[age > 20", "at character 21: ",
                    "no value 'female'")

    def test_conditions(self):
        self.refuse("recall[age > 30 or sex == 'm'] >= 0.5", "at character 8: ", "'or'")
        self.refuse("recall[age > 200] >= 0.5", "at character 8: no training row meets its conditions")

    def test_what_is_found_after_reading(self):
        self.refuse("max(recall[sex]) >= 0.5", "at character 1: a max is bounded from the wrong side")
        self.refuse("recall(maybe) >= 0.5", "at character 1: the target has no class 'maybe'")
        self.refuse("loss + top(2) <= 0.5", "at character 8: 'top' takes", "fewer than the 2 of the target")

    def test_impossible(self):
        self.write("run.toml", RUN + '\n[[constraint]]\nrisk = "positive_rate >= 1.5"\n')
        self.refuse_run(says=["run.toml, line ", "no model meets 'positive_rate >= 1.5'", "at most 1"])
        self.refuse("0.3 <= positive_rate <= 0.2", "nothing is at least 0.3 and at most 0.2")

    def test_nothing(self):
        self.write("run.toml", RUN + '\n[[constraint]]\nrisk = ""\n')
        self.refuse_run(says=["run.toml, line ", "'constraint.risk' is missing"])

    def test_rates_that_nobody_can_write_are_not_offered(self):
        said = self.refuse("speed <= 1", "there is no rate 'speed'; there are positive_rate, ")
        for name in ("divergence", "lowered", "moved"):
            self.assertNotIn(name, said)


class Columns(Mistakes):
    def test_wrong_names_are_named_with_their_key(self):
        for key, value in {"data.target": "aproved", "data.protected": '["sx"]', "data.ignore": '["idd"]',
                           "data.weights": "incom"}.items():
            self.refuse_run("--set", f"{key}={value}", says=["people.csv", key, "did you mean '"])

    def test_a_table_without_names(self):
        lines = text_of(self.people).split("\n", 1)[1]
        self.refuse_table(lines, ["data.names"])
        words = "".join(f"{'ab'[k % 2]},{'cd'[k % 3 % 2]},{'yes' if k % 5 else 'no'}\n" for k in range(60))
        self.refuse_table(words, ["'approved'", "has the file no header? Then set data.names"])

    def test_wrong_feature(self):
        self.refuse_run("--set", "data.ignore=[]", "--set", 'data.features=["agee", "sex"]',
                        says=["people.csv", "data.features", "'agee'", "did you mean 'age'?"])

    def test_wrong_attribute_of_a_constraint(self):
        for number in (1, 2):
            self.refuse_run("--set", f"constraint.{number}.attribute=sx",
                            says=["'sx'", "did you mean 'sex'?", f"constraint.{number}"])

    def test_wrong_column_in_a_condition(self):
        self.refuse_run("--set", 'data.where=["agee > 9"]', says=["people.csv", "data.where", "'agee'", "'age'?"])

    def test_wrong_column_in_the_rows_of_a_constraint(self):
        self.refuse_run("--set", 'constraint.2.rows=["agee > 9"]', says=["constraint.2", "'agee'", "'age'?"])

    def test_conditions_that_leave_nothing(self):
        self.refuse_run("--set", 'data.where=["age > 900"]', says=["people.csv", "data.where: it leaves no rows"])
        self.refuse_run("--set", 'constraint.1.rows=["age > 900"]', says=["constraint 'counterfactual'", "no training row"])
        self.refuse_run("--set", 'constraint.2.rows=["sex == m"]', says=["demographic_parity"])

    def test_the_target_as_an_attribute(self):
        self.refuse_run("--set", "constraint.2.attribute=approved", says=["constraint 2", "the target"])

    def test_a_counterfactual_of_what_is_no_feature(self):
        self.refuse_run("--set", 'data.ignore=["id", "sex"]', says=["constraint 1", "'sex'", "not among the features"])

    def test_a_value_that_does_not_occur(self):
        self.refuse_run("--set", "data.positive=si", says=["'si'", "'approved'", "'no' and 'yes'"])
        self.refuse_run("--set", "constraint.1.to=x", says=["'x'", "'sex'"])

    def test_a_protected_attribute_with_one_value(self):
        self.write("people.csv", text_of(changed(self.people, sex="m")))
        self.refuse_run(says=["'sex' has only one value"])

    def test_one_class(self):
        self.write("people.csv", text_of(changed(self.people, approved="yes")))
        self.refuse_run(says=["'approved' has only one class"])


class Labels(Mistakes):
    def three(self):
        return changed(self.people, approved=lambda k, r: "maybe" if k % 10 == 0 else r["approved"])

    def test_three_values_where_one_of_two_is_positive(self):
        said = self.refuse_table(self.three(), ["'approved'", "'maybe'", "positive"])
        self.assertTrue("data.where" in said or "data.merge" in said, said)

    def test_a_slip_in_one_label(self):
        self.refuse_table(changed(self.people, approved=lambda k, r: "yse" if k == 50 else r["approved"]),
                          ["'approved'", "'yse'", "positive"])

    def test_rates_of_a_number(self):
        self.write("run.toml", RUN.replace('target = "approved"\npositive = "yes"', 'target = "income"'))
        said = self.refuse_run(says=["demographic_parity", "mean_prediction"])
        self.assertIn("class", said)

    def test_no_target_in_any_row(self):
        self.refuse_table(changed(self.people, approved=""), ["'approved' is missing in every row"])


class Terminal(Mistakes):
    def test_the_progress_line_stays_on_its_line(self):
        """A line as long as the terminal is wide would be continued on the next, which is not written over."""
        endless = ["train", "run.toml", "--set", "solve.regime=stochastic", "--set", "solve.stochastic.max_epochs=1000000",
                   "--set", "solve.stochastic.settle=false", "--set", "solve.tolerance.stationarity=1e-9"]
        longest = {}
        for columns in (40, 300):
            _, _, said = self.begin(*endless, "--out", str(columns), columns=columns).stop()
            shown = said.split("stopped;")[0]
            longest[columns] = max(len(line) for line in re.split(r"\r\x1b\[K|\r?\n", shown))
        self.assertEqual(longest[40], 39)
        self.assertGreater(longest[300], 60)


class Suggestions(Mistakes):
    """A word that is near is suggested, another word is not."""

    def test_far_words(self):
        self.assertNotIn("did you mean", self.refuse_run("--bogus"))
        self.assertNotIn("did you mean", self.refuse_run("--set", "data.target=foo"))

    def test_what_a_command_does_not_take(self):
        self.assertNotIn("did you mean", self.refuse_run("-q", says=["'train' has no option '-q'"]))
        self.refuse_run("second.toml", says=["'second.toml' is one argument too many; see 'alcole train --help'"])

    def test_commands_and_what_they_take(self):
        self.refused("help", says=["there is no command 'help'; see 'alcole --help'"])
        self.refused("data", "fetch", "census", says=["the data sets are compas, adult and german"])
        self.refused("explain", "people.csv", says=["people.csv: is a file; name the folder that 'alcole train' wrote"])

    def test_capitals(self):
        self.write("people.csv", text_of(changed(self.people, x=1, y=2)))
        self.refuse_run("--set", "data.target=Y", says=["did you mean 'y'?"])

    def test_constraints_with_an_s(self):
        self.write("run.toml", RUN.replace("[[constraint]]", "[[constraints]]"))
        self.refuse_run(says=["there is no [[constraints]]; constraints are written [[constraint]]"])

    def test_numbers_below_zero(self):
        for arguments in (["cv", "run.toml", "-k", "-2"], ["sweep", "run.toml", "--bound", "1:2:2", "--folds", "-1"],
                          ["compare", "run.toml", "--seeds", "-1"]):
            said = self.refused(*arguments, says=[arguments[-1], f"see 'alcole {arguments[0]} --help'"])
            self.assertNotIn("18446744073709551", said)
        said = self.refused("sweep", "run.toml", "--bound", "1:2:2", "-k", "1", says=["--folds: one fold"])
        self.assertNotIn("--bound", said)

    def test_commands_within_commands_have_their_full_names(self):
        self.refused("data", "twin", "--json", says=["'data twin' has no option '--json'"])
        self.refused("data", "twin", "--rows", "0", says=["see 'alcole data twin --help'"])
        self.refused("study", "foo", says=["there is no study 'foo'", "twin, compas, learnability, duality"])

    def test_a_value_that_is_an_option(self):
        self.refused("study", "duality", "--format", "json",
                     says=["'study duality' has no option '--format'; did you mean '--json'?"])

    def test_percent(self):
        self.refuse_run("--set", "constraint.2.bound=5", says=["<= 1", "5 % is 0.05"])

    def test_a_bound_beyond_single_precision(self):
        done = self.run_it("train", "run.toml", "--set", "constraint.1.bound=1e-45", "--set", "model.kind=mlp", "--set",
                           "model.hidden=[4]", code=1)
        self.assertRegex(done.stderr, "^alcole: training failed: .*; is a bound almost 0")
        self.assertNotIn("pullback", done.stderr)

    def test_a_divergence_of_nothing(self):
        said = self.refuse_run("--set", "constraint.1.bound=0", says=["must be > 0, not 0: ", "data.ignore"])
        self.assertNotIn("goes with", said)


if __name__ == "__main__":
    unittest.main()
