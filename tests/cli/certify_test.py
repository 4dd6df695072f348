"""The certify command as a person uses it. Usage: certify_test.py ALCOLE"""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

ALCOLE = os.path.abspath(sys.argv.pop(1))


def run(*arguments, cwd=None):
    return subprocess.run([ALCOLE, *arguments], cwd=cwd, capture_output=True, text=True, timeout=120,
                          stdin=subprocess.DEVNULL)


def people(rows, seed):
    draw = random.Random(seed)
    lines = ["sex,income,approved"]
    for _ in range(rows):
        woman, income = draw.random() < 0.5, draw.gauss(0, 1)
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

    def certify(self, *arguments, code):
        done = run("certify", self.model, *arguments, cwd=self.cwd)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_says_what_is_known_and_what_it_takes(self):
        said = json.loads(self.certify("fresh.csv", "--json", code=2).stdout)
        self.assertEqual(said["rows"], 4000)
        self.assertEqual(said["family"], "betting")
        self.assertAlmostEqual(said["delta_each"], 0.025)
        self.assertFalse(said["all_certified"])
        self.assertFalse(said["rows_were_trained_on"])
        constraint = said["constraints"][0]
        risk = constraint["risk"]
        self.assertEqual(risk["rows"], 4000)
        self.assertLess(risk["low"], risk["estimate"])
        self.assertLess(risk["estimate"], risk["high"])
        self.assertEqual(sorted(risk["families"]), ["bernstein", "betting", "hoeffding"])
        self.assertEqual(sorted(constraint["flips"]["families"]),
                         ["bernstein", "betting", "clopper_pearson", "hoeffding"])
        self.assertIn("linear model", said["objective"]["reason"])
        self.assertIsNone(said["objective"]["high"])

    def test_a_bound_with_room_is_certified(self):
        self.write("strict.toml", RUN.replace("1e-3", "1e-2"))
        done = run("train", "strict.toml", "--out", "loose", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        # The same model, were it asked for less: only the bound differs.
        said = self.certify("fresh.csv", code=2).stdout
        self.assertIn("counterfactual sex: flip", said)
        self.assertIn("had no part in training", said)
        self.assertIn("mean loss", said)
        self.assertIn("betting bounds", said)

    def test_warns_of_the_file_that_was_trained_on(self):
        done = self.certify("train.csv", code=2)
        self.assertIn("learned from", done.stderr)
        self.assertTrue(json.loads(self.certify("train.csv", "--json", code=2).stdout)["rows_were_trained_on"])

    def test_the_answer_does_not_depend_on_the_threads(self):
        one = self.certify("fresh.csv", "--json", "--jobs", "1", code=2).stdout
        self.assertEqual(one, self.certify("fresh.csv", "--json", "--jobs", "2", code=2).stdout)

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
