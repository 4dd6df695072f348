"""FairGBM's boosted trees compared with alcole's on Adult, COMPAS and German: gaps of false positive rates, of true
positive rates, and of both, at four bounds. The rows and features are the same, and decisions are made at one
half; held-out accuracy, the largest gap on training and on held-out rows, CPU seconds on one thread. FairGBM runs
with its defaults and with several steps for its multipliers. Its "best step" is, cell by cell, the one with the
highest held-out accuracy among those whose training gap meets the bound, which nobody can choose without the
held-out rows, or the one with the smallest training gap if none meets it.

    ALCOLE_DATA_DIR=... PYTHONPATH=FairGBM's python-package /usr/bin/python3 bench/fairgbm_peer.py build/alcole [--seeds 3]
"""

import argparse
import csv
import os
import statistics
import subprocess
import tempfile
import time

import public_tables
import rates

TYPES = {"false_positives": "fpr", "opportunity": "fnr", "odds": "fpr,fnr"}
LABELS = {"false_positives": [False], "opportunity": [True], "odds": [True, False]}
rates.KINDS["false_positives"] = 'gap"\nrisk = "false_positive_rate'  # as written in a run file
DEFAULT_STEP = 0.1


class Judge:
    """Accuracy and the largest gap of predictions; a gap may exceed its bound by 1 %, or by one person of the
    smaller group."""

    def __init__(self, rows, table, kind, numpy):
        target, positive, group = rates.TABLES[table]
        self.truth = numpy.array([row[target] == positive for row in rows])
        of_group = numpy.array([row[group] for row in rows])
        self.pairs = [[(of_group == name) & (self.truth == label) for name in sorted(set(of_group))]
                      for label in LABELS[kind]]

    def accuracy(self, predicted):
        return float((predicted == self.truth).mean())

    def gaps(self, predicted):
        shares = [[float(predicted[rows].mean()) for rows in pair] for pair in self.pairs]
        return [max(pair) - min(pair) for pair in shares]

    def keeps(self, predicted, bound):
        return all(gap <= bound + max(0.01 * bound, 1 / min(rows.sum() for rows in pair))
                   for gap, pair in zip(self.gaps(predicted), self.pairs))

    @staticmethod
    def of(train, test, on_train, on_test, bound, seconds):
        return {"accuracy": test.accuracy(on_test), "train_gap": max(train.gaps(on_train)), "seconds": seconds,
                "test_gap": max(test.gaps(on_test)), "met": train.keeps(on_train, bound)}


class Encoded:
    """A split in FairGBM's format: the features of the other comparisons, and a number for each group."""

    def __init__(self, peers, train, test, table):
        group = rates.TABLES[table][2]
        names = sorted({row[group] for row in train})
        self.x, self.y = peers.encode(train, train, table), peers.labels(train, table).astype(int)
        self.test = peers.encode(test, train, table)
        self.groups = [names.index(row[group]) for row in train]


def run_fairgbm(rows, kind, bound, step, seed, judges):
    import fairgbm
    begun = time.process_time()
    model = fairgbm.FairGBMClassifier(constraint_type=TYPES[kind], constraint_fpr_tolerance=bound,
                                      constraint_fnr_tolerance=bound, multiplier_learning_rate=step, n_jobs=1,
                                      random_state=seed, verbosity=-1)
    model.fit(rows.x, rows.y, constraint_group=rows.groups)
    seconds = time.process_time() - begun
    sides = [model.predict_proba(x)[:, 1] > 0.5 for x in (rows.x, rows.test)]
    return Judge.of(*judges, *sides, bound, seconds)


def run_alcole(program, place, table, kind, bound, seed, judges, numpy):
    found = rates.run_alcole(program, place, table, "trees", kind, bound, seed)
    positive = rates.TABLES[table][1]

    def predicted(name):
        told = subprocess.run([program, "predict", os.path.join(place, "out"), os.path.join(place, name)],
                              capture_output=True, text=True, check=True).stdout
        return numpy.array([row["label"] == positive for row in csv.DictReader(told.splitlines())])

    return Judge.of(*judges, predicted("train.csv"), predicted("test.csv"), bound, found["seconds"])


def best(runs):
    """The best of the runs of one seed, one per step."""
    keeping = [run for run in runs if run["met"]]
    return max(keeping, key=lambda run: run["accuracy"]) if keeping else min(runs, key=lambda run: run["train_gap"])


def tell(who, runs):
    mean = {name: statistics.mean(run[name] for run in runs) for name in runs[0]}
    print(f"    {who:22s} accuracy {mean['accuracy']:.4f}  gap in training {mean['train_gap']:.4f} "
          f"({sum(run['met'] for run in runs)} of {len(runs)} within the bound), held out {mean['test_gap']:.4f}  "
          f"{mean['seconds']:6.2f} s", flush=True)


def splits_of(peers, table, folder, seeds):
    rows = list(getattr(public_tables, table)(folder))
    for seed in range(seeds):
        train, test = (rows[:32561], rows[32561:]) if table == "adult" else rates.split(rows, seed)
        yield seed, train, test, Encoded(peers, train, test, table)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("alcole")
    options.add_argument("--tables", default="adult,compas,german")
    options.add_argument("--kinds", default=",".join(TYPES))
    options.add_argument("--bounds", default="0.01,0.02,0.05,0.1")
    options.add_argument("--steps", default="0.01,0.1,1,10,100,1000", help="FairGBM's multiplier_learning_rate")
    options.add_argument("--seeds", type=int, default=1, help="splits; of Adult, whose split is given, seeds of training")
    options = options.parse_args()
    folder = os.environ.get("ALCOLE_DATA_DIR", "")
    if not rates.importable("fairgbm") or not os.path.isdir(os.path.join(folder, "adult")):
        print("fairgbm_peer: FairGBM is not importable, or ALCOLE_DATA_DIR names no folder with adult; nothing to compare")
        return
    import numpy
    peers = rates.Peers()
    steps = sorted({DEFAULT_STEP, *map(float, options.steps.split(","))})
    for table in options.tables.split(","):
        splits = list(splits_of(peers, table, folder, options.seeds))
        for kind in options.kinds.split(","):
            for bound in map(float, options.bounds.split(",")):
                print(f"{table} {kind} {bound:g}", flush=True)
                runs = {"alcole": [], "FairGBM, defaults": [], "FairGBM, best step": []}
                for seed, train, test, encoded in splits:
                    judges = [Judge(rows, table, kind, numpy) for rows in (train, test)]
                    with tempfile.TemporaryDirectory() as place:
                        rates.write(train, os.path.join(place, "train.csv"))
                        rates.write(test, os.path.join(place, "test.csv"))
                        runs["alcole"].append(run_alcole(os.path.abspath(options.alcole), place, table, kind, bound, seed,
                                                         judges, numpy))
                    theirs = {step: run_fairgbm(encoded, kind, bound, step, seed, judges) for step in steps}
                    runs["FairGBM, defaults"].append(theirs[DEFAULT_STEP])
                    runs["FairGBM, best step"].append(best(list(theirs.values())))
                for who, found in runs.items():
                    tell(who, found)


if __name__ == "__main__":
    main()
