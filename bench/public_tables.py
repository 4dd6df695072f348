"""The public tables of the comparisons, as rows, and the CPU time that programs take on them."""

import csv
import functools
import os
import random
import resource

TABLES = {"compas": ("two_year_recid", "1", "race"), "races": ("two_year_recid", "1", "race"), "adult": ("income", "yes", "sex"), "german": ("class", "good", "sex")}
"""Target, its positive class, and the protected column. "races" is COMPAS with all races, "compas" with the two largest."""


def races(folder, only=None):
    """COMPAS; two of its six races have 31 and 11 people."""
    columns = ["sex", "age", "race", "juv_fel_count", "juv_misd_count", "juv_other_count", "priors_count", "c_charge_degree"]
    with open(os.path.join(folder, "compas", "compas-scores-two-years.csv"), newline="") as file:
        for row in csv.DictReader(file):
            days = row["days_b_screening_arrest"]
            if not days or abs(float(days)) > 30 or row["is_recid"] == "-1" or row["c_charge_degree"] == "O":
                continue
            if only and row["race"] not in only:
                continue
            yield {**{name: row[name] for name in columns}, "two_year_recid": row["two_year_recid"]}


def compas(folder):
    yield from races(folder, ("African-American", "Caucasian"))


def adult(folder):
    names = ["age", "workclass", "fnlwgt", "education", "education_num", "marital", "occupation", "relationship", "race", "sex",
             "gain", "loss", "hours", "country", "income"]
    for part in ("adult.data", "adult.test"):
        with open(os.path.join(folder, "adult", part)) as file:
            for line in file:
                words = [word.strip() for word in line.split(",")]
                if len(words) == len(names):
                    row = dict(zip(names, words))
                    row["income"] = "yes" if ">50K" in row["income"] else "no"
                    del row["fnlwgt"], row["education"]
                    yield row


def german(folder):
    names, data = [], False
    with open(os.path.join(folder, "german", "credit-g.arff")) as file:
        for line in file:
            if line.lower().startswith("@attribute"):
                names.append(line.split()[1].strip("'"))
            elif line.lower().startswith("@data"):
                data = True
            elif data and line.strip() and not line.startswith("%"):
                row = dict(zip(names, next(csv.reader([line.strip()], quotechar="'"))))
                row["sex"] = row.pop("personal_status").split()[0].strip("'\"")
                row["class"] = row.pop("class")  # moved to the end
                yield row


@functools.lru_cache(maxsize=1)
def table_of(name):
    return list(globals()[name](os.environ["ALCOLE_DATA_DIR"]))


def write(rows, file):
    with open(file, "w", newline="") as out:
        writer = csv.DictWriter(out, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def split(rows, seed, share=0.7):
    order = list(range(len(rows)))
    random.Random(seed).shuffle(order)
    cut = round(share * len(rows))
    return [rows[i] for i in order[:cut]], [rows[i] for i in order[cut:]]


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
