"""How large should a network be by default, and which activation should it have? Networks of several shapes on the same
rows, without constraints and under three kinds: held-out accuracy and log loss, and CPU time. The tables: the twin, five
kinds of made people whose labels depend on their columns in ways that a linear model cannot follow, and the public
ones of ALCOLE_DATA_DIR if it is set. Every run is a line of a file (--to), and runs that are already there are not
repeated. The first shape is what the others are compared with. A shape may be followed by keys of the run file:
"32x16 sigmoid model.objective=error_rate".

    shapes.py ALCOLE [--to shapes.jsonl] [--data products30000,german] [--shapes "64x64 sigmoid,32x16 tanh"] [--jobs 2]
"""

import argparse
import collections
import concurrent.futures
import csv
import functools
import itertools
import json
import math
import os
import random
import statistics
import subprocess
import tempfile

import rates

CONSTRAINTS = (("", 0), ("counterfactual", 1e-3), ("parity", 0.02), ("odds", 0.05))
NUMBERS, WORDS = 8, {"sex": "fm", "race": "abc", "job": "uvwxyz"}
MADE = ("additive", "products", "ridges", "waves", "levels")
LEVELS = [f"l{i}" for i in range(40)]
MAX_JUDGED = 20000


def logit(kind, row, coefficients):
    """What a model has to find."""
    x, c = [row[f"x{i}"] for i in range(NUMBERS)], coefficients
    group = 0.5 * (row["sex"] == "m") + 0.4 * (row["race"] == "a") + c["job"][row["job"]]
    if kind == "additive":
        return group + math.sin(2 * x[0]) + abs(x[1]) - 0.8 + 0.7 * max(0, x[2]) + 0.5 * x[3] - 0.3 * x[4] ** 2 + 0.3
    if kind == "products":
        return group + x[0] * x[1] + 0.8 * x[2] * x[3] * (1 if row["sex"] == "m" else -1) + 0.7 * x[4] * (row["job"] in "uvw")
    if kind == "ridges":
        return group + sum(1.5 * math.sin(2 * sum(w * value for w, value in zip(ridge, x))) for ridge in c["ridges"])
    if kind == "waves":
        return group + 2 * math.sin(2 * x[0] * x[1] + x[2]) + 1.5 * math.cos(x[3] * x[4] + 2 * x[5])
    return group + c["level"][row["level"]] * (1 + x[0]) + c["other"][row["level"]] * abs(x[1])


def made(kind, count):
    draw = random.Random(f"{kind} {count}")
    coefficients = {"job": {job: draw.gauss(0, 0.5) for job in WORDS["job"]},
                    "level": {level: draw.gauss(0, 1) for level in LEVELS}, "other": {level: draw.gauss(0, 0.5) for level in LEVELS},
                    "ridges": [[draw.gauss(0, NUMBERS ** -0.5) for _ in range(NUMBERS)] for _ in range(4)]}
    for _ in range(count):
        row = {name: draw.choice(words) for name, words in WORDS.items()}
        row.update({f"x{i}": round(draw.gauss(0.3 * (row["sex"] == "m") if i < 3 else 0, 1), 3) for i in range(NUMBERS)})
        if kind == "levels":
            row["level"] = LEVELS[min(int(draw.expovariate(0.1)), len(LEVELS) - 1)]
        row["yes"] = int(draw.random() < 1 / (1 + math.exp(-logit(kind, row, coefficients))))
        yield {name: str(value) for name, value in row.items()}


def twin(program, count):
    text = subprocess.run([program, "data", "twin", "--rows", str(count), "--seed", "7"], capture_output=True, text=True, check=True)
    return csv.DictReader(text.stdout.splitlines())


def name_and_rows(table):
    name = table.rstrip("0123456789")
    return name, int(table[len(name):] or 0)


@functools.lru_cache(maxsize=2)
def rows_of(program, table):
    name, count = name_and_rows(table)
    if name == "twin":
        rates.TABLES[table] = ("two_year_recid", "1", "sex")
        return list(twin(program, count))
    if name in MADE:
        rates.TABLES[table] = ("yes", "1", "sex")
        return list(made(name, count))
    return rates.table_of(name)


def run(program, cell):
    rows = rows_of(program, cell["table"])
    train, test = rates.split(rows, cell["seed"])
    hidden, activation, *settings = cell["shape"].split()
    with tempfile.TemporaryDirectory() as folder:
        rates.write(train, os.path.join(folder, "train.csv"))
        rates.write(test[:MAX_JUDGED], os.path.join(folder, "test.csv"))
        found = rates.run_alcole(program, folder, cell["table"], "network", cell["kind"], cell["bound"], cell["seed"],
                                 [f"model.hidden=[{hidden.replace('x', ',')}]", f'model.activation="{activation}"', *settings])
    whole = found.pop("found", {})
    return {**cell, **found, "log_loss": whole.get("test", {}).get("log_loss")}


def paired(runs, shapes):
    """Per table and shape: each run with that of the first shape on the same rows, by seed."""
    pairs = collections.defaultdict(lambda: collections.defaultdict(list))
    base = {(one["table"], one["kind"], one["seed"]): one for one in runs if one["shape"] == shapes[0]}
    for one in runs:
        beside = base.get((one["table"], one["kind"], one["seed"]))
        if beside and one["shape"] in shapes:
            pairs[one["table"], one["shape"]][one["seed"]].append((one, beside))
    return pairs


def tell(runs, shapes):
    """Every shape against the first one on the same rows, all constraints together: percentage points of held-out
    accuracy with the standard error over the seeds, and CPU time."""
    wide = max(map(len, shapes))
    print(f"{'':16s} {'shape':{wide}s} {'runs':>4s} {'accuracy':>8s} {'points':>7s} {'+-':>5s} {'log loss':>8s} {'CPU s':>8s}"
          f" {'worst':>8s} {'times':>6s}  not converged")
    pairs = paired(runs, shapes)
    for table, shape in sorted(pairs, key=lambda one: (one[0], shapes.index(one[1]))):
        seeds = pairs[table, shape]
        both = [pair for of_seed in seeds.values() for pair in of_seed]
        own, beside = zip(*both)
        points = [100 * statistics.mean(a["accuracy"] - b["accuracy"] for a, b in of_seed) for of_seed in seeds.values()]
        error = statistics.stdev(points) / len(points) ** 0.5 if len(points) > 1 else float("nan")
        seconds = [one["seconds"] for one in own]
        print(f"{table:16s} {shape:{wide}s} {len(own):4d} {statistics.mean(one['accuracy'] for one in own):8.4f}"
              f" {statistics.mean(points):+7.2f} {error:5.2f} {statistics.mean(one['log_loss'] or 0 for one in own):8.4f}"
              f" {statistics.mean(seconds):8.2f} {max(seconds):8.2f} {sum(seconds) / sum(one['seconds'] for one in beside):6.2f}"
              f"  {', '.join(one['status'] for one in own if one['status'] != 'converged')}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("alcole")
    options.add_argument("--data", default=",".join([f"{kind}{rows}" for kind in MADE for rows in (3000, 30000)] + ["waves100000", "twin30000"]
                                                    + ["german", "compas", "adult"] * ("ALCOLE_DATA_DIR" in os.environ)))
    options.add_argument("--shapes", default="64x64 sigmoid,32x32 sigmoid,32x16 sigmoid,16x16 sigmoid,32 sigmoid,32x16 tanh,32x16 silu")
    options.add_argument("--kinds", default=",".join(kind for kind, _ in CONSTRAINTS), help="of constraints; an empty one: none")
    options.add_argument("--seeds", type=int, default=4)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--to", default="", help="a file with a line for each run; those in it are not run again")
    options = options.parse_args()
    shapes, runs = options.shapes.split(","), []
    if options.to and os.path.exists(options.to):
        with open(options.to) as lines:
            runs = [json.loads(line) for line in lines]
    there = {tuple(one[key] for key in ("table", "shape", "seed", "kind")) for one in runs}
    missing = [{"table": table, "shape": shape, "seed": seed, "kind": kind, "bound": bound}
               for table, seed, (kind, bound), shape in itertools.product(options.data.split(","), range(options.seeds), CONSTRAINTS, shapes)
               if kind in options.kinds.split(",") and (table, shape, seed, kind) not in there]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        ends = [pool.submit(run, options.alcole, cell) for cell in missing]
        for end in concurrent.futures.as_completed(ends):
            runs.append(end.result())
            if options.to:
                with open(options.to, "a") as out:
                    out.write(json.dumps(runs[-1]) + "\n")
    tell(runs, shapes)


if __name__ == "__main__":
    main()
