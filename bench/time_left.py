"""How good is the time left that `train` shows at a terminal? Trainings of several kinds and sizes at a pseudo-terminal; every
estimate is compared with what was really left. Usage: time_left.py ALCOLE [WORD ...]; words choose the trainings.

Per training: seconds, how long an estimate was shown (of the time that had more than two seconds left), the share of that
time in which it was within a factor of two, and the median of estimate / truth."""

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


def watch(command):
    """(when, estimate or None) of every line that was shown, and the end."""
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
            found = re.search(r"about ([\dhmins. ]+?) left", line)
            if found:
                shown.append((now, seconds_of(found[1])))
            elif re.search(r"objective [\d.e-]+", line) and "step" in line or "mini-batch" in line:
                shown.append((now, None))
    process.wait()
    return shown, time.monotonic() - begun


def judge(shown, end):
    """Each line counts as long as it stood."""
    stood = said = good = 0.0
    ratios = []
    for (when, estimate), (until, _) in zip(shown, shown[1:] + [(end, None)]):
        left = end - when
        if left < 2:
            break
        stood += until - when
        if estimate is None:
            continue
        said += until - when
        ratios.append(estimate / left)
        good += until - when if 0.5 <= estimate / left <= 2 else 0
    return stood, said, good, statistics.median(ratios) if ratios else None


def trainings():
    for rows in (3000, 30000, 200000):
        yield rows, "mlp", "demographic_parity", 0.02
        yield rows, "mlp", "counterfactual", 1e-3
        yield rows, "mlp", "equalized_odds", 0.05
    yield 200000, "wide", "demographic_parity", 0.02
    yield 200000, "wide", "counterfactual", 1e-3
    yield 30000, "trees", "demographic_parity", 0.02
    yield 200000, "linear", "equalized_odds", 0.02


with tempfile.TemporaryDirectory() as folder:
    for rows, model, kind, bound in trainings():
        name = f"{rows} {model} {kind}"
        if not chosen(name):
            continue
        more = "hidden = [256, 256]" if model == "wide" else ""  # so that it begins with mini-batches
        run = run_file(folder, table_of(folder, rows), "mlp" if model == "wide" else model, kind, bound, more)
        shown, end = watch([ALCOLE, "train", run, "--out", os.path.join(folder, "out")])
        stood, said, good, median = judge(shown, end)
        quality = (f"an estimate for {said:6.1f} of {stood:6.1f} s, within a factor of two {100 * good / said:5.1f} % of it, "
                   f"median ratio {median:.2f}" if said else f"no estimate in {stood:6.1f} s" if stood else
                   "over before there was anything to estimate")
        print(f"{name:<36} {end:7.1f} s, {quality}", flush=True)
