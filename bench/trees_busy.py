"""What growing trees costs on a machine with other work: `alcole train` on a generated table with one thread and
with all cores, alone and beside one busy process per core. OpenMP's threads wait in busy loops as long as there
are no more of them than cores, which src/trees/grower.cpp avoids; CPU seconds then hardly depend on the load.
Usage: trees_busy.py ALCOLE [--rows 60000]"""

import argparse
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy

RUN = """[data]
file = "table.csv"
target = "y"
positive = "yes"
test = 0
[model]
kind = "trees"
rounds = 60
patience = 0
"""


def spin():
    while True:
        pass


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(program, folder, jobs):
    begin = time.monotonic(), cpu()
    subprocess.run([program, "train", "run.toml", "--out", "run", "--force", "--jobs", str(jobs),
                    "--set", "solve.cost_of_constraints=never"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    return time.monotonic() - begin[0], cpu() - begin[1]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("alcole")
    options.add_argument("--rows", type=int, default=60_000)
    options = options.parse_args()
    cores = os.cpu_count()
    draw = numpy.random.default_rng(1)
    x = draw.normal(size=(options.rows, 20)).round(4)
    yes = x[:, :5].sum(axis=1) + draw.normal(size=len(x)) > 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "table.csv"), "w") as out:
            out.write(",".join(f"x{j}" for j in range(20)) + ",y\n")
            for row, label in zip(x.tolist(), yes):
                out.write(",".join(map(str, row)) + (",yes\n" if label else ",no\n"))
        with open(os.path.join(folder, "run.toml"), "w") as out:
            out.write(RUN)
        program = os.path.abspath(options.alcole)
        print(f"{cores} cores, {options.rows} rows      {'wall, s':>10s} {'CPU, s':>10s}")
        for busy in (False, True):
            others = [multiprocessing.Process(target=spin, daemon=True) for _ in range(cores if busy else 0)]
            for other in others:
                other.start()
            for jobs in (1, cores):
                wall, used = seconds(program, folder, jobs)
                print(f"{'busy' if busy else 'idle'}, --jobs {jobs}          {wall:10.2f} {used:10.2f}", flush=True)
            for other in others:
                other.kill()
                other.join()


if __name__ == "__main__":
    sys.exit(main())
