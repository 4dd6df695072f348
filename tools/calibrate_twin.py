#!/usr/bin/python3
"""Fits the tables of src/data/twin_tables.hpp to COMPAS and prints that file.

    ALCOLE_DATA_DIR=... /usr/bin/python3 tools/calibrate_twin.py > src/data/twin_tables.hpp
    clang-format-14 -i src/data/twin_tables.hpp

The equations are fitted in causal order, each on a simulated population, so that the moments of the twin, not those of
the file, meet the targets. Slopes of the counts start from the file and move until the covariances are right;
thresholds are solved so that histograms are right; the two logistic equations are solved for their moments by Newton's
method.
"""
import csv
import os
import sys

import numpy as np

N = 1_000_000
RACES = ["African-American", "Caucasian", "Hispanic", "Other", "Asian", "Native American"]
JUVENILE = ["juv_fel_count", "juv_misd_count", "juv_other_count"]
random = np.random.default_rng(1)


def read():
    path = os.path.join(os.environ["ALCOLE_DATA_DIR"], "compas", "compas-scores-two-years.csv")
    rows = [r for r in csv.DictReader(open(path, newline=""))
            if r["days_b_screening_arrest"] and abs(int(r["days_b_screening_arrest"])) <= 30
            and r["is_recid"] != "-1" and r["c_charge_degree"] != "O" and r["score_text"] != "N/A"]
    assert len(rows) == 6172
    table = {c: np.array([int(r[c]) for r in rows]) for c in ["age", "priors_count", "two_year_recid"] + JUVENILE}
    table["male"] = np.array([r["sex"] == "Male" for r in rows]).astype(int)
    table["race"] = np.array([RACES.index(r["race"]) for r in rows])
    table["felony"] = np.array([r["c_charge_degree"] == "F" for r in rows]).astype(int)
    return table


def group(t):
    """The six races as four groups: the last three are too small for separate tables."""
    return np.minimum(t["race"], 3)


def band(t):
    return (t["age"] >= 25).astype(int) + (t["age"] >= 45)


def logit(u):
    return np.log(u / (1 - u))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def threshold(at, weights, below, scale=1.0):
    """The value below which a latent variable at + scale * logistic noise stays with the given probability."""
    if below <= 0:
        return -99.0
    low, high = -60.0, 60.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if weights @ sigmoid((middle - at) / scale) < below else (low, middle)
    return low


def thresholds(eta, histogram, scale=None):
    """The thresholds on the latent variable that give a count this histogram. People are binned by eta and scale:
    fast, and accurate enough."""
    if scale is None:
        scale = np.ones(len(eta))
    bins = 600 if np.ptp(scale) == 0 else 120
    index = ((eta - eta.min()) / max(np.ptp(eta), 1e-9) * (bins - 1)).astype(int)
    index += bins * ((scale - scale.min()) / max(np.ptp(scale), 1e-9) * (bins - 1)).astype(int)
    _, index, counts = np.unique(index, return_inverse=True, return_counts=True)
    at, wide = (np.bincount(index, v) / counts for v in (eta, scale))
    share = np.cumsum(histogram) / np.sum(histogram)
    return np.array([threshold(at, counts / len(eta), s, wide) for s in share[:-1]])


def ordered(u, eta, theta, scale=1.0):
    return np.searchsorted(theta, eta + scale * logit(u), side="left")


def age_histograms(t):
    """By group, smoothed: the overall histogram, tilted within each age band, raked to the counts group x band."""
    ages = np.arange(18, 97)
    everyone = np.array([(t["age"] == a).sum() for a in ages], float)
    bands = (ages >= 25).astype(int) + (ages >= 45)
    p = np.zeros((4, len(ages)))
    for g in range(4):
        for b in range(3):
            inside = bands == b
            mean = t["age"][(group(t) == g) & (band(t) == b)].mean()
            tilt = 0.0
            for _ in range(50):
                w = everyone * inside * np.exp(tilt * (ages - mean))
                m = (w * ages).sum() / w.sum()
                tilt += (mean - m) / ((w * (ages - m) ** 2).sum() / w.sum())
            p[g] += w
    for _ in range(500):
        p *= everyone / np.maximum(p.sum(0), 1e-300)
        for g in range(4):
            for b in range(3):
                inside = bands == b
                p[g, inside] *= ((group(t) == g) & (band(t) == b)).sum() / p[g, inside].sum()
    return p


def count_features(t, before):
    """The inputs of the count equations: groups, sex, age in decades from 35 and its square, preceding counts."""
    a = (t["age"] - 35) / 10
    columns = [(group(t) == g).astype(float) for g in range(1, 4)] + [t["male"].astype(float), a, np.minimum(a * a, 4)]
    return np.column_stack(columns + [np.log1p(t[c]) for c in before])


def covariances(x, y):
    return ((x - x.mean(0)) * (y - y.mean())[:, None]).mean(0)


def fit_juvenile(t, s, name, before):
    """Finds slopes such that the covariances of the count with its causes are those of the file."""
    histogram = np.bincount(t[name])
    # Moments: the share with at least one, by group, sex and age; and those of the count itself with the preceding
    # counts.
    def moments(q):
        x = count_features(q, before)[:, [0, 1, 2, 3, 4, 5]]
        any_, raw = (q[name] > 0).astype(float), q[name].astype(float)
        parts = [covariances(x, any_ * 0.5 + 0.5 * np.minimum(raw, 5))]
        parts += [covariances(np.log1p(q[b])[:, None], np.minimum(raw, 5)) for b in before]
        return np.concatenate(parts)

    target = moments(t)
    u = random.random(N)
    x = count_features(s, before)
    slopes = np.zeros(x.shape[1])

    def simulate(b):
        eta = x @ b
        theta = thresholds(eta, histogram)
        q = dict(s)
        q[name] = ordered(u, eta, theta)
        return q, theta

    for _ in range(7):
        base = moments(simulate(slopes)[0])
        jacobian = np.column_stack([(moments(simulate(slopes + 0.1 * e)[0]) - base) / 0.1 for e in np.eye(len(slopes))])
        slopes += np.clip(np.linalg.solve(jacobian, target - base), -0.7, 0.7)
    q, theta = simulate(slopes)
    print(name, slopes.round(3), np.abs(moments(q) - target).max(), file=sys.stderr)
    return q, theta, slopes


def fit_priors(t, s):
    name = "priors_count"
    histograms = []
    for g in range(4):
        h = np.bincount(t[name][group(t) == g], minlength=39).astype(float)
        tail = np.bincount(t[name], minlength=39)[20:].astype(float)
        h[20:] = h[20:].sum() * tail / tail.sum()
        histograms.append(h)
    def moments(q):
        x = np.column_stack([q["male"], q["age"] / 10, np.minimum(((q["age"] - 35) / 10) ** 2, 4)]
                            + [q[j] for j in JUVENILE])
        logs = covariances(x[:, :2], np.log1p(q[name]))
        return np.concatenate([covariances(x, q[name].astype(float)), logs * 5])

    target = moments(t)
    u = random.random(N)
    x = count_features(s, JUVENILE)[:, 3:]
    slopes = np.zeros(x.shape[1] + 2)  # the last two: how the spread differs by sex and grows with age

    def simulate(b):
        eta, scale = x @ b[:-2], np.exp(x[:, :2] @ b[-2:])
        q = dict(s)
        q[name] = np.zeros(N, int)
        theta = []
        for g in range(4):
            who = group(s) == g
            theta.append(thresholds(eta[who], histograms[g], scale[who]))
            q[name][who] = ordered(u[who], eta[who], theta[-1], scale[who])
        return q, theta

    for _ in range(6):
        base = moments(simulate(slopes)[0])
        jacobian = np.column_stack([(moments(simulate(slopes + 0.1 * e)[0]) - base) / 0.1 for e in np.eye(len(slopes))])
        slopes += np.clip(np.linalg.solve(jacobian, target - base), -0.7, 0.7)
    q, theta = simulate(slopes)
    print(name, slopes.round(3), np.abs(moments(q) - target).max(), file=sys.stderr)
    return q, np.array(theta), slopes


def solve_logistic(t, y, s, features, instruments):
    """Finds weights with E[z sigmoid(w . x)] over the simulated people equal to E[z y] over the file."""
    target = (instruments(t) * y[:, None]).mean(0)
    x, z = features(s).astype(np.float32), instruments(s).astype(np.float32)
    w = np.zeros(x.shape[1])
    for _ in range(25):
        p = sigmoid(x @ w.astype(np.float32))
        off = target - (z * p[:, None]).mean(0, dtype=float)
        jacobian = (z * (p * (1 - p))[:, None]).T.astype(float) @ x / len(x)
        w += np.clip(np.linalg.solve(jacobian, off), -1, 1)
    print("logistic", w.round(3), np.abs(off).max(), file=sys.stderr)
    return w


def charge_features(q):
    cell = band(q) * 4 + group(q)
    return np.column_stack([(cell == c) for c in range(12)] + [q["male"], np.log1p(q["priors_count"]), q["age"] / 10])


def charge_instruments(q):
    cell = band(q) * 4 + group(q)
    return np.column_stack([(cell == c) for c in range(12)] + [q["male"], q["priors_count"] / 5, q["age"] / 10])


def label_cells(q, sexes_of):
    """Intercepts by sex and race. Only four of the 6172 are Asian or Native American women, so the effect of sex for
    these races is taken to be that for Other."""
    columns = [(q["race"] == r) & (q["male"] == m) for r in range(3) for m in (0, 1)]
    columns += [q["race"] == r for r in range(3, 6)] + [np.isin(q["race"], sexes_of) & (q["male"] == 1)]
    return columns


def label_features(q):
    return np.column_stack(label_cells(q, [3, 4, 5]) + [band(q) == 0, band(q) == 2, (q["age"] - 35) / 10,
                                             np.log1p(q["priors_count"]), q["priors_count"] / 10]
                           + [np.log1p(q[j]) for j in JUVENILE] + [q["felony"]]).astype(float)


def label_instruments(q):
    return np.column_stack(label_cells(q, [3]) + [band(q) == 0, band(q) == 2, (q["age"] - 35) / 10,
                                             np.log1p(q["priors_count"]), q["priors_count"] / 10]
                           + [q[j] for j in JUVENILE] + [q["felony"]]).astype(float)


def main():
    t = read()
    roots = np.array([[((t["race"] == r) & (t["male"] == m)).sum() for m in (1, 0)] for r in range(6)])
    cell = np.searchsorted(np.cumsum(roots.ravel()) / roots.sum(), random.random(N), side="right")
    s = {"race": cell // 2, "male": 1 - cell % 2}

    histograms = age_histograms(t)
    older_men = {}
    for b in (0.0, 0.1):
        age = np.zeros(N, int)
        theta = []
        u = np.random.default_rng(2).random(N)
        for g in range(4):
            who = group(s) == g
            theta.append(thresholds(b * s["male"][who], histograms[g]))
            age[who] = 18 + ordered(u[who], b * s["male"][who], theta[-1])
        older_men[b] = covariances(s["male"][:, None], age.astype(float))[0]
    want = covariances(t["male"][:, None], t["age"].astype(float))[0]
    age_male = round(0.1 * (want - older_men[0.0]) / (older_men[0.1] - older_men[0.0]), 4)
    age_theta = np.array([thresholds(age_male * s["male"][group(s) == g], histograms[g]) for g in range(4)])
    s["age"] = np.zeros(N, int)
    for g in range(4):
        who = group(s) == g
        s["age"][who] = 18 + ordered(u[who], age_male * s["male"][who], age_theta[g])

    juvenile = []
    for i, name in enumerate(JUVENILE):
        s, theta, slopes = fit_juvenile(t, s, name, JUVENILE[:i])
        juvenile.append((theta, slopes))
    s, priors_theta, priors_slopes = fit_priors(t, s)
    charge = solve_logistic(t, t["felony"], s, charge_features, charge_instruments)
    s["felony"] = (random.random(N) < sigmoid(charge_features(s) @ charge)).astype(int)
    label = solve_logistic(t, t["two_year_recid"], s, label_features, label_instruments)
    s["two_year_recid"] = (random.random(N) < sigmoid(label_features(s) @ label)).astype(int)
    check(t, s)
    write(roots, age_male, age_theta, juvenile, priors_theta, priors_slopes, charge, label)


def check(t, s):
    names = ["age", *JUVENILE, "priors_count", "felony", "two_year_recid", "male"]
    def matrix(q):
        columns = [q[n] for n in names] + [group(q) == g for g in range(4)] + [np.log1p(q["priors_count"])]
        return np.corrcoef(np.array(columns, float))
    print(matrix(t).round(3), matrix(s).round(3), (matrix(s) - matrix(t)).round(3), sep="\n", file=sys.stderr)
    for n in names[:5]:
        for y in (0, 1):
            for q in (t, s):
                v = q[n][q["two_year_recid"] == y]
                print(n, y, v.mean().round(4), v.std().round(4), (v == 0).mean().round(4), file=sys.stderr)
        for g in range(4):
            for q in (t, s):
                v = q[n][group(q) == g]
                print(n, "group", g, v.mean().round(4), v.std().round(4), (v == 0).mean().round(4), file=sys.stderr)


def numbers(values):
    return ", ".join(f"{v:.4g}" if abs(v) >= 10 else f"{v:.4f}" for v in values)


def write(roots, age_male, age_theta, juvenile, priors_theta, priors_slopes, charge, label):
    print('''#pragma once

#include <array>

// Written by tools/calibrate_twin.py; docs/twin.md has the equations these belong to. Order of races:
// African-American, Caucasian, Hispanic, Other, Asian, Native American; the last three are one group, the fourth.
namespace alcole::data::tables {

// Of 6172 people, by race: male, female.''')
    rows = ", ".join("{" + ", ".join(map(str, r)) + "}" for r in roots)
    print(f"inline constexpr std::array<std::array<int, 2>, 6> people = {{{{{rows}}}}};")
    print(f"\ninline constexpr double age_male = {age_male:.4f};")
    def table(comment, name, values):
        inner = ", ".join("{{" + numbers(v) + "}}" for v in values)
        print(f"\n// {comment}\ninline constexpr std::array<std::array<double, {len(values[0])}>, {len(values)}> {name} = "
              f"{{{{{inner}}}}};")
    def row(comment, name, values):
        print(f"\n// {comment}\ninline constexpr std::array<double, {len(values)}> {name} = {{{numbers(values)}}};")
    table("By group: an age above 18 + k for latents above the k-th.", "age_thresholds", age_theta)
    short = ["fel", "misd", "other"]
    for i, (theta, slopes) in enumerate(juvenile):
        row("More than k for latents above the k-th.", f"juv_{short[i]}_thresholds", theta)
        row("Groups 2 to 4, male, age, age squared" + (", the juvenile counts before." if i else "."),
            f"juv_{short[i]}_slopes", slopes)
    table("By group: more than k for latents above the k-th.", "priors_thresholds", priors_theta)
    row("Male, age, age squared, the juvenile counts.", "priors_slopes", priors_slopes[:-2])
    row("The logarithm of the spread: male, age.", "priors_spread", priors_slopes[-2:])
    table("Under 25, 25 to 44, from 45 on; by group.", "charge_cells", charge[:12].reshape(3, 4))
    row("Male, log(1 + priors), age / 10.", "charge_slopes", charge[12:])
    cells = np.array([[label[2 * r], label[2 * r + 1]] for r in range(3)]
                     + [[label[6 + i], label[6 + i] + label[9]] for i in range(3)])
    table("By race: female, male.", "label_cells", cells)
    row("Under 25, from 45 on, age, log(1 + priors), priors / 10, juvenile counts, felony.", "label_slopes", label[10:])
    print("\n}  // namespace alcole::data::tables")


if __name__ == "__main__":
    main()
