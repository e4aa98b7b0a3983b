# Bookfolk. `make` lists what can be done.
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHARED ?= ../shared
SAMPLE := samples/pride-and-prejudice.txt
.DEFAULT_GOAL := help
# Threads that spin while they wait starve each other on a small machine; the rest keeps third parties quiet.
export OMP_WAIT_POLICY = passive
export GRADIO_ANALYTICS_ENABLED = False
export ANONYMIZED_TELEMETRY = False

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 18

demo: install  ## set everything up, ingest the sample novel, open a chat with it
	@$(BIN)/bookfolk demo $(SAMPLE)

install: $(VENV)/.base  ## make .venv with the locked dependencies (no torch)

develop: $(VENV)/.dev  ## the same, with the tools for check and test

$(BIN)/python:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Bookfolk needs Python 3.11 or newer; this is `$(PY) --version`. Try: make $(MAKECMDGOALS) PY=python3.12"; exit 1; }
	@$(PY) -m venv $(VENV)

$(VENV)/.base: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Bookfolk into $(VENV): a minute or two, the first time"
	@$(BIN)/pip install --disable-pip-version-check -q -c constraints.txt -e . || $(offline)
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Bookfolk and its tools into $(VENV): a minute or two, the first time"
	@$(BIN)/pip install --disable-pip-version-check -q -c constraints.txt -e '.[dev]' || $(offline)
	@touch $@ $(VENV)/.base

define offline
{ echo "The packages could not be installed: is the package index reachable (pip config list)?"; \
  echo "What is installed already goes on working: $(BIN)/bookfolk serve"; exit 1; }
endef

serve: install  ## the page and the API on this machine
	@$(BIN)/bookfolk serve

ui: install  ## the same, and open the page in a browser
	@$(BIN)/bookfolk serve --open

ingest: install  ## build a book: make ingest FILE=novel.epub
	@$(BIN)/bookfolk ingest "$(FILE)"

format: develop  ## rewrite the code in the house style
	@$(BIN)/ruff check --fix -q . ; $(BIN)/ruff format -q .

check: develop  ## lint, types, import law, fast tests (under two minutes)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -m 'not model and not browser and not postgres and not slow'

test: develop  ## set everything up and run all tests: real models, PostgreSQL, the page in a browser
	$(BIN)/bookfolk models pull smollm2-135m use-multilingual
	$(BIN)/pytest -ra

eval-knowledge: develop  ## cast, quotes and speakers against people's annotations
	$(BIN)/python -m evaluation.cast_quotes --shared $(SHARED)

.PHONY: demo install develop serve ui ingest format check test eval-knowledge help
