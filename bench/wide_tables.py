"""The cost of columns: `alcole train TABLE --target spam` on 200 rows with 1,000 and 100,000 columns of zeros and
ones, with a hundred ones in each row, as in word counts, and on 3,000 rows with 20,000. CPU seconds and peak
memory of the whole command, including reading and reports. Usage: wide_tables.py ALCOLE"""

import os
import random
import sys
import tempfile

ALCOLE = os.path.abspath(sys.argv[1])
ONES = 100


def write(file, rows, columns):
    draw = random.Random(1)
    with open(file, "w") as out:
        out.write(",".join(["sex", *(f"w{k}" for k in range(columns)), "spam"]) + "\n")
        for _ in range(rows):
            spam = draw.random() < 0.5
            words = ["0"] * columns
            for place in draw.sample(range(columns), ONES) + [7] * spam:
                words[place] = "1"
            out.write(",".join([draw.choice("fm"), *words, "yes" if spam != (draw.random() < 0.15) else "no"]) + "\n")


with tempfile.TemporaryDirectory() as folder:
    for rows, columns in ((200, 1000), (200, 100000), (3000, 20000)):
        table = os.path.join(folder, f"wide{columns}.csv")
        write(table, rows, columns)
        command = [ALCOLE, "train", table, "--target", "spam", "--protected", "sex", "--out", table + ".out"]
        pid = os.posix_spawn(ALCOLE, command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
        _, status, used = os.wait4(pid, 0)
        print(f"{rows:>5} rows, {columns:>7} columns, {os.path.getsize(table) / 1e6:5.1f} MB of text: {used.ru_utime + used.ru_stime:6.2f} s of CPU, "
              f"{used.ru_maxrss / 1e3:6.0f} MB, exit {os.waitstatus_to_exitcode(status)}", flush=True)
