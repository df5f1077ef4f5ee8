# Tain. `make help` lists what there is to make.

# The version is in internal/version/VERSION; the program also tells the commit.
REVISION ?= $(shell git describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null)
LDFLAGS   = -s -w -X main.revision=$(REVISION)
# The same flags for every Go command, so that tools, tests and the program share what was compiled.
export GOFLAGS := $(GOFLAGS) -trimpath
# Flags for go test, such as TESTFLAGS=-v or TESTFLAGS="-run Perft".
TESTFLAGS ?=
# The packages in which many things happen at once; their short tests are run for races.
CONCURRENT = ./internal/play/hub ./internal/site/store/memory ./internal/site/limit ./internal/site/live ./internal/site/server
# The packages whose tests compare with second implementations for minutes: make test asks them for a part of it,
# make test-long for all.
DEEP = ./engine/tablebase ./internal/zrf ./variant ./variant/definition ./internal/site/store/sqlite ./internal/site/store/postgres ./cmd/wasm ./internal/test/...
# The packages whose tests compare assembly with plain Go; they are run as on arm64 too.
ASSEMBLY = ./internal/vector ./engine/eval/nnue
# Flags for the benchmark, such as BENCHFLAGS="-rounds 9 -write docs/results/speed.json".
BENCHFLAGS ?=
# How long each fuzz target runs in test-long.
FUZZTIME ?= 30s

# Flags for the attacks, such as HOSTILEFLAGS="-attacks files,log -time 20s", and how long a soak is.
HOSTILEFLAGS ?=
SOAKTIME ?= 10m
# Flags for the faults of a cluster, such as FAULTFLAGS="-seed 7 -faults 50".
FAULTFLAGS ?=

# Where make cluster keeps the database; if not told, in a folder that is removed at the end.
CLUSTER ?=

.PHONY: help run cluster build web check test test-go test-web test-long test-hostile test-soak test-cluster test-faults test-deploy test-release release test-npm npm lint fuzz vulncheck bench results bench-web bench-cluster pictures screenshots catalogue setup clean
.DEFAULT_GOAL := help

help: ## list these targets
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

web: setup ## build the page into web/dist
	scripts/web

npm: web ## build the packages for other people's JavaScript, @tainchess/rules and @tainchess/board, into bin/npm
	node web/packages/build.mjs

check: lint ## the inner loop, under two minutes: the source, the quick tests, types and units of the page
	go test -short $(TESTFLAGS) ./...
	@if [ -d web/node_modules ]; then \
		go run ./internal/tool/webdata web/src/data/data.json && cd web && npm run --silent check && npm test --silent; \
	fi

test: lint test-web test-go ## what every change must pass: checks of the source, of the page, of the program

test-go: setup ## all tests of the program; those where many things happen at once also for races, those of assembly also as on arm64
	scripts/xboard
	scripts/programs
	scripts/postgres
	scripts/compiler
	CGO_ENABLED=1 go test -race -short -timeout 30m $(TESTFLAGS) $(CONCURRENT)
	TAIN_PEBBLE=$$(scripts/pebble) TAIN_XBOARD=1 TAIN_PROGRAMS=1 TAIN_POSTGRES=1 go test -timeout 30m $(TESTFLAGS) $$(go list ./... | grep -vxF "$$(go list $(DEEP))")
	TAIN_PROGRAMS=1 TAIN_POSTGRES=1 go test -short -timeout 30m $(TESTFLAGS) $(DEEP)
	scripts/arm64 -short -timeout 30m $(TESTFLAGS) $(ASSEMBLY)

test-web: web ## the types and units of the page, then its core in Chromium (all of it in test-long)
	@$(MAKE) --no-print-directory build
	cd web && npm run --silent lint && npm run --silent check && npm test --silent
	scripts/browser
	node web/packages/build.mjs
	cd web && npm run --silent test:browser

test-npm: npm ## only the tests of the packages: in a fresh project, in Node and in Chromium
	@$(MAKE) --no-print-directory build
	scripts/browser
	node --test web/tests/embed.test.mjs

screenshots: web ## take pictures of every page, for eyes to look at: web/screenshots
	@$(MAKE) --no-print-directory build
	scripts/browser
	node web/tests/screenshots.mjs

test-long: test ## the same, then the long comparisons, every page in Chromium, all starts of Chess960 beside Stockfish, the search as on arm64 and each fuzz target for FUZZTIME
	TAIN_PROGRAMS=1 go test -timeout 60m $(TESTFLAGS) $(DEEP)
	cd web && npm run --silent test:browser -- all
	TAIN_LONG=1 TAIN_PROGRAMS=1 go test -count 1 -run 960 ./variant/chess
	scripts/arm64 -timeout 60m $(TESTFLAGS) $(ASSEMBLY)
	scripts/arm64 -timeout 60m -run Bench ./engine
	scripts/fuzz $(FUZZTIME)

fuzz: setup ## run each fuzz target for FUZZTIME
	scripts/fuzz $(FUZZTIME)

vulncheck: setup ## report known vulnerabilities in the code that Tain calls (govulncheck; skipped without its database)
	scripts/vulncheck

test-hostile: web ## attack a server of its own beside honest players, and print what they noticed (docs/security.md)
	@$(MAKE) --no-print-directory build
	go run ./internal/test/programs/hostile -program bin/tain $(HOSTILEFLAGS)

test-soak: web ## hold 2,000 games for SOAKTIME while visitors come and go: no socket may be cut, nothing may grow (docs/security.md)
	@$(MAKE) --no-print-directory build
	go run ./internal/test/programs/hostile -program bin/tain -soak $(SOAKTIME)

test-cluster: web ## start a cluster, stop and kill its parts while games are played on it, also in Chromium
	@$(MAKE) --no-print-directory build
	scripts/browser
	scripts/test-cluster

test-faults: setup ## break a cluster of its own in 200 ways while games are played on it, and print what came of it (docs/scale.md)
	scripts/postgres
	go build -tags faults -o bin/tain-faults ./cmd/tain
	go run ./internal/test/programs/faults -program bin/tain-faults $(FAULTFLAGS)
	go build -o bin/nats-server github.com/nats-io/nats-server/v2
	go run ./internal/test/programs/faults -program bin/tain-faults -nats bin/nats-server -faults 60 $(FAULTFLAGS)

test-deploy: build ## try the files of deploy/ with the real Prometheus, systemd, Caddy, HAProxy and nginx
	scripts/deploy

release: ## build archives, packages and images for all platforms into release/, twice, and see that they are the same (docs/releases.md)
	scripts/release
	scripts/release-again $${OUT:-release}

test-release: ## build a release for this machine; install, run, upgrade and remove it in a clean Debian (as root)
	scripts/test-release

lint: setup ## gofmt, go vet and staticcheck; Biome, if the packages of the page are installed
	@unformatted=$$(gofmt -l $$(go list -f '{{.Dir}}' ./...)); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-ed:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./cmd/wasm
	GOARCH=arm64 go vet ./internal/vector ./engine/search
	go tool staticcheck ./...
	scripts/lint-web

bench: build ## measure counting beside Stockfish and reading beside pgn-extract (installs them where missing)
	scripts/bench $(BENCHFLAGS)

results: setup ## write docs/results.md from the result files in docs/results
	go run ./internal/tool/bench -page docs/results.md

bench-web: web ## measure how soon boards and hints are there in Chromium, also over a slow line
	@$(MAKE) --no-print-directory build
	scripts/browser
	node web/tests/bench.mjs

bench-cluster: web ## measure what moves and sockets cost on one node with SQLite, and on one and three with PostgreSQL (docs/scale.md)
	@$(MAKE) --no-print-directory build
	scripts/bench-cluster.mjs

pictures: setup ## draw the pictures of docs/pictures.md anew, and write the rulebooks of docs/rules
	go run ./internal/tool/rulebook
	go test ./cmd/tain -run '^TestPictures$$' -count 1 -update

catalogue: setup ## list what is missing, unknown or wrong in the catalogue and the translations of each language
	go run ./internal/tool/catalogue

setup: ## fetch what the build needs
	@scripts/setup

clean: ## remove what was built
	rm -rf bin web/dist web/public/tain.wasm web/public/wasm_exec.js web/src/data/*.json web/src/data/?? .cache/packed .cache/browser
