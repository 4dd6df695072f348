"""Runs every example in the docstrings, in docs/python.md and in docs/fairlearn.md; checks types if mypy is
installed.

Usage: test_examples.py SOURCE"""

import ast
import contextlib
import doctest
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
import people

import alcole
import alcole._constraints
import alcole._estimators
import alcole._outcome
import alcole._progress
import alcole._results
import alcole._solve
import alcole._toml
import alcole._training

try:
    import fairlearn.metrics
    import fairlearn.reductions
except ImportError:
    fairlearn = None

os.environ.setdefault("MPLBACKEND", "Agg")
SOURCE = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]


class Examples(unittest.TestCase):
    def test_of_the_documentation_strings(self):
        for module in (alcole._constraints, alcole._estimators, alcole._outcome, alcole._progress, alcole._results,
                       alcole._solve, alcole._toml, alcole._training):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = doctest.testmod(module)
            self.assertGreater(found.attempted, 0, module.__name__)
            self.assertEqual(found.failed, 0, module.__name__)

    def test_there_is_one_for_what_people_call(self):
        for one in (*alcole._constraints.KINDS.values(), alcole.load, alcole.plot_tradeoff, alcole.solve, alcole.Classifier,
                    alcole.Regressor, *(getattr(alcole.Classifier, name) for name in (
                        "fit", "evaluate", "certificate", "sweep", "examine", "report", "plot_trace"))):
            self.assertIn(">>>", one.__doc__, one)

    def run_blocks(self, page, leave_out=()):
        """Runs the blocks of a page in order, on generated people, in a separate folder; returns the names that they
        define."""
        blocks = re.findall(r"```python\n(.*?)```", (SOURCE / "docs" / page).read_text(), re.S)
        self.assertGreater(len(blocks), 3)
        frame = people.loans()
        names = {"X": frame.drop(columns="approved"), "y": frame["approved"], "frame": frame}
        names["X_new"], names["y_new"] = people.parts(900, seed=9)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            os.chdir(folder)
            try:
                for block in blocks:
                    if not any(word in block for word in leave_out):
                        with self.subTest(block):
                            exec(compile(block, page, "exec"), names)
            finally:
                os.chdir(before)
        return names

    def test_of_the_guide(self):
        self.run_blocks("python.md")

    def test_of_ours_beside_fairlearn(self):
        """Also the Fairlearn blocks if Fairlearn is installed: what the page says about both is then checked."""
        names = self.run_blocks("fairlearn.md", leave_out=() if fairlearn else ("fairlearn",))
        model, X_new = names["model"], names["X_new"]
        np.testing.assert_array_equal(model.predict(X_new), names["ours"])
        self.assertEqual(set(model.verdicts_["verdict"]), {"met"})
        rate = (model.predict(names["X"]) == "granted").mean()
        for race, rows in names["X"].groupby("race"):
            self.assertLess(abs((model.predict(rows) == "granted").mean() - rate), 0.0203)
        if not fairlearn:
            print("fairlearn is not installed; its blocks were left out")
            return
        by_group = names["frame"].by_group
        for _, row in names["found"].groups.iterrows():
            self.assertAlmostEqual(by_group[row["group"].removeprefix("race = ")], row["positive_rate"])
        draws = [names["mitigator"].predict(names["encoded"](X_new), random_state=seed) for seed in range(8)]
        self.assertTrue(any((one != draws[0]).any() for one in draws), "theirs draws at random")

    def test_the_stubs_name_what_the_module_has(self):
        tree = ast.parse((SOURCE / "python" / "alcole" / "_native.pyi").read_text())
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                written = {one.name for one in node.body if isinstance(one, ast.FunctionDef)} - {"__init__"}
                there = {name for name in vars(getattr(alcole._native, node.name)) if not name.startswith("_")}
                self.assertEqual(written, there, node.name)
        written = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))} | {"version"}
        self.assertEqual(written, {name for name in vars(alcole._native) if not name.startswith("_")})

    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_types(self):
        with tempfile.TemporaryDirectory() as cache:
            use = pathlib.Path(cache) / "use.py"
            use.write_text("import typing\nimport alcole\n"
                           "typing.assert_type(alcole.Classifier().fit([[1]], [1]), alcole.Classifier)\n")
            found = subprocess.run(["mypy", "--strict", "--allow-any-generics", "--allow-subclassing-any",
                                    "--no-warn-return-any", "--no-warn-unused-ignores", "--ignore-missing-imports",
                                    "--cache-dir", cache, str(SOURCE / "python" / "alcole"), str(use)], capture_output=True,
                                   text=True, env={**os.environ, "MYPYPATH": str(SOURCE / "python")})
        self.assertEqual(found.returncode, 0, found.stdout)


if __name__ == "__main__":
    people.run_tests()
