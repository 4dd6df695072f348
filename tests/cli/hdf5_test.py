"""Tables as HDF5 files: written by `convert`, read by every command and, if installed, by h5py and pandas. Usage:
hdf5_test.py ALCOLE"""

import gzip
import json
import os
import subprocess
import unittest

from made import ALCOLE, Made, RUN, environment, people, run, text_of

try:
    import h5py
    import pandas
except ImportError:
    h5py = None

COMPONENTS = json.loads(run("version", "--json").stdout)["components"]


@unittest.skipUnless("hdf5" in COMPONENTS, "built without HDF5")
class Hdf5(Made):
    def setUp(self):
        super().setUp()
        self.text = text_of(people())
        self.write("people.csv", self.text)
        self.write("run.toml", RUN)
        done = run("convert", "people.csv", "people.h5", "--json", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout), {"rows": 400, "columns": 7, "file": "people.h5", "notes": []})

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_trains_the_same_model(self):
        for name in ("csv", "h5"):
            done = run("train", "run.toml", "--set", f"data.file=people.{name}", "--out", name, cwd=self.cwd)
            self.assertIn(done.returncode, (0, 2), done.stderr)
        for command in ("evaluate", "predict", "certify"):
            plain = run(command, "csv/model.onnx", "people.csv", cwd=self.cwd)
            stored = run(command, "h5/model.onnx", "people.h5", cwd=self.cwd)
            self.assertEqual(stored.stdout.replace("people.h5", "people.csv"), plain.stdout, stored.stderr)
            self.assertEqual(stored.returncode, plain.returncode)

    def test_init_and_pipes_read_it(self):
        done = run("init", "people.h5", "--target", "approved", "--out", "new.toml", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('file = "people.h5"', self.read("new.toml"))
        with open(self.path("people.h5"), "rb") as file:
            done = subprocess.run([ALCOLE, "train", "run.toml", "--set", "data.file=-", "--out", "piped"], stdin=file,
                                  cwd=self.cwd, env=environment(), capture_output=True, text=True, timeout=300)
        self.assertIn(done.returncode, (0, 2), done.stderr)

    def test_from_anywhere_it_is_the_same_file(self):
        self.write("people.csv.gz", gzip.compress(self.text.encode()))
        self.assertEqual(run("convert", "people.csv.gz", "gz.h5", cwd=self.cwd).returncode, 0)
        done = subprocess.run([ALCOLE, "convert", "-", "pipe.h5"], input=self.text, cwd=self.cwd, env=environment(),
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("convert", "people.h5", "again.h5", cwd=self.cwd).returncode, 0)
        for name in ("gz.h5", "pipe.h5"):
            self.assertEqual(self.bytes_of(name), self.bytes_of("people.h5"), name)

    def test_a_folder_of_tables_is_one_table(self):
        """Parts of both kinds, in the order of their names, give the model of the whole, also when it is applied."""
        head, *lines = self.text.splitlines(keepends=True)
        os.mkdir(self.path("parts"))
        self.write("parts/a.csv", head + "".join(lines[:100]))
        self.write("b.csv", head + "".join(lines[100:250]))
        self.assertEqual(run("convert", "b.csv", "parts/b.h5", cwd=self.cwd).returncode, 0)
        self.write("parts/c.csv.gz", gzip.compress((head + "".join(lines[250:])).encode()))
        self.write("parts/notes.txt", "not a table")
        for name in ("people.csv", "parts"):
            done = run("train", "run.toml", "--set", f"data.file={name}", "--out", f"run-{name}", cwd=self.cwd)
            self.assertIn(done.returncode, (0, 2), done.stderr)
        self.assertEqual(run("convert", "parts", "whole.h5", cwd=self.cwd).returncode, 0)
        self.assertEqual(self.bytes_of("whole.h5"), self.bytes_of("people.h5"))
        weights = [json.loads(self.read(f"run-{name}", "metrics.json"))["train"] for name in ("people.csv", "parts")]
        self.assertEqual(weights[0], weights[1])
        for command in ("evaluate", "predict"):
            whole, parts = (run(command, f"run-{name}", name, cwd=self.cwd) for name in ("people.csv", "parts"))
            self.assertEqual(parts.stdout.replace("parts", "people.csv"), whole.stdout.replace("parts", "people.csv"))
            self.assertEqual(parts.returncode, whole.returncode)
        self.write("parts/d.csv", "a,b\n1,2\n")
        self.refused("train", "run.toml", "--set", "data.file=parts", "--out", "x",
                     says=["d.csv", "its columns are not those of the first table of the folder"])

    def test_what_is_wrong_is_said_in_a_sentence(self):
        whole = self.bytes_of("people.h5")
        self.write("cut.h5", whole[:-100])
        self.refused("train", "run.toml", "--set", "data.file=cut.h5", "--out", "cut", says=["cut.h5", "damaged or cut off"])
        self.write("bad.csv", "a,b\n1,2\n3\n")
        self.refused("convert", "bad.csv", "bad.h5", says=["bad.csv, line 3", "1 value where there are 2 columns"])
        self.refused("convert", "none.csv", "bad.h5", says=["there is no such file"])
        self.refused("convert", "people.csv", "no/folder/a.h5", says=["no/folder/a.h5: cannot be written"])

    def test_another_table_is_not_replaced(self):
        self.write("other.csv", "a,b\n1,2\n")
        for table in ("other.csv", "people.csv"):  # as convert *.csv would
            before = self.read(table)
            self.refused("convert", "people.csv", table, says=[table, "is not an HDF5 file"])
            self.assertEqual(self.read(table), before)
        for _ in range(2):
            self.run_it("convert", "people.csv", "people.h5")
        self.refused("convert", "people.csv", "a.h5", "--set", "model.kind=linear", says=["only keys of [data]"])
        self.refused("train", "run.toml", "--set", "data.file=people.h5", "--set", "data.target=aproved", "--out", "x",
                     says=["data.target", "approved"])

    @unittest.skipUnless(h5py, "h5py or pandas is absent")
    def test_columns_of_different_lengths_are_refused(self):
        for place in range(7):
            self.write("uneven.h5", self.bytes_of("people.h5"))
            with h5py.File(self.path("uneven.h5"), "r+") as file:
                list(file["columns"].values())[place].resize((0,))
            self.refused("train", "run.toml", "--set", "data.file=uneven.h5", "--out", "x",
                         says=["uneven.h5: column '", "rows where others have"])

    @unittest.skipUnless(h5py, "h5py or pandas is absent")
    def test_h5py_and_pandas_read_it(self):
        with h5py.File(self.path("people.h5")) as file:
            columns = sorted(file["columns"].values(), key=lambda one: one.attrs["place"])
            frame = pandas.DataFrame({one.attrs["name"].decode(): one[:] for one in columns})
            for one in columns:
                self.assertTrue(one.fletcher32 and one.shuffle and one.compression == "gzip")
                name = one.attrs["name"].decode()
                if one.attrs["type"] != b"number":
                    levels = file["levels"][name].asstr()[:]
                    frame[name] = pandas.Categorical.from_codes(frame[name], levels)
        expected = pandas.read_csv(self.path("people.csv"), dtype={"employed": str})
        self.assertEqual(list(frame), list(expected))
        for name in expected:
            self.assertEqual(list(frame[name]), list(expected[name]), name)


if __name__ == "__main__":
    unittest.main()
