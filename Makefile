# `make play` and `make test` set everything up by themselves; nothing but Python >= 3.11 is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play app test check bench soak clean

play: $(READY) app
	@$(BIN)/branchline prepare
	@$(BIN)/branchline play nordic

app: $(READY)
	@$(BIN)/python tools/build_app.py

test: $(READY) check
	@echo "Compiling the rules and the bots, if they have changed ..."
	@$(BIN)/branchline prepare
	@echo "Running the tests ..."
	@$(BIN)/python tools/build_app.py test
	@$(BIN)/python -m pytest

check: $(READY) app
	@echo "Checking format, lint and types ..."
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet . && $(BIN)/mypy
	@$(BIN)/python tools/build_app.py check

bench: $(READY)
	@$(BIN)/branchline bench
	@$(BIN)/branchline bench --server

soak: $(READY)
	@echo "Running the long tests; this takes a while ..."
	@$(BIN)/python -m pytest -m soak
	@$(BIN)/python tools/soak.py

$(READY): requirements.txt pyproject.toml
	@echo "Setting up $(VENV) (once; about a minute) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Branchline needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)
	@echo "Installing the pinned packages ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $(READY)

clean:
	rm -rf $(VENV) dist build benchmarks/build src/branchline/web web/node_modules
