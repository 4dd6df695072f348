"""The program on the ranks of an MPI job finds the same models. Usage: ranks_test.py ALCOLE MPIEXEC"""

import csv
import json
import os
import subprocess
import sys
import unittest

from large import DISTINCT, write_distinct
from made import ALCOLE, RUN, changed, environment, people, text_of
from on_ranks import FREELY, MPIEXEC, Ranks

NETWORK = {"model__kind": "mlp", "model__hidden": "[8, 8]", "solve__stochastic__max_epochs": 3, "solve__max_outer": 4,
           "solve__inner__max_steps": 20}


def without_times(value):
    """The output of a command, without durations."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name != "seconds"}
    return [without_times(one) for one in value] if isinstance(value, list) else value


class SameModel(Ranks):
    def test_of_a_linear_model(self):
        self.check_same_model({}, [2, 4, 7])

    def test_of_a_network_with_mini_batches_and_all_data(self):
        self.check_same_model(NETWORK, [2, 7])

    def test_of_several_starts(self):
        self.check_same_model({**NETWORK, "solve__starts": 2}, [2])

    def test_of_the_least_worst_group_and_of_constraints_on_every_row(self):
        """The former is shared, the latter stays on rank 0."""
        head = RUN[:RUN.index("[[constraint]]")]
        for constraint in ('kind = "group_loss"\nattribute = "race"\nminimise = true\n',
                           'kind = "row_loss"\nbound = 3.0\n'):
            self.write("run.toml", head + "[[constraint]]\n" + constraint)
            self.check_same_model({}, [3])

    def test_of_more_ranks_than_there_are_groups_of_points(self):
        self.write("people.csv", text_of(people(90)))
        self.check_same_model({}, [4])


# Runs the program such that rank 1 sees an empty folder instead of the tables.
HIDDEN = """case "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" in
1) exec unshare -m sh -c 'mount -t tmpfs tmpfs tables && exec "$@"' hidden "$@";;
*) exec "$@";;
esac
"""


class Reading(Ranks):
    """Every rank reads a part of the table: the result, and every message, is that of a single process."""

    def received(self, out):
        """The number of bytes of the table that other ranks have read, from what rank 0 received."""
        return self.metrics(out)["timings"]["ranks"][0]["reading"]["received"]

    def check_shared(self, sizes=(2, 4, 7), at_least=10_000):
        self.check_same_model({}, sizes)
        self.run_on(sizes[-1], "train", "run.toml", "--timings", "--out", "timed")
        self.assertGreater(self.received("timed"), at_least)

    def test_of_a_file_with_line_breaks_in_quotes(self):
        """Most bytes of the file are inside quotes, and look like rows."""
        table = changed(people(1200), id=lambda k, row: "\n".join(f"{k},m,a,30,{line}.5,true,yes" for line in range(k % 9)))
        self.write("people.csv", text_of(table))
        self.check_shared()

    def test_of_a_column_that_has_a_word_in_the_last_part_alone(self):
        table = people(2500)
        table[-3]["id"] = "none"
        self.write("people.csv", text_of(table))
        self.check_shared()
        self.assertIn("line 2499", str(self.metrics("alone")["notes"]))

    def test_of_a_folder(self):
        os.mkdir(self.path("tables"))
        table = people(2500)
        for k in range(5):
            self.write(f"tables/{k}.csv", text_of(table[500 * k:500 * (k + 1)]))
        self.write("run.toml", RUN.replace("people.csv", "tables"))
        self.check_shared()

    def test_of_an_hdf5_file(self):
        """Chunks have 16,384 rows, and are not divided."""
        self.write("people.csv", text_of(people(40_000)))
        if self.run_it("convert", "people.csv", "people.h5", code=None).returncode != 0:
            self.skipTest("built without HDF5")
        self.write("run.toml", RUN.replace("people.csv", "people.h5"))
        self.check_shared(sizes=(2, 4))

    def test_of_fewer_rows_than_ranks(self):
        self.run_it("train", "run.toml")
        self.write("few.csv", text_of(people(3)))
        alone = self.run_it("evaluate", "run", "few.csv", code=None)
        self.assertEqual(self.run_on(7, "evaluate", "run", "few.csv", code=alone.returncode).stdout, alone.stdout)

    def test_of_a_table_that_a_rank_does_not_see(self):
        """The others read it."""
        os.mkdir(self.path("tables"))
        os.rename(self.path("people.csv"), self.path("tables", "people.csv"))
        self.write("run.toml", RUN.replace("people.csv", "tables/people.csv"))
        self.write("hidden.sh", HIDDEN)
        if subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "tables"], cwd=self.cwd,
                          capture_output=True).returncode != 0:
            self.skipTest("nothing can be mounted here")
        alone = self.run_it("train", "run.toml", "--out", "alone", code=None)
        done = subprocess.run([MPIEXEC, "-n", "3", "sh", "hidden.sh", ALCOLE, "train", "run.toml", "--timings"],
                              cwd=self.cwd, env=environment(FREELY), capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, alone.returncode, done.stderr)
        self.assertEqual(self.bytes("run", "model.onnx"), self.bytes("alone", "model.onnx"))
        sent = [rank["reading"]["sent"] for rank in self.metrics()["timings"]["ranks"]]
        self.assertLess(sent[1], 100)
        self.assertGreater(sent[2], 10_000)

    def test_of_a_bad_line_says_what_one_process_says(self):
        text = text_of(people(2500))
        for bad in (text + "2500,m,a\n", text.replace("\n2490,", '\n"2490,', 1), text + "2500,m,a,30,1e999,true,yes\n"):
            self.write("people.csv", bad)
            alone = self.run_it("train", "run.toml", code=1)
            self.assertRegex(alone.stderr, "people.csv, line 2")
            for size in (2, 7):
                done = self.run_on(size, "train", "run.toml", code=1)
                self.assertEqual([line for line in done.stderr.splitlines() if line.startswith("alcole: ")],
                                 alone.stderr.splitlines())


# Runs its arguments, and records their peak memory.
PEAK = """import os, sys
pid = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(pid, 0)
rank = os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK", "alone"))
open(f"peak-{rank}", "w").write(str(used.ru_maxrss / 1024))
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Memory(Ranks):
    def peaks(self, *before):
        """In MiB, for every process."""
        done = subprocess.run([*before, sys.executable, "peak.py", ALCOLE, "train", "run.toml", "--out", "run", "-j", "1"],
                              cwd=self.cwd, env=environment(FREELY), capture_output=True, text=True, timeout=600)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return {file.rsplit("-", 1)[1]: float(self.read(file)) for file in os.listdir(self.cwd) if file.startswith("peak-")}

    def test_ranks_keep_their_parts_alone(self):
        """Distinct rows: the plan takes most of the memory, and rank 0 releases what it has sent."""
        write_distinct(300_000, self.path("people.csv"))
        self.write("run.toml", DISTINCT.replace("people.h5", "people.csv"))
        self.write("peak.py", PEAK)
        alone = self.peaks()["alone"]
        peaks = self.peaks(MPIEXEC, "-n", "4")
        self.assertLess(peaks["0"], alone)
        for rank in ("1", "2", "3"):
            self.assertLess(peaks[rank], alone / 2)


class Timings(Ranks):
    def test_say_where_the_time_went(self):
        self.run_on(3, "train", "run.toml", "--timings")
        timings = self.metrics()["timings"]
        self.assertGreater(timings["reading"], 0)
        ranks = timings["ranks"]
        self.assertEqual(len(ranks), 3)
        for phase in ("risks", "gradient"):
            self.assertEqual(len({rank[phase]["times"] for rank in ranks}), 1, "all ranks do the same")
            self.assertEqual(ranks[0][phase]["received"], sum(rank[phase]["sent"] for rank in ranks[1:]))
        for rank in ranks:
            self.assertTrue(all(0 <= phase["waiting"] <= phase["seconds"] for phase in rank.values()), rank)
        busy = [sum(rank[phase]["seconds"] - rank[phase]["waiting"] for phase in ("risks", "gradient", "curvature"))
                for rank in ranks]
        self.assertAlmostEqual(timings["imbalance"], max(busy) * 3 / sum(busy) - 1, places=9)
        page = self.read("run", "report.html")
        self.assertIn("Where the time went", page)
        self.run_it("report", "run")
        self.assertEqual(self.read("run", "report.html"), page, "the file says what the page says")
        self.train("--out", "plain")
        self.assertNotIn("timings", self.metrics("plain"))


class Commands(Ranks):
    def test_are_done_once(self):
        done = self.run_on(4, "version")
        self.assertEqual(done.stdout.count("components"), 1)
        self.assertIn("MPI", done.stdout)

    def test_apply_a_model(self):
        self.run_it("train", "run.toml")
        for command in (["predict", "run", "people.csv"], ["evaluate", "run", "people.csv"]):
            alone = self.run_it(*command, code=None)
            done = self.run_on(2, *command, code=alone.returncode)
            self.assertEqual(done.stdout, alone.stdout)

    def test_train_several_times(self):
        """Trainings in sequence, each on all ranks: the result is that of a single process."""
        self.write("one.toml", RUN[:RUN.rindex("[[constraint]]")])

        def points(out):
            rows = list(csv.DictReader(self.read(out, "sweep.csv").splitlines()))
            return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]

        words = ["sweep", "one.toml", "--bound", "1e-3:1e-2:2"]
        alone = self.run_it(*words, "--out", "alone", code=None)
        self.run_on(2, *words, "--out", "shared", code=alone.returncode)
        self.assertEqual(len(points("alone")), 2)
        self.assertEqual(points("shared"), points("alone"))

    def test_of_folds_and_comparisons_find_the_same(self):
        for command in (["cv", "run.toml", "--folds", "2"], ["compare", "run.toml", "--seeds", "1"]):
            alone = self.run_it(*command, "--json", "--out", "alone", code=None)
            shared = self.run_on(2, *command, "--json", "--out", "shared", code=alone.returncode)
            ours, theirs = (without_times(json.loads(done.stdout)) for done in (shared, alone))
            self.assertEqual(ours, theirs)

    def test_judge_a_finished_run(self):
        self.run_it("train", "run.toml")
        self.write("others.csv", text_of(people(1500, seed=8)))
        for command in (["examine", "run", "--json"], ["certify", "run", "others.csv", "--json"]):
            alone = self.run_it(*command, code=None)
            shared = self.run_on(2, *command, code=alone.returncode)
            self.assertEqual(without_times(json.loads(shared.stdout)), without_times(json.loads(alone.stdout)))

    def test_say_that_trees_grow_on_one_rank(self):
        words = self.settings(model__kind="trees", model__rounds=5)
        alone = self.run_it("train", "run.toml", *words, "--out", "alone", code=None)
        if alone.returncode == 1:
            self.skipTest("built without XGBoost")
        done = self.run_on(2, "train", "run.toml", *words, code=alone.returncode)
        self.assertEqual(done.stderr.count("boosted trees grow on rank 0 alone"), 1, done.stderr)

    def test_know_who_started_them(self):
        """A launcher with one process counts as none; one whose ranks this MPI does not know is rejected."""
        for said in ({"PMI_SIZE": "1"}, {"PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "1"}):
            self.assertIn("components", self.run_it("version", env=said).stdout)
        done = subprocess.run([ALCOLE, "version"], env=environment({**FREELY, "PMI_SIZE": "2"}), capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("the launcher started 2 processes, but the MPI that alcole was built with knows of one", done.stderr)

    def test_refuse_in_one_sentence(self):
        done = self.run_on(4, "train", "nowhere.toml", code=1)
        said = [line for line in done.stderr.splitlines() if line.startswith("alcole: ")]
        self.assertEqual(len(said), 1, done.stderr)
        self.assertIn("nowhere.toml", said[0])


if __name__ == "__main__":
    unittest.main()
