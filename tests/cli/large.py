"""Tables that are large for a machine, and runs on them: for memory_test.py, ranks_test.py, look_test.py and
bench/large_tables.py."""

import random

# Synthetic people (`alcole data twin`), many of whom are identical.
RUN = """[data]
file = "people.h5"
target = "two_year_recid"
protected = ["sex", "race"]

[model]
kind = "linear"

[[constraint]]
kind = "counterfactual"
attribute = "race"
bound = 1e-3
"""
# Rows that do not repeat: the plan is as large as the table, and every pass goes through all of it.
DISTINCT = """[data]
file = "people.h5"
target = "y"
protected = ["sex"]

[model]
kind = "linear"

[solve]
max_outer = 2

[[constraint]]
kind = "counterfactual"
attribute = "sex"
bound = 1e-3
"""


def write_distinct(rows, name):
    """The table of DISTINCT."""
    draw = random.Random(3)
    with open(name, "w", encoding="utf-8") as file:
        file.write("a,b,c,d,sex,y\n")
        for k in range(rows):
            a, b, c, d = (draw.gauss(0, 1) for _ in range(4))
            file.write(f"{a:.6f},{b:.6f},{c:.6f},{d:.6f},{'fm'[k % 2]},{int(a + b + draw.gauss(0, 1) > 0)}\n")


def write_word_counts(columns, rows, name):
    """Word counts: nearly all are 0, and some columns are nearly always missing."""
    draw = random.Random(6)
    with open(name, "w", encoding="utf-8") as file:
        file.write(",".join(["sex", *[f"w{k}" for k in range(columns)], "spam"]) + "\n")
        for _ in range(rows):
            x = ["" if k % 50 == 0 else "0" for k in range(columns)]
            for k in draw.sample(range(columns), 30):
                x[k] = str(draw.randrange(1, 4))
            spam = (x[7] + x[8] > "00") != (draw.random() < 0.2)
            file.write(",".join([draw.choice("fm"), *x, "yes" if spam else "no"]) + "\n")
