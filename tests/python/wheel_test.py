"""The wheel: built, installed without the network, and tested, first in an environment with only numpy, then in one
with the system's pandas and scikit-learn. The only system libraries that it may use are libc and libstdc++.

Usage: wheel_test.py SOURCE BUILD"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest.mock
import venv
import zipfile

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
TESTS = pathlib.Path(__file__).resolve().parent
RUN_TIME = re.compile(r"linux-vdso|ld-linux|lib(c|m|pthread|dl|rt|stdc\+\+|gcc_s)\.so")


def run(*arguments, fine=(0,), **more):
    ran = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, **more)
    if ran.returncode not in fine:
        sys.exit(f"{' '.join(map(str, arguments))}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def built(folder, environment):
    """Its version must be that of the header, and its tag that of this Python."""
    run(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", folder,
        "--config-settings", f"build={BUILD}", SOURCE / "python", env=environment)
    wheel, = folder.glob("*.whl")
    version = re.search(r'"([0-9.]+)"', (SOURCE / "include" / "alcole" / "version.hpp").read_text())[1]
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert wheel.name.startswith(f"alcole-{version}-{python}-{python}-linux"), wheel.name
    with zipfile.ZipFile(wheel) as file:
        assert f"\nVersion: {version}\n" in file.read(f"alcole-{version}.dist-info/METADATA").decode()
        assert {"alcole/py.typed", "alcole/_native.pyi"} <= set(file.namelist()), "type hints are not found without them"
    return wheel


def environment_with(home, wheel, environment, system):
    """The python of an environment with the wheel installed."""
    venv.create(home, with_pip=True, system_site_packages=system)
    python = home / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-index", *([] if system else ["--no-deps"]), wheel, env=environment)
    return python


def check_alone(package):
    """All libraries that the module needs, directly or not, are in the package, or are the C and C++ run-time."""
    module, = package.glob("_native*.so")
    found = run("ldd", module).splitlines()
    for line in found:
        assert str(package) in line or RUN_TIME.search(line), f"the wheel needs a library of the system: {line}"
    brought = {file.name for file in (package / "libs").iterdir()}
    assert brought == {line.split()[0] for line in found if str(package) in line}, f"not all of {brought} is needed"
    return len(brought)


def check_other_python(folder):
    """No wheel is made for a Python other than the module's, and what is compiled is for the Python that runs pip."""
    spec = importlib.util.spec_from_file_location("build_wheel", SOURCE / "python" / "build_wheel.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    other = {"EXT_SUFFIX": ".cpython-399-x86_64-linux-gnu.so", "py_version_nodot": "399"}
    with unittest.mock.patch.object(backend.sysconfig, "get_config_var", other.get):
        try:
            backend.build_wheel(folder, {"build": str(BUILD)})
            raise AssertionError("a wheel for Python 3.99 has the module of this one")
        except SystemExit as refused:
            assert "no module for this Python, _native.cpython-399" in str(refused), refused
    with unittest.mock.patch.object(backend.subprocess, "run") as ran:
        backend.built_package(None)
    assert f"-DDEBIAN_PYTHON={sys.executable}" in ran.call_args_list[0].args[0], ran.call_args_list


def main():
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    with tempfile.TemporaryDirectory() as text:
        folder = pathlib.Path(text)
        wheel = built(folder / "wheels", environment)

        check_other_python(folder)
        python = environment_with(folder / "empty", wheel, environment, system=False)
        numpy = pathlib.Path(importlib.util.find_spec("numpy").origin).parent
        (folder / "numpy").mkdir()
        (folder / "numpy" / "numpy").symlink_to(numpy)
        run(python, TESTS / "test_alone.py", cwd=TESTS, env={**environment, "PYTHONPATH": str(folder / "numpy")})

        python = environment_with(folder / "environment", wheel, environment, system=True)
        where, = run(python, "-c", "import alcole; print(alcole.__file__)", cwd=folder, env=environment).splitlines()
        assert where.startswith(str(folder)), where
        libraries = check_alone(pathlib.Path(where).parent)
        for test in ("test_estimators.py", "test_constraints.py", "test_keeping.py", "test_mistakes.py", "test_solve.py",
                     "test_same_bits.py", "test_frames.py", "test_certificates.py"):
            run(python, TESTS / test, cwd=TESTS, env=environment, fine=(0, 77))  # 77: some were skipped
        print(f"{wheel.name}, {wheel.stat().st_size / 2**20:.1f} MiB, {libraries} libraries")


if __name__ == "__main__":
    main()
