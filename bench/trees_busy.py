"""What growing trees costs on a machine that has other work, by the number of XGBoost's threads: seconds for 40 rounds on a
made table, alone and beside one busy process per core. OpenMP's threads wait in busy loops as long as there are no more of
them than cores; with one more they sleep, which is what alcole asks for (src/trees/grower.cpp). Usage: trees_busy.py"""

import multiprocessing
import os
import time

import numpy
import xgboost


def spin():
    while True:
        pass


def seconds(matrix, threads):
    begin = time.monotonic(), time.process_time()
    xgboost.train({"objective": "binary:logistic", "tree_method": "hist", "max_depth": 4, "nthread": threads}, matrix, 40)
    return time.monotonic() - begin[0], time.process_time() - begin[1]


def main():
    cores = os.cpu_count()
    draw = numpy.random.default_rng(1)
    x = draw.normal(size=(200_000, 20)).astype("float32")
    matrix = xgboost.DMatrix(x, label=x[:, :5].sum(axis=1) + draw.normal(size=len(x)) > 0)
    seconds(matrix, 1)  # bins
    print(f"{cores} cores, 200000 rows      {'wall, s':>10s} {'CPU, s':>10s}")
    for busy in (False, True):
        others = [multiprocessing.Process(target=spin, daemon=True) for _ in range(cores if busy else 0)]
        for other in others:
            other.start()
        for threads in (1, cores, cores + 1):
            wall, cpu = seconds(matrix, threads)
            print(f"{'busy' if busy else 'idle'}, {threads} thread{'s' if threads > 1 else ' '}          {wall:10.2f} {cpu:10.2f}", flush=True)
        for other in others:
            other.kill()


if __name__ == "__main__":
    main()
