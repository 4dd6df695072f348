"""Runs that are stopped or killed at any moment and resumed end with the same bits. Usage: resume_test.py ALCOLE"""

import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import time
import unittest

from at_work import wait_until
from made import ALCOLE, HEAD, Made, RUN, constraint, environment, people, run, text_of

STOCHASTIC = {"solve__regime": "stochastic", "solve__stochastic__settle": "false",
              "solve__stochastic__max_epochs": 1500}
FULL = {"solve__regime": "full", "solve__tolerance__stationarity": 1e-6, "solve__tolerance__violation": 1e-9,
        "solve__max_outer": 25}
# Large enough for mini-batches first and all data after them.
TWO_STAGES = {"model__hidden": "[1000, 1000]", "solve__stochastic__max_epochs": 1, "solve__stochastic__evaluate_every": 0,
              "solve__max_outer": 1, "solve__inner__max_steps": 1, "solve__diagnose": "false"}
# Ends by itself, not at a limit.
CONVERGED = {"model__kind": "linear"}


class Resume(Made):
    def setUp(self):
        super().setUp()
        self.write("people.csv", text_of(people(3000)))
        self.write("run.toml", RUN.replace('kind = "linear"', "hidden = [16, 16]"))

    def command(self, settings, out, *more):
        return [ALCOLE, "train", "run.toml", *self.settings(**settings), "--out", out, "--jobs", "1", *more]

    def start(self, settings, out, *more):
        process = subprocess.Popen(self.command(settings, out, *more), cwd=self.cwd, env=environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def whole(self, settings):
        """The uninterrupted run, in 'whole'; returns its seconds."""
        begun = time.monotonic()
        process = self.start(settings, "whole")
        _, said = process.communicate(timeout=300)
        self.assertIn(process.returncode, (0, 2), said)
        return time.monotonic() - begun

    def finish(self, settings, out):
        process = self.start(settings, out, "--resume")
        _, said = process.communicate(timeout=300)
        self.assertIn(process.returncode, (0, 2), said)
        self.check_same(out)

    def check_same(self, out):
        self.assertEqual(self.bytes(out, "model.onnx"), self.bytes("whole", "model.onnx"), "not the same model")
        self.assertEqual(self.trace(out)[1], self.trace("whole")[1], "not the same way to it")
        ours, theirs = self.metrics(out), self.metrics("whole")
        ours["seconds"] = theirs["seconds"] = 0
        self.assertEqual(ours, theirs)

    def kill_at_random(self, settings, seed, chains):
        """Each chain is one run that is killed several times, and then continues to its end."""
        seconds = self.whole(settings)
        draw = random.Random(seed)
        kills = with_state = 0
        for length in chains:
            shutil.rmtree(self.path("killed"), ignore_errors=True)
            done = 0
            for _ in range(3 * length):
                process = self.start(settings, "killed", "--resume")
                try:
                    process.wait(timeout=draw.uniform(0, 0.9 * seconds))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    done += 1
                    with_state += os.path.exists(self.path("killed", "state"))
                if process.returncode != -signal.SIGKILL:
                    self.assertIn(process.returncode, (0, 2), process.stderr.read())
                    self.check_same("killed")
                    shutil.rmtree(self.path("killed"))
                if done == length:
                    break
            self.finish(settings, "killed")
            kills += done
        self.assertEqual(kills, sum(chains))
        self.assertGreater(with_state, 0, "no run lived long enough to leave a state")

    def test_killed_at_ten_moments_in_mini_batches(self):
        self.kill_at_random(STOCHASTIC, 11, [1, 1, 2, 6])

    def test_killed_at_ten_moments_in_full_batches(self):
        self.kill_at_random(FULL, 12, [1, 1, 2, 6])

    def test_killed_between_and_within_searches_for_a_certificate(self):
        self.kill_at_random({**FULL, "certify__confidence": 0.95}, 13, [1, 2])
        self.assertTrue(os.path.exists(self.path("killed", "state.1")), "there was only one search")
        self.assertIn("certificate", self.metrics("killed"))

    def test_killed_between_and_within_two_stages(self):
        self.whole(TWO_STAGES)
        self.assertEqual({row["regime"] for row in self.trace("whole")[1]}, {"stochastic", "full"})
        for name in ("state", "state.stochastic"):
            process = self.start(TWO_STAGES, name)
            self.assertTrue(self.wait_for(process, name, name), "it ended too soon")
            process.kill()
            process.wait()
            state = self.bytes(name, name)
            self.finish(TWO_STAGES, name)
        self.check_went_on(name, state)

    def test_killed_after_the_last_step(self):
        """The state is the final one, and the results have not been written yet."""
        for name, settings in {"stochastic": STOCHASTIC, "full": FULL, "converged": CONVERGED}.items():
            with self.subTest(name):
                self.whole(settings)
                os.makedirs(self.path(name))
                for file in ("run.toml", "state"):
                    shutil.copy(self.path("whole", file), self.path(name, file))
                self.finish(settings, name)

    def test_interrupted_by_the_user(self):
        for name, settings in {"stochastic": STOCHASTIC, "full": FULL}.items():
            with self.subTest(name):
                self.whole(settings)
                process = self.start(settings, name)
                self.assertTrue(self.wait_for_second(process, name, "state"), "it ended too soon")
                process.send_signal(signal.SIGINT)
                out, said = process.communicate(timeout=60)
                self.assertEqual((process.returncode, out), (130, ""), said)
                self.assertEqual(said.count("\n"), 1)
                # The model so far can be used.
                self.assertIn(f"the model so far is {name}/model.onnx", said)
                self.check_usable(name)
                state = self.bytes(name, "state")
                # The message says what to type, and that command works as it is.
                words = said.split("To continue: ")[1].strip()
                self.assertTrue(words.startswith("alcole train run.toml "))
                shell = subprocess.run(words.replace("alcole", f"'{ALCOLE}'", 1), shell=True, cwd=self.cwd,
                                       env=environment(), capture_output=True, text=True)
                self.assertIn(shell.returncode, (0, 2), shell.stderr)
                self.check_same(name)
                self.check_went_on(name, state)

    def test_says_which_model_it_keeps(self):
        """Without rates, so that no constant model meets the constraints instead."""
        for name, constraints, kept in (
                ("some", constraint("counterfactual", 1e-3, attribute="sex"),
                 " (the best one that meets every constraint, which may come from early in the search, or the last one if none "
                 "does; 'alcole evaluate' judges it)"),
                ("none", "", " ('alcole evaluate' judges it)")):
            with self.subTest(name):
                self.write("run.toml", HEAD.replace('kind = "linear"', "hidden = [16, 16]") + constraints)
                process = self.start(STOCHASTIC, name)
                self.assertTrue(self.wait_for_second(process, name, "state"), "it ended too soon")
                process.send_signal(signal.SIGINT)
                _, said = process.communicate(timeout=60)
                self.assertIn(f"the model so far is {name}/model.onnx{kept}, and the state is saved. To continue: ", said)

    def test_a_model_is_there_before_the_first_dual_step(self):
        settings = self.settings(model__kind="mlp", model__hidden="[600, 600]", solve__regime="full",
                                 solve__inner__first_tolerance=1e-13, solve__inner__max_steps=1000000)
        code, _, said = self.begin("train", "run.toml", *settings, "--out", "early").stop()
        self.assertEqual(code, 130, said)
        self.assertIn("stopped; the model so far is early/model.onnx, which still gives everyone the same answer, "
                      "since no better one meets every constraint yet, and the state is saved", said)
        self.check_usable("early")
        self.assertTrue(os.path.exists(self.path("early", "state")))

    def test_a_table_that_is_being_read_is_left_at_once(self):
        """Standard input has been opened and has not ended, and need not end."""
        training = self.begin("train", "run.toml", *self.settings(data__file="-"), "--out", "unread",
                              stdin=subprocess.PIPE)
        training.process.stdin.write("id,sex\n")
        training.process.stdin.flush()
        wait_until(lambda: b"reading standard input" in training.said, training.process)
        training.process.send_signal(signal.SIGINT)
        self.assertEqual(training.process.wait(timeout=60), 130)
        training.process.stdin.close()
        training.process.stdout.close()
        training.listener.join()
        self.assertIn(b"alcole: stopped; training had not begun", training.said)
        self.assertFalse(os.path.exists(self.path("unread")))

    def test_without_anything_to_keep_the_program_ends_at_once(self):
        """In a first look nothing has been trained, and standard input may never end."""
        for arguments in (("init", "-", "--out", "never.toml"), ("train", "-", "--out", "never")):
            for how in (signal.SIGINT, signal.SIGTERM):
                process = subprocess.Popen([ALCOLE, *arguments, "--target", "approved"], cwd=self.cwd, env=environment(),
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                wait_until(lambda: catches(process, how), process)
                process.send_signal(how)
                self.assertEqual(process.wait(timeout=60), 130)
                self.assertEqual(process.stderr.read(), "alcole: stopped\n")
                for pipe in (process.stdin, process.stdout, process.stderr):
                    pipe.close()

    def check_usable(self, folder):
        judged = run("evaluate", folder, "people.csv", "--json", cwd=self.cwd)
        self.assertIn(judged.returncode, (0, 2), judged.stderr)
        self.assertEqual(json.loads(judged.stdout)["rows"], 3000)

    def test_what_a_finished_run_left_stays_when_the_next_is_interrupted(self):
        self.whole(FULL)
        before = self.bytes("whole", "model.onnx")
        process = self.start({**FULL, "solve__seed": 9}, "whole")
        self.assertTrue(self.wait_for_second(process, "whole", "state"), "it ended too soon")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("stopped; the state is saved", said)
        self.assertEqual(self.bytes("whole", "model.onnx"), before)

    def test_what_is_typed_to_go_on_is_quoted(self):
        settings = {"solve__regime": "stochastic", "solve__stochastic__max_epochs": 1000000, "solve__stochastic__settle": "false",
                    "data__where": "['sex != \"x\"']"}
        shutil.copy(self.path("run.toml"), self.path("my run.toml"))
        process = subprocess.Popen([ALCOLE, "train", "my run.toml", *self.settings(**settings), "--out", "my run"],
                                   cwd=self.cwd, env=environment(), stderr=subprocess.PIPE, text=True)
        self.assertTrue(self.wait_for(process, "my run", "state"))
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, said)
        words = shlex.split(said.split("To continue: ")[1])
        self.assertEqual(words[:3], ["alcole", "train", "my run.toml"])
        for word in ("my run", "data.where=['sex != \"x\"']", "--resume"):
            self.assertIn(word, words)


def catches(process, how):
    """Whether the process has a handler for this signal."""
    with open(f"/proc/{process.pid}/status") as file:
        caught = next(line.split()[1] for line in file if line.startswith("SigCgt:"))
    return int(caught, 16) >> (how - 1) & 1 == 1


class Memory(Made):
    """Here because sanitizers, under which the other tests also run, keep freed memory."""

    def test_of_predictions_does_not_grow_with_the_file(self):
        self.write("people.csv", text_of(people(400)))
        self.write("run.toml", RUN)
        self.train()
        header, *rows = text_of(people(400)).splitlines(keepends=True)
        most = []
        for copies in (40, 1200):  # both more than is read at a time
            with open(self.path("many.csv"), "w") as out:  # in pieces: a new child counts like its parent
                out.write(header)
                for _ in range(copies):
                    out.writelines(rows)
            process = subprocess.Popen([ALCOLE, "predict", "run/model.onnx", "many.csv", "-o", "out.csv"], cwd=self.cwd,
                                       env=environment(), stderr=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            most.append(used.ru_maxrss)
        with open(self.path("out.csv")) as lines:
            self.assertEqual(sum(1 for _ in lines), 1 + 1200 * len(rows))
        self.assertLess(most[1], most[0] + 8 * 1024, "in KiB; the table alone would take several times that")


if __name__ == "__main__":
    unittest.main()
