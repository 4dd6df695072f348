"""The init command as a user runs it. Usage: init_test.py ALCOLE"""

import json
import os
import pty
import select
import time
import unittest

from made import ALCOLE, DATA, InFolder, run


def people(columns=(), delimiter=","):
    """60 people; `columns` are (name, function of the row) to be added."""
    rows = [["id", "sex", "race", "age", "approved", *[name for name, _ in columns]]]
    for k in range(60):
        rows.append([1000 + k, "FM"[k % 2], "abc"[k % 3], 20 + k * 7 % 30, ["yes", "no"][k * 11 % 4 > 0],
                     *[f(k) for _, f in columns]])
    return "".join(delimiter.join(str(v) for v in row) + "\n" for row in rows)


class Base(InFolder):
    def init(self, *arguments):
        done = run("init", *arguments, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def refused(self, *arguments):
        done = run("init", *arguments, cwd=self.cwd)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("alcole: "))
        self.assertEqual(done.stderr.count("\n"), 1, "one sentence")
        return done.stderr


class Init(Base):
    def test_writes_a_run_file_and_says_what_comes_next(self):
        self.write("people.csv", people())
        said = self.init("people.csv", "--target", "approved", "--protected", "sex,race")
        self.assertIn("60 rows, 5 columns", said)
        self.assertIn("'id' looks like an identifier", said)
        self.assertIn("'yes' (25 %) is taken as the positive one", said)
        self.assertTrue(said.endswith("alcole train run.toml\n"))
        text = self.read("run.toml")
        self.assertIn('file = "people.csv"', text)
        self.assertIn('positive = "yes"', text)
        self.assertEqual(text.count("\n[[constraint]]\n"), 2)
        self.assertIn('protected = ["sex", "race"]', text)

    def test_never_writes_over_a_file_unless_told_to(self):
        self.write("people.csv", people())
        self.write("run.toml", "mine")
        self.assertIn("run.toml already exists; --force", self.refused("people.csv", "--target", "approved"))
        self.assertEqual(self.read("run.toml"), "mine")
        self.init("people.csv", "--target", "approved", "--out", "other.toml")
        self.init("people.csv", "--target", "approved", "--force")
        self.assertIn("[data]", self.read("run.toml"))

    def test_never_writes_over_the_table(self):
        self.write("people.csv", people())
        for out in ("people.csv", "./people.csv"):
            self.assertIn(f"{out}: is an input and cannot be overwritten",
                          self.refused("people.csv", "--target", "approved", "--out", out, "--force"))
        with open(self.path("people.csv")) as table:
            done = run("init", "-", "--target", "approved", "-o", "people.csv", "--force", cwd=self.cwd, stdin=table)
        self.assertIn("people.csv: is an input", done.stderr)
        self.assertEqual(self.read("people.csv"), people())

    def test_the_path_is_relative_to_the_run_file(self):
        os.mkdir(self.path("deep"))
        self.write("people.csv", people())
        self.init("people.csv", "--target", "approved", "--out", "deep/run.toml")
        self.assertIn('file = "../people.csv"', self.read("deep", "run.toml"))

    def test_in_a_pipe_the_target_must_be_given(self):
        self.write("people.csv", people())
        said = self.refused("people.csv")
        self.assertIn("--target is missing", said)
        self.assertIn("likely ones first: approved, ", said)
        self.assertFalse(os.path.exists(self.path("run.toml")))

    def test_what_is_not_given_is_suggested(self):
        self.write("people.csv", people())
        self.assertIn("--protected sex,race", self.init("people.csv", "--target", "approved"))
        self.assertIn('# protected = ["sex", "race"]', self.read("run.toml"))
        self.assertNotIn("\n[[constraint]]", self.read("run.toml"))
        self.init("people.csv", "--target", "approved", "--protected", "", "--force")
        self.assertNotIn("protected =", self.read("run.toml"))

    def test_mistakes_are_sentences(self):
        self.write("people.csv", people([("kind", lambda k: "x")]))
        self.assertIn("did you mean 'approved'?", self.refused("people.csv", "--target", "aproved"))
        self.assertIn("did you mean 'race'?", self.refused("people.csv", "--target", "approved", "--protected", "rase"))
        self.assertIn("has only one value", self.refused("people.csv", "--target", "kind"))
        self.assertIn("there is no column 'zzzzzz'; the columns are", self.refused("people.csv", "--target", "zzzzzz"))
        self.assertIn("no such file", self.refused("nobody.csv", "--target", "x").lower())
        self.write("empty.csv", "")
        self.assertIn("empty", self.refused("empty.csv", "--target", "x"))
        said = self.init("people.csv", "--target", "approved", "--protected", "kind,sex")
        self.assertIn("'kind' has only one value; there are no groups to compare", said)

    def test_a_name_for_a_column_that_has_none(self):
        self.write("bare.csv", people().split("\n", 1)[1])
        said = self.refused("bare.csv", "--target", "approved")
        self.assertIn("the first line holds values, not names", said)
        self.assertIn("--names", said)
        self.assertNotIn("did you mean", said)

    def test_columns_and_missing_values_are_counted(self):
        self.write("people.csv", people([("sum", lambda k: "" if k % 5 == 0 else k / 7)]))
        self.assertIn("columns: 3 of numbers, 2 of words, 1 of yes and no; missing values: sum 12 (20 %)",
                      self.init("people.csv", "--target", "approved"))

    def test_words_for_missing_values_among_numbers(self):
        words = ["NaN", "nan", "N/A", "null"]
        self.write("people.csv", people([("sum", lambda k: words[k % 4] if k % 5 == 0 else k / 7)]))
        self.assertIn("missing values: sum 12 (20 %)", self.init("people.csv", "--target", "approved"))
        self.write("people.csv", people([("sum", lambda k: "None" if k % 5 == 0 else k)]))
        said = self.init("people.csv", "--target", "approved", "--force")
        self.assertIn("'sum' holds numbers except for 'None' (12 rows), and is read as words; if that marks a missing "
                      "value, add it to data.missing", said)
        self.assertNotIn("thousands separators", said)

    def test_of_a_number_suggests_a_bound_that_can_be_met(self):
        """The error of each group if the mean is predicted for everybody."""
        wage = lambda k: 1000 + 37 * (k * 7 % 30) + 500 * (k % 2)
        self.write("people.csv", people([("wage", wage)]))
        self.init("people.csv", "--target", "wage", "--protected", "sex")
        text = self.read("run.toml")
        bound = float(text.split('"group_loss"')[1].split("bound = ")[1].split()[0])
        mean = sum(map(wage, range(60))) / 60
        worst = max(sum((wage(k) - mean) ** 2 for k in range(60) if k % 2 == sex) / 30 for sex in (0, 1))
        self.assertTrue(worst <= bound <= 1.1 * worst, (worst, bound))
        self.write("bounded.toml", text.replace("# [[", "[[").replace("# kind", "kind").replace("# attribute", "attribute")
                   .replace("# bound", "bound"))
        self.assertEqual(run("train", "bounded.toml", "--set", "model.kind=linear", cwd=self.cwd).returncode, 0)

    def test_other_layouts(self):
        self.write("semicolons.csv", people([("sum", lambda k: f"{k},5")], delimiter=";"))
        said = self.init("semicolons.csv", "--target", "approved", "--protected", "sex")
        self.assertIn("separated by ';'", said)
        self.assertIn("numbers have a decimal comma", said)
        self.assertIn('delimiter = ";"\ndecimal_comma = true', self.read("run.toml"))
        self.write("tabs.tsv", people(delimiter="\t"))
        self.init("tabs.tsv", "--target", "approved", "--out", "tabs.toml")
        self.assertIn('delimiter = "tab"', self.read("tabs.toml"))
        self.write("bare.csv", people().split("\n", 1)[1])
        said = self.init("bare.csv", "--target", "c5", "--out", "bare.toml")
        self.assertIn("the first line looks like data ('1000', ...)", said)
        self.assertIn('names = ["c1", "c2", "c3", "c4", "c5"]', self.read("bare.toml"))
        said = self.init("bare.csv", "--target", "ok", "--names", "id,sex,race,age,ok", "--out", "named.toml")
        self.assertNotIn("looks like data", said)
        self.assertIn('names = ["id", "sex", "race", "age", "ok"]', self.read("named.toml"))

    def test_other_targets(self):
        self.write("people.csv", people())
        self.assertIn("'race' has 3 classes (a, b and c)", self.init("people.csv", "--target", "race", "--protected", "sex"))
        self.assertNotIn("positive =", self.read("run.toml"))
        said = self.init("people.csv", "--target", "age", "--protected", "sex", "--force")
        self.assertIn("predicted as a number", said)
        self.assertIn('# kind = "group_loss"', self.read("run.toml"))

    def test_json_has_everything(self):
        self.write("people.csv", people([("paid", lambda k: ["a", "b"][k * 11 % 4 > 0]), ("none", lambda k: "")]))
        found = json.loads(self.init("people.csv", "--target", "approved", "--protected", "sex", "--json"))
        self.assertEqual(found["rows"], 60)
        self.assertEqual(found["target"], "approved")
        self.assertEqual(found["task"], "binary")
        self.assertEqual(found["positive"], "yes")
        self.assertEqual(found["protected"], ["sex"])
        self.assertEqual(found["ignore"], ["id", "paid", "none"])
        self.assertEqual(found["config"], "run.toml")
        self.assertTrue(found["header"])
        self.assertEqual([c["name"] for c in found["columns"]],
                         ["id", "sex", "race", "age", "approved", "paid", "none"])
        kinds = {f["column"]: f["kind"] for f in found["findings"]}
        self.assertEqual(kinds["paid"], "leak")
        self.assertEqual(kinds["none"], "empty")


class Terminal(Base):
    """A conversation through a pseudo-terminal."""

    def talk(self, *answers, arguments=()):
        """Types each answer when a question appears; returns the exit code and everything that was shown."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.cwd)
            os.execv(ALCOLE, [ALCOLE, "init", "people.csv", *arguments])
        shown, waiting = "", list(answers)
        deadline = time.time() + 60
        while time.time() < deadline:
            ready, _, _ = select.select([terminal], [], [], 0.1)
            try:
                shown += os.read(terminal, 4096).decode() if ready else ""
            except OSError:  # the program has ended
                break
            if not ready and waiting and shown.endswith("]: "):
                os.write(terminal, waiting.pop(0).encode())
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown

    def test_asks_and_takes_the_guess_for_enter(self):
        self.write("people.csv", people())
        code, shown = self.talk("\n", "\n")
        self.assertEqual(code, 0, shown)
        self.assertIn("target, by name or number [approved]: ", shown)
        self.assertIn("protected columns, separated by commas [sex, race]: ", shown)
        self.assertIn('target = "approved"', self.read("run.toml"))
        self.assertEqual(self.read("run.toml").count("\n[[constraint]]\n"), 2)

    def test_asks_again_after_a_slip(self):
        self.write("people.csv", people())
        code, shown = self.talk("aproved\n", "1\n", "sx\n", "race\n")
        self.assertEqual(code, 0, shown)
        self.assertIn("did you mean 'approved'?", shown)
        self.assertIn("did you mean 'sex'?", shown)
        self.assertIn('protected = ["race"]', self.read("run.toml"))

    def test_none_means_none(self):
        self.write("people.csv", people())
        code, shown = self.talk("none\n", arguments=["--target", "approved"])
        self.assertEqual(code, 0, shown)
        self.assertNotIn("protected =", self.read("run.toml"))

    def test_the_end_of_input_is_no_answer(self):
        self.write("people.csv", people())
        code, shown = self.talk("\x04")
        self.assertEqual(code, 1, shown)
        self.assertIn("there was no answer", shown)
        self.assertFalse(os.path.exists(self.path("run.toml")))


@unittest.skipUnless(os.path.isdir(os.path.join(DATA, "compas")), "ALCOLE_DATA_DIR has no public tables")
class PublicTables(Base):
    def findings(self, *names, target, protected):
        file = os.path.join(DATA, *names)
        found = json.loads(self.init(file, "--target", target, "--protected", protected, "--json"))
        self.kinds = {f["column"]: f["kind"] for f in found["findings"]}
        return found

    def test_german(self):
        found = self.findings("german", "credit-g.arff", target="class", protected="personal_status,foreign_worker")
        self.assertEqual(found["rows"], 1000)
        self.assertEqual(found["positive"], "good")
        self.assertEqual(found["ignore"], [])

    def test_adult_has_no_header(self):
        found = self.findings("adult", "adult.data", target="c15", protected="c9,c10")
        self.assertFalse(found["header"])
        self.assertEqual(found["positive"], ">50K")
        self.assertEqual(found["protected"], ["c9", "c10"])
        self.assertEqual(found["ignore"], [])
        self.assertEqual(self.kinds[""], "header")

    def test_compas_leaks(self):
        found = self.findings("compas", "compas-scores-two-years.csv", target="two_year_recid", protected="sex,race")
        self.assertEqual(found["positive"], "1")
        self.assertEqual(self.kinds["id"], "identifier")
        self.assertEqual(self.kinds["is_recid"], "leak")
        self.assertEqual(self.kinds["r_charge_degree"], "leak")
        self.assertEqual(self.kinds["event"], "suspect")
        self.assertEqual(self.kinds["c_jail_in"], "date")
        self.assertEqual(self.kinds["type_of_assessment"], "constant")
        for kept in ["age", "priors_count", "c_charge_degree", "sex", "race", "decile_score"]:
            self.assertNotIn(kept, found["ignore"])
        for left_out in ["id", "name", "is_recid", "r_offense_date", "dob"]:
            self.assertIn(left_out, found["ignore"])


if __name__ == "__main__":
    unittest.main()
