"""Tables larger than memory: bytes per row and time per pass, from text to a trained model, with and without a memory
limit.

    python3 bench/large_tables.py build/alcole 1000000 10000000 [--memory 2G] [--free] [--distinct]

Generates the table of synthetic people (`alcole data twin`), converts it, and trains a linear model with a
counterfactual constraint from the HDF5 file; with --free also without a limit. Times are CPU seconds on one thread. A
pass is one step of the search over all points of the plan, with its evaluations of all risks and their gradient: the
difference between the whole training and one that ends after its first step. With --distinct the table has four number
columns in which no two rows agree, so that the plan is as large as the table.
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "cli"))
from large import DISTINCT, RUN, write_distinct  # noqa: E402


def measured(*arguments, cwd):
    """CPU seconds and peak memory in bytes; also prints the wall-clock time."""
    begun = time.monotonic()
    started = subprocess.Popen([str(argument) for argument in arguments], cwd=cwd, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    print(f"{'':16}{time.monotonic() - begun:8.1f} s by the clock: {' '.join(map(str, arguments[1:]))}", flush=True)
    if started.returncode not in (0, 2, 3):
        raise SystemExit(f"{' '.join(map(str, arguments))}: exit code {started.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def steps_of(folder):
    with open(folder / "trace.csv", encoding="utf-8") as file:
        return sum(int(row["steps"]) for row in csv.DictReader(file))


def report(alcole, rows, memory, free, distinct, folder):
    def line(what, seconds, peak, more=""):
        print(f"{rows:>10} rows  {what:<22} {seconds:8.1f} s   at most {peak / 2**20:8.0f} MiB, {peak / rows:6.1f} bytes a row"
              f"   {more}", flush=True)

    text, stored = folder / "people.csv", folder / "people.h5"
    if distinct:
        write_distinct(rows, text)
    else:
        subprocess.run([alcole, "data", "twin", "--rows", str(rows), "-o", text], check=True, stderr=subprocess.DEVNULL)
    seconds, peak = measured(alcole, "convert", text, stored, cwd=folder)
    sizes = [file.stat().st_size / rows for file in (text, stored)]
    line("convert", seconds, peak, f"text {sizes[0]:.1f}, HDF5 {sizes[1]:.1f} bytes a row")
    (folder / "run.toml").write_text(DISTINCT if distinct else RUN)
    for name, limit in [(f"train --memory {memory}", ["--memory", memory])] + ([("train", [])] if free else []):
        seconds, peak = measured(alcole, "train", "run.toml", "--out", "run", "-j", "1", "--set", "solve.cost_of_constraints=never",
                                 *limit, cwd=folder)
        facts = json.loads((folder / "run" / "metrics.json").read_text())
        steps = steps_of(folder / "run")
        short, _ = measured(alcole, "train", "run.toml", "--out", "run", "-j", "1", "--set", "solve.cost_of_constraints=never", "--set", "solve.max_outer=1",
                            "--set", "solve.inner.max_steps=1", *limit, cwd=folder)
        one = (seconds - short) / max(steps - steps_of(folder / "run"), 1)
        line(name, seconds, peak, f"{facts['distinct_points']} points, {steps} steps of {1e3 * one:.1f} ms each")
    text.unlink()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("alcole", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("rows", type=int, nargs="+")
    parser.add_argument("--memory", default="2G")
    parser.add_argument("--free", action="store_true")
    parser.add_argument("--distinct", action="store_true")
    arguments = parser.parse_args()
    for rows in arguments.rows:
        with tempfile.TemporaryDirectory() as folder:
            report(arguments.alcole, rows, arguments.memory, arguments.free, arguments.distinct, pathlib.Path(folder))


if __name__ == "__main__":
    main()
