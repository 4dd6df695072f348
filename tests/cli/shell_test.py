"""What the program says about itself: version, manual, completions. Usage: shell_test.py ALCOLE DOCS"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ALCOLE = os.path.abspath(sys.argv.pop(1))
DOCS = os.path.abspath(sys.argv.pop(1))


def run(*arguments, code=0):
    done = subprocess.run([ALCOLE, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def commands(path=()):
    """Every command of the program as shown in the help, with its options."""
    shown = run(*path, "--help").split("\nExamples:\n")[0]
    inner = re.findall(r"^  ([a-z-]+) ", shown.split("\nSubcommands:\n")[1], re.M) if "\nSubcommands:\n" in shown else []
    found = {} if inner else {path: set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", shown, re.M))}
    for name in inner:
        found.update(commands((*path, name)))
    return found


class Version(unittest.TestCase):
    def test_as_json(self):
        found = json.loads(run("version", "--json"))
        self.assertRegex(found["version"], r"^\d+\.\d+\.\d+$")
        self.assertEqual(run("--version"), "alcole " + found["version"] + "\n")
        self.assertRegex(found["compiler"], r"^\w+ \d+\.")
        self.assertIn(found["build_type"], ["Release", "RelWithDebInfo", "Debug", "MinSizeRel"])
        self.assertEqual(found["instruction_set"], found["instruction_sets"][0], "the best one is in use")
        self.assertEqual(len(set(found["instruction_sets"])), len(found["instruction_sets"]))
        self.assertGreaterEqual(found["cores"], 1)
        parts = [part for part in found["components"] if part not in ("cluster", "hdf5")]  # optional components
        self.assertEqual(parts, ["core", "tabular", "optimality", "model_file", "study"])

    def test_as_text(self):
        found = json.loads(run("version", "--json"))
        said = run("version")
        self.assertTrue(said.startswith("alcole " + found["version"] + "\n"))
        for word in [found["compiler"], found["build_type"], *found["instruction_sets"], *found["components"], "ONNX"]:
            self.assertIn(word, said)


class Everything(unittest.TestCase):
    """Every command and option in the help is in all three."""

    def test_is_completed_and_in_the_manual(self):
        known = commands()
        self.assertIn(("data", "fetch"), known)
        bash, zsh, manual = run("completion", "bash"), run("completion", "zsh"), run("man").replace("\\-", "-")
        for path, options in known.items():
            name = " ".join(path)
            self.assertIn("--help", options)
            self.assertIn(f".SS \\fBalcole {name}\\fR\n", manual)
            section = manual.split(f".SS \\fBalcole {name}\\fR\n")[1].split("\n.S")[0]
            function = zsh.split("\n_alcole_" + "_".join(path) + "() {\n")[1].split("\n}\n")[0]
            listed = re.search(rf"^ +'{name}'\) _alcole_words '(.*)' ;;$", bash, re.M)[1].split()
            for option in options:
                self.assertIn(f"\\fB{option}\\fR", section)
                self.assertRegex(function, re.escape(option) + r"=?\[")
                self.assertIn(option, listed)


class Bash(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cwd = folder.name
        for name in ["a.csv", "b.arff", "c.toml", "with space.csv", "e.onnx"]:
            open(os.path.join(self.cwd, name), "w").close()
        os.mkdir(os.path.join(self.cwd, "deep"))
        self.script = os.path.join(self.cwd, "script")
        with open(self.script, "w") as file:
            file.write(run("completion", "bash"))

    def bash(self, text):
        done = subprocess.run(["bash", "--norc", "-uc", text], cwd=self.cwd, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def complete(self, *words):
        """What Tab offers after these words, the last of which is being typed."""
        line = " ".join("'" + word + "'" for word in ("alcole", *words))
        return sorted(self.bash(f"source ./script; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _alcole; "
                                "printf '%s\\n' \"${COMPREPLY[@]}\"").splitlines())

    def test_the_script_is_well_formed(self):
        self.bash("bash -n script")
        self.assertEqual(self.bash("source ./script; complete -p alcole"), "complete -F _alcole alcole\n")

    def test_commands(self):
        self.assertEqual(self.complete("in"), ["init"])
        self.assertLessEqual({"init", "study", "data", "version", "completion", "man"}, set(self.complete("")))
        self.assertEqual(self.complete("data", ""), ["fetch", "list", "twin"])
        self.assertEqual(self.complete("data", "fetch", ""), ["adult", "compas", "german"])
        self.assertEqual(self.complete("data", "fetch", "compas", ""), [""])

    def test_options(self):
        self.assertEqual(self.complete("init", "--ta"), ["--target"])
        self.assertEqual(self.complete("--ver"), ["--version"])
        self.assertEqual(self.complete("data", "fetch", "--m"), ["--mirror"])
        self.assertEqual(self.complete("init", "--target", ""), [""])

    def test_files(self):
        self.assertEqual(self.complete("init", ""), ["a.csv", "b.arff", "deep", "with space.csv"])
        self.assertEqual(self.complete("init", "--target", "x", "--force", "w"), ["with space.csv"])
        self.assertEqual(self.complete("init", "--out", ""), ["c.toml", "deep"])
        self.assertEqual(self.complete("init", "--out", "=", "c"), ["c.toml"])
        self.assertEqual(self.complete("init", "--out", "="), ["c.toml", "deep"])
        self.assertEqual(self.complete("init", "e"), ["e.onnx"], "where none fits, any file")
        self.assertEqual(self.complete("init", "a.csv", ""), [""], "there is one file to give")
        self.assertEqual(self.complete("study", "--out", ""), ["deep"])

    def test_words(self):
        self.assertEqual(self.complete("study", "t"), ["twin"])
        self.assertEqual(self.complete("study", "c"), ["c.toml", "compas"])
        self.assertEqual(self.complete("study", ""), ["c.toml", "compas", "deep", "duality", "learnability", "twin"])
        self.assertEqual(self.complete("study", "learnability", "--se"), ["--seeds"])
        self.assertEqual(self.complete("study", "d"), ["deep", "duality"])
        self.assertEqual(self.complete("study", "c.t"), ["c.toml"])
        self.assertEqual(self.complete("completion", ""), ["bash", "zsh"])

    def test_keys_of_the_run_file(self):
        self.assertIn("solve.seed=", self.complete("train", "c.toml", "--set", "solve.s"))

    def test_files_by_the_words_of_the_help(self):
        self.assertEqual(self.complete("train", ""), ["c.toml", "deep"])
        self.assertEqual(self.complete("predict", ""), ["deep", "e.onnx"])
        self.assertEqual(self.complete("predict", "-o", "x", "e.onnx", ""), ["a.csv", "b.arff", "deep", "with space.csv"])
        self.assertEqual(self.complete("explain", ""), ["deep"])


class Zsh(unittest.TestCase):
    def test_the_script_is_well_formed(self):
        text = run("completion", "zsh")
        self.assertTrue(text.startswith("#compdef alcole\n"))
        self.assertIn("'(-o --out)--out=[The run file to write \\[run.toml\\]]:FILE.toml:_files -g \"*.toml\"'", text)
        self.assertIn("':name:(compas adult german)'", text)
        self.assertIn("'solve.seed:", text)
        if shutil.which("zsh"):
            done = subprocess.run(["zsh", "-n", "/dev/stdin"], input=text, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_other_shells_are_refused(self):
        self.assertIn("fish not in {bash,zsh}", run("completion", "fish", code=1))


class Manual(unittest.TestCase):
    def test_has_what_a_manual_has(self):
        text = run("man")
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS", "FILES", "ENVIRONMENT"]:
            self.assertIn(f"\n.SH {section}\n", text)
        for variable in ["ALCOLE_DATA_DIR", "ALCOLE_CACHE_DIR"]:
            self.assertIn(variable, text)

    def test_has_the_exit_codes_of_the_documentation(self):
        with open(os.path.join(DOCS, "cli.md")) as file:
            table = file.read().split("## Exit codes")[1]
        documented = re.findall(r"^\| (\d+) \|", table, re.M)
        self.assertEqual(documented, re.findall(r"^\\fB(\d+)\\fR$", run("man"), re.M))
        self.assertEqual(documented, ["0", "1", "2", "3", "130"])

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_is_read_without_a_warning(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=run("man"), capture_output=True, text=True,
                              timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
