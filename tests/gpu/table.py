"""Runs the tests of alcole.torch on the device that ALCOLE_TEST_DEVICE names, and prints one line for each."""

import pathlib
import sys
import time
import unittest

import torch

TESTS = pathlib.Path(__file__).resolve().parents[1] / "python"
# Without torch_examples, whose programs are for the CPU, and torch_agrees and torch_study, which compare with the
# tabular engine.
FILES = ["torch_risks", "torch_certify", "torch_report", "torch_lagrangian", "torch_train", "torch_resume",
         "torch_steps", "torch_each_row", "torch_distributed"]


class Table(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        self.begun = time.perf_counter()

    def line(self, test, outcome):
        print(f"{test.id():<85} {outcome:<8} {time.perf_counter() - self.begun:6.2f} s", flush=True)

    def addSuccess(self, test):
        self.line(test, "passed")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line(test, "skipped")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.line(test, "FAILED")

    def addError(self, test, error):
        super().addError(test, error)
        self.line(test, "FAILED")


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def main():
    print(f"torch {torch.__version__}, {torch.cuda.get_device_name() if torch.cuda.is_available() else 'CPU'}")
    sys.path.insert(0, str(TESTS))
    suite = unittest.TestSuite(flat(unittest.defaultTestLoader.loadTestsFromNames(FILES)))
    result = Table()
    suite.run(result)
    for test, error in result.failures + result.errors:
        print(f"\n{test.id()}\n{error}")
    print(f"{result.testsRun} tests, {len(result.failures) + len(result.errors)} failed")
    sys.exit(0 if result.wasSuccessful() else 1)


if __name__ == "__main__":
    main()
