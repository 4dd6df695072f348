"""Boosted trees, a network and a linear model under the same constraints on Adult (adult.data, judged on adult.test): held-out
accuracy at five bounds each, beside XGBoost without constraints. Needs ALCOLE_DATA_DIR. Usage: trees.py ALCOLE [--seeds 1] ..."""

import argparse
import os
import shutil
import statistics
import subprocess
import tempfile

import rates

BOUNDS = {"counterfactual": "1e-4,3e-4,1e-3,3e-3,1e-2", "parity": "0.01,0.02,0.05,0.1,0.15",
          "opportunity": "0.005,0.01,0.02,0.05,0.1", "odds": "0.005,0.01,0.02,0.05,0.1"}


def unconstrained(train, test, seed):
    """Held-out accuracy of XGBoost itself, as people use it: its own early stopping on 15 % of the training rows."""
    import numpy
    import xgboost
    columns = [name for name in train[0] if name != "income"]
    words = {name: sorted({row[name] for row in train}) for name in columns}

    def matrix(rows):
        parts = []
        for name in columns:
            try:
                parts.append(numpy.array([[float(row[name])] for row in rows]))
            except ValueError:
                parts.append(numpy.array([[float(row[name] == word) for word in words[name]] for row in rows]))
        return xgboost.DMatrix(numpy.hstack(parts), label=[row["income"] == "yes" for row in rows])

    inside, held = rates.split(train, seed)
    model = xgboost.train({"objective": "binary:logistic", "tree_method": "hist", "eta": 0.1, "max_depth": 4}, matrix(inside),
                          300, evals=[(matrix(held), "held")], early_stopping_rounds=30, verbose_eval=False)
    guesses = model.predict(matrix(test), iteration_range=(0, model.best_iteration + 1)) > 0.5
    return statistics.mean(float(guess == (row["income"] == "yes")) for guess, row in zip(guesses, test))


def draw(program, place, folder, file):
    """The methods on COMPAS, demographic parity 0.02, all with the same large dual steps: which of them oscillate?"""
    for rows, name in zip(rates.split(list(rates.compas(folder)), 0), ("train.csv", "test.csv")):
        rates.write(rows, os.path.join(place, name))
    with open(os.path.join(place, "run.toml"), "w") as out:
        out.write(rates.run_file("compas", "trees", "parity", 0.02, 0))
    changes = [word for change in ("model.patience=0", "solve.dual.rule=gradient", "solve.dual.step=1e-2")
               for word in ("--set", change)]
    subprocess.run([program, "compare", "run.toml", "--seeds", "1", "--svg", "--out", "compare", *changes], cwd=place, check=True)
    shutil.copy(os.path.join(place, "compare", "figure-1.svg"), file)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("alcole")
    options.add_argument("--kinds", default="counterfactual,parity,opportunity,odds")
    options.add_argument("--models", default="trees,network,linear")
    options.add_argument("--seeds", type=int, default=1)
    options.add_argument("--figure", help="instead: draw the multipliers of all methods with the same dual steps, as SVG")
    options.add_argument("--set", action="append", default=[], help="a key of the run file, as for alcole train")
    options = options.parse_args()
    folder = os.environ.get("ALCOLE_DATA_DIR", "")
    if not os.path.isdir(os.path.join(folder, "adult")):
        print("trees: ALCOLE_DATA_DIR names no folder with adult; nothing to compare")
        return
    rows = list(rates.adult(folder))
    train, test = rows[:32561], rows[32561:]
    models = options.models.split(",")
    with tempfile.TemporaryDirectory() as place:
        rates.write(train, os.path.join(place, "train.csv"))
        rates.write(test, os.path.join(place, "test.csv"))

        if options.figure:
            draw(os.path.abspath(options.alcole), place, folder, options.figure)
            return

        def cell(model, kind, bound):
            runs = [rates.run_alcole(options.alcole, place, "adult", model, kind, bound, seed, options.set)
                    for seed in range(options.seeds)]
            allowed = max(0.01 * float(bound or 0), rates.one_row(train, "adult", kind) if kind in rates.RATES else 0)
            met = all(one["train"]["slack"] <= allowed for run in runs for one in run.get("found", {}).get("constraints", ()))
            seconds = statistics.mean(run["seconds"] for run in runs)
            return f"{statistics.mean(run['accuracy'] for run in runs):.4f}{' ' if met else '*'} {seconds:7.1f} s"

        print(f"{len(train)} training rows, {len(test)} held out; held-out accuracy and CPU seconds (* a bound is not met)")
        print(f"{'':28s} " + " ".join(f"{model:>18s}" for model in models))
        try:
            peer = statistics.mean(unconstrained(train, test, seed) for seed in range(options.seeds))
            print(f"{'XGBoost, unconstrained':28s} {peer:.4f}", flush=True)
        except ImportError:
            print("xgboost cannot be imported: its row is left out")
        print(f"{'unconstrained':28s} " + " ".join(f"{cell(model, '', ''):>18s}" for model in models), flush=True)
        for kind in options.kinds.split(","):
            for bound in BOUNDS[kind].split(","):
                print(f"{kind + ' ' + bound:28s} " + " ".join(f"{cell(model, kind, bound):>18s}" for model in models),
                      flush=True)


if __name__ == "__main__":
    main()
