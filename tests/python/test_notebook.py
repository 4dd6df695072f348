"""Executes examples/adult.ipynb from top to bottom in a separate folder. ALCOLE_DATA_DIR names the folder with Adult.

Usage: test_notebook.py SOURCE [FILE]    FILE: where to keep the executed notebook"""

import os
import pathlib
import sys
import tempfile
import unittest

import people  # noqa: F401: a separate ledger

SOURCE = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
KEEP = sys.argv.pop(1) if len(sys.argv) > 1 else None
NOTEBOOK = SOURCE / "examples" / "adult.ipynb"
DATA = pathlib.Path(os.environ.get("ALCOLE_DATA_DIR", "")) / "adult"

try:
    import ipykernel  # noqa: F401
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor
except ImportError:
    nbformat = None


def outputs(notebook, kind):
    return [output for cell in notebook.cells for output in cell.get("outputs", []) if output.output_type == kind]


@unittest.skipUnless(nbformat, "jupyter-nbconvert or python3-ipykernel is not installed")
class Notebook(unittest.TestCase):
    def test_is_kept_without_outputs_and_paths(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        nbformat.validate(notebook)
        for cell in notebook.cells:
            self.assertEqual(cell.get("outputs", []), [])
            self.assertNotRegex(cell.source, r"[\"'](/|~)")

    @unittest.skipUnless((DATA / "adult.data").exists(), "ALCOLE_DATA_DIR does not name a folder with adult/adult.data")
    def test_runs_from_a_frame_to_a_certified_model(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        with tempfile.TemporaryDirectory() as folder:
            ExecutePreprocessor(timeout=600, kernel_name="python3").preprocess(notebook, {"metadata": {"path": folder}})
            self.assertGreater((pathlib.Path(folder) / "adult.onnx").stat().st_size, 1000)
            self.assertIn("<!DOCTYPE html>", (pathlib.Path(folder) / "adult.html").read_text())
        if KEEP:
            nbformat.write(notebook, KEEP)
        pictures = [one for one in outputs(notebook, "display_data") if "image/png" in one.data]
        self.assertEqual(len(pictures), 2)
        shown = [one.data.get("text/html", "") for one in outputs(notebook, "execute_result")]
        summary, = [page for page in shown if "<p>" in page]  # the representation of the model
        self.assertIn("counterfactual", summary)
        certificate = next(page for page in shown if "<th>estimate</th>" in page)
        self.assertEqual(certificate.count("<td>certified</td>"), 2, certificate)
        *_, last = [one.text for one in outputs(notebook, "stream") if one.name == "stdout"]
        self.assertEqual(last, "True certified\n")
        said = "".join(one.text for one in outputs(notebook, "stream") if one.name == "stderr")
        self.assertNotIn("Warning", said)


if __name__ == "__main__":
    people.run_tests()
