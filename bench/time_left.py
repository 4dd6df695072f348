"""How good is the time left that `train` shows at a terminal? Trainings of several kinds and sizes at a pseudo-terminal; every
estimate is compared with what was really left. Usage: time_left.py ALCOLE [WORD ...]; words choose the trainings.

Per training: seconds, how long an estimate was shown (of the time that had more than two seconds left), the share of that
time in which it was within a factor of two, the share in which its range, if it had one, held the truth, and the median of
estimate / truth. At the end, the same of all estimates with a range, by kind of training."""

import os
import pty
import re
import statistics
import subprocess
import sys
import tempfile
import time

from twin import ALCOLE, chosen, run_file, table_of

UNITS = {"s": 1, "min": 60, "h": 3600}


def seconds_of(text):
    """'1 min 5 s' as seconds."""
    return sum(float(number) * UNITS[unit] for number, unit in re.findall(r"([\d.]+) (h|min|s)", text))


def range_of(text):
    """'2 to 40 s' as two numbers of seconds."""
    low, high = text.split(" to ")
    return seconds_of(low if re.search("[a-z]", low) else f"{low} {high.split()[-1]}"), seconds_of(high)


def watch(command):
    """(when, estimate or None, its range or None) of every line that was shown, and the end."""
    leader, follower = pty.openpty()
    begun = time.monotonic()
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, close_fds=True)
    os.close(follower)
    shown, rest = [], ""
    while True:
        try:
            piece = os.read(leader, 65536).decode(errors="replace")
        except OSError:
            break
        if not piece:
            break
        now = time.monotonic() - begun
        lines = re.split(r"[\r\n]|\x1b\[[0-9;]*[A-Za-z]", rest + piece)
        rest = lines.pop()
        for line in lines + [rest]:
            found = re.search(r"about ([\dhmins. ]+?) left(?: \(([^)]*)\))?", line)
            if found:
                shown.append((now, seconds_of(found[1]), range_of(found[2]) if found[2] else None))
            elif re.search(r"objective [\d.e-]+", line) and "step" in line or "mini-batch" in line:
                shown.append((now, None, None))
    process.wait()
    return shown, time.monotonic() - begun


class Shares:
    """For how long lines stood, showed an estimate, were within a factor of two, had a range, and had one that held."""

    def __init__(self):
        self.stood = self.said = self.good = self.ranged = self.held = 0.0
        self.ratios = []

    def add(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self):
        if not self.said:
            return f"no estimate in {self.stood:6.1f} s" if self.stood else "over before there was anything to estimate"
        held = f", its range held for {100 * self.held / self.ranged:5.1f} %" if self.ranged else ""
        return (f"an estimate for {self.said:6.1f} of {self.stood:6.1f} s, within a factor of two "
                f"{100 * self.good / self.said:5.1f} % of it{held}, median ratio {statistics.median(self.ratios):.2f}")


def judge(shown, end):
    """Each line counts as long as it stood."""
    shares = Shares()
    for (when, estimate, limits), (until, *_) in zip(shown, shown[1:] + [(end,)]):
        left = end - when
        if left < 2:
            break
        shares.stood += until - when
        if estimate is None:
            continue
        shares.said += until - when
        shares.ratios.append(estimate / left)
        shares.good += until - when if 0.5 <= estimate / left <= 2 else 0
        if limits:
            shares.ranged += until - when
            shares.held += until - when if limits[0] <= left <= limits[1] else 0
    return shares


HIDDEN = {"deep": [64, 64], "wide": [256, 256]}  # a wide network on a large table begins with mini-batches


def trainings():
    for rows in (3000, 30000, 200000):
        yield rows, "mlp", "demographic_parity", 0.02
        yield rows, "mlp", "counterfactual", 1e-3
        yield rows, "mlp", "equalized_odds", 0.05
    for rows in (30000, 100000):
        for bound in (0.05, 0.005):
            yield rows, "deep", "demographic_parity", bound
            yield rows, "deep", "equalized_odds", bound
        for bound in (1e-3, 1e-4):
            yield rows, "deep", "counterfactual", bound
    yield 200000, "wide", "demographic_parity", 0.02
    yield 200000, "wide", "counterfactual", 1e-3
    yield 30000, "trees", "demographic_parity", 0.02
    yield 200000, "linear", "equalized_odds", 0.02


by_kind = {}
with tempfile.TemporaryDirectory() as folder:
    for rows, model, kind, bound in trainings():
        name = f"{rows} {model} {kind} {bound:g}"
        if not chosen(name):
            continue
        more = f"hidden = {HIDDEN[model]}" if model in HIDDEN else ""
        run = run_file(folder, table_of(folder, rows), "mlp" if model in HIDDEN else model, kind, bound, more)
        shown, end = watch([ALCOLE, "train", run, "--out", os.path.join(folder, "out")])
        shares = judge(shown, end)
        print(f"{name:<42} {end:7.1f} s, {shares}", flush=True)
        if shares.ranged:
            by_kind.setdefault("counterfactual" if kind == "counterfactual" else "rates", Shares()).add(shares)
for kind, shares in by_kind.items():
    print(f"with a range, {kind}: {shares}")
