"""The wheel: built, installed into an empty environment without the network, and tested there. It may use numpy, pandas and
scikit-learn of the system, and no library of the system beside those of every Python.

Usage: wheel_test.py SOURCE BUILD"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import venv

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
TESTS = pathlib.Path(__file__).resolve().parent


def run(*arguments, **more):
    ran = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, **more)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def main():
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        wheels = pathlib.Path(folder) / "wheels"
        run(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", wheels,
            "--config-settings", f"build={BUILD}", SOURCE / "python", env=environment)
        wheel, = wheels.glob("*.whl")
        home = pathlib.Path(folder) / "environment"
        venv.create(home, with_pip=True, system_site_packages=True)
        python = home / "bin" / "python"
        run(python, "-m", "pip", "install", "--no-index", "--no-deps", wheel, env=environment)
        where, = run(python, "-c", "import alcole; print(alcole.__file__)", cwd=folder, env=environment).splitlines()
        assert where.startswith(str(home)), where
        module, = pathlib.Path(where).parent.glob("_native*.so")
        for line in run("ldd", module).splitlines():
            own = str(home) in line or re.search(r"linux-vdso|ld-linux|lib(c|m|pthread|dl|rt|stdc\+\+|gcc_s|z)\.so", line)
            assert own, f"{wheel.name} needs a library of the system: {line}"
        for test in ("test_estimators.py", "test_solve.py", "test_same_bits.py"):
            run(python, TESTS / test, cwd=TESTS, env=environment)
        print(f"{wheel.name}, {wheel.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
