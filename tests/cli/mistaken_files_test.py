"""Mistakes in tables, and broken model files and states. Usage: mistaken_files_test.py ALCOLE"""

import gzip
import hashlib
import os
import unittest

from made import RUN, changed, text_of, without
from mistaken import Mistakes


class Tables(Mistakes):
    def test_no_header(self):
        self.refuse_table(text_of(self.people).split("\n", 1)[1], ["data.target", "'approved'"])

    def test_no_header_is_recognised(self):
        self.refuse_table(text_of(self.people).split("\n", 1)[1], ["data.names"])

    def test_semicolons(self):
        self.refuse_table(text_of(self.people, ";"), ['data.delimiter = ";"'])
        self.refuse_table(text_of(self.people, "\t"), ['data.delimiter = "tab"'])

    def test_thousands_separators(self):
        self.noted(changed(self.people, income=lambda k, r: f"{1000 * r['income']:,.1f}"), "'income'", "thousands")

    def test_an_empty_column(self):
        self.noted(changed(self.people, income=""), "'income'", "empty")

    def test_a_word_among_numbers(self):
        self.noted(changed(self.people, income=lambda k, r: "n.b." if k == 18 else r["income"]),
                   "line 20", "'income'", "'n.b.'")

    def test_a_number_that_is_too_large(self):
        for model in ("linear", "mlp"):
            for value in ("1e308", "-1e39"):
                table = changed(self.people, income=lambda k, r: value if k == 18 else r["income"])
                self.write("people.csv", text_of(table))
                self.refuse_run("--set", f"model.kind={model}", "--set", "data.test=0",
                                says=["'income'", value.replace("e", "e+"), "too large"])

    def test_too_many_values(self):
        lines = text_of(self.people).split("\n")
        self.refuse_table("\n".join(lines[:19] + [lines[19] + ",7"] + lines[20:]), ["line 20", "8 values", "7 columns"])
        self.write("one.csv", "a\n1,2\n")
        self.refused("init", "one.csv", "--target", "a", "--out", "one.toml",
                     says=["one.csv, line 2", "2 values where there is 1 column;"])

    def test_an_open_quote(self):
        lines = text_of(self.people).split("\n")
        self.refuse_table("\n".join(lines[:19] + ['"' + lines[19]] + lines[20:]), ["line 20"])

    def test_a_column_twice(self):
        self.refuse_table(text_of(self.people).replace("income", "age", 1), ["'age'", "twice", "rename"])

    def test_no_file(self):
        os.remove(self.path("people.csv"))
        self.refuse_run(says=["people.csv", "no such file"])

    def test_an_empty_file(self):
        self.refuse_table("", ["is empty"])
        self.refuse_table(text_of(self.people).split("\n")[0] + "\n", ["no rows"])

    def test_a_folder(self):
        os.remove(self.path("people.csv"))
        os.mkdir(self.path("people.csv"))
        self.refuse_run(says=["people.csv", "is a folder"])

    def test_a_binary_file(self):
        self.refuse_table(bytes(k * 37 % 256 for k in range(5000)), [])
        self.refuse_table(b"\x1f\x8b\x08\x00" + hashlib.sha256(b"x").digest() * 50, [])

    def test_another_content_than_asked_for(self):
        self.refuse_run("--set", f"data.sha256={'0' * 64}", says=["people.csv", "data.sha256"])

    def test_a_test_file_that_lacks_a_column(self):
        self.write("later.csv", text_of(without(self.people, "employed", "age")))
        self.refuse_run("--set", "data.test_file=later.csv", says=["later.csv", "'employed'", "'age'"])

    def test_a_test_file_that_is_the_data_file(self):
        self.write("copy.csv.gz", gzip.compress(self.bytes("people.csv")))
        for name in ("people.csv", "copy.csv.gz"):
            self.refuse_run("--set", f"data.test_file={name}",
                            says=[f"{name}: data.test_file has the content of people.csv", "data.test"])
        with open(self.path("people.csv")) as table:
            self.refuse_run("--set", "data.file=-", "--set", "data.test_file=-", options={"stdin": table},
                            says=["standard input: data.test_file has the content of standard input"])

    def test_a_test_file_that_is_not_there(self):
        self.refuse_run("--set", "data.test_file=later.csv", says=["later.csv", "no such file"])

    def test_a_test_file_with_words_for_numbers(self):
        self.write("later.csv", text_of(changed(self.people, age="old")))
        self.refuse_run("--set", "data.test_file=later.csv", says=["later.csv", "'age'"])

    def test_semicolons_for_a_model(self):
        self.train()
        self.write("later.csv", text_of(self.people, ";"))
        for command in ("predict", "evaluate"):
            self.refused(command, "run/model.onnx", "later.csv", says=["later.csv", "';'"])


class ModelFiles(Mistakes):
    def setUp(self):
        super().setUp()
        self.train()
        self.model = self.bytes("run", "model.onnx")

    def refuse_model(self, data, *says):
        self.write("model.onnx", data)
        for command in ("predict", "evaluate"):
            self.refused(command, "model.onnx", "people.csv", says=["model.onnx", *says])

    def test_no_model(self):
        self.refused("predict", "nobody.onnx", "people.csv", says=["nobody.onnx"])
        os.mkdir(self.path("empty"))
        self.refused("predict", "empty", "people.csv", says=["empty: there is no model.onnx in it"])
        self.refused("predict", "people.csv", "people.csv", says=["people.csv", "not an ONNX file"])

    def test_truncated(self):
        for size in (0, 1, 100, len(self.model) // 2, len(self.model) - 83, len(self.model) - 1):
            self.refuse_model(self.model[:size])

    def test_corrupted(self):
        for at in range(10, len(self.model), len(self.model) // 12):
            broken = bytearray(self.model)
            broken[at] ^= 0x04
            self.refuse_model(bytes(broken))

    def test_newer(self):
        at = self.model.index(b"alcole.format") + len(b"alcole.format")
        at = self.model.index(b"1", at)
        newer = bytearray(self.model)
        newer[at] = ord("2")
        newer[-64:] = hashlib.sha256(bytes(newer[:-83])).hexdigest().encode()
        self.refuse_model(bytes(newer), "newer")


class Resume(Mistakes):
    def setUp(self):
        super().setUp()
        self.train()
        self.state = self.bytes("run", "state")

    def refuse_state(self, data, *says):
        self.write("run/state", data)
        self.refuse_run("--resume", says=["run/state", *says])

    # As after a run that is killed between its last checkpoint and its results.
    def test_a_finished_run_is_finished(self):
        before = self.bytes("run", "model.onnx")
        self.train("--resume")
        self.assertEqual(self.bytes("run", "model.onnx"), before)

    def test_truncated(self):
        for size in (0, 1, 20, len(self.state) // 2, len(self.state) - 1):
            self.refuse_state(self.state[:size])

    def test_corrupted(self):
        for at in range(30, len(self.state), len(self.state) // 12):
            broken = bytearray(self.state)
            broken[at] ^= 0x10
            self.refuse_state(bytes(broken))

    def test_newer(self):
        self.assertEqual(self.state[:16], b"alcole state v07")
        self.refuse_state(b"alcole state v08" + self.state[16:], "version 08", "version 07")

    def test_another_run(self):
        self.refuse_run("--resume", "--set", "solve.seed=1", says=["run holds another run", "solve.seed is 0 there and 1"])
        self.refuse_run("--resume", "--set", "constraint.2.bound=0.1", says=["constraint", "bound", "0.05", "0.1"])
        self.refuse_run("--resume", "--set", "model.kind=mlp", says=["model.kind"])

    def test_data_that_have_changed(self):
        self.write("people.csv", text_of(self.people[:-1]))
        self.refuse_run("--resume", says=["people.csv", "changed"])

    def test_resuming_nothing_begins(self):
        before = self.bytes("run", "model.onnx")
        self.train("--resume", "--out", "new")
        self.assertEqual(self.bytes("new", "model.onnx"), before)

    def test_the_state_of_another_run_file(self):
        """A state that is whole, but belongs to other data."""
        self.write("wide.toml", RUN.replace('ignore = ["id"]', 'ignore = ["id", "age"]'))
        self.train("wide.toml", "--out", "wide")
        self.refuse_state(self.bytes("wide", "state"))


if __name__ == "__main__":
    unittest.main()
