"""A constraint on every single row, and the cost of a second thread if there is little to do. `row_loss` on 100,000
synthetic people, with repeated rows and with distinct ones; then a small table on one thread and on two. CPU
seconds and peak memory of the whole command, including the report; the minimum of three runs for the small table,
which needs ALCOLE_DATA_DIR.

    row_loss.py ALCOLE [--rows 100000]
"""

import argparse
import csv
import io
import os
import random
import subprocess
import tempfile

import rates

BOUND = 1.2  # on the loss of a row: the right answer has a probability of at least 30 %
MODELS = {"linear": 'kind = "linear"', "network of 16 units": 'kind = "mlp"\nhidden = [16]', "default network": 'kind = "mlp"'}


def people(program, rows, differ):
    """The twin's people; with fractional ages if they should be distinct."""
    text = subprocess.run([program, "data", "twin", "--rows", str(rows), "--seed", "7"], capture_output=True, text=True, check=True)
    table = list(csv.DictReader(io.StringIO(text.stdout)))
    draw = random.Random(1)
    for row in table:
        row["age"] = f"{float(row['age']) + draw.random():.6f}" if differ else row["age"]
    return table


def train(program, run, *more):
    """Exit code, CPU seconds, megabytes."""
    command = [program, "train", run, "--out", run + ".out", "--set", "solve.cost_of_constraints=never", *more]
    pid = os.posix_spawn(program, command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, used = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3


def every_row(program, rows, folder):
    for differ in (False, True):
        rates.write(people(program, rows, differ), os.path.join(folder, "people.csv"))
        for name, model in MODELS.items():
            run = os.path.join(folder, "rows.toml")
            with open(run, "w") as out:
                out.write(f'[data]\nfile = "people.csv"\ntarget = "two_year_recid"\npositive = "1"\nprotected = ["race"]\n[model]\n'
                          f'{model}\n[[constraint]]\nkind = "row_loss"\nbound = {BOUND}\n')
            code, seconds, size = train(program, run, "--jobs", "1")
            print(f"{rows} rows{' that all differ' if differ else ''}, {name}: exit {code}, {seconds:.1f} s of CPU, {size:.0f} MB",
                  flush=True)


def threads(program, folder):
    sides = rates.split(rates.table_of("german"), 1)
    for name, side in zip(("train.csv", "test.csv"), sides):
        rates.write(side, os.path.join(folder, name))
    run = os.path.join(folder, "run.toml")
    with open(run, "w") as out:
        out.write(rates.run_file("german", "linear", "parity", 0.02, 1))
    for jobs in ("1", "2"):
        seconds = min(train(program, run, "--jobs", jobs)[1] for _ in range(3))
        print(f"German, linear, parity 0.02, --jobs {jobs}: {seconds:.3f} s of CPU")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--rows", type=int, default=100000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        every_row(options.program, options.rows, folder)
        if "ALCOLE_DATA_DIR" in os.environ:
            threads(options.program, folder)


if __name__ == "__main__":
    main()
