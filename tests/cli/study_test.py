"""The study and data commands as a user runs them. Usage: study_test.py ALCOLE"""

import csv
import json
import os
import signal
import subprocess
import unittest

from at_work import PATIENCE, wait_until
from made import ALCOLE, InFolder, run

TINY = ["--rows", "400", "--seeds", "2", "--hidden", "6", "--epochs", "8", "--batch-rows", "64"]


class Study(InFolder):
    def files_below(self, folder):
        """The number of files below: every finished training leaves one."""
        return sum(len(names) for _, _, names in os.walk(self.path(folder)))

    def test_writes_everything_and_says_where(self):
        done = run("study", "twin", *TINY, "--out", "s", "--svg", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "", "quiet in a pipe")
        self.assertIn("report: s/report.html", done.stdout)
        self.assertIn("synthetic", done.stdout)
        self.assertIn("smoother_multipliers", done.stdout)
        study = json.loads(self.read("s", "study.json"))
        m = len(study["constraints"])
        self.assertEqual([c["name"] for c in study["constraints"]][0], "sex flipped")
        self.assertEqual(m, 5)
        self.assertEqual(list(study["methods"]), ["unconstrained", "lagrangian", "lagrangian_randomised", "augmented"])
        for name, method in study["methods"].items():
            self.assertEqual(len(method["runs"]), 2)
            for r in method["runs"]:
                for values in (r["train"]["risk"], r["train"]["slack"], r["test"]["risk"], r["test"]["flip"], r["lambda"]):
                    self.assertEqual(len(values), m)
                for risk, slack, c in zip(r["train"]["risk"], r["train"]["slack"], study["constraints"]):
                    self.assertAlmostEqual(risk - c["bound"], slack, places=12)
                if name == "lagrangian_randomised":
                    self.assertNotIn("late_iterates", r)
                    continue
                self.assertEqual(len(r["oscillation"]["lambda_sd"]), m)
                # the late iterates are those of the trace
                trace = list(csv.DictReader(self.read("s", "traces", f"{name}-{r['seed']}.csv").splitlines()))
                late = r["late_iterates"]
                worst = sorted(max(float(step["slack: " + c["name"]]) / c["bound"] for c in study["constraints"])
                               for step in trace[4:])
                self.assertAlmostEqual(late["worst_slack_in_bounds"][0], worst[0], places=9)
                self.assertAlmostEqual(late["worst_slack_in_bounds"][-1], worst[-1], places=9)
                self.assertAlmostEqual(late["violating"], sum(w > 0.2 for w in worst) / 4, places=9)
                for c, flips in zip(study["constraints"], late["flip"]):
                    seen = sorted(float(step["flip: " + c["name"]]) for step in trace[4:])
                    self.assertEqual((flips[0], flips[-1], len(flips)), (seen[0], seen[-1], 21))
                # the last of them is the model of the last step
                self.assertAlmostEqual(float(trace[-1]["flip: sex flipped"]), r["test"]["flip"][0], places=9)
        drawn = study["methods"]["lagrangian_randomised"]["runs"][0]["randomised"]
        self.assertEqual(drawn["iterates"], 4)
        self.assertGreater(drawn["bytes"], 0)
        for claim in study["claims"]:
            self.assertIn(claim["verdict"], ["holds", "fails", "undecided"])
            self.assertLessEqual(claim["low"], claim["high"])
        ids = {claim["id"] for claim in study["claims"]}
        self.assertLessEqual({"smoother_multipliers", "steadier_slacks", "steadier_on_hard_constraints",
                              "feasible_last_iterate", "better_last_iterate", "fewer_late_violations",
                              "better_worst_stop", "fewer_flips_at_worst_stop", "accuracy_better",
                              "accuracy_not_worse", "sex_flip_reduced", "randomised_matches_augmented", "randomised_as_fair", "constraints_cost_accuracy"}, ids)
        trace = list(csv.DictReader(self.read("s", "traces", "augmented-0.csv").splitlines()))
        self.assertEqual(len(trace), 8)
        for n in (1, 2, 3, 4):
            self.assertIn("<svg", self.read("s", f"figure-{n}.svg"))
        self.assertIn("<svg", self.read("s", "report.html"))

    def test_is_the_same_for_any_jobs_and_after_an_interrupt(self):
        def without_clock(folder):
            study = json.loads(self.read(folder, "study.json"))
            study["seconds"] = 0
            for method in study["methods"].values():
                method["summary"]["seconds"] = 0
                for r in method["runs"]:
                    r["seconds"] = 0
            return study

        long = ["--rows", "3000", "--seeds", "3", "--hidden", "32,32", "--epochs", "60"]
        self.assertEqual(run("study", *long, "--out", "a", "--jobs", "1", cwd=self.cwd).returncode, 0)
        command = [ALCOLE, "study", *long, "--out", "b", "--jobs", "2"]
        codes = []
        for _ in range(50):
            before = self.files_below("b")
            process = subprocess.Popen(command, cwd=self.cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            wait_until(lambda: self.files_below("b") > before, process)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
            codes.append(process.returncode)
            if process.returncode == 0:
                break
            self.assertEqual(process.returncode, 130, errors)
            self.assertIn("continues from there", errors)
            self.assertFalse(os.path.exists(self.path("b", "study.json")))
        self.assertEqual(codes[-1], 0, "every call goes on by one training at least")
        self.assertEqual(codes[0], 130, "the first call was to be interrupted")
        self.assertEqual(without_clock("a"), without_clock("b"))

    def test_lets_alpha_grow_as_the_paper_does(self):
        # Only the penalty: multipliers that hardly move, and a bound that only a stiff penalty approaches.
        alone = ["--rows", "400", "--seeds", "1", "--hidden", "6", "--epochs", "32", "--batch-rows", "64", "--rate", "0.03",
                 "--dual-step", "1e-6", "--bound", "1e-6", "--methods", "augmented"]

        def settings_and_risk(folder, *more):
            done = run("study", *alone, *more, "--out", folder, cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            study = json.loads(self.read(folder, "study.json"))
            return study["settings"], study["methods"]["augmented"]["runs"][0]["train"]["risk"][0]

        preset, _ = settings_and_risk("preset", "--periodic")
        self.assertEqual([preset[k] for k in ("penalty", "penalty_factor", "penalty_interval")], ["20", "2", "20"])
        _, constant = settings_and_risk("constant", "--penalty", "20")
        given, grown = settings_and_risk("grown", "--periodic", "--penalty-factor", "10", "--penalty-interval", "4")
        self.assertEqual(given["penalty_interval"], "4", "what is given goes before the preset")
        self.assertLess(grown, 0.1 * constant, "a penalty that grows presses harder")

    def test_bad_input_is_one_sentence(self):
        cases = [
            (["study", "twinn"], "there is no study 'twinn'; did you mean 'twin'?"),
            (["study", "--seeds", "0"], "setting 'seeds' must be a whole number >= 1, not '0'"),
            (["study", "--penalty-factor", "0.5"], "setting 'penalty_factor' must be a number >= 1, not '0.5'"),
            (["study", "--methods", "augmentd"], "did you mean 'augmented'?"),
            (["study", "missing.toml"], "missing.toml: there is no such file"),
            (["study", "compas"], "alcole data fetch compas"),
            (["study", "--sedes", "3"], "'study' has no option '--sedes'; did you mean '--seeds'?"),
            (["studdy"], "there is no command 'studdy'; did you mean 'study'?"),
            ([], "subcommand"),
        ]
        for arguments, words in cases:
            done = run(*arguments, cwd=self.cwd, env={"ALCOLE_CACHE_DIR": self.path("cache")})
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(words, done.stderr)
            self.assertLessEqual(len(done.stderr.strip().splitlines()), 2)
            self.assertEqual(done.stdout, "")

    def test_configuration_names_file_line_and_key(self):
        with open(self.path("run.toml"), "w") as file:
            file.write('data = "twin"\nrows = 400\nseeds = 1\nhidden = [6]\nepochs = 4\nboundd = 1e-3\n')
        done = run("study", "run.toml", cwd=self.cwd)
        self.assertEqual(done.returncode, 1)
        self.assertIn("run.toml, line 6: there is no setting 'boundd'; did you mean 'bound'?", done.stderr)
        with open(self.path("run.toml"), "w") as file:
            file.write('data = "twin"\nrows = 400\nseeds = 1\nhidden = [6]\nepochs = 4\nbound = 1e-3\n')
        done = run("study", "run.toml", "--out", "c", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_configuration_that_is_no_such_thing(self):
        cases = [
            ("seeds = 1\nüml = 3\n", "line 2: letters other than a to z must be in quotes"),
            ("seeds = \n", "line 1: this is not TOML"),
            ("seeds = 2020-01-01\n", "line 1: 'seeds' is neither a word, a number nor a list"),
            ("seeds = 1\n[[constraint]]\nkind = \"rate\"\n", "line 2: the study has its own constraints"),
            ("[data]\nfile = \"people.csv\"\n", "line 2: there is no setting 'data.file'"),
        ]
        for text, words in cases:
            with open(self.path("run.toml"), "w") as file:
                file.write(text)
            done = run("study", "run.toml", cwd=self.cwd)
            self.assertEqual(done.returncode, 1)
            self.assertIn("run.toml, " + words, done.stderr)

    def test_lists_data_sets(self):
        done = run("data", "list", env={"ALCOLE_CACHE_DIR": self.path("cache")})
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("compas", "adult", "german"):
            self.assertIn(name, done.stdout)
        own = self.path("own")
        os.makedirs(os.path.join(own, "adult"))
        with open(os.path.join(own, "adult", "adult.data"), "w"):
            pass
        done = run("data", "list", "--json", env={"ALCOLE_CACHE_DIR": self.path("cache"), "ALCOLE_DATA_DIR": own})
        files = {file["name"]: file["path"] for one in json.loads(done.stdout) for file in one["files"]}
        self.assertEqual(files["adult.data"], os.path.join(own, "adult", "adult.data"))
        self.assertIsNone(files["adult.test"])
        done = run("data", "fetch", "compass")
        self.assertEqual(done.returncode, 1)
        self.assertIn("did you mean 'compas'?", done.stderr)


unittest.main()
