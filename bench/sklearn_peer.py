"""Logistic regression in scikit-learn, as rows of time_to_model. With a small ridge penalty: without one,
newton-cholesky finds its Hessian singular and falls back to lbfgs. Usage: sklearn_peer.py CSV NAME"""

import csv
import sys
import time
import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression

warnings.simplefilter("ignore")
rows = list(csv.reader(open(sys.argv[1])))
header, rows = rows[0], rows[1:]
columns = []
for c in range(len(header) - 1):
    values = [row[c] for row in rows]
    try:
        numbers = np.array([float(v) for v in values])
        columns.append((numbers - numbers.mean()) / (numbers.std() or 1))
    except ValueError:
        for level in sorted(set(values)):
            columns.append(np.array([float(v == level) for v in values]))
x = np.ascontiguousarray(np.stack(columns, axis=1))
y = np.array([row[-1] for row in rows])
for solver, tolerance in (("newton-cholesky", 1e-8), ("lbfgs", 1e-8)):
    best = 1e9
    for _ in range(3):
        begin = time.process_time()
        model = LogisticRegression(C=1e6, solver=solver, tol=tolerance, max_iter=5000).fit(x, y)
        best = min(best, time.process_time() - begin)
    p = model.predict_proba(x)
    loss = -np.mean(np.log(p[np.arange(len(y)), np.searchsorted(model.classes_, y)]))
    print(f"{sys.argv[2]:8s} linear  scikit-learn, {x.shape[1]} inputs: {solver:16s} {best:9.4f} s "
          f"{int(model.n_iter_[0]):6d} steps   {loss:.9f}", flush=True)
