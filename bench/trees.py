"""Boosted trees, a network and a linear model under the same constraints on Adult (adult.data, judged on adult.test):
held-out accuracy at five bounds each, compared with XGBoost without constraints. Needs ALCOLE_DATA_DIR. Usage: trees.py
ALCOLE [--seeds 1] ..."""

import argparse
import collections
import csv
import os
import shutil
import statistics
import subprocess
import tempfile

import public_tables
import rates

BOUNDS = {"counterfactual": "1e-4,3e-4,1e-3,3e-3,1e-2", "parity": "0.01,0.02,0.05,0.1,0.15",
          "opportunity": "0.005,0.01,0.02,0.05,0.1", "odds": "0.005,0.01,0.02,0.05,0.1"}


def unconstrained(train, test, seed):
    """Held-out accuracy of XGBoost itself, as it is commonly used: with early stopping on 15 % of the training rows."""
    import numpy
    import xgboost_peer
    columns = [name for name in train[0] if name != "income"]
    words = {name: sorted({row[name] for row in train}) for name in columns}

    def labels(rows):
        return numpy.array([float(row["income"] == "yes") for row in rows])

    def matrix(rows):
        parts = []
        for name in columns:
            try:
                parts.append(numpy.array([[float(row[name])] for row in rows]))
            except ValueError:
                parts.append(numpy.array([[float(row[name] == word) for word in words[name]] for row in rows]))
        return numpy.hstack(parts)

    inside, held = rates.split(train, seed, 0.85)
    model = xgboost_peer.Boosted(eta=0.1, max_depth=4, nthread=1)
    model.fit(matrix(inside), labels(inside), 300, held=(matrix(held), labels(held)), patience=30)
    return float((model.predict(matrix(test)) == labels(test)).mean())


def draw(program, place, folder, file):
    """The methods on COMPAS, demographic parity 0.02, all with the same large dual steps: which of them oscillate?"""
    for rows, name in zip(rates.split(list(public_tables.compas(folder)), 0), ("train.csv", "test.csv")):
        rates.write(rows, os.path.join(place, name))
    with open(os.path.join(place, "run.toml"), "w") as out:
        out.write(rates.run_file("compas", "trees", "parity", 0.02, 0))
    changes = [word for change in ("model.patience=0", "solve.dual.rule=gradient", "solve.dual.step=1e-2")
               for word in ("--set", change)]
    subprocess.run([program, "compare", "run.toml", "--seeds", "1", "--svg", "--out", "compare", *changes], cwd=place, check=True)
    shutil.copy(os.path.join(place, "compare", "figure-1.svg"), file)


STEPS = ("1e-4", "3e-4", "1e-3", "3e-3", "1e-2", "3e-2", "1e-1", "3e-1", "1")
METHODS = {"ordinary": "lagrangian", "augmented": "augmented"}


def late_spread(trace, bound):
    """Over the last half of the rounds: the standard deviations of the multiplier and of the slack in units of the
    bound, each for the constraint where it is largest, and the share of the rounds that meet every bound."""
    with open(trace, newline="") as file:
        rows = list(csv.DictReader(file))
    late = rows[len(rows) // 2:]

    def widest(what):
        return max(statistics.pstdev(float(row[name]) for row in late) for name in late[0] if name.startswith(what))

    met = statistics.mean(all(float(value) <= 0.01 * bound for name, value in row.items() if name.startswith("slack: "))
                          for row in late)
    return widest("multiplier: "), widest("slack: ") / bound, met


def spreads(program, place, folder, seeds, tables=("compas", "adult"), bound=0.02):
    """{(table, method, step): one (multiplier, slack, met) per seed} for demographic parity, both methods with the
    same steps; `own` is the augmented method with its default steps, which are twice its penalties."""
    found = collections.defaultdict(list)
    for table in tables:
        rows = list(getattr(public_tables, table)(folder))
        for seed in range(seeds):
            for part, name in zip(rates.split(rows, seed), ("train.csv", "test.csv")):
                rates.write(part, os.path.join(place, name))
            for method, key in METHODS.items():
                for step in (*STEPS, "own")[:None if method == "augmented" else -1]:
                    rule = () if step == "own" else ("solve.dual.rule=gradient", f"solve.dual.step={step}")
                    rates.run_alcole(program, place, table, "trees", "parity", bound, seed,
                                     ("model.patience=0", "model.rounds=200", f"solve.method={key}", *rule))
                    found[table, method, step].append(late_spread(os.path.join(place, "out", "trace.csv"), bound))
                    multiplier, slack, met = found[table, method, step][-1]
                    print(f"{table:8s} seed {seed} {method:10s} step {step:5s} multiplier +- {multiplier:9.3g}  "
                          f"slack +- {slack:8.3g} bounds  met in {met:.0%} of the rounds", flush=True)
    return found


def draw_spreads(found, file):
    """Plots the result of `spreads` against the dual step: the median of the seeds, and their range."""
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "alcole", "svg.fonttype": "none", "font.size": 9})
    from matplotlib import pyplot
    tables = list(dict.fromkeys(table for table, _, _ in found))
    heads = ("sd of the multiplier", "sd of the slack, in bounds", "rounds that meet the bound")
    figure, axes = pyplot.subplots(len(tables), len(heads), figsize=(10, 2.8 * len(tables)), sharex=True, squeeze=False)
    for table, line in zip(tables, axes):
        for k, (head, panel) in enumerate(zip(heads, line)):
            for method, colour in zip(METHODS, ("#c0504d", "#1f5fa8")):
                values = [sorted(run[k] for run in found[table, method, step]) for step in STEPS]
                steps = [float(step) for step in STEPS]
                panel.fill_between(steps, [v[0] for v in values], [v[-1] for v in values], color=colour, alpha=0.2, lw=0)
                panel.plot(steps, [statistics.median(v) for v in values], color=colour, marker="o", ms=3, label=method)
            own = statistics.median(run[k] for run in found[table, "augmented", "own"])
            panel.axhline(own, color="#1f5fa8", ls="--", lw=1, label="augmented, its own steps")
            panel.set_xscale("log")
            if k < 2:
                panel.set_yscale("log")
            else:
                panel.set_ylim(0, 1)
            panel.set_title(f"{table.capitalize() if table == 'adult' else table.upper()}: {head}", fontsize=9)
            panel.grid(alpha=0.3)
    for panel in axes[-1]:
        panel.set_xlabel("dual step")
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="upper center", ncol=3, frameon=False)
    figure.tight_layout(rect=(0, 0, 1, 0.94))
    figure.savefig(file, metadata={"Date": None})


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("alcole")
    options.add_argument("--kinds", default="counterfactual,parity,opportunity,odds")
    options.add_argument("--models", default="trees,network,linear")
    options.add_argument("--seeds", type=int, default=1)
    options.add_argument("--figure", help="instead: draw the multipliers of all methods with the same dual steps, as SVG")
    options.add_argument("--spreads", help="instead: draw how far they swing against the size of the dual steps, as SVG")
    options.add_argument("--set", action="append", default=[], help="a key of the run file, as for alcole train")
    options = options.parse_args()
    folder = os.environ.get("ALCOLE_DATA_DIR", "")
    if not os.path.isdir(os.path.join(folder, "adult")):
        print("trees: ALCOLE_DATA_DIR names no folder with adult; nothing to compare")
        return
    rows = list(public_tables.adult(folder))
    train, test = rows[:32561], rows[32561:]
    models = options.models.split(",")
    with tempfile.TemporaryDirectory() as place:
        rates.write(train, os.path.join(place, "train.csv"))
        rates.write(test, os.path.join(place, "test.csv"))

        if options.figure:
            draw(os.path.abspath(options.alcole), place, folder, options.figure)
            return
        if options.spreads:
            draw_spreads(spreads(os.path.abspath(options.alcole), place, folder, options.seeds), options.spreads)
            return

        def cell(model, kind, bound):
            runs = [rates.run_alcole(options.alcole, place, "adult", model, kind, bound, seed, options.set)
                    for seed in range(options.seeds)]
            met = all("found" in run and rates.keeps(run["found"], train, "adult", kind, float(bound or 0)) for run in runs)
            seconds = statistics.mean(run["seconds"] for run in runs)
            return f"{statistics.mean(run['accuracy'] for run in runs):.4f}{' ' if met else '*'} {seconds:7.1f} s"

        print(f"{len(train)} training rows, {len(test)} held out; held-out accuracy and CPU seconds (* a bound is not met)")
        print(f"{'':28s} " + " ".join(f"{model:>18s}" for model in models))
        try:
            peer = statistics.mean(unconstrained(train, test, seed) for seed in range(options.seeds))
            print(f"{'XGBoost, unconstrained':28s} {peer:.4f}", flush=True)
        except (ImportError, OSError) as reason:
            print(f"XGBoost's row is left out: {reason}")
        print(f"{'unconstrained':28s} " + " ".join(f"{cell(model, '', ''):>18s}" for model in models), flush=True)
        for kind in options.kinds.split(","):
            for bound in BOUNDS[kind].split(","):
                print(f"{kind + ' ' + bound:28s} " + " ".join(f"{cell(model, kind, bound):>18s}" for model in models),
                      flush=True)


if __name__ == "__main__":
    main()
