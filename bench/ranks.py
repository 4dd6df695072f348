"""Scaling over the ranks of an MPI job, one thread each: strong and weak scaling for 1 and 2 ranks, the bytes per
evaluation as a function of the numbers of weights and risks, the times of messages, and a prediction for more ranks
than this machine has.

    ranks.py RANKS_SPEED [--mpirun mpirun] [--rows 100000] [--seconds 5] [--figure docs/cluster_scaling.svg]
    ranks.py RANKS_SPEED --read TABLE ...    how long reading these tables takes, and the peak memory of each rank"""

import argparse
import json
import math
import os
import statistics
import subprocess

GROUPS = 64  # maximum number of groups in a plan: src/engine/plan/plan.cpp
SIZES = (100_000, 1_000_000, 10_000_000)  # points, for the model
FREELY = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def lines(arguments, ranks, *words):
    command = [*([arguments.mpirun, "-n", str(ranks)] if ranks > 1 else []), arguments.program, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **FREELY})
    return [json.loads(line) for line in done.stdout.splitlines()]


def evaluate(arguments, ranks, rows, hidden=64, gaps=0):
    return lines(arguments, ranks, "evaluate", rows, hidden, gaps, arguments.seconds)[0]


def fit(points):
    """seconds = delay + bytes / rate, by least squares of the relative errors."""
    rows = [((1 / y, x / y), 1.0) for x, y in points]
    aa, ab, bb = (sum(r[0][i] * r[0][j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    a1, b1 = (sum(r[0][i] for r in rows) for i in (0, 1))
    det = aa * bb - ab * ab
    return max(0.0, (a1 * bb - b1 * ab) / det), max(0.0, (b1 * aa - a1 * ab) / det)


class Model:
    """An evaluation with gradient on `ranks` ranks: the largest share of the groups, three broadcasts (an order with
    the beginning of theta, the rest of theta, an order with the weights of the risks) that spread by doubling,
    and two messages from each rank with the sums of its groups, whose bytes reach rank 0 one after the other."""

    def __init__(self, one, messages, slower=1.0):
        self.per_point = one["fastest"] / one["points"]  # undisturbed by other work on this machine
        self.weights, self.risks = one["weights"], one["risks"]
        self.broadcast = [slower * x for x in fit([(m["bytes"], m["broadcast"]) for m in messages])]
        self.gather = [slower * x for x in fit([(m["bytes"], m["gather"]) for m in messages])]

    def seconds(self, points, ranks):
        groups = min(GROUPS, max(8, points // 768))
        computing = self.per_point * points * math.ceil(groups / ranks) / groups
        if ranks == 1:
            return computing
        doublings = math.ceil(math.log2(ranks))
        busy = min(ranks, groups) - 1
        out = doublings * (3 * self.broadcast[0] + self.broadcast[1] * (4 * self.weights + 8 * self.risks))
        back = busy * 2 * self.gather[0] + self.gather[1] * (4 * self.weights + 16 * self.risks) * groups * busy / (busy + 1)
        return computing + out + back

    def speedup(self, points, ranks):
        return self.seconds(points, 1) / self.seconds(points, ranks)


def draw(measured, fast, slow, file):
    """Speed-up against the number of ranks, both on logarithmic axes."""
    width, height, left, top, right, bottom = 640, 400, 60, 20, 150, 50
    colours = ("#1b6ca8", "#c2571a", "#3d8b37")
    x = lambda ranks: left + (width - left - right) * math.log2(ranks) / 10
    y = lambda speed: height - bottom - (height - top - bottom) * math.log2(max(1, speed)) / 10
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for k in range(0, 11, 2):
        out.append(f'<path d="M{x(2 ** k):.1f} {y(1)}V{top}M{left} {y(2 ** k):.1f}H{width - right}" stroke="#ddd"/>')
        out.append(f'<text x="{x(2 ** k):.1f}" y="{height - bottom + 18}" text-anchor="middle">{2 ** k}</text>')
        out.append(f'<text x="{left - 8}" y="{y(2 ** k) + 4:.1f}" text-anchor="end">{2 ** k}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">ranks</text>')
    out.append(f'<text x="16" y="{(height - bottom) / 2}" text-anchor="middle" '
               f'transform="rotate(-90 16 {(height - bottom) / 2})">speed-up</text>')
    out.append(f'<path d="M{x(1)} {y(1)}L{x(1024)} {y(1024)}" stroke="#888" stroke-dasharray="1 3" fill="none"/>')
    label = height
    for points, colour in zip(SIZES, colours):
        for model, dash in ((fast, ""), (slow, ' stroke-dasharray="6 4"')):
            way = "L".join(f"{x(2 ** k):.1f} {y(model.speedup(points, 2 ** k)):.1f}" for k in range(11))
            out.append(f'<path d="M{way}" stroke="{colour}" fill="none" stroke-width="2"{dash}/>')
        label = min(y(fast.speedup(points, 1024)), label - 15)
        out.append(f'<text x="{width - right + 8}" y="{label + 4:.1f}" fill="{colour}">'
                   f'10^{round(math.log10(points))} points</text>')
    for ranks, speed in measured:
        out.append(f'<circle cx="{x(ranks):.1f}" cy="{y(speed):.1f}" r="4" fill="black"/>')
    out.append("</svg>")
    with open(file, "w") as svg:
        svg.write("\n".join(out) + "\n")


def read(arguments, times=7):
    """Alternates between one and two ranks, because the load of the machine may change over time."""
    print(f"{'table':24}{'rows':>10}{'ranks':>7}{'median s':>11}{'CPU s by rank':>24}{'MiB by rank':>20}")
    for table in arguments.read:
        runs = {1: [], 2: []}
        for _ in range(times):
            for ranks, so_far in runs.items():
                so_far.append(sorted(lines(arguments, ranks, "read", table, 1), key=lambda line: line["rank"]))
        for ranks, all_runs in runs.items():
            median = lambda rank, key: statistics.median(run[rank][key] for run in all_runs)
            print(f"{os.path.basename(table):24}{all_runs[0][0]['rows']:>10}{ranks:>7}{median(0, 'seconds'):>11.2f}"
                  f"{'  '.join(format(median(rank, 'cpu'), '.2f') for rank in range(ranks)):>24}"
                  f"{'  '.join(format(median(rank, 'peak') / 1024, '.0f') for rank in range(ranks)):>20}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--figure")
    parser.add_argument("--read", nargs="+")
    arguments = parser.parse_args()
    if arguments.read:
        return read(arguments)

    half = evaluate(arguments, 1, arguments.rows // 2)
    one = evaluate(arguments, 1, arguments.rows)
    two = evaluate(arguments, 2, arguments.rows)
    print(f"{'':8}{'ranks':>6}{'rows':>10}{'points':>10}{'median ms':>12}{'':>8}{'fastest ms':>12}{'':>8}{'CPU ms':>12}")
    for name, run, base, share in (("", half, None, 1), ("", one, None, 1), ("strong", two, one, 2), ("weak", two, half, 1)):
        print(f"{name:8}{run['ranks']:>6}{run['rows']:>10}{run['points']:>10}" + "".join(
            f"{1e3 * run[key]:>12.2f}{f'{100 * base[key] / share / run[key]:.0f} %' if base else '':>8}"
            for key in ("seconds", "fastest", "cpu")))

    print(f"\nbytes of an evaluation with gradient, 2 ranks\n{'weights':>10}{'risks':>8}{'bytes':>12}{'per weight':>12}")
    for hidden in (16, 64, 256):
        for gaps in (0, 1):
            run = evaluate(argparse.Namespace(**{**vars(arguments), "seconds": 0.1}), 2, arguments.rows // 4, hidden, gaps)
            print(f"{run['weights']:>10}{run['risks']:>8}{run['bytes']:>12.0f}{run['bytes'] / run['weights']:>12.1f}")

    messages = lines(arguments, 2, "messages")
    print(f"\n{'bytes':>10}{'broadcast us':>14}{'gather us':>12}")
    for m in messages:
        print(f"{m['bytes']:>10}{1e6 * m['broadcast']:>14.1f}{1e6 * m['gather']:>12.1f}")
    fast, slow = Model(one, messages), Model(one, messages, slower=10)
    for name, (delay, per_byte) in (("broadcast", fast.broadcast), ("gather", fast.gather)):
        print(f"{name}: {1e6 * delay:.1f} us + bytes / ({1e-9 / per_byte if per_byte else math.inf:.1f} GB/s)")

    print(f"\nspeed-up by the model; in brackets with messages ten times slower\n{'points':>10}" +
          "".join(f"{ranks:>16}" for ranks in (2, 16, 64, 1024)))
    for points in SIZES:
        print(f"{points:>10}" + "".join(f"{f'{fast.speedup(points, r):.1f} ({slow.speedup(points, r):.1f})':>16}"
                                        for r in (2, 16, 64, 1024)))
    if arguments.figure:
        draw([(2, one["fastest"] / two["fastest"])], fast, slow, arguments.figure)


if __name__ == "__main__":
    main()
