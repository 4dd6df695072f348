"""alcole::torch, the C++ adapter, built against the LibTorch inside the installed torch wheel, and tested on the device
that ALCOLE_TEST_DEVICE names (tests/torch/adapter_test.cpp). Run it after package.py, whose solver objects it links.

    python3 tests/gpu/adapter.py FOLDER
"""

import os
import pathlib
import shutil
import subprocess
import sys

import torch
from torch.utils.cpp_extension import include_paths, library_paths

from package import ROOT, flags, object_of, solver_units

HERE = pathlib.Path(__file__).resolve().parent


def line(what, outcome, why=""):
    print(f"{what:<85} {outcome:<8} {why}", flush=True)


def by_cmake(folder):
    """Builds the target alcole_torch as a C++ project would."""
    what = "alcole::torch by CMake, against the LibTorch of torch " + torch.__version__
    if not shutil.which("cmake"):
        return line(what, "skipped", "there is no cmake")
    if torch.version.cuda and not (shutil.which("nvcc") or os.environ.get("CUDA_HOME")):
        return line(what, "skipped", "the CMake package of a torch with CUDA asks for the CUDA toolkit (nvcc), which is not here")
    off = [f"-DALCOLE_{part}=OFF" for part in ("TESTS", "BENCH", "EXAMPLES", "PYTHON")]
    made = folder / "cmake"
    for command in (["cmake", "-S", str(ROOT), "-B", str(made), *off, f"-DCMAKE_PREFIX_PATH={torch.utils.cmake_prefix_path}"],
                    ["cmake", "--build", str(made), "--target", "alcole_torch", "-j", str(os.cpu_count())]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            line(what, "FAILED")
            print(done.stdout[-3000:])
            return False
    return line(what, "passed")


def tests_of(folder):
    """Builds the test program with the compiler alone."""
    objects = folder / "objects"
    solver = [str(object_of(name, objects)) for name in solver_units()]
    folders = [option for path in include_paths() for option in ("-isystem", path)]
    if subprocess.run(["c++", "-E", "-x", "c++", "-", "-o", os.devnull], input="#include <gtest/gtest.h>\n", text=True,
                      stderr=subprocess.DEVNULL).returncode == 0:
        tested = ["-lgtest_main", "-lgtest", "-lpthread"]
    else:
        folders, tested = ["-I", str(HERE), *folders], []
    places = [option for path in library_paths() for option in ("-L", path, f"-Wl,-rpath,{path}")]
    libraries = ["-ltorch", "-ltorch_cpu", "-lc10"] + (["-ltorch_cuda", "-lc10_cuda"] if torch.version.cuda else [])
    program = folder / "adapter_test"
    subprocess.run(["c++", *flags(), "-I", str(ROOT / "include"), "-I", str(ROOT / "adapters" / "torch"), *folders,
                    str(ROOT / "adapters" / "torch" / "problem.cpp"), str(ROOT / "tests" / "torch" / "adapter_test.cpp"), *solver,
                    "-o", str(program), *places, "-Wl,--gc-sections", "-Wl,--no-as-needed", *libraries, *tested], check=True)
    return program


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    good = by_cmake(folder) is not False
    done = subprocess.run([str(tests_of(folder))])
    sys.exit(0 if good and done.returncode == 0 else 1)


if __name__ == "__main__":
    main()
