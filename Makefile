# The commands of the house. Each works from a fresh clone: setup installs what is missing.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: demo configure build test bench format install setup clean

demo: configure
	cmake --build --preset release -j $(JOBS) --target alcole
	build/alcole study twin --seeds 4 --out build/study-twin

configure: setup
	cmake --preset release --log-level=WARNING

build: configure
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

format: setup
	scripts/format

install: build
	cmake --install build --prefix $(PREFIX)

setup:
	@scripts/setup

clean:
	rm -rf build build-asan build-tsan build-fuzz
