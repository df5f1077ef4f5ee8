package jobs_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/store/postgres"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// patience is a timeout that is long enough for slow machines.
const patience = 2 * time.Minute

// TestMain can also run as a worker process, which tests start and kill. The worker prints when it
// is ready, searches and ends, and runs until it is stopped.
func TestMain(m *testing.M) {
	url := os.Getenv("TAIN_TEST_WORKER")
	if url == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	store, err := postgres.Open(ctx, postgres.Options{URL: url, Aside: true})
	if err == nil {
		err = jobs.Run(ctx, jobs.Options{
			Store: store, Rules: variant.Builtin(), Ready: func() { fmt.Println("ready") },
			NewPlayer: func() computer.Player {
				return player{onSearch: func() { fmt.Println("thinking") }, pause: time.Hour}
			},
		})
	}
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println("ended")
}

// player chooses the first legal move after a delay, or as soon as it is interrupted.
type player struct {
	onSearch func()
	pause    time.Duration
	cut      *atomic.Bool // whether the search was interrupted; may be nil
}

func (p player) Plays(rules.Rules) bool { return true }

func (p player) Choose(ctx context.Context, line *rules.Line, _ int, _ engine.Limits) (board.Move, error) {
	p.onSearch()
	select {
	case <-ctx.Done():
		if p.cut != nil {
			p.cut.Store(true)
		}
	case <-time.After(p.pause):
	}
	position := line.Position()
	return rules.LegalMoves(line.Rules(), &position)[0], nil
}

func (p player) Judge(context.Context, *rules.Line, engine.Limits) (int, error) {
	p.onSearch()
	return 0, nil
}

// process is a worker process.
type process struct {
	*exec.Cmd
	output chan string
}

func startWorker(t *testing.T, url string) process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TAIN_TEST_WORKER="+url)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	p := process{cmd, make(chan string, 100)}
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.output <- lines.Text()
		}
		close(p.output)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	p.await(t, "ready")
	return p
}

// await waits until the worker prints a string.
func (p process) await(t *testing.T, word string) {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case line, ok := <-p.output:
			if !ok {
				t.Fatalf("the worker ended before it printed %q", word)
			}
			if line == word {
				return
			}
			t.Log("worker output:", line)
		case <-late:
			t.Fatalf("the worker did not print %q", word)
		}
	}
}

// node is a hub on a database. It counts the calls to its local computer player.
type node struct {
	*hub.Hub
	t        *testing.T
	store    *postgres.Store
	searches *atomic.Int64
	anna     room.Session // a different player in each test
}

func newNode(t *testing.T, url string) node {
	t.Helper()
	return newNodeWith(t, url, hub.Options{})
}

func newNodeWith(t *testing.T, url string, o hub.Options) node {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Options{URL: url})
	if err != nil {
		t.Fatalf("postgres.Open: %v", err)
	}
	searches := new(atomic.Int64)
	o.Rules, o.Players = variant.Builtin(), 2
	o.NewPlayer = func() computer.Player { return player{onSearch: func() { searches.Add(1) }} }
	hub, err := hub.New(t.Context(), store, o)
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	t.Cleanup(func() {
		hub.Close(context.Background())
		store.Close()
	})
	return node{hub, t, store, searches, room.SessionOf("the secret of somebody in " + t.Name())}
}

// working waits until the node has detected whether there are workers.
func (n node) working(want bool) {
	n.t.Helper()
	for end := time.Now().Add(patience); n.store.Working() != want; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			n.t.Fatalf("the node has not detected the change: want Working() = %v", want)
		}
	}
}

// begin starts a game against the computer, which has Black.
func (n node) begin() *room.Watcher {
	n.t.Helper()
	shot, err := n.Create(n.t.Context(), n.anna, game.Request{Variant: "chess", Opponent: game.Computer, Level: 3, Colour: "white"})
	if err != nil {
		n.t.Fatalf("Create: %v", err)
	}
	w, err := n.Watch(n.t.Context(), n.anna, shot.ID)
	if err != nil {
		n.t.Fatalf("Watch: %v", err)
	}
	n.t.Cleanup(w.Close)
	go func() {
		for range w.C { // a watcher that reads too slowly is disconnected
		}
	}()
	return w
}

// first returns the current state of the test's only game.
func (n node) first() room.Snapshot {
	n.t.Helper()
	list, err := n.store.BySession(n.t.Context(), n.anna.Hash(), 1)
	if err != nil || len(list) == 0 {
		n.t.Fatalf("no game: %v", err)
	}
	shot, err := n.Snapshot(n.t.Context(), n.anna, list[0].ID)
	if err != nil {
		n.t.Fatalf("Snapshot: %v", err)
	}
	return shot
}

func (n node) play(move string) {
	n.t.Helper()
	s := n.first()
	if err := n.Do(n.t.Context(), n.anna, s.ID, game.Move{Ply: s.Ply, Takebacks: s.Takebacks, Key: s.Key, Move: move}); err != nil {
		n.t.Fatalf("Do: %v", err)
	}
}

// until waits until ply half-moves have been played.
func (n node) until(ply int) {
	n.t.Helper()
	for end := time.Now().Add(patience); n.first().Ply < ply; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			n.t.Fatalf("the computer did not move: %+v", n.first().Thinking)
		}
	}
}

// work runs a worker in this process until stop is called.
func work(t *testing.T, url string, p player, kinds ...string) (stop func()) {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Options{URL: url, Aside: true})
	if err != nil {
		t.Fatalf("postgres.Open: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- jobs.Run(ctx, jobs.Options{
			Store: store, Rules: variant.Builtin(), Kinds: kinds, Threads: 2, NewPlayer: func() computer.Player { return p }, Ready: func() { close(ready) },
		})
	}()
	var stopped atomic.Bool
	stop = func() {
		if stopped.Swap(true) {
			return
		}
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("ended: %v", err)
		}
		store.Close()
	}
	t.Cleanup(stop)
	select {
	case <-ready:
	case err := <-ended:
		ended <- err
		t.Fatal("worker stopped:", err)
	}
	return stop
}

// TestComputerMoves checks that workers choose the moves if there are any, and nodes otherwise. Workers are
// stopped, killed and paused while they search.
func TestComputerMoves(t *testing.T) {
	server := pgtest.Start(t)
	url := server.Database()

	t.Run("waiting", func(t *testing.T) {
		url := server.Database() // without the questions of other tests
		n := newNode(t, url)
		store, err := postgres.Open(t.Context(), postgres.Options{URL: url, Aside: true})
		if err != nil {
			t.Fatalf("postgres.Open: %v", err)
		}
		beats, ended := make(chan bool), make(chan struct{})
		ctx, stop := context.WithCancel(t.Context())
		go func() { // registered, but takes no jobs
			defer close(ended)
			store.Attend(ctx, postgres.Worker{ID: "idle", Number: 1, Kinds: []string{jobs.Moves}, Threads: 1}, func(b postgres.Heartbeat) {
				select {
				case beats <- b.Waiting:
				case <-ctx.Done():
				}
			})
		}()
		defer func() {
			stop()
			<-ended
			store.Close()
		}()
		next := func() bool {
			t.Helper()
			select {
			case waiting := <-beats:
				return waiting
			case <-time.After(patience):
				t.Fatal("no heartbeat")
				return false
			}
		}
		for end := time.Now().Add(patience); !n.store.Working(); next() {
			if time.Now().After(end) {
				t.Fatal("the node has not detected the worker")
			}
		}
		shot, err := n.Create(t.Context(), n.anna, game.Request{Variant: "chess", Opponent: game.Computer, Level: 3, Colour: "white"})
		if err != nil {
			t.Fatalf("Create: %v", err)
		}
		n.play("e2e4")
		for range 4 {
			if next() {
				t.Fatal("an unwatched game counts as waiting")
			}
		}
		w, err := n.Watch(t.Context(), n.anna, shot.ID)
		if err != nil {
			t.Fatalf("Watch: %v", err)
		}
		defer w.Close()
		go func() {
			for range w.C {
			}
		}()
		for end := time.Now().Add(patience); !next(); {
			if time.Now().After(end) {
				t.Fatal("a watched game does not count as waiting")
			}
		}
	})

	t.Run("worker answers", func(t *testing.T) {
		n := newNode(t, url)
		n.begin()
		n.play("e2e4")
		n.until(2) // without workers, the node itself searches
		if n.searches.Load() != 1 {
			t.Fatalf("node searched %d times", n.searches.Load())
		}
		var answered atomic.Int64
		stop := work(t, url, player{onSearch: func() { answered.Add(1) }}, jobs.Moves)
		n.working(true)
		for ply, move := range []string{"d2d4", "g1f3", "b1c3"} {
			n.play(move)
			n.until(2*ply + 4)
		}
		if n.searches.Load() != 1 || answered.Load() != 3 {
			t.Errorf("node searched %d times, worker %d times", n.searches.Load(), answered.Load())
		}
		stop()
		n.working(false)
		n.play("h2h3")
		n.until(10)
		if n.searches.Load() != 2 {
			t.Errorf("after the worker left, the node searched %d times", n.searches.Load())
		}
	})

	t.Run("node time limits", func(t *testing.T) {
		// Without the setting, a worker would stop the search early in an unwatched game.
		n := newNodeWith(t, url, hub.Options{Options: room.Options{UnwatchedTime: time.Hour}})
		var cut atomic.Bool
		stop := work(t, url, player{onSearch: func() {}, pause: 2 * time.Second, cut: &cut}, jobs.Moves)
		n.working(true)
		if _, err := n.Create(t.Context(), n.anna, game.Request{Variant: "chess", Opponent: game.Computer, Level: 3, Colour: "white"}); err != nil {
			t.Fatalf("Create: %v", err)
		}
		n.play("e2e4")
		n.until(2)
		if cut.Load() || n.searches.Load() != 0 {
			t.Errorf("worker interrupted: %v; node searched %d times", cut.Load(), n.searches.Load())
		}
		stop()
		n.working(false)
	})

	t.Run("stopped", func(t *testing.T) {
		n := newNode(t, url)
		p := startWorker(t, url)
		n.working(true)
		n.begin()
		n.play("e2e4")
		p.await(t, "thinking")
		if err := p.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatalf("Signal: %v", err)
		}
		p.await(t, "ended")
		n.until(2) // the worker answers with the best move so far
		if n.searches.Load() != 0 {
			t.Errorf("node searched %d times", n.searches.Load())
		}
	})

	t.Run("killed", func(t *testing.T) {
		for range 5 { // on a stalled machine the worker may answer before it is killed
			n := newNode(t, url)
			p := startWorker(t, url)
			n.working(true)
			n.begin()
			n.play("e2e4")
			p.await(t, "thinking")
			var answered atomic.Int64
			end := work(t, url, player{onSearch: func() { answered.Add(1) }}, jobs.Moves)
			if err := p.Process.Kill(); err != nil {
				t.Fatalf("Kill: %v", err)
			}
			since := time.Now()
			n.until(2)
			t.Logf("the move came %v after the kill", time.Since(since))
			if n.searches.Load() == 0 && answered.Load() == 1 {
				return
			}
			if n.searches.Load() != 0 || answered.Load() != 0 {
				t.Fatalf("node searched %d times, other worker %d times", n.searches.Load(), answered.Load())
			}
			end()
		}
		t.Error("the worker always answered before it was killed")
	})

	t.Run("last worker killed", func(t *testing.T) {
		n := newNode(t, url)
		p := startWorker(t, url)
		n.working(true)
		n.begin()
		n.play("e2e4")
		p.await(t, "thinking")
		if err := p.Process.Kill(); err != nil {
			t.Fatalf("Kill: %v", err)
		}
		since := time.Now()
		n.until(2)
		t.Logf("the move came %v after the kill", time.Since(since))
		if n.searches.Load() != 1 {
			t.Errorf("node searched %d times", n.searches.Load())
		}
	})

	t.Run("paused", func(t *testing.T) {
		n := newNode(t, url)
		p := startWorker(t, url)
		n.working(true)
		n.begin()
		n.play("e2e4")
		p.await(t, "thinking")
		work(t, url, player{onSearch: func() {}}, jobs.Moves)
		if err := p.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatalf("Signal: %v", err)
		}
		since := time.Now()
		n.until(2)
		t.Logf("the move came %v after the pause", time.Since(since))
		// The paused worker wakes up and answers too, but the move does not change.
		before := n.first()
		_ = p.Process.Signal(syscall.SIGCONT)
		_ = p.Process.Signal(syscall.SIGTERM)
		p.await(t, "ended")
		if after := n.first(); after.Ply != before.Ply || after.Key != before.Key {
			t.Errorf("the move was played again: ply %d, then %d", before.Ply, after.Ply)
		}
	})

	t.Run("another node", func(t *testing.T) {
		one, two := newNode(t, url), newNode(t, url)
		p := startWorker(t, url)
		one.working(true)
		two.working(true)
		one.begin()
		one.play("e2e4")
		p.await(t, "thinking")
		// The node that requested the move has stopped, but its request is still in the queue. The second
		// node requests the move again, and the move is played once.
		one.Hub.Close(context.Background())
		w, err := two.Watch(t.Context(), two.anna, two.first().ID)
		if err != nil {
			t.Fatalf("Watch: %v", err)
		}
		defer w.Close()
		_ = p.Process.Signal(syscall.SIGTERM)
		p.await(t, "ended")
		two.until(2)
		if one.searches.Load()+two.searches.Load() != 0 {
			t.Errorf("nodes searched %d times", one.searches.Load()+two.searches.Load())
		}
		events, err := two.store.Load(t.Context(), two.first().ID, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		moves := slices.DeleteFunc(events, func(e game.Event) bool { return e.Type != game.Moved })
		if len(moves) != 2 {
			t.Errorf("the stored game has the moves %+v, want two", moves)
		}
	})
}
