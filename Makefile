# Warledger: `make play` to play, `make test` for every check. Set-up happens once, and again
# when pyproject.toml or constraints.txt changes.

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
# The pip of an older Python takes twice as long to choose versions. Python compiles what it imports,
# which is a small part of what pip installs.
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check --no-input install --no-compile -c constraints.txt
PLAY_READY := $(VENV)/.ready-to-play
TEST_READY := $(VENV)/.ready-to-test

# Compiled modules are kept, whatever the environment says: every worker and every program that a
# test starts would else compile all of them again.
export PYTHONDONTWRITEBYTECODE :=

# Assertions stay as they are written: rewriting those of all tests takes longer than collecting
# them. What fails is run once more, with the values of both sides.
PYTEST := $(BIN)/python -m pytest -q
QUICK := HYPOTHESIS_PROFILE=ci $(PYTEST) --assert=plain -n $(JOBS) --dist worksteal -m
AGAIN := HYPOTHESIS_PROFILE=ci $(PYTEST) --last-failed --last-failed-no-failures=none

PROGRAM := tracker tui exports migrations dev

.PHONY: play test thorough check lint types tested bench torture numbers pictures man reference format clean

play: $(PLAY_READY)
	@exec $(BIN)/warledger demo

test: $(TEST_READY)
	@$(MAKE) --no-print-directory --jobs=2 lint tested

# Other games and examples each time; WARLEDGER_SEED=… plays those of an earlier run again.
thorough: lint types
	@HYPOTHESIS_PROFILE=thorough $(PYTEST) -n $(JOBS) --dist worksteal

check: lint
	@$(QUICK) "not slow and not thorough"

lint: $(TEST_READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Run 'make format'."; exit 1; }
	@$(BIN)/mypy $(PROGRAM)
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m dev.checks

# Those of the tests, too: they take as long as all of the program.
types: $(TEST_READY)
	@$(BIN)/mypy

# Compiled once before, so that not every worker compiles all modules.
tested: $(TEST_READY)
	@$(BIN)/python -m compileall -q dev exports migrations tests tracker tui
	@$(QUICK) "not thorough" || { $(AGAIN); exit 1; }

bench: $(TEST_READY)
	@$(BIN)/python -m dev.benchmarks

torture: $(TEST_READY)
	@$(BIN)/python -m dev.torture

# Which small faults no test notices; PACKAGES="exports tui" SEED=7 SAMPLE=60 narrow it down.
mutants: $(TEST_READY)
	@$(BIN)/python -m dev.mutants $(PACKAGES) $(if $(SEED),--seed $(SEED)) $(if $(SAMPLE),--sample $(SAMPLE))

numbers: $(TEST_READY)
	@$(BIN)/python -m dev.checks numbers

pictures: $(TEST_READY)
	@$(BIN)/python -m docs.screen_pictures

man: $(TEST_READY)
	@$(BIN)/python -m docs.manual_page_writer

reference: $(TEST_READY)
	@$(BIN)/python -m docs.api_reference_builder

format: $(TEST_READY)
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

clean:
	@rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Warledger needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(PLAY_READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up Warledger ..."
	@$(PIP) pip hatchling
	@$(PIP) --no-build-isolation -e .
	@touch $@

$(TEST_READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up Warledger and its checks ..."
	@$(PIP) pip hatchling
	@$(PIP) --no-build-isolation -e '.[dev]'
	@touch $@ $(PLAY_READY)
