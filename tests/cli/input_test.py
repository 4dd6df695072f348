"""Tables as users have them: compressed, under any name, and through a pipe. Usage: input_test.py ALCOLE"""

import bz2
import gzip
import io
import lzma
import os
import pickle
import subprocess
import tarfile
import unittest

from made import ALCOLE, Made, RUN, environment, people, run, text_of



def zstd(data):
    return subprocess.run(["zstd", "-c"], input=data, capture_output=True, check=True).stdout


PACKED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstd}


def piped(data, *arguments, cwd):
    return subprocess.run([ALCOLE, *arguments], cwd=cwd, env=environment(), input=data, capture_output=True, timeout=300)


class Input(Made):
    def setUp(self):
        super().setUp()
        self.text = text_of(people()).encode()
        self.write("people.csv", self.text)
        self.write("run.toml", RUN)
        self.trained = run("train", "run.toml", "--out", "plain", cwd=self.cwd)
        self.assertIn(self.trained.returncode, (0, 2), self.trained.stderr)

    def theta(self, folder):
        """The weights, represented by the predictions that they make."""
        return run("predict", f"{folder}/model.onnx", "people.csv", cwd=self.cwd).stdout

    def test_compressed_tables_train_the_same_model(self):
        for ending, pack in PACKED.items():
            for name in (f"people.csv.{ending}", f"{ending}.csv"):  # recognised by its bytes, not by its name
                self.write(name, pack(self.text))
                done = run("train", "run.toml", "--set", f"data.file={name}", "--out", ending, cwd=self.cwd)
                self.assertEqual(done.returncode, self.trained.returncode, done.stderr)
                self.assertEqual(self.theta(ending), self.theta("plain"))

    def test_every_command_reads_them(self):
        self.write("people.csv.gz", gzip.compress(self.text))
        for command in (["evaluate", "plain/model.onnx"], ["predict", "plain/model.onnx"], ["certify", "plain/model.onnx"]):
            with self.subTest(command=command[0]):
                plain = run(*command, "people.csv", cwd=self.cwd)
                packed = run(*command, "people.csv.gz", cwd=self.cwd)
                self.assertEqual(packed.stdout.replace("people.csv.gz", "people.csv"), plain.stdout, packed.stderr)
                self.assertEqual(packed.returncode, plain.returncode)
        done = run("init", "people.csv.gz", "--target", "approved", "--out", "new.toml", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('file = "people.csv.gz"', self.read("new.toml"))

    def test_a_cut_file_is_refused(self):
        self.write("cut.csv", gzip.compress(self.text)[:-100])
        for command in (["init", "cut.csv", "--out", "new.toml"], ["evaluate", "plain/model.onnx", "cut.csv"],
                        ["train", "run.toml", "--set", "data.file=cut.csv", "--out", "cut"]):
            self.refused(*command, says=["cut.csv: the compressed file is cut off or damaged"])

    def test_a_damaged_file_is_refused(self):
        packed = bytearray(gzip.compress(self.text))
        for place in (len(packed) // 2, -6, -2):  # a bit of the text, of its checksum, of its length
            damaged = bytearray(packed)
            damaged[place] ^= 4
            self.write("damaged.csv.gz", bytes(damaged))
            for command in (["init", "damaged.csv.gz", "--out", "new.toml"], ["predict", "plain", "damaged.csv.gz", "-o", "p.csv"]):
                self.refused(*command, says=["damaged.csv.gz: the compressed file is cut off or damaged"])

    def test_other_files_are_called_what_they_are(self):
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz") as tar:
            tar.add(self.path("people.csv"), "people.csv")
        for data, what in ((self.bytes("plain", "model.onnx"), "ONNX model"), (self.bytes("plain", "metrics.json"), "JSON"),
                           (b'{"a": 1}\n{"a": 2}\n', "JSON"), (pickle.dumps([1.5, "a"]), "pickled"),
                           (archive.getvalue(), "tar archive"), (b"\x04\x22\x4d\x18" + bytes(50), "lz4")):
            self.write("table.csv", data)
            self.refused("init", "table.csv", "--out", "new.toml", says=["table.csv: is", what])
        self.write("book.csv", b"PK\x03\x04" + bytes(100))
        self.refused("init", "book.csv", "--out", "new.toml", says=["Excel workbook", "CSV"])

    def test_standard_input(self):
        for command in (["evaluate", "plain/model.onnx"], ["predict", "plain/model.onnx"]):
            plain = run(*command, "people.csv", cwd=self.cwd)
            for data in (self.text, gzip.compress(self.text)):
                through = piped(data, *command, "-", cwd=self.cwd)
                self.assertEqual(through.stdout.decode(), plain.stdout, through.stderr)
                self.assertEqual(through.returncode, plain.returncode)
        done = piped(self.text, "train", "run.toml", "--set", "data.file=-", "--out", "piped", cwd=self.cwd)
        self.assertEqual(done.returncode, self.trained.returncode, done.stderr)
        self.assertEqual(self.theta("piped"), self.theta("plain"))
        self.assertIn(b"standard input, target 'approved'", done.stdout)
        for name, *more in (("sweep", "--bound", "0.05:0.1:2"), ("cv", "-k", "2"), ("compare", "--seeds", "1")):
            done = piped(self.text, name, "run.toml", "--set", "data.file=-", *more, "--out", name, cwd=self.cwd)
            self.assertIn(done.returncode, (0, 2), done.stderr)
            self.assertTrue(os.path.exists(self.path(name, "report.html")), name)
        done = piped(self.text, "certify", "plain", "-", cwd=self.cwd)
        self.assertEqual(done.stdout.decode().replace("standard input: ", "people.csv: ", 1),
                         run("certify", "plain", "people.csv", cwd=self.cwd).stdout, done.stderr)
        done = piped(self.text, "convert", "-", "people.h5", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("predict", "plain", "people.h5", cwd=self.cwd).stdout, self.theta("plain"))
        done = piped(self.text, "init", "-", "--target", "approved", "--out", "piped.toml", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(self.read("piped.toml"), 'file = "-" +# standard input\n')
        self.assertTrue(done.stdout.startswith(b"standard input: "), done.stdout)


if __name__ == "__main__":
    unittest.main()
