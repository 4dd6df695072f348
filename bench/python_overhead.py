"""What the way from a pandas frame to the library costs: the time of fit() beside that of the C++ call inside of it, on
census data (Adult), the fastest of some runs each.

    PYTHONPATH=build/python python3 bench/python_overhead.py FOLDER/adult      the folder has adult.data
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
        begun = time.perf_counter()
        found = train(*arguments)
        inside.append(time.perf_counter() - begun)
        return found

    _native.train = timed
    warnings.simplefilter("ignore")
    for name, model in (("linear, no constraint", alcole.Classifier("linear")),
                        ("linear, counterfactual", alcole.Classifier("linear", constraints=[
                            alcole.Counterfactual("sex", 1e-3)]))):
        whole = []
        inside.clear()
        for _ in range(5):
            begun = time.perf_counter()
            model.fit(X, y)
            whole.append(time.perf_counter() - begun)
        share = min(whole) / min(inside) - 1
        print(f"{name}: {len(X)} rows, fit {min(whole):.3f} s, the C++ call {min(inside):.3f} s, {100 * share:.1f} % more")


if __name__ == "__main__":
    main()
