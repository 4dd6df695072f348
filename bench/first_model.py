"""How long a first model takes, and the end of the training: the twin's tables of 10^3 to 10^6 rows, linear and the default
network, with two kinds of constraints, beside what people fit without any: scikit-learn's logistic regression and boosted
trees, and XGBoost's (its defaults, with histograms). CPU seconds of the whole command, reading included, on two threads, without the model
that has no constraints; those of the
first good one, feasible and within 2 % of the last, by its share of the wall time. Rows of the twin repeat; with fractions
behind the ages they all differ. Usage: first_model.py ALCOLE [WORD ...]; words, such as "100000 mlp differ", choose the lines."""

import csv
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

from twin import ALCOLE, chosen, run_file, table_of

CONSTRAINTS = {"demographic_parity": 0.02, "counterfactual": 1e-3}


def cpu_of(command, **options):
    """CPU seconds, wall seconds and the exit code."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    code = subprocess.run(command, stdout=subprocess.DEVNULL, **options).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - begun, code


def first_feasible(folder, bound, objective):
    """Seconds until every constraint was met at a dual step, within 1 % of its bound, by a model within 2 % of the last."""
    with open(os.path.join(folder, "trace.csv")) as file:
        for row in csv.DictReader(file):
            if float(row["objective"]) <= 1.02 * objective and all(float(value) <= 0.01 * bound for name, value in row.items() if name.startswith("slack: ")):
                return float(row["seconds"])
    return None


def alcole(folder, data, rows, model, kind):
    bound = CONSTRAINTS[kind]
    run = run_file(folder, data, model, kind, bound, '[solve]\ncost_of_constraints = "never"')
    out = os.path.join(folder, "out")
    cpu, wall, code = cpu_of([ALCOLE, "train", run, "--out", out, "--jobs", "2"], stderr=subprocess.DEVNULL)
    if code not in (0, 2):  # what lies in the folder is of an earlier training
        print(f"{rows:>15} alcole {model}, {kind} {bound:g}: exit {code} after {cpu:.2f} s", flush=True)
        return
    with open(os.path.join(out, "metrics.json")) as file:
        metrics = json.load(file)
    first = first_feasible(out, bound, metrics["train"]["objective"])
    shown = "-" if first is None else f"{cpu * first / wall:.2f}"
    name = f"alcole {'linear' if model == 'linear' else 'network'}, {kind} {bound:g}"
    print(f"{rows:>15} {name:<44} first {shown:>8} end {cpu:8.2f}  accuracy {metrics['test']['accuracy']:.4f} "
          f"{metrics['status']}{'' if code == 0 else ', exit ' + str(code)}", flush=True)


PEERS = """
import sys, time
import numpy as np
begun = time.process_time()
import csv
with open(sys.argv[1]) as file:
    rows = list(csv.DictReader(file))
numbers = ["age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count"]
x = [np.array([float(r[n]) for r in rows]) for n in numbers]
x = [(v - v.mean()) / (v.std() or 1) for v in x]
for name in ("c_charge_degree", "sex", "race"):
    words = [r[name] for r in rows]
    x += [np.array([w == level for w in words], float) for level in sorted(set(words))]
x = np.stack(x, axis=1)
y = np.array([float(r["two_year_recid"]) for r in rows])
order = np.random.default_rng(0).permutation(len(y))
held, kept = order[: int(0.3 * len(y))], order[int(0.3 * len(y)):]
reading = time.process_time() - begun
def fit(name, model):
    begun = time.process_time()
    model.fit(x[kept], y[kept])
    seconds = time.process_time() - begun
    print(f"{len(y):>15} {name:<44} first {'':>8} end {seconds:8.2f}  accuracy {np.mean(model.predict(x[held]) == y[held]):.4f} "
          f"without reading ({reading:.2f})", flush=True)
try:
    from sklearn.linear_model import LogisticRegression
    from sklearn.ensemble import HistGradientBoostingClassifier
    fit("scikit-learn, logistic regression", LogisticRegression(max_iter=1000))
    fit("scikit-learn, boosted trees", HistGradientBoostingClassifier())
except ImportError:
    print("scikit-learn is not installed")
try:
    sys.path.insert(0, sys.argv[2])
    from xgboost_peer import Boosted
    fit("XGBoost", Boosted(nthread=1))
except OSError as reason:
    print(f"XGBoost is left out: {reason}")
"""


def all_different(data, out):
    """The same rows with fractions behind the ages, so that no two of them are alike."""
    draw = random.Random(0)
    with open(data) as source, open(out, "w") as file:
        rows = csv.DictReader(source)
        writer = csv.DictWriter(file, rows.fieldnames, lineterminator="\n")
        writer.writeheader()
        for row in rows:
            row["age"] = f"{float(row['age']) + draw.random():.9f}"
            writer.writerow(row)


with tempfile.TemporaryDirectory() as folder:
    for rows in (1000, 10000, 100000, 1000000):
        data = table_of(folder, rows)
        different = os.path.join(folder, "different.csv")
        all_different(data, different)
        for what, file in (("repeat", data), ("differ", different)):
            for model in ("linear", "mlp"):
                for kind in CONSTRAINTS:
                    if chosen(f"{rows} {model} {kind} {what}"):
                        alcole(folder, file, f"{rows} {what}", model, kind)
        if chosen(f"{rows} peers"):
            subprocess.run([sys.executable, "-c", PEERS, data, os.path.dirname(os.path.abspath(__file__))], env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False)
