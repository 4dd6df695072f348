"""The paper's effect on the real data: ten seeds of both dual methods. Only if ALCOLE_DATA_DIR has COMPAS. Usage:
compas_test.py ALCOLE"""

import json
import os
import subprocess
import sys
import tempfile

if not os.path.exists(os.path.join(os.environ.get("ALCOLE_DATA_DIR", ""), "compas", "compas-scores-two-years.csv")):
    print("COMPAS is not here; nothing to compare")
    sys.exit(0)

with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.argv[1], "study", "compas", "--methods", "lagrangian,augmented", "--out", folder],
                   check=True)
    with open(os.path.join(folder, "study.json")) as file:
        study = json.load(file)

bound = study["constraints"][0]["bound"]
assert study["data"]["rows"] == 6172 and len(study["constraints"]) == 5 and bound == 1e-3


def largest(method, what):
    """The standard deviation of the multiplier or slack that oscillates most, maximum over seeds."""
    return max(max(run["oscillation"][what]) for run in study["methods"][method]["runs"])


multipliers = largest("lagrangian", "lambda_sd") / largest("augmented", "lambda_sd")
slacks = largest("lagrangian", "slack_sd") / largest("augmented", "slack_sd")
worst = sorted(max(run["train"]["slack"]) / bound for run in study["methods"]["augmented"]["runs"])
print(f"multipliers {multipliers:.1f} times, slacks {slacks:.1f} times steadier; worst slacks in bounds {worst}")
assert multipliers >= 4, multipliers
assert slacks >= 3, slacks
assert len(worst) == 10 and worst[8] <= 0.2, worst
