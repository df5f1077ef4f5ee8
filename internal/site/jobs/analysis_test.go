package jobs_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/postgres"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// mated is a short game that ends in mate.
var mated = []string{"f3", "e5", "g4", "Qh4"}

func lineOf(t *testing.T, variantName string, moves ...string) *rules.Line {
	t.Helper()
	line, err := api.NewService(variant.Builtin()).Play(wire.LineRequest{Variant: variantName, Moves: moves})
	if err != nil {
		t.Fatalf("Play: %v", err)
	}
	return line
}

// person returns the n-th person at an address.
func person(address, n byte) fair.Party {
	return fair.Party{Address: netip.AddrFrom4([4]byte{192, 0, 2, address}), Person: [32]byte{address, n}}
}

// requested is an analysis in the queue, with the client that requested it.
type requested struct {
	t      *testing.T
	client *jobs.Client
	id     string
}

func ask(t *testing.T, client *jobs.Client, who fair.Party, line *rules.Line) requested {
	t.Helper()
	s, err := client.Analyse(t.Context(), who, line)
	if err != nil {
		t.Fatalf("Analyse: %v", err)
	}
	return requested{t, client, s.ID}
}

func (a requested) state() jobs.GameAnalysis {
	a.t.Helper()
	s, err := a.client.Analysis(a.t.Context(), a.id, 0)
	if err != nil {
		a.t.Fatalf("Analysis: %v", err)
	}
	return s
}

// until polls until the state of an analysis satisfies a condition.
func (a requested) until(what string, ok func(jobs.GameAnalysis) bool) jobs.GameAnalysis {
	a.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		s := a.state()
		if ok(s) {
			return s
		}
		if time.Now().After(end) {
			a.t.Fatalf("the analysis is not %s: %+v", what, s)
		}
	}
}

func (a requested) is(state jobs.AnalysisState) jobs.GameAnalysis {
	a.t.Helper()
	return a.until(string(state), func(s jobs.GameAnalysis) bool { return s.State == state })
}

// TestAnalysis analyses games on workers, and checks the places in the queue, the results and withdrawal.
func TestAnalysis(t *testing.T) {
	url := pgtest.Start(t).Database()
	client := newClient(t, url)
	client.Bounds.Nodes = 500
	line := lineOf(t, "chess", mated...)
	if _, err := client.Analyse(t.Context(), person(1, 1), line); !errors.Is(err, jobs.ErrNoAnalyst) {
		t.Errorf("Analyse without a worker: %v", err)
	}
	if waiting, running, oldest, threads, err := client.Queue(t.Context()); err != nil || waiting+running+threads != 0 || oldest != 0 {
		t.Errorf("%d wait, the first for %v, %d run on %d threads: %v", waiting, oldest, running, threads, err)
	}
	stop := work(t, url, player{onSearch: func() {}}, jobs.Analysis)

	t.Run("results", func(t *testing.T) {
		for _, name := range []string{"chess", "triboard", "trid"} {
			line := line
			if name != "chess" {
				line = lineOf(t, name, opening(t, name, 6)...)
			}
			a := ask(t, client, person(1, 1), line)
			s := a.is(jobs.AnalysisDone)
			if s.Done != line.Ply()+1 || s.Total != s.Done || s.Place != 0 || s.Workers != 2 || s.Nodes != 500 {
				t.Errorf("is: %+v", s)
			}
			sameAsHere(t, line, s.Found)
			if later, err := client.Analysis(t.Context(), a.id, 3); err != nil || later.From != 3 || later.Done != s.Done || len(later.Found) != s.Done-3 {
				t.Errorf("results from the fourth position on: %+v, error %v", later, err)
			}
			for _, name := range []string{"", "x", a.id + "x", "1-", strings.Split(a.id, "-")[0] + "-"} {
				if _, err := client.Analysis(t.Context(), name, 0); !errors.Is(err, jobs.ErrNotFound) {
					t.Errorf("client.Analysis: %q: %v", name, err)
				}
				if err := client.Withdraw(t.Context(), name); !errors.Is(err, jobs.ErrNotFound) {
					t.Errorf("%q withdrawn: %v", name, err)
				}
			}
			// Withdrawing a finished analysis has no effect.
			if err := client.Withdraw(t.Context(), a.id); err != nil || a.state().State != jobs.AnalysisDone {
				t.Errorf("withdrawing a finished analysis: %v, %+v", err, a.state())
			}
		}
	})

	// If the database cannot save the end of an analysis, the worker retries.
	t.Run("save is retried", func(t *testing.T) {
		store, err := postgres.Open(t.Context(), postgres.Options{URL: url, Aside: true})
		if err != nil {
			t.Fatalf("postgres.Open: %v", err)
		}
		defer store.Close()
		// A sequence is not rolled back when the transaction fails.
		for _, text := range []string{
			"CREATE SEQUENCE kept",
			`CREATE FUNCTION once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				IF nextval('kept') = 1 THEN RAISE EXCEPTION 'the disk is full'; END IF;
				RETURN new;
			END $$`,
			"CREATE TRIGGER once BEFORE UPDATE ON river_job FOR EACH ROW WHEN (new.state = 'completed') EXECUTE FUNCTION once()",
		} {
			if _, err := store.Pool().Exec(t.Context(), text); err != nil {
				t.Fatalf("Exec: %v", err)
			}
		}
		a := ask(t, client, person(1, 1), line)
		s := a.until("at its end", func(s jobs.GameAnalysis) bool {
			return s.State == jobs.AnalysisDone || s.State == jobs.AnalysisFailed
		})
		if s.State != jobs.AnalysisDone || s.Done != s.Total {
			t.Errorf("until: %+v", s)
		}
		var tries int
		if err := store.Pool().QueryRow(t.Context(), "SELECT last_value FROM kept").Scan(&tries); err != nil || tries != 2 {
			t.Errorf("end was saved %d times, error %v", tries, err)
		}
		if _, err := store.Pool().Exec(t.Context(), "DROP TRIGGER once ON river_job"); err != nil {
			t.Fatalf("Exec: %v", err)
		}
	})

	t.Run("queue place", func(t *testing.T) {
		client.Bounds = jobs.Bounds{Person: 2, Address: 3, All: 6, Nodes: 1 << 40}
		var all []requested
		for n := range byte(2) {
			all = append(all, ask(t, client, person(1, n), line))
			all[n].is(jobs.AnalysisRunning)
		}
		// Both threads are busy. An analysis from an address without a running one comes before an analysis
		// from an address with two.
		third := ask(t, client, person(1, 0), line)
		if s := third.state(); s.State != jobs.AnalysisWaiting || s.Place != 1 {
			t.Errorf("status of the third analysis = %+v", s)
		}
		// The analysis must not wait for River's leader, which checks only every five seconds and may be
		// missing.
		aside, err := postgres.Open(t.Context(), postgres.Options{URL: url, Aside: true})
		if err != nil {
			t.Fatalf("postgres.Open: %v", err)
		}
		defer aside.Close()
		left := 0
		if err := aside.Pool().QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'analysis' AND state = 'scheduled'").Scan(&left); err != nil || left > 0 {
			t.Errorf("%d analyses wait for the leader, error %v", left, err)
		}
		other := ask(t, client, person(2, 0), line)
		if a, b := third.state(), other.state(); a.Place != 2 || b.Place != 1 {
			t.Errorf("queue places = %d and %d", a.Place, b.Place)
		}
		if _, err := client.Analyse(t.Context(), person(1, 7), line); !errors.Is(err, jobs.ErrTooMany) {
			t.Errorf("fourth analysis for an address: got error %v", err)
		}
		all = append(all, third, other, ask(t, client, person(2, 0), line))
		if _, err := client.Analyse(t.Context(), person(2, 0), line); !errors.Is(err, jobs.ErrTooMany) {
			t.Errorf("third analysis for a person: got error %v", err)
		}
		all = append(all, ask(t, client, person(3, 0), line))
		if _, err := client.Analyse(t.Context(), person(4, 0), line); !errors.Is(err, jobs.ErrFull) {
			t.Errorf("more analyses than the total limit: %v", err)
		}
		if waiting, running, oldest, threads, err := client.Queue(t.Context()); err != nil || waiting != 4 || running == 0 || threads != running || oldest <= 0 {
			t.Errorf("%d wait, the first for %v, %d run on %d threads: %v", waiting, oldest, running, threads, err)
		}
		// A waiting and a running analysis are withdrawn; the next one starts.
		for _, a := range []requested{third, all[0]} {
			if err := client.Withdraw(t.Context(), a.id); err != nil {
				t.Fatalf("Withdraw: %v", err)
			}
			a.is(jobs.AnalysisWithdrawn)
		}
		other.is(jobs.AnalysisRunning)
		for _, a := range all {
			if err := client.Withdraw(t.Context(), a.id); err != nil {
				t.Fatalf("Withdraw: %v", err)
			}
		}
		// No worker continues any of them.
		for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
			var left int
			store, err := postgres.Open(t.Context(), postgres.Options{URL: url, Aside: true})
			if err == nil {
				err = store.Pool().QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'analysis' AND finalized_at IS NULL").Scan(&left)
				store.Close()
			}
			if err == nil && left == 0 {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%d analyses in progress, error %v", left, err)
			}
		}
	})

	t.Run("concurrent requests", func(t *testing.T) {
		client.Bounds = jobs.Bounds{Person: 3, Address: 3, All: 100, Nodes: 1 << 40}
		var mu sync.Mutex
		var taken []string
		var asking sync.WaitGroup
		for range 12 {
			asking.Go(func() {
				s, err := client.Analyse(t.Context(), person(5, 0), line)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					taken = append(taken, s.ID)
				} else if !errors.Is(err, jobs.ErrTooMany) {
					t.Errorf("Analyse: %v", err)
				}
			})
		}
		asking.Wait()
		if len(taken) != 3 {
			t.Errorf("%d concurrent requests were accepted, want 3", len(taken))
		}
		for _, id := range taken {
			if err := client.Withdraw(t.Context(), id); err != nil {
				t.Errorf("Withdraw: %v", err)
			}
		}
	})

	t.Run("no workers", func(t *testing.T) {
		client.Bounds = jobs.Bounds{Person: 2, Address: 6, All: 100, Nodes: 1 << 40}
		a := ask(t, client, person(6, 0), line)
		a.is(jobs.AnalysisRunning)
		stop()
		a.until("alone", func(s jobs.GameAnalysis) bool {
			return s.State == jobs.AnalysisWaiting && s.Workers == 0 && s.Place == 1
		})
	})
}

// opening returns a fixed line of legal moves with the given length.
func opening(t *testing.T, name string, plies int) (moves []string) {
	t.Helper()
	r, _ := variant.Builtin().Find(name)
	line := lineOf(t, name)
	for range plies {
		p := line.Position()
		legal := rules.LegalMoves(r, &p)
		m := legal[len(legal)/2]
		moves = append(moves, r.Guide().FormatUCI(&p, m))
		if _, err := line.Play(m); err != nil {
			t.Fatalf("Play: %v", err)
		}
	}
	return moves
}

// sameAsHere compares a worker's results with the engine's in this process.
func sameAsHere(t *testing.T, line *rules.Line, found []jobs.Verdict) {
	t.Helper()
	e, err := engine.New(line.Rules(), engine.Options{HashMB: 64, Threads: 1})
	if err != nil {
		t.Fatalf("engine.New: %v", err)
	}
	err = e.Judge(t.Context(), line, 0, engine.Limits{Nodes: 500}, func(ply int, v engine.Verdict) {
		p, _ := line.At(ply)
		got := found[ply]
		moves := engine.UCI(line.Rules(), &p, v.Line[:min(8, len(v.Line))])
		score := "+M0"
		switch {
		case got.Score.CP != nil:
			score = engine.FormatScore(*got.Score.CP)
		case got.Score.Mate != nil:
			score = fmt.Sprintf("%+d", *got.Score.Mate)
		}
		want := engine.FormatScore(v.Score)
		if got.Score.Mate != nil {
			want = strings.NewReplacer("M", "", "-M0", "+0").Replace(want)
		}
		if !slices.Equal(got.Moves, moves) || got.Depth != v.Depth || score != want || len(got.SAN) != len(got.Moves) {
			t.Errorf("%s after %d half-moves: %s %+v, here %s %v depth %d", line.Rules().Info().Name, ply, score, got, want, moves, v.Depth)
		}
	})
	if err != nil {
		t.Fatalf("Judge: %v", err)
	}
}

// TestAnalysisSurvivesWorkers kills a worker in the middle of a game, pauses a second and stops a third. Each
// time another worker continues from the saved results.
func TestAnalysisSurvivesWorkers(t *testing.T) {
	url := pgtest.Start(t).Database()
	client := newClient(t, url)
	// Each position takes so long that the game outlasts the three workers, however fast the engine is.
	client.Bounds.Nodes = 600_000
	first := startWorker(t, url)
	moves := opening(t, "mirrorsquare", 240)
	a := ask(t, client, person(1, 1), lineOf(t, "mirrorsquare", moves...))
	known := 0
	goesOn := func() {
		t.Helper()
		s := a.until("going on", func(s jobs.GameAnalysis) bool { return s.Done > known || s.Done == s.Total })
		if s.Done == s.Total {
			t.Fatalf("all %d positions were analysed before the last worker started: the test needs more positions", s.Total)
		}
		known = s.Done
	}
	goesOn()
	second := startWorker(t, url)
	if err := first.Process.Kill(); err != nil {
		t.Fatalf("Kill: %v", err)
	}
	since := time.Now()
	goesOn()
	goesOn()
	t.Logf("the analysis continued %v after the kill", time.Since(since))
	third := startWorker(t, url)
	if err := second.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatalf("Signal: %v", err)
	}
	since = time.Now()
	goesOn()
	t.Logf("the analysis continued %v after the pause", time.Since(since))
	// Once woken, the paused worker continues the analysis. Its results are saved only once it has more of
	// them than the other worker.
	if err := second.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatalf("Signal: %v", err)
	}
	if err := third.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatalf("Signal: %v", err)
	}
	third.await(t, "ended")
	goesOn()
	if err := client.Withdraw(t.Context(), a.id); err != nil {
		t.Fatalf("Withdraw: %v", err)
	}
	s := a.is(jobs.AnalysisWithdrawn)
	if s.Done >= s.Total {
		t.Fatalf("analysis was already done: %+v", s)
	}
}

// TestAnalysisOverHTTP sends the same requests as a page to a node with workers.
func TestAnalysisOverHTTP(t *testing.T) {
	url := pgtest.Start(t).Database()
	n := newNode(t, url)
	client := newClient(t, url)
	client.Bounds.Nodes = 2000
	s, err := server.New(server.Options{Rules: variant.Builtin(), Hub: n.Hub, Files: fstest.MapFS{"index.html": {Data: []byte(`<div id="app"></div>`)}}, Analyst: client})
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	site := httptest.NewServer(s)
	t.Cleanup(site.Close)
	do := func(method, path, body string, into any) int {
		t.Helper()
		q, err := http.NewRequestWithContext(t.Context(), method, site.URL+"/api/v1/analyses"+path, strings.NewReader(body))
		if err != nil {
			t.Fatalf("http.NewRequestWithContext: %v", err)
		}
		if body != "" {
			q.Header.Set("Content-Type", "application/json")
		}
		r, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatalf("Do: %v", err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err == nil && into != nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatalf("json.Unmarshal: %s: %v", text, err)
		}
		return r.StatusCode
	}
	const game = `{"variant":"chess","moves":["f3","e5","g4","Qh4"]}`
	var failed wire.Failed
	if status := do("POST", "", game, &failed); status != 503 || failed.Error.Code != wire.CodeNoWorkers {
		t.Errorf("without a worker: %d %+v", status, failed.Error)
	}
	work(t, url, player{onSearch: func() {}}, jobs.Analysis)
	var made wire.GameAnalysis
	if status := do("POST", "", game, &made); status != 201 {
		t.Fatalf("do: %d %+v", status, made)
	}
	for end := time.Now().Add(patience); made.State != string(jobs.AnalysisDone); time.Sleep(20 * time.Millisecond) {
		if status := do("GET", "/"+made.ID, "", &made); status != 200 || time.Now().After(end) {
			t.Fatalf("do: %d %+v", status, made)
		}
	}
	if mate := made.Found[4].Score.Mate; len(made.Found) != 5 || mate == nil || *mate != 0 || len(made.Found[3].Moves) == 0 || made.Found[3].Moves[0] != "d8h4" {
		t.Errorf("found: %+v", made.Found)
	}
	if status := do("DELETE", "/"+made.ID, "", nil); status != 204 {
		t.Errorf("withdrawn: %d", status)
	}
	if status := do("GET", "/"+made.ID+"x", "", &failed); status != 404 {
		t.Errorf("another name: %d", status)
	}
}
