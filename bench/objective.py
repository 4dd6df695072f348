"""When does training for the error rate beat training for the loss, under constraints on rates? Tables reduced to a
given number of rows per weight of a linear model, both objectives on the same rows, judged on the remaining rows.
Every run is a line of a file (--to), and runs that are already there are not repeated. Needs ALCOLE_DATA_DIR; the
twin comes from alcole.

    objective.py ALCOLE [--to objective.jsonl] [--data twin,compas,adult] [--models linear,network] [--jobs 2]
"""

import argparse
import concurrent.futures
import csv
import functools
import itertools
import json
import os
import random
import statistics
import subprocess
import tempfile

import rates

PER_WEIGHT = (10, 20, 50, 100, 200, 400)
ASKED = (("parity", 0.02), ("odds", 0.05))
MOST_JUDGED = 20000
rates.TABLES["twin"] = ("two_year_recid", "1", "race")


def twin(program):
    text = subprocess.run([program, "data", "twin", "--rows", "60000", "--seed", "7"], capture_output=True, text=True, check=True)
    for row in csv.DictReader(text.stdout.splitlines()):
        if row["race"] in ("African-American", "Caucasian"):
            yield row


@functools.lru_cache(maxsize=3)
def rows_of(program, table):
    return list(twin(program)) if table == "twin" else rates.table_of(table)


def weights_of(rows, table):
    """The number of weights of a linear model: one per number column, one per word, and the constant."""
    target, count = rates.TABLES[table][0], 1
    for name in [name for name in rows[0] if name != target]:
        words = {row[name] for row in rows}
        try:
            count += bool([float(word) for word in words])
        except ValueError:
            count += len(words)
    return count


def cells_of(options):
    seeds = range(options.seeds)
    for seed, table, model in itertools.product(seeds, options.data.split(","), options.models.split(",")):
        for per_weight, (kind, bound), objective in itertools.product(PER_WEIGHT, ASKED, ("loss", "error_rate")):
            yield {"table": table, "model": model, "per_weight": per_weight, "seed": seed, "kind": kind, "bound": bound,
                   "objective": objective}


def run(program, cell):
    table, seed = cell["table"], cell["seed"]
    rows = rows_of(program, table)
    order = list(rows)
    random.Random(seed).shuffle(order)
    used = cell["per_weight"] * weights_of(rows, table)
    if used > 0.92 * len(order):
        return {**cell, "rows": used}
    with tempfile.TemporaryDirectory() as folder:
        rates.write(order[:used], os.path.join(folder, "train.csv"))
        rates.write(order[used:used + MOST_JUDGED], os.path.join(folder, "test.csv"))
        found = rates.run_alcole(program, folder, table, cell["model"], cell["kind"], cell["bound"], seed,
                                 [f'model.objective="{cell["objective"]}"'])
    judged = found.pop("found", {"test": {}})["test"]
    return {**cell, **found, "rows": used, "log_loss": judged.get("log_loss"), "brier": judged.get("brier")}


def tell(runs):
    """Mean and standard error of what the error rate gains, over seeds and constraints."""
    by = {}
    for one in runs:
        if "accuracy" in one:
            by.setdefault((one["table"], one["model"], one["per_weight"]), {}).setdefault(
                (one["seed"], one["kind"]), {})[one["objective"]] = one
    print(f"{'':24s} {'rows':>7s} {'per weight':>10s} {'points':>8s} {'+-':>6s} {'log loss':>18s} {'CPU s':>14s}")
    for (table, model, per_weight), cells in sorted(by.items()):
        pairs = [(c["loss"], c["error_rate"]) for c in cells.values() if len(c) == 2]
        if not pairs:
            continue
        gains = [100 * (b["accuracy"] - a["accuracy"]) for a, b in pairs]
        error = statistics.stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else float("nan")
        losses = [statistics.mean(pair[k]["log_loss"] or 0 for pair in pairs) for k in (0, 1)]
        seconds = [statistics.mean(pair[k]["seconds"] for pair in pairs) for k in (0, 1)]
        print(f"{table + ' ' + model:24s} {pairs[0][0]['rows']:7d} {per_weight:10d} {statistics.mean(gains):+8.2f} {error:6.2f}"
              f" {losses[0]:8.4f} {losses[1]:8.4f} {seconds[0]:7.2f} {seconds[1]:6.2f}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("alcole")
    options.add_argument("--data", default="twin,compas,adult")
    options.add_argument("--models", default="linear")
    options.add_argument("--seeds", type=int, default=10)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--to", default="")
    options = options.parse_args()
    keys = ("table", "model", "per_weight", "seed", "kind", "bound", "objective")
    runs = []
    if options.to and os.path.exists(options.to):
        with open(options.to) as lines:
            runs = [json.loads(line) for line in lines]
    there = {tuple(one[key] for key in keys) for one in runs}
    missing = [cell for cell in cells_of(options) if tuple(cell[key] for key in keys) not in there]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for found in pool.map(functools.partial(run, options.alcole), missing):
            runs.append(found)
            if options.to:
                with open(options.to, "a") as out:
                    out.write(json.dumps(found) + "\n")
    tell(runs)


if __name__ == "__main__":
    main()
