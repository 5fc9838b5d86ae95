# `make help` lists the targets. Everything is installed into .venv (benchmarks: .venv-bench), nothing else is touched.

PYTHON ?= python3
GAME ?=
JOBS ?= 2
BENCH ?=
LADDER ?=

VENV_PYTHON := .venv/bin/python
BENCH_PYTHON := .venv-bench/bin/python

.PHONY: help play test quick lint chromium bench tables ladder constraints clean
.DEFAULT_GOAL := help

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

play: .venv/.installed  ## play in the terminal: make play GAME=tricks
	@.venv/bin/rainbowkit play $(GAME)

test: lint chromium  ## linters, types and every test, the browser's too
	@$(VENV_PYTHON) -m pytest -n $(JOBS) --dist loadgroup

quick: lint  ## linters, types and the tests that are not marked slow
	@$(VENV_PYTHON) -m pytest -n $(JOBS) -m "not slow"

lint: .venv/.installed  ## linters and types alone
	@$(VENV_PYTHON) -m ruff check --quiet .
	@$(VENV_PYTHON) -m ruff format --quiet --check .
	@$(VENV_PYTHON) -m mypy --no-error-summary --strict -p rainbowkit -p rainbowkit_widgets

chromium:
	@$(call has_chromium) || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	    echo "Installing Chromium for the browser tests (once) ..." >&2 && \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } || \
	    { echo "The browser tests need Chromium: install it (on Debian: apt-get install chromium), then make test." >&2; exit 1; }

bench: .venv-bench/.installed  ## our speed beside OpenSpiel and RLCard: make bench BENCH="--seconds 10"
	@$(BENCH_PYTHON) benchmarks/bench.py $(BENCH)

tables: .venv/.installed chromium  ## how fast the card tables are beside a bare anywidget button
	@$(VENV_PYTHON) benchmarks/tables.py

ladder: .venv/.installed  ## how strong the players are, an hour: make ladder LADDER="clash --rungs skilled"
	@$(VENV_PYTHON) benchmarks/ladder.py $(LADDER)

constraints:  ## pin today's versions anew, for all Pythons and all extras
	@$(call venv,.venv-uv,uv)
	@.venv-uv/bin/uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade --no-annotate \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command "make constraints" \
	    --output-file constraints.txt pyproject.toml

clean:  ## remove the environments, caches and builds
	rm -rf .venv .venv-bench .venv-uv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps make the second run start at once, and work without a network.
.venv/.installed: pyproject.toml constraints.txt
	@$(call venv,.venv,-c constraints.txt -e ".[test]")
	@touch $@

.venv-bench/.installed: pyproject.toml constraints.txt
	@$(call venv,.venv-bench,-c constraints.txt -e ".[bench]")
	@touch $@

# The names under which tests/browser/servers.py looks for it.
has_chromium = command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
    command -v google-chrome >/dev/null || command -v google-chrome-stable >/dev/null

# $(call venv,folder,what pip installs there)
define venv
$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null || \
    { echo "rainbowkit needs Python 3.11 to 3.14; name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }; \
echo "Setting up $(1) (once, about a minute) ..." >&2; \
$(PYTHON) -m venv $(1) && \
$(1)/bin/python -m pip install -qq --disable-pip-version-check $(2)
endef
