# The commands for working on the project. Each works from a fresh clone: setup installs what is missing.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# Compiling each folder as one file halves the time of a build from scratch. Incremental builds are faster without it:
# `cmake --preset release -DCMAKE_UNITY_BUILD=OFF`.
FOLDERS = -DCMAKE_UNITY_BUILD=ON --log-level=WARNING

.PHONY: demo build test asan python tsan bench format lint install clean setup setup-python setup-tests

# The paper's study on synthetic people, which needs no data. Afterwards `cmake --install build` works.
demo: setup
	cmake --preset release -DALCOLE_TESTS=OFF -DALCOLE_BENCH=OFF $(FOLDERS)
	cmake --build --preset release -j $(JOBS) --target alcole_installable
	build/alcole study twin --seeds 4 --out build/study-twin

build: setup-tests
	cmake --preset release -DALCOLE_TESTS=ON -DALCOLE_BENCH=ON -DALCOLE_PYTHON=ON $(FOLDERS)
	cmake --build --preset release -j $(JOBS)

# All tests of the optimised build; the last lines are ctest's summary.
test: build
	ctest --preset release

# The same tests under the address and undefined-behaviour sanitizers, and a short run of each fuzzer.
asan: setup-tests
	cmake --preset asan $(FOLDERS)
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan

# The Python package as a wheel, in build/python.
python: setup-tests
	cmake --preset release -DALCOLE_PYTHON=ON $(FOLDERS)
	cmake --build --preset release -j $(JOBS) --target alcole_python
	/usr/bin/python3 -m pip wheel --no-build-isolation --no-deps --no-index --quiet -w build/python \
	  --config-settings build=build ./python

# The quick tests, and the slow ones that use threads, under the thread sanitizer. Each file is compiled by itself, which shows a missing include.
tsan: setup-tests
	cmake --preset tsan -DCMAKE_UNITY_BUILD=OFF --log-level=WARNING
	cmake --build --preset tsan -j $(JOBS)
	ctest --preset tsan -L 'quick|threads'

bench: build
	build/bench/solver_peers
	build/bench/collection_peers
	build/bench/time_to_model
	/usr/bin/python3 bench/rates.py build/alcole
	/usr/bin/python3 bench/small_groups.py build/alcole
	/usr/bin/python3 bench/row_loss.py build/alcole
	[ -z "$$ALCOLE_DATA_DIR" ] || /usr/bin/python3 bench/bins.py build/alcole
	/usr/bin/python3 bench/sweep.py build/alcole
	[ ! -x build/bench/trees_speed ] || build/bench/trees_speed
	[ ! -x build/bench/trees_speed ] || /usr/bin/python3 bench/trees.py build/alcole
	[ ! -x build/bench/trees_speed ] || /usr/bin/python3 bench/trees_busy.py build/alcole
	[ ! -x build/bench/trees_speed ] || /usr/bin/python3 bench/fairgbm_peer.py build/alcole
	/usr/bin/python3 bench/first_model.py build/alcole
	/usr/bin/python3 bench/time_left.py build/alcole
	/usr/bin/python3 bench/wide_tables.py build/alcole
	[ ! -x build/bench/ranks_speed ] || /usr/bin/python3 bench/ranks.py build/bench/ranks_speed
	build/bench/csv_reading
	/usr/bin/python3 bench/large_tables.py build/alcole 1000000 --memory 256M --free
	build/bench/tabular_peers
	build/bench/study_peers
	build/bench/certificates
	build/bench/certificates_bounds
	[ -z "$$ALCOLE_DATA_DIR" ] || PYTHONPATH=build/python /usr/bin/python3 bench/python_overhead.py $$ALCOLE_DATA_DIR/adult
	[ -z "$$ALCOLE_DATA_DIR" ] || PYTHONPATH=build/python /usr/bin/python3 bench/fairlearn_peer.py $$ALCOLE_DATA_DIR/adult

format: setup-tests
	scripts/format

# clang-tidy. Nothing is built for it.
lint: setup-tests
	cmake --preset lint $(FOLDERS)
	scripts/tidy build-lint

# With PYTHON=ON also the Python package, into PREFIX/lib/python3.11/dist-packages (or the version of Debian's python3).
WITH_PYTHON = $(filter ON,$(PYTHON))
install: $(if $(WITH_PYTHON),setup-python,setup)
	cmake --preset release -DALCOLE_TESTS=OFF -DALCOLE_BENCH=OFF -DALCOLE_PYTHON=$(if $(WITH_PYTHON),ON,OFF) $(FOLDERS)
	cmake --build --preset release -j $(JOBS) --target alcole_installable $(if $(WITH_PYTHON),alcole_python)
	cmake --install build --prefix $(PREFIX)
	$(if $(WITH_PYTHON),cmake --install build --prefix $(PREFIX) --component python)

setup:
	@scripts/setup

setup-python:
	@scripts/setup python

setup-tests:
	@scripts/setup tests

clean:
	rm -rf build build-shared build-asan build-tsan build-fuzz build-lint
