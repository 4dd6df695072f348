"""study learnability and study duality as a user runs them. Usage: studies_test.py ALCOLE"""

import json
import os
import unittest

from at_work import AtTerminal
from made import ALCOLE, InFolder, run

LEARN = ["study", "learnability", "--rows", "200,800,3200", "--seeds", "4", "--population", "20000", "--dual-steps", "40"]
DUAL = ["study", "duality", "--dual-steps", "20", "--no-network"]


class Studies(InFolder):
    def test_learnability_writes_everything_and_says_where(self):
        done = run(*LEARN, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "", "quiet in a pipe")
        self.assertIn("report: study-learnability/report.html", done.stdout)
        self.assertIn("augmented_gap_vanishes", done.stdout)
        self.assertEqual(sorted(os.listdir(self.path("study-learnability"))), ["report.html", "study.json"])
        study = json.loads(self.read("study-learnability", "study.json"))
        self.assertEqual(study["schema"], 2)
        self.assertEqual([c["name"] for c in study["curves"]], ["augmented", "lagrangian", "lagrangian_slow"])
        m = len(study["constraints"])
        self.assertAlmostEqual(study["delta"], 0.05 / (m + 1))
        for curve in study["curves"]:
            self.assertEqual([p["rows"] for p in curve["points"]], [200, 800, 3200])
            for point in curve["points"]:
                self.assertEqual(len(point["runs"]), 4)
                mean = sum(abs(r["gap"]) for r in point["runs"]) / 4
                self.assertAlmostEqual(point["gap"]["estimate"], mean, places=12)
                self.assertLess(point["gap"]["estimate"], point["objective_bound"])
        page = self.read("study-learnability", "report.html")
        self.assertIn("<svg", page)
        self.assertNotIn("http-equiv=\"refresh\"", page)

    def test_learnability_is_the_same_for_any_jobs(self):
        found = []
        for jobs in ("1", "2"):
            done = run(*LEARN, "--json", "--jobs", jobs, "--out", "j" + jobs, cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            study = json.loads(done.stdout)
            self.assertEqual(study, json.loads(self.read("j" + jobs, "study.json")))
            study["seconds"] = 0
            for curve in study["curves"]:
                curve["seconds"] = 0
            found.append(study)
        self.assertEqual(found[0], found[1])

    def test_duality_finds_the_known_gaps(self):
        done = run(*DUAL, "--out", "d", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        self.assertIn("report: d/report.html", done.stdout)
        problems = {p["id"]: p for p in json.loads(self.read("d", "study.json"))["problems"]}
        self.assertEqual(list(problems), ["concave", "double_well", "saddle", "two_prices"])
        for name, gap in (("concave", 0.25), ("double_well", 1), ("saddle", 0)):
            self.assertAlmostEqual(problems[name]["lagrangian"]["gap"], gap, places=4)
            self.assertAlmostEqual(problems[name]["augmented"]["gap"], 0, places=4)
            self.assertEqual(problems[name]["augmented"]["primal_convergence"], "holds")
            self.assertEqual(problems[name]["attained"], "holds")
        self.assertEqual(problems["two_prices"]["attained"], "fails")
        self.assertEqual(run(*DUAL, "--json", "--out", "e", cwd=self.cwd).stdout[0], "{")

    def test_ctrl_c_leaves_nothing_half_written(self):
        learnability = ["learnability", "--rows", "200,400", "--seeds", "10000", "--population", "20000", "--out", "l"]
        for command in (["study", *learnability], ["study", "duality", "--no-network", "--dual-steps", "3000000", "--out", "d"]):
            code, out, errors = AtTerminal([ALCOLE, *command, "--jobs", "1"], self.cwd).stop()
            self.assertEqual(code, 130, errors)
            self.assertIn("stopped; nothing was written", errors)
            self.assertEqual(out, "")
            self.assertEqual(os.listdir(self.path(command[-1])), [])

    def test_a_folder_may_have_the_name_of_a_study(self):
        done = run("study", "--out", "duality", "--rows", "200", "--seeds", "1", "--hidden", "2", "--epochs", "4", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("report: duality/report.html", done.stdout)

    def test_mistakes_are_one_sentence(self):
        open(self.path("file"), "w").close()
        cases = [
            (["learnability", "--seeds", "0"], "setting 'seeds' must be a whole number >= 1, not '0'"),
            (["learnability", "--rows", "1000,250"], "setting 'rows' must be a list of growing whole numbers >= 50 and <= 10000000, not '1000,250'"),
            (["learnability", "--rows", "many"], "setting 'rows' must be a list"),
            (["learnability", "--sedes", "3"], "has no option '--sedes'; did you mean '--seeds'?"),
            (["learnability", "--activation", "step"], "activation"),
            (["learnability", "--out", "file"], "file: this folder cannot be created; choose another one with --out"),
            (["duality", "--bound", "0"], "setting 'bound' must be a number > 0, not '0'"),
            (["duality", "twin"], "twin"),
            (["--seeds", "3", "learnability"], "options of 'study learnability' come after it, not before: --seeds"),
            (["learnabilty"], "did you mean 'learnability'?"),
        ]
        for arguments, words in cases:
            done = run("study", *arguments, cwd=self.cwd)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(words, done.stderr)
            self.assertLessEqual(len(done.stderr.strip().splitlines()), 2)
            self.assertEqual(done.stdout, "")


unittest.main()
