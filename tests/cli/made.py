"""Generated tables, and the program as a user runs it, for the tests of the commands. Takes the program's path from
the arguments of the test that imports it."""

import csv
import io
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest

from at_work import AtTerminal, wait_until

ALCOLE = os.path.abspath(sys.argv.pop(1))
DATA = os.environ.get("ALCOLE_DATA_DIR", "")

RUN = """[data]
file = "people.csv"
target = "approved"
positive = "yes"
ignore = ["id"]
protected = ["sex", "race"]

[model]
kind = "linear"

[[constraint]]
kind = "counterfactual"
attribute = "sex"
bound = 1e-3

[[constraint]]
kind = "demographic_parity"
attribute = "sex"
bound = 0.05
"""
HEAD = RUN[:RUN.index("[[constraint]]")]


def constraint(kind, bound, **keys):
    """A constraint for a run file; a key that is a word of Python has an underscore at its end."""
    lines = [f'kind = "{kind}"', f"bound = {bound}"]
    for key, value in keys.items():
        lines.append(f"{key.rstrip('_')} = {json.dumps(value)}")
    return "\n[[constraint]]\n" + "\n".join(lines) + "\n"


# For this process only: rows that one run opened for a certificate must not block the next.
CACHE = tempfile.TemporaryDirectory()


def environment(extra=None):
    """Without variables that a user may have set for other data."""
    own = {k: v for k, v in os.environ.items() if not k.startswith("ALCOLE_")}
    return {**own, "ALCOLE_CACHE_DIR": CACHE.name, **(extra or {})}


def run(*arguments, cwd=None, env=None, **options):
    return subprocess.run([ALCOLE, *arguments], cwd=cwd, env=environment(env), capture_output=True, text=True,
                          timeout=300, **{"stdin": subprocess.DEVNULL, **options})


def people(rows=400, seed=7, poorer=0):
    """People who apply for a loan; men and the employed are favoured. Women's income is lower by `poorer`."""
    draw = random.Random(seed)
    table = []
    for k in range(rows):
        sex = draw.choice("fm")
        race = draw.choice("aabc")
        age = draw.randint(18, 70)
        income = round(draw.gauss(35 if sex == "m" else 30 - poorer, 10), 1)
        employed = draw.random() < 0.7
        score = 0.08 * (income - 34) + 0.6 * (sex == "m") - 0.5 * (race == "c") + 0.02 * (age - 44) + 0.3 * employed
        table.append({"id": k, "sex": sex, "race": race, "age": age, "income": income,
                      "employed": "true" if employed else "false",
                      "approved": "yes" if score + draw.gauss(0, 1) > 0.3 else "no"})
    return table


def changed(table, **columns):
    """The table with columns replaced by a value, or by a function of (index of the row, row)."""
    return [{**row, **{name: value(k, row) if callable(value) else value for name, value in columns.items()}}
            for k, row in enumerate(table)]


def without(table, *names):
    return [{name: value for name, value in row.items() if name not in names} for row in table]


def text_of(table, delimiter=","):
    out = io.StringIO()
    writer = csv.DictWriter(out, table[0].keys(), delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return out.getvalue()


class InFolder(unittest.TestCase):
    """An empty folder to work in."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cwd = folder.name

    def path(self, *names):
        return os.path.join(self.cwd, *names)

    def write(self, name, text):
        with open(self.path(name), "wb" if isinstance(text, bytes) else "w") as file:
            file.write(text)

    def bytes(self, *names):
        with open(self.path(*names), "rb") as file:
            return file.read()

    def read(self, *names):
        return self.bytes(*names).decode()


class Made(InFolder):
    """A folder with people.csv and run.toml in it."""

    def setUp(self):
        super().setUp()
        self.people = people()
        self.write("people.csv", text_of(self.people))
        self.write("run.toml", RUN)

    def metrics(self, folder="run"):
        return json.loads(self.read(folder, "metrics.json"))

    def run_it(self, *arguments, code=0, **options):
        done = run(*arguments, cwd=self.cwd, **options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def begin(self, *arguments, columns=0, **options):
        """The program at a terminal with `columns` columns (0: unknown), to be stopped while it works."""
        return AtTerminal([ALCOLE, *arguments], self.cwd, environment(), columns, **options)

    def train(self, *arguments, code=0):
        """Trains quietly and checks what holds for every run; returns the metrics."""
        out = arguments[arguments.index("--out") + 1] if "--out" in arguments else "run"
        file = () if arguments and arguments[0].endswith(".toml") else ("run.toml",)
        done = self.run_it("train", *file, *arguments, code=code)
        self.assertEqual(done.stderr, "", "quiet in a pipe")
        metrics = self.metrics(out)
        self.check_metrics(metrics, code)
        return metrics

    def settings(self, **changes):
        """--set arguments; a double underscore stands for a dot."""
        return [word for key, value in changes.items() for word in ("--set", f"{key.replace('__', '.')}={value}")]

    def check_metrics(self, metrics, code):
        missed = 0
        for c in metrics["constraints"]:
            sign = -1 if c["at_least"] else 1
            for side in ("train", "test"):
                if c[side] is not None:
                    self.assertAlmostEqual(c[side]["slack"], sign * (c[side]["risk"] - c["bound"]), places=12)
            most = 0.01 * c["bound"] + 1e-15
            verdict = "met"
            if c["test"] is not None and c["test"]["slack"] > most:
                verdict = "met_in_training"
            if c["train"]["slack"] > most:
                verdict = "not_met"
                missed += 1
            self.assertEqual(c["verdict"], verdict, c)
            self.assertGreaterEqual(c["multiplier"], 0)
        self.assertEqual(code, 0 if missed == 0 else 3 if metrics["status"] == "infeasible" else 2)

    def trace(self, out):
        rows = list(csv.DictReader(self.read(out, "trace.csv").splitlines()))
        return [row.pop("seconds") for row in rows], rows

    def wait_for(self, process, *names):
        """Waits until a file exists; False if the process ended first."""
        return wait_until(lambda: os.path.exists(self.path(*names)), process)

    def wait_for_second(self, process, *names):
        """The same, until the file has been rewritten: the first state is that of the first step."""
        if not self.wait_for(process, *names):
            return False
        first = os.stat(self.path(*names)).st_ino

        def written_anew():
            try:
                return os.stat(self.path(*names)).st_ino != first
            except FileNotFoundError:  # an earlier run's file is removed before the first one of this run
                return False

        return wait_until(written_anew, process)

    def check_went_on(self, out, state):
        """The times of the first steps are those in the state: the steps were not repeated."""
        self.assertTrue(struct.pack("<d", float(self.trace(out)[0][0])) in state)

    def files(self):
        """Every file below the folder with its bytes; empty folders are ignored."""
        found = {}
        for folder, _, names in os.walk(self.cwd):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    found[os.path.relpath(os.path.join(folder, name), self.cwd)] = file.read()
        return found

    def refused(self, *arguments, says=(), options=None):
        """Exit code 1, one sentence that contains all of `says`, and all files unchanged."""
        before = self.files()
        done = run(*arguments, cwd=self.cwd, **(options or {}))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("alcole: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for words in says:
            self.assertIn(words, done.stderr)
        self.assertEqual(sorted(self.files()), sorted(before), "files are left behind, or gone")
        self.assertEqual(self.files(), before)
        return done.stderr
