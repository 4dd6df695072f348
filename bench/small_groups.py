"""Constraints on rates among groups of a few rows: how often does a search end at a model that is hardly better than
giving everyone the same answer? COMPAS with all six races, of which the smallest have about 20 and 8 training rows.
Needs ALCOLE_DATA_DIR.

    small_groups.py ALCOLE [--models linear,network] [--seeds 2]
"""

import argparse
import collections
import os
import tempfile

import rates

CELLS = [(kind, bound) for kind in ("parity", "opportunity", "odds") for bound in (0.01, 0.02, 0.05)]
CELLS += [("four_fifths", 0.9), ("four_fifths", 0.95)]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("alcole")
    options.add_argument("--models", default="linear,network")
    options.add_argument("--seeds", type=int, default=2)
    options = options.parse_args()
    if not os.path.isdir(os.path.join(os.environ.get("ALCOLE_DATA_DIR", ""), "compas")):
        print("small_groups: ALCOLE_DATA_DIR names no folder with compas")
        return
    print(f"{'':12s} {'model':8s} {'training accuracy':>24s} {'CPU s':>7s}   how it ended (the constant model: accuracy in brackets)")
    for model in options.models.split(","):
        hardly, met, runs = 0, 0, 0
        for kind, bound in CELLS:
            ends, accuracies, seconds = collections.Counter(), [], 0
            for seed in range(options.seeds):
                train, test = rates.split(rates.table_of("races"), seed)
                with tempfile.TemporaryDirectory() as folder:
                    rates.write(train, os.path.join(folder, "train.csv"))
                    rates.write(test, os.path.join(folder, "test.csv"))
                    run = rates.run_alcole(options.alcole, folder, "races", model, kind, bound, seed)
                accuracies.append(run["found"]["train"]["accuracy"])
                constant = max(sum(row["two_year_recid"] == label for row in train) for label in "01") / len(train)
                hardly += accuracies[-1] < constant + 0.03
                met += all(one["train"]["slack"] <= 0.01 * abs(one["bound"]) for one in run["found"]["constraints"])
                runs += 1
                seconds += run["seconds"] / options.seeds
                ends[f"{run['status']}, {run['found']['iterate']}"] += 1
            told = " ".join(f"{100 * accuracy:.1f} %" for accuracy in accuracies)
            print(f"{kind + ' ' + format(bound, 'g'):16s} {model:8s} {told:>24s} {seconds:7.2f}   "
                  f"{'; '.join(f'{n} {end}' for end, n in ends.most_common())} ({100 * constant:.1f} %)", flush=True)
        print(f"{model}: bounds met in {met} of {runs}; {hardly} less than 3 points above the constant model")


if __name__ == "__main__":
    main()
