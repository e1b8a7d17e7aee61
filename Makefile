# SPDX-License-Identifier: Apache-2.0
# What a newcomer and CI both call. Needs a Swift 6.2 toolchain; system libraries are installed where that is allowed.

RECORDS ?= 100000
PREFIX ?= .build-libassay/prefix
SECONDS_EACH ?= 60
PORT ?= 8080

# A package's traits become options of the compiler in the order of a set, which is another one in each process: with another
# order all is compiled again. What is tested has hashes of its own.
planned := SWIFT_DETERMINISTIC_HASHING=1
tested := .ci/run-tests

.PHONY: help run serve test conformance hostile-table rules-page plugins bench results pictures instructions lint fuzz docs libassay wheel install dist deps clean

help:
	@echo 'make run      validate generated sign-up records (RECORDS=100000) in NDJSON and in CSV'
	@echo 'make serve    validate over HTTP on 127.0.0.1 (PORT=8080) by the rule sets of Examples/signup, in the foreground'
	@echo 'make test     build everything and run all tests'
	@echo 'make conformance  compare the rules with the corpora of others in a folder (CORPORA=...), by corpus and rule'
	@echo 'make hostile-table  write docs/plugins/hostile.md from the tests of hostile plugins'
	@echo 'make rules-page  write the tables of docs/rules.md and docs/rules, and the examples for Python, from the definitions of the rules'
	@echo 'make plugins  build the example plugins that can be built here, into .build/plugins'
	@echo 'make bench    measure the engine against hand-written C, and on hostile inputs (SMOKE=1: a quick check)'
	@echo 'make results  measure on a quiet machine, into Benchmarks/results, and draw the pictures of README again'
	@echo 'make pictures draw the pictures of README: a run on a terminal, its page, and Benchmarks/results'
	@echo 'make instructions  compare the instructions of a record with Benchmarks/instructions.json (RENEW=1: write it)'
	@echo 'make lint     formatting, static analysis, imports, terms, leftovers'
	@echo 'make fuzz     run every fuzzer (SECONDS_EACH=60)'
	@echo 'make docs     build the documentation, into .build-docs/site'
	@echo 'make libassay build the C library, into PREFIX (.build-libassay/prefix)'
	@echo 'make wheel    build the C library, ruleshell and the Python packages with them, into Integrations/Python/dist'
	@echo 'make install  build and install ruleshell and the C library into PREFIX (/usr/local); DESTDIR for packages'
	@echo 'make dist     write .build-dist/assay-VERSION-linux-MACHINE.tar.gz, which runs without Swift'
	@echo 'make deps     install the system libraries'
	@echo 'make clean    remove what was built'

deps:
	@.ci/install-deps

run: deps
	@Examples/signup/run $(RECORDS)

serve: deps
	$(planned) swift build -c release --package-path Integrations/Services --product assay-plugin-probe
	$(planned) swift build -c release --package-path Integrations/Services --product assay-server
	exec "$$(swift build -c release --package-path Integrations/Services --show-bin-path)/assay-server" \
		--port $(PORT) --rule-sets Examples/signup

test: deps
	$(planned) swift build --build-tests
	$(tested) swift test --skip-build

conformance: deps
	@.ci/conformance $(CORPORA)

hostile-table: deps
	$(planned) swift build --build-tests
	ASSAY_HOSTILE_TABLE=docs/plugins/hostile.md $(tested) swift test --skip-build \
		--skip BitFlipTests --filter 'HostilePlugins\.|AssayPluginCheckerTests\.|AssayPluginHostTests\.NeededLibraryTests'

rules-page: deps
	$(planned) swift build --product ruleshell
	.build/debug/ruleshell rules --markdown >.build/rules.md
	.ci/write-rule-pages <.build/rules.md
	.build/debug/ruleshell rules --json >.build/rules.json
	.ci/write-rule-examples <.build/rules.json

plugins:
	@.ci/build-plugins .build/plugins

bench:
	@.ci/install-deps --bench
	@SMOKE='$(SMOKE)' Benchmarks/run $(BENCH_ARGUMENTS)
	@SMOKE='$(SMOKE)' Benchmarks/run-plugins
	@SMOKE='$(SMOKE)' Benchmarks/run-forms
	@SMOKE='$(SMOKE)' Benchmarks/run-shell
	@SMOKE='$(SMOKE)' Benchmarks/run-growth
	@SMOKE='$(SMOKE)' Benchmarks/run-hostile

results: wheel
	@.ci/install-deps --bench
	@Benchmarks/run --save $(BENCH_ARGUMENTS)
	@Benchmarks/run-python --save
	@$(MAKE) pictures

pictures: deps
	@.ci/install-deps --pages
	$(planned) swift build --product ruleshell
	@docs/pictures/draw .build/debug/ruleshell

instructions:
	@.ci/install-deps --bench
	@Benchmarks/count-instructions $(if $(RENEW),--renew)

lint:
	@.ci/install-deps --lint
	@.ci/lint

fuzz: deps
	@.ci/fuzz $(SECONDS_EACH)

docs: deps
	$(planned) swift build
	@.ci/build-docs .build-docs/site

libassay: deps
	@.ci/build-library '$(PREFIX)'
	@.ci/check-library '$(PREFIX)'

wheel: libassay
	@.ci/build-ruleshell .build-libassay/ruleshell
	@$(MAKE) -C Integrations/Python wheel PREFIX='$(abspath $(PREFIX))' RULESHELL='$(abspath .build-libassay/ruleshell)'

install: deps
	@.ci/install '$(if $(filter file,$(origin PREFIX)),/usr/local,$(PREFIX))'

dist: deps
	@.ci/dist
	@.ci/check-dist .build-dist/assay-*-linux-*.tar.gz

clean:
	rm -rf .build .build-* Tests/forms/FormMacros/.build Tests/forms/PortableForms/.build Examples/signup/.build Examples/signup/.build-* Benchmarks/.build Examples/Coexistence/.build Examples/SignUpService/.build Integrations/Services/.build
