"""The examples in docs/torch.md and in the docstrings, and the two programs in examples/torch on a small amount of
data.

Usage: torch_examples.py SOURCE"""

import ast
import doctest
import os
import pathlib
import re
import sys
import tempfile
import unittest

from torch_bodies import flipped, loader, network, people, torch

import alcole.torch
import alcole.torch._lagrangian
import alcole.torch._problem

SOURCE = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "examples" / "torch"))


def lines_of(file):
    """Without blank lines, comments and docstrings."""
    text = file.read_text()
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    strings = [node.body[0] for node in ast.walk(ast.parse(text)) if isinstance(node, kinds) and ast.get_docstring(node)]
    told = {number for one in strings for number in range(one.lineno, one.end_lineno + 1)}
    return sum(bool(line.strip()) and not line.strip().startswith("#") and number not in told
               for number, line in enumerate(text.splitlines(), start=1))


class Examples(unittest.TestCase):
    def test_of_the_documentation_strings(self):
        for module in (alcole.torch._lagrangian, alcole.torch._problem):
            found = doctest.testmod(module)
            self.assertGreater(found.attempted, 0, module.__name__)
            self.assertEqual(found.failed, 0, module.__name__)

    def test_of_the_guide(self):
        blocks = re.findall(r"```python\n(.*?)```", (SOURCE / "docs" / "torch.md").read_text(), re.S)
        self.assertGreaterEqual(len(blocks), 4)
        names = {"net": network(), "loader": loader(people(300)), "flipped": flipped}
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)  # a report is written
        for block in blocks:
            with self.subTest(block):
                exec(compile(block.replace("epochs=60", "epochs=5"), "docs/torch.md", "exec"), names)

    def test_the_program_in_cpp_is_the_one_that_is_tested(self):
        """tests/install builds and runs it."""
        block, = re.findall(r"```cpp\n(.*?)```", (SOURCE / "docs" / "torch.md").read_text(), re.S)
        self.assertEqual(block, (SOURCE / "tests" / "install" / "consumer" / "use_torch.cpp").read_text())

    def test_are_as_long_as_the_guide_says(self):
        counts = [lines_of(SOURCE / "examples" / "torch" / name) for name in ("coloured_digits.py", "sequences.py")]
        said = re.search(r"They have (\d+) and (\d+) lines", (SOURCE / "docs" / "torch.md").read_text())
        self.assertEqual([int(number) for number in said.groups()], counts)

    def test_a_transformer(self):
        import sequences
        self.learns_what_counts(sequences, rows=600, epochs=10)

    def test_coloured_digits(self):
        import coloured_digits
        images, digits, colours = coloured_digits.rendered(20, 0.9, 1)
        twins = coloured_digits.recoloured(coloured_digits.recoloured(images))
        self.assertLess((twins - coloured_digits.recoloured(coloured_digits.recoloured(twins))).abs().max().item(), 1e-5)
        self.learns_what_counts(coloured_digits, rows=1000, epochs=20)

    def learns_what_counts(self, example, rows, epochs):
        """Predictions change less with the uninformative input than without the constraint."""
        free, before = example.train(False, rows, epochs)
        fair, after = example.train(True, rows, epochs)
        self.assertGreater(before.slacks[0], 0.05)
        self.assertLess(after.slacks[0], before.slacks[0] / 3)
        self.assertLess(example.accuracy(fair, 300)[1], example.accuracy(free, 300)[1])


if __name__ == "__main__":
    unittest.main()
