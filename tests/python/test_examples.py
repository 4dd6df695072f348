"""Every example in the documentation strings and in docs/python.md is run; types are checked where mypy is.

Usage: test_examples.py SOURCE"""

import doctest
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import people

import alcole
import alcole._constraints
import alcole._estimators
import alcole._solve
import alcole._toml

SOURCE = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]


class Examples(unittest.TestCase):
    def test_of_the_documentation_strings(self):
        for module in (alcole._constraints, alcole._estimators, alcole._solve, alcole._toml):
            found = doctest.testmod(module)
            self.assertGreater(found.attempted, 0, module.__name__)
            self.assertEqual(found.failed, 0, module.__name__)

    def test_of_the_guide(self):
        """The blocks of docs/python.md, one after the other, on made people; those about Fairlearn itself where it is."""
        guide = (SOURCE / "docs" / "python.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", guide, re.S)
        self.assertGreater(len(blocks), 5)
        try:
            import fairlearn  # noqa: F401
        except ImportError:
            blocks = [block for block in blocks if "fairlearn" not in block]
        frame = people.loans()
        names = {"X": frame.drop(columns="approved"), "y": frame["approved"], "frame": frame}
        names["X_new"], names["y_new"] = people.parts(900, seed=9)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for block in blocks:
                    with self.subTest(block):
                        exec(compile(block, "docs/python.md", "exec"), names)
            finally:
                os.chdir(before)

    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_types(self):
        with tempfile.TemporaryDirectory() as cache:
            found = subprocess.run(["mypy", "--strict", "--allow-any-generics", "--allow-subclassing-any",
                                    "--no-warn-return-any", "--no-warn-unused-ignores", "--ignore-missing-imports",
                                    "--cache-dir", cache, str(SOURCE / "python" / "alcole")], capture_output=True, text=True)
        self.assertEqual(found.returncode, 0, found.stdout)


if __name__ == "__main__":
    unittest.main()
