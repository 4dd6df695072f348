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


def of_folder(room, without=()):
    return [file for file in sorted((ROOT / "src" / room).glob("*.cpp")) if file.name not in without]


def solver_units():
    """The solver and what it needs, as units: each is a name and the sources that are compiled as one file, as `make` does.
    json.cpp and sha256.cpp need libraries that may not be installed."""
    units = {"base": of_folder("base", without=("json.cpp", "sha256.cpp"))}
    for folder in [ROOT / "src" / "solver", *sorted((ROOT / "src" / "solver").glob("*/"))]:
        units["_".join(folder.relative_to(ROOT / "src").parts)] = sorted(folder.glob("*.cpp"))
    return {name: sources for name, sources in units.items() if sources}


def module_units():
    """Certificates, reports and the Python module. Anything in these files that needs the rest of the library is removed
    by the linker, because nothing in the module calls it."""
    units = {room.replace("/", "_"): of_folder(room) for room in ("certify", "words", "report", "learning/outcome")}
    units["rest"] = [ROOT / "src" / name
                     for name in ("learning/run/report.cpp", "table/enum_names.cpp", "engine/rate_intervals.cpp")]
    native = [ROOT / "python" / "native" / f"{name}.cpp"
              for name in ("bounds", "module_report", "outer_loop", "solve", "verdicts")]
    own = [ROOT / "tests" / "gpu" / name for name in ("json.cpp", "module.cpp")]
    return units | {source.stem: [source] for source in native + own}


def linked(objects, module):
    """Links with a single exported name, so that the linker knows what is needed. Whatever is missing is missed on import."""
    names = module.parent / "names"
    names.write_text("{ global: PyInit__native; local: *; };\n")
    subprocess.run(["c++", "-shared", "-Wl,--gc-sections", "-Wl,-z,now", f"-Wl,--version-script={names}", "-o", str(module),
                    *map(str, objects)], check=True)
    names.unlink()


def object_of(name, into):
    return into / f"{name}.o"


def compiled(name, sources, into):
    unit = into / f"{name}.cpp"
    unit.write_text("".join(f'#include "{source}"\n' for source in sources))
    cached = ["ccache"] if shutil.which("ccache") else []
    subprocess.run([*cached, "c++", *flags(), *includes(), "-c", str(unit), "-o", str(object_of(name, into))], check=True)
    return object_of(name, into)


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
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda unit: compiled(*unit, objects), (solver_units() | module_units()).items()))
    module = package / ("_native" + sysconfig.get_config_var("EXT_SUFFIX"))
    linked(made, module)
    print(f"alcole.torch for Python {sysconfig.get_python_version()} and torch {torch.__version__} is in {folder}")


if __name__ == "__main__":
    main()
