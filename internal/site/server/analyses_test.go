package server_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/rules"
)

// analyst is a fake that returns the same unfinished analysis for every identifier. Package jobs tests real
// analyses.
type analyst struct {
	mu   sync.Mutex
	who  []fair.Party
	line *rules.Line
	fail error
}

func (a *analyst) Analyse(ctx context.Context, who fair.Party, line *rules.Line) (jobs.GameAnalysis, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.who, a.line = append(a.who, who), line
	if a.fail != nil {
		return jobs.GameAnalysis{}, a.fail
	}
	return a.Analysis(ctx, "1-word", 0)
}

func (a *analyst) Analysis(_ context.Context, id string, from int) (jobs.GameAnalysis, error) {
	return jobs.GameAnalysis{ID: id, State: jobs.AnalysisWaiting, Place: 3, Total: 5, Workers: 1, From: from}, nil
}

func (a *analyst) Withdraw(context.Context, string) error { return a.fail }

func (a *analyst) Queue(context.Context) (waiting, running int, oldest time.Duration, threads int, err error) {
	return 2, 1, 90 * time.Second, 3, a.fail
}

func with(a rest.Analyst) change {
	return func(o *server.Options, _ *hub.Options) { o.Analyst = a }
}

// TestAnalyses requests analyses of games as a page does.
func TestAnalyses(t *testing.T) {
	a := &analyst{}
	s := open(t, nil, with(a))
	who := s.somebody()
	var can wire.GameAnalysts
	who.want(200, "GET", "/api/v1/analyses", "", &can)
	if !can.Queue || can.Workers != 3 || can.Waiting != 2 {
		t.Errorf("queue = %+v", can)
	}
	var made wire.GameAnalysis
	who.want(201, "POST", "/api/v1/analyses", `{"variant":"chess","moves":["f3","e5","g4","Qh4"]}`, &made)
	if made.ID != "1-word" || made.Place != 3 || a.line.Ply() != 4 {
		t.Errorf("analysis = %+v of %d half-moves", made, a.line.Ply())
	}
	who.want(201, "POST", "/api/v1/analyses", `{"variant":"chess","moves":["f3"]}`, &made)
	other := s.somebody()
	other.want(201, "POST", "/api/v1/analyses", `{"variant":"chess","moves":["f3"]}`, &made)
	if a.who[0] != a.who[1] || a.who[1].Person == a.who[2].Person || a.who[2].Person == [32]byte{} || a.who[1].Address != a.who[2].Address {
		t.Errorf("party = %v", a.who)
	}
	who.want(200, "GET", "/api/v1/analyses/1-word?from=3", "", &made)
	if made.From != 3 {
		t.Errorf("results start at ply %d", made.From)
	}
	who.want(204, "DELETE", "/api/v1/analyses/1-word", "", nil)
	for _, c := range []struct {
		status     int
		method     string
		path, body string
	}{
		{400, "POST", "", `{"variant":"chess"}`},
		{400, "POST", "", `{"variant":"chess","moves":["e5"]}`},
		{400, "POST", "", `{"variant":"checkers","moves":["e4"]}`},
		{400, "POST", "", `{"variant":"chess","moves":["e4"],"nodes":1}`},
		{400, "GET", "/1-word?from=-1", ""},
		{400, "GET", "/1-word?from=x", ""},
		{405, "PUT", "/1-word", "{}"},
	} {
		if r := who.ask(c.method, "/api/v1/analyses"+c.path, c.body); r.StatusCode != c.status {
			t.Errorf("who.ask: %s %s %s: %s %s", c.method, c.path, c.body, r.Status, r.body)
		}
	}
	for _, c := range []struct {
		fail   error
		code   string
		status int
	}{{jobs.ErrTooMany, wire.CodeTooMany, 429}, {jobs.ErrFull, wire.CodeBusy, 503}, {jobs.ErrNoAnalyst, wire.CodeNoWorkers, 503}} {
		a.fail = c.fail
		r := who.ask("POST", "/api/v1/analyses", `{"variant":"chess","moves":["e4"]}`)
		if r.StatusCode != c.status || r.Header.Get("Retry-After") == "" || !strings.Contains(string(r.body), c.code) {
			t.Errorf("who.ask: %s: %s %s", c.code, r.Status, r.body)
		}
	}
	s.limitIs("game-analyses", -1, -1, 1) // the usage is unknown, because the queue fails too
	s.limitIs("game-analyses-person", -1, -1, 1)
	if r := who.ask("GET", "/api/v1/privacy", ""); !strings.Contains(string(r.body), "server analysis") {
		t.Error("the privacy page omits analyses")
	}
}

// TestNoAnalyses checks that a single server reports that it has no workers.
func TestNoAnalyses(t *testing.T) {
	s := open(t, nil)
	who := s.somebody()
	var can wire.GameAnalysts
	who.want(200, "GET", "/api/v1/analyses", "", &can)
	if can != (wire.GameAnalysts{}) {
		t.Errorf("queue = %+v", can)
	}
	for _, c := range []struct{ method, path, body string }{
		{"POST", "", `{"variant":"chess","moves":["e4"]}`}, {"GET", "/1-word", ""}, {"DELETE", "/1-word", ""},
	} {
		r := who.ask(c.method, "/api/v1/analyses"+c.path, c.body)
		if r.StatusCode != 501 || !strings.Contains(string(r.body), `"no-queue"`) || !strings.Contains(string(r.body), "this server has no analysis workers") {
			t.Errorf("who.ask: %s %s: %s %s", c.method, c.path, r.Status, r.body)
		}
	}
	if r := who.ask("GET", "/api/v1/privacy", ""); strings.Contains(string(r.body), "server analysis") {
		t.Error("the privacy page mentions analyses although there are no workers")
	}
}

// TestAnalysisMetrics checks the metrics of the analysis queue. If the database is unavailable, only these
// metrics are omitted.
func TestAnalysisMetrics(t *testing.T) {
	a := &analyst{}
	s := open(t, nil, with(a))
	figures := s.metrics()
	for _, want := range []string{"tain_game_analyses_waiting 2\n", "tain_game_analyses_running 1\n", "tain_game_analyses_oldest_seconds 90\n", "tain_game_analyses_threads 3\n"} {
		if !strings.Contains(figures, "\n"+want) {
			t.Errorf("metric %q is missing", want)
		}
	}
	a.fail = jobs.ErrFull
	if figures := s.metrics(); strings.Contains(figures, "tain_game_analyses") || !strings.Contains(figures, "tain_commits_total") {
		t.Errorf("metrics without the database:\n%s", figures)
	}
	if figures := open(t, nil).metrics(); strings.Contains(figures, "tain_game_analyses") {
		t.Error("a server without workers has queue metrics")
	}
}
