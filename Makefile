# The commands of the house. Each works from a fresh clone: setup installs what is missing.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: demo build test bench format lint install clean setup setup-tests

# The paper's study on synthetic people: what the program is for, without any data.
demo: setup
	cmake --preset release -DALCOLE_TESTS=OFF -DALCOLE_BENCH=OFF --log-level=WARNING
	cmake --build --preset release -j $(JOBS) --target alcole
	build/alcole study twin --seeds 4 --out build/study-twin

build: setup-tests
	cmake --preset release -DALCOLE_TESTS=ON -DALCOLE_BENCH=ON --log-level=WARNING
	cmake --build --preset release -j $(JOBS)

# Both builds first, then all tests of both; the closing lines are ctest's.
test: build
	cmake --preset asan --log-level=WARNING
	cmake --build --preset asan -j $(JOBS)
	ctest --preset release
	ctest --preset asan

bench: build
	build/bench/solver_peers
	build/bench/csv_reading
	build/bench/tabular_peers
	build/bench/study_peers
	build/bench/certificates

format: setup-tests
	scripts/format

# Everything clang-tidy has to say; tests ask for the quick part of it.
lint: build
	scripts/tidy build

install: setup
	cmake --preset release -DALCOLE_TESTS=OFF -DALCOLE_BENCH=OFF --log-level=WARNING
	cmake --build --preset release -j $(JOBS)
	cmake --install build --prefix $(PREFIX)

setup:
	@scripts/setup

setup-tests:
	@scripts/setup tests

clean:
	rm -rf build build-asan build-tsan build-fuzz
