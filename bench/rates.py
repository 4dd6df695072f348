"""Strict rate constraints on three public tables: does every run arrive, are the bounds kept, at what accuracy and cost?
Beside scikit-learn's logistic regression, as it is and with a threshold for each group chosen on the training rows, and
Fairlearn's ExponentiatedGradient where it can be imported. Needs ALCOLE_DATA_DIR. Usage: rates.py ALCOLE [--seeds 5] ..."""

import argparse
import collections
import csv
import json
import os
import random
import resource
import statistics
import subprocess
import tempfile
import time
import warnings

RATES = {"parity": "demographic_parity", "opportunity": "equal_opportunity", "odds": "equalized_odds"}
KINDS = {"counterfactual": "counterfactual", **RATES}
TABLES = {"compas": ("two_year_recid", "1", "race"), "adult": ("income", "yes", "sex"), "german": ("class", "good", "sex")}


def compas(folder):
    columns = ["sex", "age", "race", "juv_fel_count", "juv_misd_count", "juv_other_count", "priors_count", "c_charge_degree"]
    with open(os.path.join(folder, "compas", "compas-scores-two-years.csv"), newline="") as file:
        for row in csv.DictReader(file):
            days = row["days_b_screening_arrest"]
            if not days or abs(float(days)) > 30 or row["is_recid"] == "-1" or row["c_charge_degree"] == "O":
                continue
            if row["race"] not in ("African-American", "Caucasian"):
                continue
            yield {**{name: row[name] for name in columns}, "two_year_recid": row["two_year_recid"]}


def adult(folder):
    names = ["age", "workclass", "fnlwgt", "education", "education_num", "marital", "occupation", "relationship", "race", "sex",
             "gain", "loss", "hours", "country", "income"]
    for part in ("adult.data", "adult.test"):
        with open(os.path.join(folder, "adult", part)) as file:
            for line in file:
                words = [word.strip() for word in line.split(",")]
                if len(words) == len(names):
                    row = dict(zip(names, words))
                    row["income"] = "yes" if ">50K" in row["income"] else "no"
                    del row["fnlwgt"], row["education"]
                    yield row


def german(folder):
    names, data = [], False
    with open(os.path.join(folder, "german", "credit-g.arff")) as file:
        for line in file:
            if line.lower().startswith("@attribute"):
                names.append(line.split()[1].strip("'"))
            elif line.lower().startswith("@data"):
                data = True
            elif data and line.strip() and not line.startswith("%"):
                row = dict(zip(names, next(csv.reader([line.strip()], quotechar="'"))))
                row["sex"] = row.pop("personal_status").split()[0].strip("'\"")
                row["class"] = row.pop("class")  # last
                yield row


def write(rows, file):
    with open(file, "w", newline="") as out:
        writer = csv.DictWriter(out, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def split(rows, seed, share=0.7):
    order = list(range(len(rows)))
    random.Random(seed).shuffle(order)
    cut = round(share * len(rows))
    return [rows[i] for i in order[:cut]], [rows[i] for i in order[cut:]]


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_file(table, model, kind, bound, seed):
    target, positive, group = TABLES[table]
    constraint = f'[[constraint]]\nkind = "{KINDS[kind]}"\nattribute = "{group}"\nbound = {bound}\n' if kind else ""
    return (f'[data]\nfile = "train.csv"\ntest_file = "test.csv"\ntarget = "{target}"\npositive = "{positive}"\n'
            f'protected = ["{group}"]\n[model]\nkind = "{"mlp" if model == "network" else model}"\n'
            f'[solve]\nseed = {seed}\n{constraint}')


def run_alcole(program, folder, table, model, kind, bound, seed, more=()):
    """What `alcole train --json` says, with its exit code and CPU seconds."""
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
    """Which rows each rate of the constraint is about: a list of pairs of row numbers, one for each gap."""
    target, positive, group = TABLES[table]
    names = sorted({row[group] for row in rows})
    only = {"parity": [None], "opportunity": [True], "odds": [True, False]}[kind]
    return [[[i for i, row in enumerate(rows) if row[group] == name and (label is None or (row[target] == positive) == label)]
             for name in names] for label in only]


def one_row(rows, table, kind):
    """The widest step of any of the gaps: one row of its smallest group."""
    return max(1 / len(group) for pair in groups_of(rows, table, kind) for group in pair)


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
        model = self.regression(C=1e4, max_iter=1000).fit(x, y)
        seconds = time.process_time() - begin
        return model.decision_function(x), model.decision_function(self.encode(test, train, table)), seconds

    def plain(self, scores, test, table):
        return float(((scores > 0) == self.labels(test, table)).mean())

    def thresholds(self, scores, train, test_scores, test, table, kind, bound):
        """The pair of thresholds with the most right training rows among those that keep the bound there."""
        np, group = self.np, TABLES[table][2]
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
            kept &= np.abs(a[:, None] - b[None, :]) <= bound
        best = np.where(kept, right[0][:, None] + right[1][None, :], -1)
        i, j = np.unravel_index(best.argmax(), best.shape)
        at = np.where(np.array([row[group] for row in test]) == names[0], cuts[0][i], cuts[1][j])
        return float(((test_scores > at) == self.labels(test, table)).mean()), time.process_time() - begin


class Reduction:
    """Fairlearn's ExponentiatedGradient over logistic regression."""

    def __init__(self, peers):
        from fairlearn import reductions
        self.peers = peers
        self.moments = {"parity": reductions.DemographicParity, "opportunity": reductions.TruePositiveRateParity,
                        "odds": reductions.EqualizedOdds}
        self.reduction = reductions.ExponentiatedGradient

    def accuracy(self, train, test, table, kind, bound, seed):
        peers, group = self.peers, TABLES[table][2]
        x, y = peers.encode(train, train, table), peers.labels(train, table).astype(int)
        begin = time.process_time()
        found = self.reduction(peers.regression(C=1e4, max_iter=1000), self.moments[kind](difference_bound=bound))
        found.fit(x, y, sensitive_features=[row[group] for row in train])
        seconds = time.process_time() - begin
        answers = found.predict(peers.encode(test, train, table), random_state=seed)
        return float((answers == peers.labels(test, table)).mean()), seconds


def made(thing, *arguments):
    try:
        return thing(*arguments)
    except ImportError as error:
        print(f"{error.name} cannot be imported: its rows are left out")
        return None


def line(cell, who, runs):
    """One row of the table. A run is met when every training gap is within its bound and 1 % of it, or one row."""
    ends = collections.Counter(run["status"] for run in runs if "status" in run)
    met = [run["met"] for run in runs if "met" in run]
    print(f"{cell:28s} {who:24s} {' '.join(f'{n} {status}' for status, n in ends.most_common()):32s}"
          f" {100 * sum(met) / len(met) if met else float('nan'):5.0f} %"
          f" {statistics.mean(run['accuracy'] for run in runs):8.4f} {statistics.mean(run['seconds'] for run in runs):9.2f}"
          f" {max(run['seconds'] for run in runs):9.2f}", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("alcole")
    options.add_argument("--data", default="compas,adult,german")
    options.add_argument("--kinds", default="parity,opportunity,odds")
    options.add_argument("--bounds", default="0.01,0.02,0.05,0.1")
    options.add_argument("--models", default="linear,network")
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--set", action="append", default=[], help="a key of the run file, as for alcole train")
    options = options.parse_args()
    folder = os.environ.get("ALCOLE_DATA_DIR", "")
    tables = [name for name in options.data.split(",") if os.path.isdir(os.path.join(folder, name))]
    if not tables:
        print("rates: ALCOLE_DATA_DIR names no folder with compas, adult or german; nothing to compare")
        return
    warnings.simplefilter("ignore")
    peers = made(Peers)
    reduction = made(Reduction, peers) if peers else None
    print(f"{'':28s} {'':24s} {'ended':32s} {'kept':>7s} {'accuracy':>8s} {'CPU s':>9s} {'worst':>9s}")
    all_ends = collections.Counter()
    for table in tables:
        rows = list(globals()[table](folder))
        with tempfile.TemporaryDirectory() as place:
            splits = []
            for seed in range(options.seeds):
                train, test = split(rows, seed)
                own = os.path.join(place, str(seed))
                os.mkdir(own)
                write(train, os.path.join(own, "train.csv"))
                write(test, os.path.join(own, "test.csv"))
                splits.append((own, train, test, peers.fit(train, test, table) if peers else None))
            if peers:
                line(table, "logistic regression",
                     [{"accuracy": peers.plain(fit[1], test, table), "seconds": fit[2]} for _, _, test, fit in splits])
            for kind in options.kinds.split(","):
                for bound in (float(word) for word in options.bounds.split(",")):
                    cell = f"{table} {kind} {bound:g}"
                    for model in options.models.split(","):
                        runs = []
                        for seed, (own, train, _, _) in enumerate(splits):
                            run = run_alcole(options.alcole, own, table, model, kind, bound, seed, options.set)
                            allowed = max(0.01 * bound, one_row(train, table, kind))
                            found = run.get("found", {"constraints": []})
                            run["met"] = bool(found["constraints"]) and all(
                                one["train"]["slack"] <= allowed for one in found["constraints"])
                            all_ends[run["status"]] += 1
                            runs.append(run)
                        line(cell, f"alcole, {model}", runs)
                    if peers:
                        found = [peers.thresholds(fit[0], train, fit[1], test, table, kind, bound)
                                 for _, train, test, fit in splits]
                        line(cell, "thresholds for groups", [{"accuracy": a, "seconds": s} for a, s in found])
                    if reduction:
                        found = [reduction.accuracy(train, test, table, kind, bound, seed)
                                 for seed, (_, train, test, _) in enumerate(splits)]
                        line(cell, "Fairlearn, reduction", [{"accuracy": a, "seconds": s} for a, s in found])
    print("all runs of alcole: " + ", ".join(f"{n} {status}" for status, n in all_ends.most_common()))


if __name__ == "__main__":
    main()
