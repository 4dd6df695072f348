"""Boosted trees with defaults on public tables: every constraint is met on the training rows, within 1 % of its
bound. Only if ALCOLE_DATA_DIR has the tables. Usage: trees_tables_test.py ALCOLE"""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "bench"))
import public_tables
import rates

from made import DATA, Made

BOUNDS = {"counterfactual": ("1e-3", "1e-4"), "parity": ("0.02",), "opportunity": ("0.02",), "odds": ("0.01", "0.05")}


class Tables(Made):
    def check(self, table):
        if not os.path.isdir(os.path.join(DATA, table)):
            self.skipTest(f"ALCOLE_DATA_DIR has no folder '{table}'")
        train, test = rates.split(list(getattr(public_tables, table)(DATA)), 1)
        rates.write(train, self.path("train.csv"))
        rates.write(test, self.path("test.csv"))
        for kind, bounds in BOUNDS.items():
            for bound in bounds:
                self.write("run.toml", rates.run_file(table, "trees", kind, bound, 1))
                metrics = self.train()
                with self.subTest(kind=kind, bound=bound, said=metrics["message"]):
                    self.assertEqual(metrics["status"], "settled")
                    self.assertIn("every constraint is met", metrics["message"])
                    for constraint in metrics["constraints"]:
                        self.assertLessEqual(constraint["train"]["slack"], 0.01 * float(bound))
                    # It has learned something: not just the first rounds, or a constant answer.
                    self.assertLess(metrics["test"]["log_loss"], 0.96 * metrics["test"]["baseline"]["log_loss"])

    def test_compas(self):
        self.check("compas")

    def test_german(self):
        self.check("german")

    def test_adult(self):
        self.check("adult")


if __name__ == "__main__":
    unittest.main()
