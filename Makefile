# Tain. `make help` lists the targets.

# The version is in internal/version/VERSION; the program also reports the commit.
REVISION ?= $(shell git describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null)
LDFLAGS   = -s -w -X main.revision=$(REVISION)
# One set of flags for every Go command, so that tools, tests and the program share the build cache. Without debugging
# tables, which the program drops anyway, compiling takes a seventh less time.
export GOFLAGS := $(GOFLAGS) -trimpath -gcflags=all=-dwarf=false
# Flags for go test, such as TESTFLAGS=-v or TESTFLAGS="-run Perft".
TESTFLAGS ?=
# Packages with concurrent code; their short tests run under the race detector.
CONCURRENT = ./internal/play/cluster ./internal/play/computer ./internal/play/hub ./internal/play/lobby ./internal/play/room ./internal/play/schedule \
	./internal/site/store/memory ./internal/site/limit ./internal/site/live ./internal/site/server
# Packages whose tests compare assembly with plain Go; they also run on emulated arm64.
ASSEMBLY = ./internal/vector ./engine/eval/nnue
# Flags for the benchmark, such as BENCHFLAGS="-rounds 9 -write docs/results/speed.json".
BENCHFLAGS ?=
# Running time of each fuzz target in make fuzz and make test-long.
FUZZTIME ?= 30s

# Flags for the attacks, such as HOSTILEFLAGS="-attacks files,log -rounds 1 -write docs/results/security-attacks.json", and the length of a soak test.
HOSTILEFLAGS ?=
SOAKTIME ?= 10m
# Flags for test-faults, such as FAULTFLAGS="-seed 7 -faults 50". RACE=1 builds the nodes with the race detector; a reported race fails the test.
FAULTFLAGS ?=
RACE ?=

# Data folder of make cluster (default: a temporary folder).
CLUSTER ?=

.PHONY: help run cluster build web check test test-go test-web test-long test-hostile test-soak test-cluster test-faults test-deploy test-release release package test-npm npm lint fuzz vulncheck bench results bench-web bench-cluster pictures screenshots catalogue setup clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: web ## build everything and serve on http://localhost:8080
	@$(MAKE) --no-print-directory build
	bin/tain serve

cluster: web ## build everything and start PostgreSQL, three nodes, two workers and HAProxy on http://localhost:8080 (docs/operate.md)
	@$(MAKE) --no-print-directory build
	scripts/cluster $(CLUSTER)

build: setup ## build bin/tain, with the page if it has been built
	go run ./internal/tool/licences internal/licence/list.json
	go build -ldflags '$(LDFLAGS)' -o bin/tain ./cmd/tain

web: ## build the page into web/dist
	scripts/web

npm: web ## build the npm packages @tainchess/rules and @tainchess/board into bin/npm
	node web/packages/build.mjs

check: lint ## lint, short tests, and type checks and unit tests of the page
	go test -short -p 4 $(TESTFLAGS) ./...
	@if [ -d web/node_modules ]; then \
		go run ./internal/tool/webdata web/src/data/data.json && cd web && npm run --silent check && npm test --silent; \
	fi

test: lint test-web test-go ## run everything a change must pass: lint, tests of the page, tests of the program

test-go: setup ## run the Go tests, concurrent packages also with the race detector, assembly also on emulated arm64
	scripts/xboard
	scripts/programs
	scripts/postgres
	scripts/compiler
	CGO_ENABLED=1 go test -race -short -timeout 30m $(TESTFLAGS) $(CONCURRENT)
	TAIN_PEBBLE=$$(scripts/pebble) TAIN_XBOARD=1 TAIN_PROGRAMS=1 TAIN_POSTGRES=1 go test -timeout 30m $(TESTFLAGS) ./...
	scripts/arm64 -short -timeout 30m $(TESTFLAGS) $(ASSEMBLY)

test-web: web ## check the page's types, run its unit tests and its core in Chromium (all pages: test-long)
	@$(MAKE) --no-print-directory build
	cd web && npm run --silent lint && npm run --silent check && npm test --silent
	scripts/browser
	node web/packages/build.mjs
	cd web && npm run --silent test:browser

test-npm: npm ## test the npm packages in a fresh project, in Node and in Chromium
	@$(MAKE) --no-print-directory build
	scripts/browser
	node --test web/tests/embed.test.mjs

screenshots: web ## save screenshots of the main pages in web/screenshots
	@$(MAKE) --no-print-directory build
	scripts/browser
	node web/tests/screenshots.mjs

test-long: test ## run test, the long comparisons, every page in Chromium, all Chess960 starting positions against Stockfish, the search on arm64, and each fuzz target for FUZZTIME
	TAIN_LONG=1 TAIN_PROGRAMS=1 TAIN_POSTGRES=1 go test -timeout 60m $(TESTFLAGS) ./...
	cd web && npm run --silent test:browser -- all
	TAIN_LONG=1 scripts/arm64 -timeout 60m $(TESTFLAGS) $(ASSEMBLY)
	scripts/arm64 -timeout 60m -run Bench ./engine
	scripts/fuzz $(FUZZTIME)

fuzz: setup ## run each fuzz target for FUZZTIME
	scripts/fuzz $(FUZZTIME)

vulncheck: setup ## report known vulnerabilities in the code that Tain calls (govulncheck; skipped if it cannot be fetched)
	scripts/vulncheck

test-hostile: web ## attack a local server while honest players use it, and report the effects on them (docs/security.md)
	@$(MAKE) --no-print-directory build
	go run ./internal/test/programs/hostile -program bin/tain $(HOSTILEFLAGS)

test-soak: web ## play 2,000 games for SOAKTIME while visitors come and go; fail if a socket is disconnected or memory leaks (docs/security.md)
	@$(MAKE) --no-print-directory build
	go run ./internal/test/programs/hostile -program bin/tain -soak $(SOAKTIME)

test-cluster: web ## start a cluster, then stop and kill its nodes while games are played on it, including in Chromium
	@$(MAKE) --no-print-directory build
	scripts/browser
	scripts/test-cluster

test-faults: setup ## inject 200 faults into a local cluster while games are played on it, then 60 into one with an external NATS, and report the results; RACE=1 with the race detector (docs/scale.md)
	scripts/postgres
	$(if $(RACE),scripts/compiler)
	$(if $(RACE),CGO_ENABLED=1) go build $(if $(RACE),-race) -tags faults -o bin/tain-faults ./cmd/tain
	go run ./internal/test/programs/faults -program bin/tain-faults $(if $(RACE),-race) $(FAULTFLAGS)
	go build -o bin/nats-server github.com/nats-io/nats-server/v2
	go run ./internal/test/programs/faults -program bin/tain-faults $(if $(RACE),-race) -nats bin/nats-server -standby=false -faults 60 $(FAULTFLAGS)

test-deploy: build ## test the files in deploy/ with the real Prometheus, systemd, Caddy, HAProxy and nginx
	scripts/deploy

release: ## build archives, packages and images for all platforms into release/, and check that a second build is identical (docs/releases.md)
	scripts/release
	scripts/release-again $${OUT:-release}

package: ## build the archive, packages and image for this machine into release/
	PLATFORMS=$$(go env GOHOSTOS)/$$(go env GOHOSTARCH) scripts/release

test-release: ## build a release for this machine, then install, run, upgrade and remove it in a clean Debian (needs root)
	scripts/test-release

lint: setup ## run gofmt, go vet and staticcheck, and Biome if the page's npm packages are installed
	@unformatted=$$(gofmt -l $$(go list -f '{{.Dir}}' ./...)); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-ed:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./cmd/wasm
	GOARCH=arm64 go vet ./internal/vector ./engine/search
	go tool staticcheck ./...
	scripts/lint-web

bench: build ## compare perft with Stockfish and PGN reading with pgn-extract (installs them if missing)
	scripts/bench $(BENCHFLAGS)

results: setup ## write docs/results.md from the result files in docs/results
	go run ./internal/tool/bench -page docs/results.md

bench-web: export PACK = best
bench-web: web ## measure how fast boards and hints appear in Chromium, including over a slow connection
	@$(MAKE) --no-print-directory build
	scripts/browser
	node web/tests/bench.mjs
	node web/tests/newcomer.mjs

bench-cluster: web ## measure the cost of moves and sockets on one node with SQLite and on one and three nodes with PostgreSQL (docs/scale.md)
	@$(MAKE) --no-print-directory build
	scripts/bench-cluster.mjs

pictures: setup ## redraw the pictures in docs/pictures.md and docs/topology.md, and write the rulebooks in docs/rules
	go run ./internal/tool/rulebook
	go test ./cmd/tain -run '^TestPictures$$' -count 1 -update

catalogue: setup ## list missing, unknown and invalid translations
	go run ./internal/tool/catalogue

setup: ## fetch build dependencies
	@scripts/setup

clean: ## remove build outputs
	rm -rf bin web/dist web/public/tain.wasm web/public/wasm_exec.js web/src/data/*.json web/src/data/?? .cache/browser
