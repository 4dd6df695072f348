"""The effect of quantile bins on Adult, whose capital gain has a few values far from the rest: held-out accuracy
without bins, with those that `alcole init` suggests, and with every number column in bins; without constraints
and under demographic parity of 0.1. Needs ALCOLE_DATA_DIR.

    bins.py ALCOLE [--seeds 3] [--models linear,network]
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile

import rates


def suggested(program, folder):
    """The columns that init suggests to divide into bins."""
    target, _, group = rates.TABLES["adult"]
    said = subprocess.run([program, "init", os.path.join(folder, "train.csv"), "--target", target, "--protected", group, "--json",
                           "--out", os.path.join(folder, "init.toml")], capture_output=True, text=True, check=True)
    return json.loads(said.stdout)["suggested_binned"]


def numbers_of(rows):
    return [name for name in rows[0] if all(row[name].replace(".", "", 1).isdigit() for row in rows)]


def accuracies(program, model, seed, rows, bound):
    """Accuracies of the three ways, with their CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        train, test = rates.split(rows, seed)
        rates.write(train, os.path.join(folder, "train.csv"))
        rates.write(test, os.path.join(folder, "test.csv"))
        for columns in ([], suggested(program, folder), numbers_of(rows)):
            run = rates.run_alcole(program, folder, "adult", model, "parity" if bound else "", bound, seed,
                                   [f"data.binned={json.dumps(columns)}"])
            yield run["accuracy"], run["seconds"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--models", default="linear,network")
    options = parser.parse_args()
    rows = rates.table_of("adult")
    print("| held-out accuracy, CPU seconds | no bins | as init suggests | all numbers |\n|---|---|---|---|")
    for model in options.models.split(","):
        for bound in (0, 0.1):
            ways = zip(*(accuracies(options.program, model, seed, rows, bound) for seed in range(options.seeds)))
            cells = [" {:.4f}, {:.1f} ".format(*map(statistics.mean, zip(*way))) for way in ways]
            print(f"| {model}, {f'parity {bound}' if bound else 'no constraint'} |" + "|".join(cells) + "|", flush=True)


if __name__ == "__main__":
    main()
