"""`make install PYTHON=ON`: the package below a prefix, where Debian's python3 would look, with its version defined in
one place.

Usage: install_test.py BUILD"""

import os
import pathlib
import re
import site
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(sys.argv[1])
TRY = """
import importlib.metadata, numpy, alcole
x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
assert alcole.Classifier("linear", l2=0.01).fit(x, x[:, 0] > 0.1).status_ == "converged"
print(alcole.__file__, alcole.__version__, importlib.metadata.version("alcole"))
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cmake", "--install", str(BUILD), "--component", "python", "--prefix", folder], check=True,
                       stdout=subprocess.DEVNULL)
        where, = pathlib.Path(folder).glob("lib/python3*/dist-packages")
        below = [str(where.relative_to(folder)) in place for place in site.getsitepackages()]
        assert any(below), f"{where} is not where python3 looks: {site.getsitepackages()}"
        environment = {**os.environ, "PYTHONPATH": str(where)}
        ran = subprocess.run([sys.executable, "-c", TRY], env=environment, check=True, capture_output=True, text=True)
        file, *versions = ran.stdout.split()
        assert file.startswith(folder), file
        header = (pathlib.Path(__file__).parents[2] / "include" / "alcole" / "version.hpp").read_text()
        assert versions == [re.search(r'"([0-9.]+)"', header)[1]] * 2, versions


if __name__ == "__main__":
    main()
