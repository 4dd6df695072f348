"""Fairlearn's exponentiated gradient compared with alcole: census data (Adult), a linear model, positive rates of
both sexes within 0.02 of the overall rate; CPU time on one thread, both judged on the rows of adult.test.

    OMP_NUM_THREADS=1 PYTHONPATH=build/python python3 bench/fairlearn_peer.py FOLDER/adult
"""

import pathlib
import sys
import time
import warnings

import pandas
from python_overhead import NAMES

import alcole

BOUND = 0.02


def people(file, **more):
    frame = pandas.read_csv(file, names=NAMES, skipinitialspace=True, na_values="?", **more)
    return frame.drop(columns=["income", "fnlwgt"]), frame["income"].str.rstrip(".") == ">50K"


def tell(name, seconds, predicted, y, sex):
    rates = predicted.groupby(sex).mean()
    print(f"{name}: {seconds:.1f} s, accuracy {(predicted == y).mean():.4f}, positive rates {rates.to_dict()}")


def theirs(X, y, X_new, y_new):
    try:
        from fairlearn.reductions import DemographicParity, ExponentiatedGradient
    except ImportError:
        print("Fairlearn is not installed")
        return
    from sklearn.compose import make_column_selector, make_column_transformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    begun = time.process_time()
    encode = make_column_transformer((OneHotEncoder(handle_unknown="ignore"), make_column_selector(dtype_include=object)),
                                     (StandardScaler(), make_column_selector(dtype_include="number")), sparse_threshold=0)
    regression = LogisticRegression(max_iter=1000, solver="newton-cholesky")  # the fastest of its solvers here
    model = ExponentiatedGradient(regression, DemographicParity(difference_bound=BOUND))
    model.fit(encode.fit_transform(X), y.astype(int), sensitive_features=X["sex"])
    seconds = time.process_time() - begun
    draws = [pandas.Series(model.predict(encode.transform(X_new), random_state=seed) == 1) for seed in range(2)]
    tell("Fairlearn", seconds, draws[0], y_new, X_new["sex"])
    print(f"of two draws, {100 * (draws[0] != draws[1]).mean():.2f} % of the rows differ")


def ours(X, y, X_new, y_new):
    for objective in ("loss", "automatic"):  # the error rate here, as for Fairlearn
        begun = time.process_time()
        constraint = alcole.DemographicParity("sex", BOUND, against="whole")
        model = alcole.Classifier("linear", constraints=[constraint], objective=objective, n_jobs=1,
                                  solve={"cost_of_constraints": "never"}).fit(X, y)
        seconds = time.process_time() - begun
        tell(f"alcole, {objective}", seconds, pandas.Series(model.predict(X_new)), y_new, X_new["sex"])


def main():
    warnings.simplefilter("ignore")
    folder = pathlib.Path(sys.argv[1])
    rows = [*people(folder / "adult.data"), *people(folder / "adult.test", skiprows=1)]
    ours(*rows)
    theirs(*rows)


if __name__ == "__main__":
    main()
