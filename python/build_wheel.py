"""Builds the wheel: a build backend (PEP 517) that needs the standard library and CMake.

    pip wheel --no-build-isolation --no-deps python              compiles everything in build/python/cmake
    pip wheel ... --config-settings build=build                  uses the module built in the folder `build`
    python3 python/build_wheel.py FILE                           writes only the metadata, for `make install PYTHON=ON`

The wheel contains the module with the library inside, and the shared libraries for which Debian has no static version
(shared_libraries() finds them): it needs libc, libstdc++ and numpy, but no alcole, protobuf, onnx or xgboost on the
system.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
# Provided by the system: the C and C++ run-time libraries.
OF_THE_SYSTEM = re.compile(r"linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so")
METADATA = """Metadata-Version: 2.1
Name: alcole
Version: {version}
Summary: Training and optimisation under constraints, with the augmented Lagrangian
Requires-Python: >=3.11
Requires-Dist: numpy
License-File: LICENSE
Description-Content-Type: text/markdown

{text}"""


def version():
    header = (ROOT / "include" / "alcole" / "version.hpp").read_text()
    return re.search(r'version = "([0-9.]+)"', header)[1]


def tag():
    """pybind11 does not support the stable ABI: a wheel is for the version of Python that it was built with."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    python = "cp" + sysconfig.get_config_var("py_version_nodot")
    assert python.replace("cp", "cpython-") in suffix, suffix
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def built_package(settings):
    """The folder `alcole` with the module and the Python files."""
    if settings and "build" in settings:
        return ROOT / settings["build"] / "python" / "alcole"  # relative to the repository
    build = ROOT / "build" / "python" / "cmake"
    subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", f"-DDEBIAN_PYTHON={sys.executable}",
                    "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
                    "-DALCOLE_PYTHON=ON", "-DALCOLE_TESTS=OFF", "-DALCOLE_BENCH=OFF", "-DALCOLE_EXAMPLES=OFF",
                    "-DALCOLE_TORCH=OFF"], check=True)
    subprocess.run(["cmake", "--build", build, "--target", "alcole_python"], check=True)
    return build / "python" / "alcole"


def shared_libraries(module):
    """The libraries that the module is linked with and that the system may not have."""
    lines = subprocess.run(["ldd", module], capture_output=True, text=True, check=True).stdout.splitlines()
    found = {}
    for line in lines:
        name, _, rest = line.strip().partition(" => ")
        if rest and not OF_THE_SYSTEM.match(name):
            path = rest.split(" (")[0]
            if path == "not found":
                raise SystemExit(f"{module} needs {name}, which is not found")
            found[name] = pathlib.Path(path)
    return found


class Wheel:
    """A zip file with a record of its contents. The same files give the same bytes."""

    def __init__(self, path):
        self.file = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, content, mode=0o644):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.file.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def close(self, info):
        self.record.append(f"{info}/RECORD,,")
        self.file.writestr(zipfile.ZipInfo(f"{info}/RECORD", (1980, 1, 1, 0, 0, 0)), "\n".join(self.record) + "\n")
        self.file.close()


def metadata():
    return METADATA.format(version=version(), text=(ROOT / "docs" / "python.md").read_text()).encode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = built_package(config_settings)
    module = package / ("_native" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not module.exists():  # for another version, or nothing has been built there
        found = [file.name for file in package.glob("_native*.so")]
        raise SystemExit(f"{package} has no module for this Python, {module.name}, but {found}")
    info = f"alcole-{version()}.dist-info"
    name = f"alcole-{version()}-{tag()}.whl"
    wheel = Wheel(os.path.join(wheel_directory, name))
    for file in sorted((HERE / "alcole").rglob("*")):
        if file.suffix in (".py", ".pyi") or file.name == "py.typed":
            wheel.add(f"alcole/{file.relative_to(HERE / 'alcole')}", file.read_bytes())
    wheel.add(f"alcole/{module.name}", module.read_bytes(), 0o755)
    for soname, path in sorted(shared_libraries(module).items()):
        wheel.add(f"alcole/libs/{soname}", path.read_bytes(), 0o755)
    wheel.add(f"{info}/METADATA", metadata())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: alcole\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode())
    wheel.add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
    wheel.close(info)
    return name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = f"alcole-{version()}.dist-info"
    folder = pathlib.Path(metadata_directory) / info
    folder.mkdir(parents=True)
    (folder / "METADATA").write_bytes(metadata())
    return info


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("there is no source distribution of the Python package alone; clone the repository")


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_bytes(metadata())
