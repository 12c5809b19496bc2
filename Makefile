# `make play` and `make test` set everything up by themselves; nothing but Python >= 3.11 is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/made
PLAY := $(VENV)/play
READY := $(VENV)/ready
DOCS := $(VENV)/docs
UNITS := tests --ignore tests/server --ignore tests/app
TOGETHER := tests/app tests/server  # browsers and services, which mostly wait for each other; those that
BESIDE := -n 5 --dist loadfile --no-loadscope-reorder  # wait longest come first (tests/server/conftest.py)
QUICK := tests/engine tests/mapgame tests/cardgame tests/bots tests/test_layers.py tests/test_names.py tests/test_golden.py
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV := uv==0.13.8  # installs several times as fast as pip, which does it where uv cannot
INSTALL = { $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python $(1) || $(PIP) $(1); }

export PYTHONDONTWRITEBYTECODE :=  # written once, rather than made anew by each of hundreds of processes

.PHONY: play app test compiled checked quick check docs bench bench-start soak pins wheel clean

play:
	@$(MAKE) --no-print-directory -j 2 $(PLAY) app
	@$(BIN)/branchline play nordic

app: $(MADE)
	@$(BIN)/python tools/build_app.py

test:
	@$(MAKE) --no-print-directory -j 2 app compiled checked
	@echo "Running the tests ..."
	@$(BIN)/python -m pytest -n auto --dist loadfile $(UNITS)
	@$(BIN)/python -m pytest $(BESIDE) $(TOGETHER) || { echo "What failed beside others, once more by itself ..."; \
		$(BIN)/python -m pytest --last-failed --last-failed-no-failures none $(TOGETHER); }

compiled: $(PLAY)
	@echo "Compiling the rules and the bots, if they have changed, while all else is checked ..."
	@$(BIN)/branchline prepare --all 2>$(VENV)/compiled.txt || { cat $(VENV)/compiled.txt; exit 1; }

checked: check
	@$(BIN)/python tools/build_app.py test

quick: $(READY)
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet . && $(BIN)/mypy
	@$(BIN)/python -m pytest -n auto --dist loadfile $(QUICK)

check: $(PLAY) app
	@$(MAKE) --silent --no-print-directory $(READY)  # not beside the app, for which Node may have to be installed
	@echo "Checking format, lint and types ..."
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet . && $(BIN)/mypy
	@$(BIN)/python tools/build_app.py check

docs: $(DOCS)
	@echo "Building the documentation into site/, with every warning an error ..."
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Open site/index.html; to search in it: $(BIN)/python -m http.server --directory site 8001"

bench: $(READY)
	@$(BIN)/branchline bench
	@$(BIN)/branchline bench --server

bench-start: $(READY)
	@$(BIN)/python benchmarks/start.py

soak: $(READY) app
	@echo "Running the long tests; this takes a while ..."
	@$(BIN)/python -m pytest -m soak
	@$(BIN)/python tools/soak.py

pins: $(READY)  # after a change of what pyproject.toml asks for
	@$(BIN)/python tools/pin.py

wheel: $(PLAY) app
	@$(BIN)/python tools/build_wheel.py

$(MADE):
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Branchline needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)
	@touch $(MADE)

$(PLAY): requirements/play.txt pyproject.toml $(MADE)
	@echo "Installing what playing needs ..."
	@$(PIP) $(UV); $(call INSTALL,-r requirements/play.txt)
	@export BRANCHLINE_APP_BESIDE=1; $(call INSTALL,--no-deps --editable .)
	@touch $(PLAY)

$(READY): requirements/dev.txt $(PLAY)
	@echo "Installing what working on it needs (once) ..."
	@$(call INSTALL,-r requirements/dev.txt)
	@touch $(READY)

$(DOCS): requirements/docs.txt $(PLAY)
	@echo "Installing what the documentation needs (once) ..."
	@$(call INSTALL,-r requirements/docs.txt)
	@touch $(DOCS)

clean:
	rm -rf $(VENV) dist build site src/branchline/web web/node_modules
