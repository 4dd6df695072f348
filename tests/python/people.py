"""Generated people who apply for a loan, for the tests of the Python package; and a separate ledger of certificates."""

import atexit
import os
import shutil
import sys
import tempfile
import unittest

import numpy as np
import pandas

os.environ["ALCOLE_CACHE_DIR"] = tempfile.mkdtemp()
atexit.register(shutil.rmtree, os.environ["ALCOLE_CACHE_DIR"])


def loans(rows=600, seed=1):
    """Words, yes and no, true and false, numbers with gaps; `approved` depends on income and, unfairly, on sex."""
    draw = np.random.default_rng(seed)
    sex = draw.choice(["woman", "man"], rows)
    race = draw.choice(["blue", "green", "red"], rows, p=[0.5, 0.3, 0.2])
    income = (draw.normal(2, 1, rows) - 0.3 * (race == "red")).round(2)
    age = draw.integers(18, 80, rows)
    employed = draw.choice(["yes", "no"], rows)
    owner = draw.random(rows) < 0.4
    logit = income - 2 + 0.8 * (sex == "man") - 0.4 + 0.5 * (employed == "yes")
    approved = np.where(draw.random(rows) < 1 / (1 + np.exp(-logit)), "granted", "refused")
    frame = pandas.DataFrame({"sex": sex, "race": race, "income": income, "age": age, "employed": employed,
                              "owner": owner, "approved": approved})
    frame.loc[frame.index % 17 == 3, "income"] = np.nan
    frame.loc[frame.index % 23 == 5, "employed"] = None
    return frame


def parts(rows=600, seed=1):
    """X and y."""
    frame = loans(rows, seed)
    return frame.drop(columns="approved"), frame["approved"]


def run_tests():
    """unittest.main() that exits with 77 if a test was skipped, which CTest shows as skipped rather than passed."""
    ran = unittest.main("__main__", exit=False).result
    sys.exit(1 if not ran.wasSuccessful() else 77 if ran.skipped else 0)


def resident():
    """Resident memory of this process, in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
