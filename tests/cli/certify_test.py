"""The certify command as a user runs it. Usage: certify_test.py ALCOLE"""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

ALCOLE = os.path.abspath(sys.argv.pop(1))


def run(*arguments, cwd=None, cache=None):
    """`cache`: where the ledger of openings is; each test has its own unless it is about the ledger."""
    with tempfile.TemporaryDirectory() as own:
        return subprocess.run([ALCOLE, *arguments], cwd=cwd, capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, env={**os.environ, "ALCOLE_CACHE_DIR": cache or own})


def people(rows, seed, gap=0.0):
    """Loans; with a gap, women earn less by that amount."""
    draw = random.Random(seed)
    lines = ["sex,income,approved"]
    for _ in range(rows):
        woman, income = draw.random() < 0.5, draw.gauss(0, 1)
        income -= gap if woman else 0
        yes = draw.random() < 1 / (1 + 2.718281828 ** -(income + (-0.6 if woman else 0.4)))
        lines.append(f"{'woman' if woman else 'man'},{income:.2f},{'yes' if yes else 'no'}")
    return "\n".join(lines) + "\n"


RUN = """[data]
file = "train.csv"
target = "approved"
positive = "yes"
protected = ["sex"]

[model]
kind = "linear"

[[constraint]]
kind = "counterfactual"
attributes = ["sex"]
bound = 1e-3

[[constraint]]
kind = "demographic_parity"
attributes = ["sex"]
bound = 0.2
"""


class Certify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.cwd = cls.folder.name
        cls.write("train.csv", people(800, 1))
        cls.write("fresh.csv", people(4000, 2))
        cls.write("run.toml", RUN)
        done = run("train", "run.toml", "--out", "run", cwd=cls.cwd)
        assert done.returncode == 0, done.stderr
        cls.model = os.path.join("run", "model.onnx")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, text):
        with open(os.path.join(cls.cwd, name), "w") as file:
            file.write(text)

    def certify(self, *arguments, code, cache=None):
        done = run("certify", self.model, *arguments, cwd=self.cwd, cache=cache)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_certifies_what_rows_enough_support(self):
        done = self.certify("fresh.csv", code=0)
        self.assertIn("counterfactual sex: flip", done.stdout)
        self.assertIn("had no part in training", done.stdout)
        self.assertIn("with probability 0.95", done.stdout)
        self.assertIn("'mean loss' has no bound: the scores of a linear model", done.stdout)
        self.assertEqual(done.stdout.count("  certified  "), 3)
        self.assertEqual(done.stderr, "")
        said = json.loads(self.certify("fresh.csv", "--json", code=0).stdout)
        self.assertEqual((said["rows"], said["family"], said["all_certified"]), (4000, "automatic", True))
        # One share for the divergence, one for both sides of the gap, none for a loss without a range.
        self.assertEqual([c["risk"]["delta"] for c in said["constraints"]], [0.025, 0.025, 0.025])
        self.assertEqual(said["objective"]["delta"], 0)
        constraint = said["constraints"][0]
        risk = constraint["risk"]
        self.assertLess(risk["low"], risk["estimate"])
        self.assertLess(risk["estimate"], risk["high"])
        self.assertLessEqual(risk["high"], constraint["bound"])
        self.assertEqual(sorted(risk["families"]), ["automatic", "bernstein", "betting", "hoeffding"])
        self.assertEqual(sorted(constraint["flips"]["families"]),
                         ["automatic", "bernstein", "betting", "clopper_pearson", "hoeffding"])
        self.assertIsNone(said["objective"]["high"])

    def test_the_order_of_the_rows_changes_nothing(self):
        said = json.loads(self.certify("fresh.csv", "--json", code=0).stdout)
        for seed in range(3):
            head, *lines = people(4000, 2).splitlines()
            random.Random(seed).shuffle(lines)
            self.write("shuffled.csv", "\n".join([head, *lines]) + "\n")
            again = json.loads(self.certify("shuffled.csv", "--json", code=0).stdout)
            for one, other in zip(said["constraints"], again["constraints"]):
                self.assertAlmostEqual(one["risk"]["high"], other["risk"]["high"], delta=1e-9 * one["risk"]["high"])
                self.assertAlmostEqual(one["risk"]["low"], other["risk"]["low"], delta=1e-9)

    def test_few_rows_decide_nothing(self):
        self.write("few.csv", people(40, 3))
        said = json.loads(self.certify("few.csv", "--json", code=2).stdout)
        undecided = [c for c in said["constraints"] if c["verdict"] == "undecided"]
        self.assertTrue(undecided)
        self.assertTrue(all(c["rows_to_decide"] > 40 for c in undecided))

    def test_other_people_can_break_a_bound(self):
        self.write("others.csv", people(4000, 4, gap=1.5))
        self.assertIn("violated", self.certify("others.csv", code=2).stdout)

    def test_the_chosen_family_decides(self):
        said = json.loads(self.certify("fresh.csv", "--family", "clopper_pearson", "--json", code=2).stdout)
        self.assertEqual(said["constraints"][0]["verdict"], "impossible")
        self.assertIn("for rates", said["constraints"][0]["risk"]["reason"])
        self.assertEqual(said["constraints"][1]["verdict"], "certified")

    def test_warns_of_the_file_that_was_trained_on(self):
        done = self.certify("train.csv", code=2)
        self.assertIn("learned from", done.stderr)
        said = json.loads(self.certify("train.csv", "--json", code=2).stdout)
        self.assertTrue(said["rows_were_trained_on"])
        self.assertEqual({one["verdict"] for one in said["constraints"]}, {"undecided"})

    def test_the_answer_does_not_depend_on_the_threads(self):
        one = self.certify("fresh.csv", "--json", "--jobs", "1", code=0).stdout
        self.assertEqual(one, self.certify("fresh.csv", "--json", "--jobs", "2", code=0).stdout)

    def train(self, *arguments, out, code, cache=None):
        self.write("more.csv", people(5000, 7))
        done = run("train", "run.toml", "--set", "data.file=more.csv", "--out", out, *arguments, cwd=self.cwd, cache=cache)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def read(self, *names):
        with open(os.path.join(self.cwd, *names), encoding="utf-8", errors="replace") as file:
            return file.read()

    def test_training_ends_in_a_certified_model(self):
        done = self.train("--certify", "0.95", out="certified", code=0)
        self.assertIn("(automatic bounds), provided that", done.stdout)
        self.assertEqual(done.stdout.count("  certified  "), 3)
        metrics = json.loads(self.read("certified", "metrics.json"))
        certificate = metrics["certificate"]
        self.assertEqual((certificate["rows"], certificate["all_certified"]), (1500, True))
        self.assertEqual(metrics["train"]["rows"] + metrics["test"]["rows"], 3500)
        for asked, found in zip(metrics["constraints"], certificate["constraints"]):
            self.assertEqual((asked["name"], asked["bound"]), (found["name"], found["bound"]))
            self.assertLessEqual(asked["tightened"], asked["bound"])
            self.assertLessEqual(found["risk"]["high"], asked["bound"])
        self.assertLess(metrics["constraints"][0]["tightened"], 1e-3)
        self.assertIn("confidence = 0.95", self.read("certified", "run.toml"))
        self.assertIn('"all_certified":true', self.read("certified", "model.onnx"))
        self.assertIn("## Certificate", self.read("certified", "model-card.md"))
        page = self.read("certified", "report.html")
        self.assertIn("For people not yet seen", page)
        said = run("explain", "certified", cwd=self.cwd).stdout
        self.assertIn("Certified: with probability 0.95, all 3 constraints hold for people not yet seen",
                      " ".join(said.split()))
        self.assertEqual(run("report", "certified", cwd=self.cwd).returncode, 0)
        self.assertEqual(self.read("certified", "report.html"), page)

    def test_training_says_when_nothing_was_certified(self):
        done = self.train("--certify", "0.95", "--set", "certify.share=0.01", out="uncertified", code=2)
        self.assertIn("no certified model was found", done.stdout)
        self.assertIn("was unlikely", " ".join(done.stdout.split()))

    def test_mistakes_about_confidence_leave_nothing_behind(self):
        for arguments, words in [(("--certify", "95"), "'certify.confidence' must be a number >= 0 and < 1, not 95"),
                                 (("--certify", "0.05"), "the probability of being right, such as 0.95"),
                                 (("--certify", "yes"), "'certify.confidence' must be a number"),
                                 (("--certify", "0.9", "--set", "certify.family=clopper_pearson"), "for rates"),
                                 (("--certify", "0.9", "--set", "certify.share=0"), "'certify.share' must be")]:
            done = self.train(*arguments, out="nothing", code=1)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, "one sentence")
            self.assertFalse(os.path.exists(os.path.join(self.cwd, "nothing")), words)

    def test_rows_are_opened_once(self):
        cache = os.path.join(self.cwd, "cache")
        for _ in range(2):  # repeating the same question is not a second look
            self.certify("fresh.csv", code=0, cache=cache)
        done = self.certify("fresh.csv", "--delta", "0.2", code=1, cache=cache)
        self.assertIn("fresh.csv: its rows were opened for a certificate on", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, "one sentence")
        self.train("--certify", "0.95", out="opened", code=0, cache=cache)
        self.train("--certify", "0.95", out="opened", code=0, cache=cache)
        again = self.train("--certify", "0.95", "--set", "solve.seed=9", out="another", code=1, cache=cache)
        self.assertIn("more.csv: its rows were opened for a certificate on", again.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.cwd, "another")), "refused before anything is trained")

    def test_what_is_refused_opens_nothing(self):
        cache = os.path.join(self.cwd, "refused")
        self.certify("fresh.csv", "--delta", "5", code=1, cache=cache)
        self.certify("fresh.csv", code=0, cache=cache)

    def test_several_openings_are_planned_before_the_first(self):
        cache = os.path.join(self.cwd, "planned")
        for delta, each in (("0.1", 0.05), ("0.2", 0.1)):
            said = self.certify("fresh.csv", "--openings", "2", "--delta", delta, "--json", code=0, cache=cache).stdout
            self.assertAlmostEqual(json.loads(said)["delta"], each)
        for openings in ("2", "3"):
            done = self.certify("fresh.csv", "--openings", openings, "--delta", "0.3", code=1, cache=cache)
            self.assertIn("opened for a certificate on", done.stderr)

    def test_rows_of_a_file_of_their_own(self):
        rows = "own.csv"
        self.write(rows, people(4000, 41))
        done = self.train("--certify", "0.95", "--set", f"certify.file={rows}", out="own", code=0)
        metrics = json.loads(self.read("own", "metrics.json"))
        self.assertEqual(metrics["certificate"]["rows"], 4000)
        self.assertEqual(metrics["train"]["rows"] + metrics["test"]["rows"], 5000)
        self.assertIn("4000 rows that had no part in training", " ".join(done.stdout.replace(",", "").split()))
        peek = run("evaluate", os.path.join("own", "model.onnx"), rows, cwd=self.cwd)
        self.assertEqual(peek.returncode, 1)
        self.assertIn("these rows are kept for the certificate", peek.stderr)

    def test_a_plan_says_what_rows_can_certify(self):
        done = run("certify", "--plan", "run.toml", "--set", "data.file=train.csv", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("240 rows set aside can certify, with confidence 0.95", done.stdout)
        said = json.loads(run("certify", "--plan", "run.toml", "--json", cwd=self.cwd).stdout)
        self.assertEqual([p["name"] for p in said][0], "counterfactual sex: flip")
        parity = [p for p in said if "parity" in p["name"]]
        self.assertEqual(len(parity), 2)
        for one in parity:
            self.assertGreater(one["reach"]["enough"], 240)
            self.assertLess(one["reach"]["rows"], 140)
        done = run("certify", "--plan", "run.toml", "run/model.onnx", cwd=self.cwd)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(run("certify", cwd=self.cwd).returncode, 1)

    def test_training_says_beforehand_what_rows_can_certify(self):
        done = self.train("--certify", "0.95", out="beforehand", code=0)
        self.assertRegex(" ".join(done.stderr.split()), "with [0-9]+ rows in its smallest group, a bound of at most 0.2 can be certified")

    def test_without_a_certificate_the_exit_code_says_so_and_the_model_is_as_good_as_any(self):
        """The tightened problem has no solution; this once gave exit code 0 and a log loss of 4.7 to 259."""
        run("data", "twin", "--rows", "800", "--seed", "3", "-o", "twin.csv", cwd=self.cwd)
        self.write("twin.toml", """[data]
file = "twin.csv"
target = "two_year_recid"
positive = "1"
[model]
kind = "linear"
[[constraint]]
kind = "counterfactual"
attributes = ["sex"]
bound = 0.001
[[constraint]]
kind = "rate"
rate = "accuracy"
at_least = true
bound = 0.66
[certify]
share = 0.4
""")
        done = run("train", "twin.toml", "--certify", "0.8", "--set", "solve.seed=3", cwd=self.cwd)
        certificate = json.loads(self.read("twin", "metrics.json"))["certificate"]
        self.assertEqual(done.returncode, 0 if certificate["all_certified"] else 2, done.stdout)
        self.assertFalse(certificate["all_certified"])
        self.assertIn("no certified model was found", done.stdout)
        metrics = json.loads(self.read("twin", "metrics.json"))
        self.assertLess(metrics["test"]["log_loss"], 0.75)

    def test_mistakes_are_sentences(self):
        for arguments, words in [(("fresh.csv", "--delta", "1.5"), "delta must lie between 0 and 1"),
                                 (("fresh.csv", "--family", "beting"), "did you mean 'betting'?"),
                                 (("nobody.csv",), "nobody.csv"),
                                 (("fresh.csv", "--detla", "0.1"), "did you mean '--delta'?")]:
            done = self.certify(*arguments, code=1)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr.count("\n"), 1, "one sentence")


if __name__ == "__main__":
    unittest.main()
