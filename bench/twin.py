"""What the measurements on the twin's tables share: the program and the words of the command line, tables and run files."""

import os
import subprocess
import sys

ALCOLE = os.path.abspath(sys.argv[1])
WORDS = sys.argv[2:]
RUN = """[data]
file = "{file}"
target = "two_year_recid"
ignore = ["age_cat"]
[model]
kind = "{model}"
{more}
[[constraint]]
kind = "{kind}"
attribute = "sex"
bound = {bound}
"""


def chosen(name):
    """Whether every word of the command line is one of this name."""
    return all(word in name.split() for word in WORDS)


def table_of(folder, rows):
    """The twin's table with so many rows, written once."""
    data = os.path.join(folder, f"twin{rows}.csv")
    if not os.path.exists(data):
        subprocess.run([ALCOLE, "data", "twin", "--rows", str(rows), "-o", data], check=True)
    return data


def run_file(folder, data, model, kind, bound, more=""):
    """A run file with one constraint on sex; `more`: further lines, beginning in [model]."""
    run = os.path.join(folder, "run.toml")
    with open(run, "w") as file:
        file.write(RUN.format(file=data, model=model, kind=kind, bound=bound, more=more))
    return run
