# make run    open Hearth; the first time this compiles llama.cpp, which takes some minutes
# make test   all checks and tests; HEARTH_LONG=1 makes those that go by chance longer
# make test-gpu      every kind of model on Vulkan, computed by Mesa's driver for the processor
# make frozen       build dist/hearth, a folder with Hearth that needs no Python
# make package      pack that for Linux into dist/packages: .deb, .tar.xz, .run, SHA256SUMS
# make test-frozen  drive the built program as a user's machine would
# make test-api-peers  drive the API with the tests that llama.cpp has for its own server
# make test-clients  drive the API with programs of others as they are today; CLIENTS="claude codex" chooses
# make windows-lab    make a Windows to try Hearth on: Wine in a Debian of its own, see docs/packaging.md
# make test-windows   run the tests there; SUITES="core ui" chooses
# make windows-llama  only compile llama.cpp for Windows, with its Vulkan backend
# make remove-windows-lab  delete it; HEARTH_WINDOWS_LAB=FOLDER says where it lies
# make guide  train the built-in model again and score it; about an hour on two cores
# make walk   save pictures of everything the window shows, to be looked at, into build/walk
# make bench-WHAT   measure what Hearth promises, see docs/benchmarks.md; "make bench" lists what
# make translations   bring the texts of every language up to date with the code, and compile them
# make clean  remove what make made here; the compiled llama.cpp stays in the user's cache folder
#
# PYTHON=python3.12 chooses the interpreter, CMAKE_ARGS=-DGGML_CUDA=on another GPU than Vulkan's,
# ARGS="..." what Hearth, or a measurement, is started with. Every path here is relative, so the folder may have any name.

PYTHON ?= python3
ARGS ?=
SUITES ?=
PEERS ?=
CLIENTS ?=

venv := .venv
python := $(venv)/bin/python
stamps := $(venv)/stamps
sources := app tests packaging tools resources
vulkan := $(venv)/vulkan/libggml-vulkan.so

export PYTHON
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE  # a test starts hundreds of programs, and each would compile itself

.PHONY: run test test-gpu lint format frozen package test-frozen guide walk translations bench clean FORCE
.PHONY: test-api-peers test-clients test-servers windows-lab test-windows windows-llama remove-windows-lab
.DELETE_ON_ERROR:
.NOTPARALLEL:  # what compiles the Vulkan backend is installed before it is looked for

# GGML_BACKEND_PATH is llama.cpp's own: one more backend that it loads.
run: $(stamps)/app $(stamps)/vulkan
	if [ -f $(vulkan) ]; then \
	    export GGML_BACKEND_PATH="$${GGML_BACKEND_PATH:-$$PWD/$(vulkan)}"; \
	fi; \
	exec $(python) -m app $(ARGS)

# The tests of one file share what is dear to make; more processes than these would want memory.
# Reordered, the files with few and long tests would come last, with nothing to do beside them.
test: lint $(stamps)/trained-model $(stamps)/vocabularies
	$(python) -m pytest -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder

test-gpu: $(stamps)/dev
	HEARTH_TEST_GPU=all $(python) -m pytest tests/engine/test_vulkan.py tests/engine/test_offload.py

lint: $(stamps)/dev
	$(venv)/bin/ruff check $(sources)
	$(venv)/bin/ruff format --check $(sources)
	$(venv)/bin/typos
	$(python) -m mypy & types=$$!; $(venv)/bin/lint-imports; imports=$$?; wait $$types && exit $$imports

format: $(stamps)/dev
	$(venv)/bin/ruff check --fix $(sources)
	$(venv)/bin/ruff format $(sources)

frozen: $(stamps)/dev $(stamps)/packaging
	$(python) packaging/freeze.py

package: frozen
	$(python) packaging/package.py

test-frozen: frozen
	HEARTH_FROZEN=dist/hearth $(python) -m pytest tests/frozen

# PEERS="basic tool_call" chooses among the groups of llama.cpp's.
test-api-peers: $(stamps)/dev
	$(python) packaging/api/open_responses.py
	PYTHONPATH=packaging/setup $(python) packaging/api/llama_server_tests.py $(PEERS)

# Takes npm. What is installed lies in .venv-clients; ARGS="--record FOLDER" keeps what they send.
test-clients: $(stamps)/dev $(stamps)/vocabularies
	$(python) packaging/api/clients.py $(ARGS) $(CLIENTS)

# LLAMA_SERVER=FILE names llama.cpp's; another Hearth in a network of its own takes root.
test-servers: $(stamps)/dev
	$(python) packaging/api/real_servers.py $(if $(LLAMA_SERVER),--llama-server $(LLAMA_SERVER))

windows-lab: $(stamps)/windows-tools
	$(python) packaging/windows/wine/make_lab.py

windows-llama: $(stamps)/windows-tools
	$(python) packaging/windows/wine/make_lab.py --only-llama

test-windows: windows-lab
	$(python) packaging/windows/wine/try_windows.py $(SUITES)

remove-windows-lab: $(stamps)/venv
	$(python) packaging/windows/wine/make_lab.py --remove

guide: $(stamps)/guide
	PYTHONPATH=packaging $(python) -m guide.build
	PYTHONPATH=packaging $(python) -m guide.score

# make bench-resume ARGS="--model FILE --tokens 4096"; make bench lists them all.
bench: $(stamps)/app
	$(python) -m tools.bench --help

bench-%: $(stamps)/app
	exec $(python) -m tools.bench $* $(ARGS)

walk: $(stamps)/dev
	xvfb-run -a -s "-screen 0 2400x1800x24" $(python) -m tests.walk

translations: $(stamps)/dev
	$(venv)/bin/pyside6-lupdate -no-obsolete -locations none -tr-function-alias tr+=phrase \
	    $$(find app/core app/server app/ui -name '*.py' | sort) -ts packaging/translations/*.ts
	for ts in packaging/translations/*.ts; do \
	    $(venv)/bin/pyside6-lrelease $$ts -qm resources/translations/$$(basename $$ts .ts).qm || exit; \
	done

clean:
	rm -rf $(venv) .venv-clients build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(sources) -name __pycache__ -prune -exec rm -rf {} +

$(stamps)/system: packaging/setup/system_packages.sh
	packaging/setup/system_packages.sh
	mkdir -p $(stamps)
	touch $@

$(stamps)/packaging: packaging/setup/system_packages.sh
	packaging/setup/system_packages.sh --with-display --with-packaging
	touch $@

$(stamps)/venv: $(stamps)/system
	$(PYTHON) -m venv $(venv)
	touch $@

# The name of the build that is wanted; it changes with CMAKE_ARGS, so it is asked for every time.
$(stamps)/build: FORCE $(stamps)/venv
	@$(python) packaging/setup/llama_wheel.py --where >$@.new
	@if cmp -s $@ $@.new; then rm $@.new; else mv $@.new $@; fi

$(stamps)/llama: $(stamps)/build
	wheel="$$($(python) packaging/setup/llama_wheel.py)" && \
	$(python) -m pip install --no-deps --force-reinstall "$$wheel"
	touch $@

# llama.cpp's chat formats. Hearth runs without them, so that a failure, which is said on the
# terminal, stops nothing.
$(stamps)/chat-formats-wanted: FORCE $(stamps)/llama
	@$(python) packaging/setup/chat_formats.py --where >$@.new
	@if cmp -s $@ $@.new; then rm $@.new; else mv $@.new $@; fi

$(stamps)/chat-formats: $(stamps)/chat-formats-wanted $(stamps)/llama
	$(python) packaging/setup/chat_formats.py --install >$@.new || true
	mv $@.new $@

# Matrix products on x86, faster than llama.cpp's. Optional in the same way.
$(stamps)/matmul-wanted: FORCE $(stamps)/llama
	@$(python) packaging/setup/matmul.py --where >$@.new
	@if cmp -s $@ $@.new; then rm $@.new; else mv $@.new $@; fi

$(stamps)/matmul: $(stamps)/matmul-wanted $(stamps)/llama
	$(python) packaging/setup/matmul.py --install >$@.new || true
	mv $@.new $@

$(stamps)/app: $(stamps)/llama $(stamps)/chat-formats $(stamps)/matmul pyproject.toml
	$(python) -m pip install --editable .
	touch $@

# The Vulkan backend, where what compiles it is installed; asked for every time, as above. Hearth
# runs without it, so that a failure, which is said on the terminal, stops nothing.
$(stamps)/vulkan-wanted: FORCE $(stamps)/venv
	@$(python) packaging/setup/vulkan_backend.py --where >$@.new
	@if cmp -s $@ $@.new; then rm $@.new; else mv $@.new $@; fi

$(stamps)/vulkan: $(stamps)/vulkan-wanted
	library="$$($(python) packaging/setup/vulkan_backend.py)" || library=; \
	rm -f $(vulkan); \
	if [ -n "$$library" ]; then mkdir -p $(dir $(vulkan)) && cp "$$library" $(vulkan); fi
	touch $@

# What compiles it, and a driver that computes on the processor, for the tests.
$(stamps)/vulkan-tools: packaging/setup/system_packages.sh $(stamps)/venv
	packaging/setup/system_packages.sh --with-vulkan
	touch $@

$(stamps)/windows-tools: packaging/setup/system_packages.sh $(stamps)/venv
	packaging/setup/system_packages.sh --with-windows-lab
	touch $@

# A device for the tests to offload to, on a machine without a GPU.
$(stamps)/rpc: $(stamps)/llama packaging/setup/rpc_backend.py packaging/setup/llama_source.py
	$(python) packaging/setup/rpc_backend.py
	touch $@

$(stamps)/dev: $(stamps)/llama $(stamps)/chat-formats $(stamps)/matmul $(stamps)/rpc pyproject.toml | $(stamps)/vulkan-tools $(stamps)/vulkan
	$(python) -m pip install --editable '.[dev]'
	touch $@ $(stamps)/app

# A small model that was trained. Without it the tests that need one are skipped.
$(stamps)/trained-model: packaging/setup/trained_model.py $(stamps)/dev
	$(python) packaging/setup/trained_model.py --install >$@.new || true
	mv $@.new $@

# Vocabularies of real models, which llama.cpp has among its sources. Optional in the same way.
$(stamps)/vocabularies: packaging/setup/vocabularies.py packaging/setup/llama_source.py $(stamps)/dev
	$(python) packaging/setup/vocabularies.py --install >$@.new || true
	mv $@.new $@

$(stamps)/guide: $(stamps)/dev
	$(python) -m pip install --editable '.[dev,guide]'
	touch $@

FORCE:
