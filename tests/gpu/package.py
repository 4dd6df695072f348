"""Makes alcole.torch for this Python and this PyTorch, without the rest of the package: the solver and the outer loop are
compiled here with the headers that PyTorch brings, the files in Python are copied. Needs a C++20 compiler and Python's headers.

    python3 tests/gpu/package.py FOLDER       then: PYTHONPATH=FOLDER
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]


def includes():
    of_torch = pathlib.Path(torch.__file__).parent / "include"
    folders = [ROOT / "include", ROOT / "src", sysconfig.get_path("include"), of_torch]
    return [option for folder in folders for option in ("-isystem" if folder == of_torch else "-I", str(folder))]


def flags():
    """With the strings of the standard library that this torch was built with."""
    return ["-std=c++20", "-O2", "-fPIC", "-fvisibility=hidden", f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}"]


def solver_sources():
    base = [ROOT / "src" / "base" / name for name in ("settings.cpp", "text.cpp")]
    return sorted((ROOT / "src" / "solver").rglob("*.cpp")) + base


def compiled(source, into):
    object_file = into / (str(source.relative_to(ROOT)).replace(os.sep, "_") + ".o")
    subprocess.run(["c++", *flags(), *includes(), "-c", str(source), "-o", str(object_file)], check=True)
    return object_file


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    package, objects = folder / "alcole", folder / "objects"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "python" / "alcole" / "torch", package / "torch",
                    ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("_frame.py", "_solve.py"):
        shutil.copy(ROOT / "python" / "alcole" / name, package)
    (package / "__init__.py").write_text('"""The part of alcole that alcole.torch needs."""\n')
    objects.mkdir(parents=True, exist_ok=True)
    judging = [ROOT / "src" / "learning" / "outcome" / name for name in ("verdict.cpp", "enum_names.cpp")]
    bound = [ROOT / "python" / "native" / name for name in ("outer_loop.cpp", "solve.cpp", "verdicts.cpp")]
    sources = solver_sources() + judging + bound + [ROOT / "tests" / "gpu" / "module.cpp"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda source: compiled(source, objects), sources))
    module = package / ("_native" + sysconfig.get_config_var("EXT_SUFFIX"))
    subprocess.run(["c++", "-shared", "-o", str(module), *map(str, made)], check=True)
    print(f"alcole.torch for Python {sysconfig.get_python_version()} and torch {torch.__version__} is in {folder}")


if __name__ == "__main__":
    main()
