"""The cost of many trainings: a sweep of ten bounds with five folds (at least 66 trainings), and a cross-validation,
for linear models under a counterfactual constraint on sex. CPU seconds on one thread. Needs ALCOLE_DATA_DIR.

    sweep.py ALCOLE
"""

import os
import subprocess
import sys
import tempfile

from public_tables import TABLES, adult, compas, cpu, write


def seconds(command):
    before = cpu()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return cpu() - before


def main():
    program, data = sys.argv[1], os.environ.get("ALCOLE_DATA_DIR")
    if not data:
        print("sweep: ALCOLE_DATA_DIR is not set; nothing to measure")
        return
    for table, rows in (("compas", compas), ("adult", adult)):
        with tempfile.TemporaryDirectory() as folder:
            write(list(rows(data)), os.path.join(folder, "rows.csv"))
            run = os.path.join(folder, "run.toml")
            target, positive, _ = TABLES[table]
            with open(run, "w") as out:
                out.write(f'[data]\nfile = "rows.csv"\ntarget = "{target}"\npositive = "{positive}"\n[model]\nkind = "linear"\n'
                          '[[constraint]]\nkind = "counterfactual"\nattribute = "sex"\nbound = 1e-3\n')
            swept = seconds([program, "sweep", run, "--bound", "1e-4:1e-1:10", "--folds", "5", "--jobs", "1"])
            validated = seconds([program, "cv", run, "--folds", "5", "--jobs", "1"])
            print(f"{table:8s} sweep of 10 bounds x 5 folds {swept:6.2f} s, cross-validation of 5 folds {validated:6.2f} s")


if __name__ == "__main__":
    main()
