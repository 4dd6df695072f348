"""Strict rate constraints on three public tables: does every run converge, are the bounds met, at what accuracy and
cost? Compared with scikit-learn's logistic regression, on its own and with a threshold for each group chosen on
the training rows, and with Fairlearn's ExponentiatedGradient if it can be imported: asked for the same gap
between groups ("reduction"), and given the same number ("as it is"), which it interprets as the distance of each
group from the whole. Every run is a line of a file (--to), and runs that are already there are not repeated, so a
grid can be stopped and continued. Needs ALCOLE_DATA_DIR.

    rates.py ALCOLE [--to rates.jsonl] [--data german,compas] [--models linear] [--jobs 2]
"""

import argparse
import collections
import concurrent.futures
import functools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import typing
import warnings

from public_tables import TABLES, cpu, split, table_of, write

RATES = {"parity": "demographic_parity", "opportunity": "equal_opportunity", "odds": "equalized_odds",
         "four_fifths": "four_fifths"}
KINDS = {"counterfactual": "counterfactual", **RATES}
GAPS = (0.01, 0.02, 0.05, 0.1)
RATIOS = (0.8, 0.85, 0.9, 0.95)  # bounds of four_fifths: the minimum ratio of the lower rate to the higher one
# For scikit-learn's logistic regression: its fastest solver on these tables, six times faster than lbfgs on Adult.
SETTINGS = {"C": 1e4, "max_iter": 1000, "solver": "newton-cholesky"}


def run_file(table, model, kind, bound, seed):
    target, positive, group = TABLES[table]
    constraint = f'[[constraint]]\nkind = "{KINDS[kind]}"\nattribute = "{group}"\nbound = {bound}\n' if kind else ""
    return (f'[data]\nfile = "train.csv"\ntest_file = "test.csv"\ntarget = "{target}"\npositive = "{positive}"\n'
            f'protected = ["{group}"]\n[model]\nkind = "{"mlp" if model == "network" else model}"\n'
            f'[solve]\nseed = {seed}\ncost_of_constraints = "never"\n{constraint}')


def run_alcole(program, folder, table, model, kind, bound, seed, more=()):
    """The output of `alcole train --json`, with its exit code and CPU seconds."""
    run = os.path.join(folder, "run.toml")
    with open(run, "w") as out:
        out.write(run_file(table, model, kind, bound, seed))
    before = cpu()
    command = [program, "train", run, "--out", os.path.join(folder, "out"), "--json", "--jobs", "1"]
    for change in more:
        command += ["--set", change]
    ended = subprocess.run(command, capture_output=True, text=True)
    seconds = cpu() - before
    if not ended.stdout.strip():
        return {"status": "error: " + ended.stderr.strip()[-80:], "met": False, "accuracy": 0, "seconds": seconds}
    found = json.loads(ended.stdout)
    return {"status": found["status"], "seconds": seconds, "found": found, "rc": ended.returncode,
            "accuracy": found["test"]["accuracy"]}


def groups_of(rows, table, kind):
    """The rows of each rate in the constraint: a list of pairs of lists of row numbers, one pair per gap or ratio."""
    target, positive, group = TABLES[table]
    names = sorted({row[group] for row in rows})
    only = {"parity": [None], "four_fifths": [None], "opportunity": [True], "odds": [True, False]}[kind]
    return [[[i for i, row in enumerate(rows) if row[group] == name and (label is None or (row[target] == positive) == label)]
             for name in names] for label in only]


def excess(rates, kind, bound):
    """By how much a pair of rates violates the bound; also for arrays."""
    if kind != "four_fifths":
        return abs(rates[0] - rates[1]) - bound
    low, high = (rates[0] + rates[1] - abs(rates[0] - rates[1])) / 2, (rates[0] + rates[1] + abs(rates[0] - rates[1])) / 2
    return bound * high - low


def allowed(train, table, kind, bound):
    """By how much each gap may exceed its bound on training rows: 1 % of it, or one row of the smaller of its
    groups."""
    return [max(0.01 * bound, max(1 / len(group) for group in pair)) for pair in groups_of(train, table, kind)]


def keeps(found, train, table, kind, bound):
    """True if no training risk of a run exceeds its bound by more than that."""
    limits = allowed(train, table, kind, bound) if kind in RATES else [0.01 * bound]
    return all(one["train"]["slack"] <= limits["false_positive_rate" in one["name"]] for one in found["constraints"])


class Peers:
    """scikit-learn on the same rows: logistic regression, and its scores with a threshold for each group."""

    def __init__(self):
        import numpy
        from sklearn.linear_model import LogisticRegression
        self.np, self.regression = numpy, LogisticRegression

    def encode(self, rows, like, table):
        np, target = self.np, TABLES[table][0]
        columns = []
        for name in [name for name in like[0] if name != target]:
            values, words = [row[name] for row in rows], [row[name] for row in like]
            try:
                numbers = np.array([float(word) for word in words])
                columns.append((np.array([float(value) for value in values]) - numbers.mean()) / (numbers.std() or 1))
            except ValueError:
                columns += [np.array([float(value == level) for value in values]) for level in sorted(set(words))]
        return np.stack(columns, axis=1)

    def labels(self, rows, table):
        target, positive, _ = TABLES[table]
        return self.np.array([row[target] == positive for row in rows])

    def fit(self, train, test, table):
        x, y = self.encode(train, train, table), self.labels(train, table)
        begin = time.process_time()
        model = self.regression(**SETTINGS).fit(x, y)
        seconds = time.process_time() - begin
        return model.decision_function(x), model.decision_function(self.encode(test, train, table)), seconds

    def plain(self, train, test, table):
        _, scores, seconds = self.fit(train, test, table)
        return {"accuracy": float(((scores > 0) == self.labels(test, table)).mean()), "seconds": seconds}

    def thresholds(self, train, test, table, kind, bound):
        """The pair of thresholds with the most correct training rows among those that meet the bound there."""
        np, group = self.np, TABLES[table][2]
        scores, test_scores, seconds = self.fit(train, test, table)
        begin = time.process_time()
        names = sorted({row[group] for row in train})
        y = self.labels(train, table)
        member = np.array([row[group] for row in train])
        rates, right, cuts = [], [], []
        for g, name in enumerate(names):
            own = scores[member == name]
            cut = np.quantile(own, np.linspace(0, 1, 301))
            cut[0] -= 1
            cuts.append(cut)
            right.append(((own[:, None] > cut) == y[member == name][:, None]).sum(0))
            rates.append([(scores[pair[g]][:, None] > cut).mean(0) for pair in groups_of(train, table, kind)])
        kept = np.ones((301, 301), bool)
        for a, b in zip(*rates):
            kept &= excess((a[:, None], b[None, :]), kind, bound) <= 0
        best = np.where(kept, right[0][:, None] + right[1][None, :], -1)
        i, j = np.unravel_index(best.argmax(), best.shape)
        at = np.where(np.array([row[group] for row in test]) == names[0], cuts[0][i], cuts[1][j])
        return {"accuracy": float(((test_scores > at) == self.labels(test, table)).mean()),
                "seconds": seconds + time.process_time() - begin}


class Reduction:
    """Fairlearn's ExponentiatedGradient over logistic regression. Its predictor is randomised; rates and accuracy
    are expected values."""

    def __init__(self, peers):
        from fairlearn import reductions
        self.peers, self.reductions = peers, reductions

    def same_gap(self, train, table, kind, bound):
        """Fairlearn compares each of two groups, with shares p and 1 - p, with the whole, which lies between them: a
        difference of d from the whole is a difference of d / (1 - p) from the other group, and similarly for
        ratios. Returns the number to ask it for, so that the groups are as close to each other as `bound` says."""
        shares = []
        for pair in groups_of(train, table, kind):
            total = sum(len(own) for own in pair)
            shares += [len(own) / total for own in pair]
        if kind != "four_fifths":
            return bound * min(max(1 - p for p in shares[k:k + 2]) for k in range(0, len(shares), 2))
        return max(min(bound / (high + bound * low), bound * low + high) for low, high in (shares, shares[::-1]))

    def moment(self, kind, bound):
        if kind == "four_fifths":
            return self.reductions.DemographicParity(ratio_bound=bound)
        return {"parity": self.reductions.DemographicParity, "opportunity": self.reductions.TruePositiveRateParity,
                "odds": self.reductions.EqualizedOdds}[kind](difference_bound=bound)

    def run(self, train, test, table, kind, bound, asked):
        """`asked`: the number that it is given."""
        peers, group = self.peers, TABLES[table][2]
        x, y = peers.encode(train, train, table), peers.labels(train, table).astype(int)
        begin = time.process_time()
        found = self.reductions.ExponentiatedGradient(peers.regression(**SETTINGS), self.moment(kind, asked))
        found.fit(x, y, sensitive_features=[row[group] for row in train])
        seconds = time.process_time() - begin
        yes = found._pmf_predict(x)[:, 1]
        met = all(excess([yes[own].mean() for own in pair], kind, bound) <= limit
                  for pair, limit in zip(groups_of(train, table, kind), allowed(train, table, kind, bound)))
        p, truth = found._pmf_predict(peers.encode(test, train, table))[:, 1], peers.labels(test, table)
        return {"accuracy": float(peers.np.where(truth, p, 1 - p).mean()), "seconds": seconds, "met": bool(met)}


def ours(program, train, test, cell, more):
    with tempfile.TemporaryDirectory() as folder:
        write(train, os.path.join(folder, "train.csv"))
        write(test, os.path.join(folder, "test.csv"))
        run = run_alcole(program, folder, cell.table, cell.who, cell.kind, cell.bound, cell.seed, more)
    found = run.pop("found", {"constraints": []})
    run["met"] = bool(found["constraints"]) and keeps(found, train, cell.table, cell.kind, cell.bound)
    run["message"] = found.get("message", "")
    run["train_accuracy"] = found.get("train", {}).get("accuracy", 0)
    run["objective"] = found.get("train", {}).get("objective", 0)
    return run


class Cell(typing.NamedTuple):
    """One run. Without a kind: unconstrained."""

    table: str
    kind: str
    bound: float
    seed: int
    who: str


@functools.lru_cache(maxsize=1)
def peers_of_process():
    return Peers()


def run_cell(program, more, cell):
    warnings.simplefilter("ignore")
    train, test = split(table_of(cell.table), cell.seed)
    if cell.who == "regression":
        found = peers_of_process().plain(train, test, cell.table)
    elif cell.who == "thresholds":
        found = peers_of_process().thresholds(train, test, cell.table, cell.kind, cell.bound)
    elif cell.who in ("reduction", "as it is"):
        reduction = Reduction(peers_of_process())
        same = cell.who == "reduction"
        asked = reduction.same_gap(train, cell.table, cell.kind, cell.bound) if same else cell.bound
        found = reduction.run(train, test, cell.table, cell.kind, cell.bound, asked)
    else:
        found = ours(program, train, test, cell, more)
    return {**cell._asdict(), **found}


def importable(name):
    try:
        __import__(name)
        return True
    except ImportError as error:
        print(f"{error.name} cannot be imported: its rows are left out", file=sys.stderr)
        return False


def cells_of(options, tables):
    """Cheap ones first, seed by seed: after an hour there is a grid with fewer seeds, rather than half a grid."""
    models = options.models.split(",")
    peers = ["thresholds"] if importable("sklearn") else []
    if peers and importable("fairlearn"):
        peers += ["reduction", "as it is"]
    for seed in range(options.seeds):
        for table in tables:
            if peers:
                yield Cell(table, "", 0, seed, "regression")
            for kind in options.kinds.split(","):
                bounds = options.bounds or (RATIOS if kind == "four_fifths" else GAPS)
                for bound in bounds:
                    for who in models + peers:
                        yield Cell(table, kind, bound, seed, who)


def read(file):
    """The runs in the file, by cell; a line that was cut short is ignored."""
    found = {}
    if file and os.path.exists(file):
        with open(file) as lines:
            for text in lines:
                try:
                    run = json.loads(text)
                except ValueError:
                    continue
                found[Cell(*(run[name] for name in Cell._fields))] = run
    return found


def run_all(options, cells, runs):
    """Runs the cells that are missing; each result is written as soon as it is available."""
    missing = [cell for cell in cells if cell not in runs]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        ends = [pool.submit(run_cell, options.alcole, options.set, cell) for cell in missing]
        for end in concurrent.futures.as_completed(ends):
            run = end.result()
            runs[Cell(*(run[name] for name in Cell._fields))] = run
            if options.to:
                with open(options.to, "a") as out:
                    out.write(json.dumps(run) + "\n")


def mean(runs, name):
    return statistics.mean(run[name] for run in runs)


def points_of(both):
    """Points of accuracy above the reduction: the mean over the seeds, and its standard error."""
    points = [100 * (a["accuracy"] - b["accuracy"]) for a, b in both]
    error = statistics.stdev(points) / len(points) ** 0.5 if len(points) > 1 else float("nan")
    return statistics.mean(points), error


def line(cell, who, runs, beside):
    """One row of the table. A run is met if every training gap exceeds its bound by at most 1 %, or by one row.
    `beside`: the runs of the reduction in the same cell."""
    ends = collections.Counter(run["status"] for run in runs if "status" in run)
    met = [run["met"] for run in runs if "met" in run]
    seeds = {run["seed"]: run for run in beside}
    both = [(run, seeds[run["seed"]]) for run in runs if run["seed"] in seeds]
    against = (" {:+8.2f} {:5.2f}".format(*points_of(both)) +
               f" {statistics.mean(a['seconds'] for a, _ in both) / statistics.mean(b['seconds'] for _, b in both):9.2f}"
               if both and who in ("linear", "network") else "")
    print(f"{cell:28s} {who:12s} {' '.join(f'{n} {status}' for status, n in ends.most_common()):32s}"
          f" {100 * sum(met) / len(met) if met else float('nan'):5.0f} %"
          f" {mean(runs, 'accuracy'):8.4f} {mean(runs, 'seconds'):8.2f} {max(run['seconds'] for run in runs):8.2f}{against}")


# The demands on each model: percentage points of accuracy above the reduction, and the ratio of CPU times, as means
# over the seeds.
DEMANDS = {"linear": (0, 0.5), "network": (0.5, 1)}


def tell_demands(by_cell):
    """The number of cells in which each demand fails, for each table and model."""
    seen = collections.defaultdict(list)
    for cell, own in by_cell.items():
        beside = {run["seed"]: run for run in by_cell.get(cell._replace(who="reduction"), [])}
        both = [(run, beside[run["seed"]]) for run in own if run["seed"] in beside]
        if cell.who in DEMANDS and both:
            seen[cell.table, cell.who].append((points_of(both),
                                               sum(a["seconds"] for a, _ in both) / sum(b["seconds"] for _, b in both), own))
    for (table, who), cells in sorted(seen.items()):
        points, times = DEMANDS[who]
        runs = [run for _, _, own in cells for run in own]
        ends = collections.Counter(run["status"] for run in runs)
        print(f"{table} {who}: {len(runs)} runs, {', '.join(f'{n} {status}' for status, n in ends.most_common())}; "
              f"bounds kept in {sum(run['met'] for run in runs)}; of {len(cells)} cells {sum(c[0][0] < points for c in cells)} are "
              f"less than {points:g} points above the reduction (mean {statistics.mean(c[0][0] for c in cells):+.2f}, "
              f"worst {min(c[0][0] for c in cells):+.2f}), {sum(c[0][0] + 2 * c[0][1] < points for c in cells)} of them by more "
              f"than two standard errors; {sum(c[1] > times for c in cells)} take more than {times:g} of its CPU "
              f"(median {statistics.median(c[1] for c in cells):.2f}, worst {max(c[1] for c in cells):.2f})")


def tell(cells, runs):
    print(f"{'':28s} {'':12s} {'ended':32s} {'kept':>7s} {'accuracy':>8s} {'CPU s':>8s} {'worst':>8s}"
          f" {'points':>8s} {'+-':>5s} {'times':>9s}   (points of accuracy, their standard error and times of CPU: against the reduction)")
    by_cell = collections.defaultdict(list)
    for cell in cells:
        if cell in runs:
            by_cell[cell._replace(seed=0)].append(runs[cell])
    for cell in sorted(by_cell, key=lambda one: (one.table, one.kind, one.bound)):
        beside = by_cell.get(cell._replace(who="reduction"), [])
        name = f"{cell.table} {cell.kind} {cell.bound:g}" if cell.kind else cell.table
        line(name, cell.who, by_cell[cell], beside)
    ends = collections.Counter(runs[cell]["status"] for cell in cells if "status" in runs.get(cell, {}))
    missed = sum(not runs[cell]["met"] for cell in cells if "status" in runs.get(cell, {}))
    tell_demands(by_cell)
    print("all runs of alcole: " + ", ".join(f"{n} {status}" for status, n in ends.most_common()) + f"; {missed} bounds not kept")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("alcole")
    options.add_argument("--data", default="german,compas,adult")
    options.add_argument("--kinds", default="parity,opportunity,odds,four_fifths")
    options.add_argument("--bounds", type=lambda text: [float(word) for word in text.split(",")], help="of every kind")
    options.add_argument("--models", default="linear,network")
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--to", default="", help="a file with a line for each run; those in it are not run again")
    options.add_argument("--tell", action="store_true", help="run nothing: show what is in the file")
    options.add_argument("--set", action="append", default=[], help="a key of the run file, as for alcole train")
    options = options.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    folder = os.environ.get("ALCOLE_DATA_DIR", "")
    tables = [name for name in options.data.split(",") if os.path.isdir(os.path.join(folder, name))]
    if not tables:
        print("rates: ALCOLE_DATA_DIR names no folder with compas, adult or german; nothing to compare")
        return
    cells = list(cells_of(options, tables))
    runs = read(options.to)
    if not options.tell:
        run_all(options, cells, runs)
    tell(cells, runs)


if __name__ == "__main__":
    main()
