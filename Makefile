# Bookfolk. `make` lists what can be done.
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
.DEFAULT_GOAL := help
export OMP_WAIT_POLICY = passive
export GRADIO_ANALYTICS_ENABLED = False
export ANONYMIZED_TELEMETRY = False

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

install: $(STAMP)  ## make .venv with the locked dependencies (no torch)

$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PY) -m venv $(VENV)
	@echo "Installing Bookfolk into $(VENV) (a minute or two the first time) ..."
	@$(BIN)/pip install --progress-bar on -q -c constraints.txt -e '.[dev]'
	@touch $@

format: install  ## rewrite the code in the house style
	$(BIN)/ruff check --fix -q . ; $(BIN)/ruff format -q .

check: install  ## lint, types, import law, fast tests (under two minutes)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -m 'not model and not browser and not postgres and not slow'

.PHONY: help install format check
