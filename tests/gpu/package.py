"""Builds alcole.torch for this Python and this PyTorch, without the rest of the package (tables and their models): the
solver, its outer loop, certificates and reports are compiled with the headers that come with PyTorch, and the Python
files are copied. Needs only a C++20 compiler and Python's headers.

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
    """With the same std::string ABI as this torch."""
    return ["-std=c++20", "-O2", "-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections",
            f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}"]


def solver_sources():
    base = [ROOT / "src" / "base" / name for name in ("settings.cpp", "text.cpp")]
    return sorted((ROOT / "src" / "solver").rglob("*.cpp")) + base


def telling_sources():
    """The sources of certificates and reports. Anything else in these files, which may need the rest of the library
    or a missing one, is removed by the linker, because nothing in the module calls it."""
    src = ROOT / "src"
    rooms = [file for room in ("words", "report", "learning/outcome") for file in sorted((src / room).glob("*.cpp"))]
    of_certify = [src / "certify" / f"{name}.cpp" for name in ("beta", "betting", "bounds", "certificate", "enum_names",
                                                               "mean_bounds")]
    of_base = [src / "base" / f"{name}.cpp" for name in ("files", "json_reader", "normal", "statistics")]
    others = [src / name for name in ("learning/run/report.cpp", "table/enum_names.cpp", "engine/rate_intervals.cpp")]
    return rooms + of_certify + of_base + others


def linked(objects, module):
    """Links with a single exported name, so that the linker knows what is needed."""
    names = module.parent / "names"
    names.write_text("{ global: PyInit__native; local: *; };\n")
    subprocess.run(["c++", "-shared", "-Wl,--gc-sections", f"-Wl,--version-script={names}", "-o", str(module),
                    *map(str, objects)], check=True)
    names.unlink()


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
    bound = [ROOT / "python" / "native" / f"{name}.cpp" for name in ("bounds", "module_report", "outer_loop", "solve", "verdicts")]
    sources = solver_sources() + telling_sources() + bound + [ROOT / "tests" / "gpu" / name for name in ("json.cpp", "module.cpp")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda source: compiled(source, objects), sources))
    module = package / ("_native" + sysconfig.get_config_var("EXT_SUFFIX"))
    linked(made, module)
    print(f"alcole.torch for Python {sysconfig.get_python_version()} and torch {torch.__version__} is in {folder}")


if __name__ == "__main__":
    main()
