"""The mistakes that people make: each is one sentence that says where and what to do, and nothing is lost.
Usage: mistakes_test.py ALCOLE"""

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import unittest

from at_work import wait_until
from made import ALCOLE, Made, RUN, changed, environment, run, text_of, without


def with_line(text, number, line):
    """`line` in the place of line `number`, which counts from 1."""
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def line_of(text, start):
    return next(k for k, line in enumerate(text.split("\n"), 1) if line.startswith(start))


class Mistakes(Made):
    def refuse_run(self, *arguments, says=()):
        return self.refused("train", "run.toml", *arguments, says=says)

    def refuse_table(self, table, says=(), *arguments):
        self.write("people.csv", table if isinstance(table, (str, bytes)) else text_of(table))
        return self.refuse_run(*arguments, says=["people.csv", *says])

    def noted(self, table, *words):
        """Training goes on, and a note has all of `words` in it."""
        self.write("people.csv", text_of(table))
        done = run("train", "run.toml", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        notes = self.metrics()["notes"]
        self.assertTrue(any(all(word in note for word in words) for note in notes), notes)


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
        self.refuse_run(says=["'data.target' is not given", "run.toml"])

    def test_a_run_file_that_is_not_there(self):
        self.refused("train", "run.tml", says=["run.tml", "no such file"])

    def test_a_run_file_that_is_a_folder(self):
        os.mkdir(self.path("folder"))
        self.refused("train", "folder", says=["folder", "is a folder"])

    def test_a_table_as_the_run_file(self):
        self.refused("train", "people.csv", says=["people.csv: this is a table, not a run file", "--target is missing", "approved, income"])

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


class Columns(Mistakes):
    def test_wrong_names_are_named_with_their_key(self):
        for key, value in {"data.target": "aproved", "data.protected": '["sx"]', "data.ignore": '["idd"]',
                           "data.weights": "incom"}.items():
            self.refuse_run("--set", f"{key}={value}", says=["people.csv", key, "did you mean '"])

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
        said = self.refuse_run(says=["demographic_parity"])
        self.assertIn("class", said)

    def test_no_target_in_any_row(self):
        self.refuse_table(changed(self.people, approved=""), ["'approved' is missing in every row"])


class Tables(Mistakes):
    def test_no_header(self):
        self.refuse_table(text_of(self.people).split("\n", 1)[1], ["data.target", "'approved'"])

    def test_no_header_is_recognised(self):
        self.refuse_table(text_of(self.people).split("\n", 1)[1], ["data.names"])

    def test_semicolons(self):
        self.refuse_table(text_of(self.people, ";"), ['data.delimiter = ";"'])
        self.refuse_table(text_of(self.people, "\t"), ['data.delimiter = "tab"'])

    def test_thousands_separators(self):
        self.noted(changed(self.people, income=lambda k, r: f"{1000 * r['income']:,.1f}"), "'income'", "thousands")

    def test_an_empty_column(self):
        self.noted(changed(self.people, income=""), "'income'", "empty")

    def test_a_word_among_numbers(self):
        self.noted(changed(self.people, income=lambda k, r: "n.b." if k == 18 else r["income"]),
                   "line 20", "'income'", "'n.b.'")

    def test_too_many_values(self):
        lines = text_of(self.people).split("\n")
        self.refuse_table("\n".join(lines[:19] + [lines[19] + ",7"] + lines[20:]), ["line 20", "8 values", "7 columns"])

    def test_an_open_quote(self):
        lines = text_of(self.people).split("\n")
        self.refuse_table("\n".join(lines[:19] + ['"' + lines[19]] + lines[20:]), ["line 20"])

    def test_a_column_twice(self):
        self.refuse_table(text_of(self.people).replace("income", "age", 1), ["'age'", "twice", "rename"])

    def test_no_file(self):
        os.remove(self.path("people.csv"))
        self.refuse_run(says=["people.csv", "no such file"])

    def test_an_empty_file(self):
        self.refuse_table("", ["is empty"])
        self.refuse_table(text_of(self.people).split("\n")[0] + "\n", ["no rows"])

    def test_a_folder(self):
        os.remove(self.path("people.csv"))
        os.mkdir(self.path("people.csv"))
        self.refuse_run(says=["people.csv", "is a folder"])

    def test_a_binary_file(self):
        self.refuse_table(bytes(k * 37 % 256 for k in range(5000)), [])
        self.refuse_table(b"\x1f\x8b\x08\x00" + hashlib.sha256(b"x").digest() * 50, [])

    def test_another_content_than_asked_for(self):
        self.refuse_run("--set", f"data.sha256={'0' * 64}", says=["people.csv", "data.sha256"])

    def test_a_test_file_that_lacks_a_column(self):
        self.write("later.csv", text_of(without(self.people, "employed", "age")))
        self.refuse_run("--set", "data.test_file=later.csv", says=["later.csv", "'employed'", "'age'"])

    def test_a_test_file_that_is_not_there(self):
        self.refuse_run("--set", "data.test_file=later.csv", says=["later.csv", "no such file"])

    def test_a_test_file_with_words_for_numbers(self):
        self.write("later.csv", text_of(changed(self.people, age="old")))
        self.refuse_run("--set", "data.test_file=later.csv", says=["later.csv", "'age'"])

    def test_semicolons_for_a_model(self):
        self.train()
        self.write("later.csv", text_of(self.people, ";"))
        for command in ("predict", "evaluate"):
            self.refused(command, "run/model.onnx", "later.csv", says=["later.csv", "';'"])


class Terminal(Mistakes):
    def test_the_progress_line_stays_on_its_line(self):
        """A line as long as the terminal is wide would be continued on the next, which is not written over."""
        endless = ["train", "run.toml", "--set", "solve.regime=stochastic", "--set", "solve.stochastic.max_epochs=1000000",
                   "--set", "solve.stochastic.settle=false"]
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
        self.refused("sweep", "run.toml", "--bound", "1:2:2", "--folds", "1", says=["--folds"])

    def test_percent(self):
        self.refuse_run("--set", "constraint.2.bound=5", says=["<= 1", "5 % is 0.05"])

    def test_a_divergence_of_nothing(self):
        said = self.refuse_run("--set", "constraint.1.bound=0", says=["must be > 0, not 0: ", "data.ignore"])
        self.assertNotIn("goes with", said)


class Folders(Mistakes):
    def test_a_run_file_of_ones_own_stays(self):
        for arguments in (["train", "run.toml", "--out", "."], ["cv", "run.toml", "-k", "2", "--out", "."]):
            self.refused(*arguments, says=["run.toml: is a run file of your own", "--out"])
        self.write("other.toml", RUN)
        self.refused("train", "other.toml", "--out", ".", says=["run file of your own"])
        self.train()
        self.run_it("train", "run/run.toml", "--out", "run")  # one that the program has written is replaced

    def test_an_interrupted_training_is_not_thrown_away(self):
        said = self.run_it("train", "run.toml").stdout
        self.assertNotIn("in place of", said)
        self.assertIn("in place of earlier ones", self.run_it("train", "run.toml").stdout)
        for name in ("metrics.json", "model.onnx"):
            os.remove(self.path("run", name))  # as if it had been killed just before its end
        self.refuse_run(says=["this training was interrupted", "--resume", "--force"])
        done = run("train", "run.toml", "--set", "solve.seed=3", cwd=self.cwd)
        self.assertIn("note: run: another training was interrupted here", done.stderr)
        for name in ("metrics.json", "model.onnx"):
            os.remove(self.path("run", name))
        done = run("train", "run.toml", "--set", "solve.seed=3", "--force", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        self.assertTrue(os.path.exists(self.path("run", "metrics.json")))

    def test_no_folder_is_left_when_nothing_was_done(self):
        self.refuse_run("--set", "data.target=aproved", "--out", "deep/new")
        self.assertFalse(os.path.exists(self.path("deep")))

    def test_a_file_in_the_place_of_the_folder(self):
        self.write("taken", "mine")
        self.refuse_run("--out", "taken", says=["taken", "is a file", "--out"])
        self.assertEqual(self.read("taken"), "mine")

    @unittest.skipIf(os.geteuid() == 0, "permissions do not bind the superuser")
    def test_a_folder_that_is_read_only(self):
        self.train()
        before = self.bytes("run", "model.onnx")
        os.chmod(self.path("run"), 0o555)
        self.addCleanup(os.chmod, self.path("run"), 0o755)
        self.refuse_run("--set", "solve.seed=1", says=["run", "written"])
        self.assertEqual(self.bytes("run", "model.onnx"), before)

    def test_results_stay_when_a_new_run_is_refused(self):
        self.train()
        self.refuse_run("--set", "data.target=aproved")
        self.refuse_run("--set", "constraint.attribute=sx")
        os.remove(self.path("people.csv"))
        self.refuse_run(says=["people.csv"])
        self.refuse_run("--resume", says=["people.csv"])

    def test_two_at_once(self):
        slow = ["--set", "solve.regime=stochastic", "--set", "solve.stochastic.max_epochs=1000000", "--set",
                "solve.stochastic.settle=false", "--set", "model.kind=mlp"]
        first = subprocess.Popen([ALCOLE, "train", "run.toml", *slow], cwd=self.cwd, env=environment(),
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.assertTrue(wait_until(lambda: os.path.exists(self.path("run", "run.toml")), first))
            done = run("train", "run.toml", cwd=self.cwd)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn("run: another alcole is at work in this folder", done.stderr)
            self.assertIsNone(first.poll(), "the first one goes on")
            self.assertIn("max_epochs = 1000000", self.read("run", "run.toml"))
            self.train("--out", "other")
            first.send_signal(signal.SIGINT)
            _, said = first.communicate(timeout=300)
            self.assertEqual(first.returncode, 130, said)
        finally:
            first.kill()
            first.communicate()
        self.assertIn("another training was interrupted here", self.run_it("train", "run.toml").stderr)

    def test_a_disk_that_is_full(self):
        mount = shutil.which("mount")
        os.mkdir(self.path("small"))
        if not mount or subprocess.run([mount, "-t", "tmpfs", "-o", "size=16k", "tmpfs", self.path("small")],
                                       capture_output=True).returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.addCleanup(subprocess.run, [shutil.which("umount"), self.path("small")])
        done = run("train", "run.toml", "--out", "small/run", cwd=self.cwd)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("No space left on device", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertFalse([name for name in os.listdir(self.path("small", "run")) if name.endswith(".part")])

    def test_a_file_that_cannot_be_written_to_its_end(self):
        """What a full disk does, by way of a limit on the size of files."""
        self.train()
        before = self.files()

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))

        for arguments, file in ((["train", "run.toml", "--out", "other"], "other"),
                                (["report", "run"], "report.html"),
                                (["predict", "run/model.onnx", "people.csv", "-o", "out.csv"], "out.csv")):
            done = run(*arguments, cwd=self.cwd, preexec_fn=limit)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn(file, done.stderr)
            self.assertIn("File too large", done.stderr)
        after = self.files()
        self.assertFalse([name for name in after if name.endswith(".part")])
        self.assertEqual({name: after[name] for name in before}, before)
        self.assertNotIn("out.csv", after)

    def test_a_folder_without_a_run(self):
        os.mkdir(self.path("empty"))
        for command in ("report", "explain"):
            self.refused(command, "nobody", says=["nobody", "no such folder"])
            self.refused(command, "empty", says=["empty", "metrics.json", "alcole train"])

    def test_broken_results(self):
        self.train()
        text = self.read("run", "metrics.json")
        for broken in (text[:len(text) // 2], "", "[]", text.replace('"metrics": 3', '"metrics": 2'),
                       text.replace('"rows"', '"rowz"')):
            self.write("run/metrics.json", broken)
            for command in ("report", "explain"):
                self.refused(command, "run", says=["metrics.json"])

    def test_output_that_cannot_be_written(self):
        self.train()
        self.refused("predict", "run/model.onnx", "people.csv", "-o", "nowhere/out.csv", says=["nowhere/out.csv"])
        os.mkdir(self.path("folder"))
        self.refused("predict", "run/model.onnx", "people.csv", "-o", "folder", says=["folder"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_standard_output_that_is_full(self):
        """Results that nobody could read are no success."""
        self.train()
        for arguments in (["predict", "run/model.onnx", "people.csv"], ["evaluate", "run/model.onnx", "people.csv"],
                          ["explain", "run"], ["report", "run", "--json"], ["train", "run.toml", "--json"]):
            with self.subTest(arguments[0]), open("/dev/full", "w") as full:
                done = subprocess.run([ALCOLE, *arguments], cwd=self.cwd, env=environment(), stdout=full,
                                      stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 1)
                self.assertIn("No space left on device", done.stderr)


class ModelFiles(Mistakes):
    def setUp(self):
        super().setUp()
        self.train()
        self.model = self.bytes("run", "model.onnx")

    def refuse_model(self, data, *says):
        self.write("model.onnx", data)
        for command in ("predict", "evaluate"):
            self.refused(command, "model.onnx", "people.csv", says=["model.onnx", *says])

    def test_no_model(self):
        self.refused("predict", "nobody.onnx", "people.csv", says=["nobody.onnx"])
        os.mkdir(self.path("empty"))
        self.refused("predict", "empty", "people.csv", says=["empty: there is no model.onnx in it"])
        self.refused("predict", "people.csv", "people.csv", says=["people.csv", "not an ONNX file"])

    def test_truncated(self):
        for size in (0, 1, 100, len(self.model) // 2, len(self.model) - 83, len(self.model) - 1):
            self.refuse_model(self.model[:size])

    def test_corrupted(self):
        for at in range(10, len(self.model), len(self.model) // 12):
            broken = bytearray(self.model)
            broken[at] ^= 0x04
            self.refuse_model(bytes(broken))

    def test_newer(self):
        at = self.model.index(b"alcole.format") + len(b"alcole.format")
        at = self.model.index(b"1", at)
        newer = bytearray(self.model)
        newer[at] = ord("2")
        newer[-64:] = hashlib.sha256(bytes(newer[:-83])).hexdigest().encode()
        self.refuse_model(bytes(newer), "newer")


class Resume(Mistakes):
    def setUp(self):
        super().setUp()
        self.train()
        self.state = self.bytes("run", "state")

    def refuse_state(self, data, *says):
        self.write("run/state", data)
        self.refuse_run("--resume", says=["run/state", *says])

    # run that is killed after its last checkpoint and before its results are written.
    def test_a_finished_run_is_finished(self):
        before = self.bytes("run", "model.onnx")
        self.train("--resume")
        self.assertEqual(self.bytes("run", "model.onnx"), before)

    def test_truncated(self):
        for size in (0, 1, 20, len(self.state) // 2, len(self.state) - 1):
            self.refuse_state(self.state[:size])

    def test_corrupted(self):
        for at in range(30, len(self.state), len(self.state) // 12):
            broken = bytearray(self.state)
            broken[at] ^= 0x10
            self.refuse_state(bytes(broken))

    def test_newer(self):
        self.assertEqual(self.state[:16], b"alcole state v05")
        self.refuse_state(b"alcole state v06" + self.state[16:], "version 06", "version 05")

    def test_another_run(self):
        self.refuse_run("--resume", "--set", "solve.seed=1", says=["run holds another run", "solve.seed is 0 there and 1"])
        self.refuse_run("--resume", "--set", "constraint.2.bound=0.1", says=["constraint", "bound", "0.05", "0.1"])
        self.refuse_run("--resume", "--set", "model.kind=mlp", says=["model.kind"])

    def test_data_that_have_changed(self):
        self.write("people.csv", text_of(self.people[:-1]))
        self.refuse_run("--resume", says=["people.csv", "changed"])

    def test_resuming_nothing_begins(self):
        before = self.bytes("run", "model.onnx")
        self.train("--resume", "--out", "new")
        self.assertEqual(self.bytes("new", "model.onnx"), before)

    def test_the_state_of_another_run_file(self):
        """A state that is whole, but belongs to other data."""
        self.write("wide.toml", RUN.replace('ignore = ["id"]', 'ignore = ["id", "age"]'))
        self.train("wide.toml", "--out", "wide")
        self.refuse_state(self.bytes("wide", "state"))


if __name__ == "__main__":
    unittest.main()
