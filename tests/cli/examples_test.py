"""The examples at the end of every command's help run as they are. Usage: examples_test.py ALCOLE"""

import os
import re
import subprocess
import unittest

from made import ALCOLE, Made, environment, people, run, text_of


def commands(path=()):
    """Every command that does something, with the text of its help."""
    shown = run(*path, "--help").stdout
    options = shown.split("\nExamples:\n")[0]
    inner = re.findall(r"^  ([a-z-]+) ", options.split("\nSubcommands:\n")[1], re.M) if "\nSubcommands:\n" in options else []
    found = {path: shown}
    for name in inner:
        found.update(commands((*path, name)))
    return found


def examples_of(shown):
    return re.findall(r"^  (alcole .*)$", shown.split("\nExamples:\n")[1], re.M) if "\nExamples:\n" in shown else []


class Examples(Made):
    def setUp(self):
        super().setUp()
        self.write("new.csv", text_of(people(300, seed=8)))
        self.run_it("train", "run.toml")
        os.symlink(ALCOLE, self.path("alcole"))
        path = self.cwd + os.pathsep + os.environ["PATH"]
        self.env = environment({"PATH": path, "ALCOLE_CACHE_DIR": self.path("cache")})

    def example(self, line):
        return subprocess.run(line, shell=True, cwd=self.cwd, env=self.env, capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL)

    def test_each_command_has_two_and_they_run(self):
        shown = commands()
        self.assertIn(("study", "duality"), shown)
        for path, text in shown.items():
            examples = examples_of(text)
            with self.subTest(" ".join(path)):
                self.assertEqual(len(examples), 2, text)
                self.assertTrue(text.rstrip().endswith(examples[-1]), "they stand at the end")
                for line in examples:
                    self.assertTrue(line.startswith(" ".join(("alcole", *path))), line)
                    if path == ("data", "fetch"):  # there is no network here, so only parse it
                        self.assertEqual(self.example(line + " --help").returncode, 0)
                        continue
                    done = self.example(line)
                    # 2: not certified, or not met, is a valid answer
                    self.assertIn(done.returncode, (0, 2), line + "\n" + done.stderr)
                    self.assertTrue(done.stdout or done.stderr or ">" in line or "--out" in line, line + " says nothing")


class Options(unittest.TestCase):
    """What is the same everywhere has the same name everywhere."""

    def test_have_one_letter_and_one_meaning(self):
        for path, text in commands().items():
            with self.subTest(" ".join(path)):
                for name, short in (("--out", "-o,--out"), ("--jobs", "-j,--jobs")):
                    if name in re.findall(r"(--[a-z]+)", text.split("Options:")[1].split("Examples:")[0]):
                        self.assertIn(short + " ", text)
                self.assertNotIn("--format", text)

    def test_of_pages_are_those_of_every_page(self):
        shown = commands()
        for path in (("train",), ("sweep",), ("cv",), ("compare",), ("study",), ("study", "learnability"),
                     ("study", "duality")):
            for option in ("-o,--out DIR", "--json", "--svg"):
                self.assertIn(option, shown[path], " ".join(path))


if __name__ == "__main__":
    unittest.main()
