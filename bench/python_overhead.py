"""The overhead of getting from a pandas frame to the library: CPU time of fit() around the C++ call and inside it,
on one thread, with census data (Adult), the minimum of several runs each. Fails if it is more than 5 %.

    PYTHONPATH=build/python python3 bench/python_overhead.py FOLDER/adult      the folder contains adult.data
"""

import pathlib
import sys
import time
import warnings

import pandas

import alcole
from alcole import _native

NAMES = ["age", "workclass", "fnlwgt", "education", "education_num", "marital_status", "occupation", "relationship", "race",
         "sex", "capital_gain", "capital_loss", "hours_per_week", "native_country", "income"]


def main():
    file = pathlib.Path(sys.argv[1]) / "adult.data"
    frame = pandas.read_csv(file, names=NAMES, skipinitialspace=True, na_values="?").dropna(subset="income")
    X, y = frame.drop(columns="income"), frame["income"]
    train, inside = _native.train, []

    def timed(*arguments):
        begun = time.process_time()
        found = train(*arguments)
        inside.append(time.process_time() - begun)
        return found

    _native.train = timed
    warnings.simplefilter("ignore")
    costly = []
    for name, model in (("linear, no constraint", alcole.Classifier("linear", n_jobs=1)),
                        ("linear, counterfactual", alcole.Classifier("linear", n_jobs=1, constraints=[
                            alcole.Counterfactual("sex", 1e-3)]))):
        more = []
        inside.clear()
        for _ in range(3):
            begun = time.process_time()
            model.fit(X, y)
            more.append(time.process_time() - begun - inside[-1])
        share = min(more) / min(inside)
        costly += [name] if share > 0.05 else []
        print(f"{name}: {len(X)} rows, the C++ call {min(inside):.3f} s, around it {min(more):.3f} s, "
              f"{100 * share:.1f} %")
    if costly:
        sys.exit(f"fit() costs more than 5 % around the C++ call: {', '.join(costly)}")


if __name__ == "__main__":
    main()
