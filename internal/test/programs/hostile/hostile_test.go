//go:build linux

package main

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
	"github.com/tainchess/tain/internal/tool/results"
)

// TestAttacks runs attacks briefly alongside honest people: every attack in a long test, some of them
// otherwise. All people must be served, and no move may be lost. The test does not depend on the speed of the
// machine.
func TestAttacks(t *testing.T) {
	for i, a := range attack.All {
		if !long.Enabled() && i%4 != 0 || testing.Short() && i%12 != 0 {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			s := openFor(t, nil, a)
			ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
			defer stop()
			w := attack.NewForce(s.url, .1)
			defer w.Leave()
			if a.Prepare != nil {
				preparing, stop := context.WithTimeout(t.Context(), 30*time.Second)
				defer stop()
				if err := a.Prepare(preparing, w); err != nil {
					t.Fatalf("Prepare: %v", err)
				}
			}
			attacking, recall := context.WithCancel(t.Context())
			defer recall()
			peak := peakHeap(ctx)
			var enemy sync.WaitGroup
			enemy.Go(func() { a.RunFrom(attacking, w, 1) })
			d := honest.Crowd{URL: s.url, Games: 4, Rate: 10, Askers: 2, Asking: 200 * time.Millisecond, Offering: time.Second, Time: 1500 * time.Millisecond}.Live(t.Context())
			recall()
			enemy.Wait()
			stop()
			for kind, n := range d.Refused {
				t.Errorf("%s failed %d times (%s)", kind, n, d.Why[kind])
			}
			if most := peak(); most > 300<<20 {
				t.Errorf("the server used %d MB of memory", most>>20)
			}
			if n := s.logged.Load(); n > 1<<20 {
				t.Errorf("the server wrote %d KB of log", n>>10)
			}
			s.stop()
			if lost, err := lostEvents(t.Context(), s.folder, d); err != nil || lost > 0 {
				t.Errorf("%d events lost or duplicated, %v", lost, err)
			}
			t.Logf("honest: %d moves, %d questions; attackers: %s", len(d.Took[honest.Moves]), len(d.Took[honest.Questions]), counts(w.Counts()))
		})
	}
}

// TestUnreadFiles opens connections that request the largest file and read nothing. Memory use
// must not grow with their number.
func TestUnreadFiles(t *testing.T) {
	s := open(t, nil)
	before := heap()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	peak := peakHeap(ctx)
	attack.Files(ctx, attack.NewForce(s.url, .25))
	if grown := peak() - before; grown > 10*wasmSize {
		t.Errorf("64 connections that do not read take %d MB", grown>>20)
	}
}

// TestComputerFlood checks that an honest person's game against the computer does not wait
// behind many games from another address.
func TestComputerFlood(t *testing.T) {
	s := open(t, nil)
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	w := attack.NewForce(s.url, 1)
	attack.Computer(ctx, w)
	waiting := w.Counts()["201"]
	ctx, stop = context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	who := client.New(s.url, client.HonestAddress(0))
	defer who.Leave()
	g, err := who.Create(ctx, `{"variant":"chess","opponent":"computer","level":1,"colour":"white"}`)
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	l, err := who.Connect(ctx, g.ID)
	if err != nil {
		t.Fatalf("Connect: %v", err)
	}
	defer l.Close()
	if _, err := l.Move(ctx, 0, g.Key, "e2e4"); err != nil {
		t.Fatalf("Move: %v", err)
	}
	place := -1
	if _, err := l.Await(ctx, func(h *client.Message) bool {
		if h.Type == "thinking" && place < 0 {
			place = h.Place
		}
		return h.Type == "move" && h.Ply == 2
	}); err != nil || place > waiting/4 {
		t.Errorf("an honest game behind %d games from another address has place %d: %v", waiting, place, err)
	}
}

// TestAnalysisHogs occupies as many analysis slots as one address can get. Others must still be
// served.
func TestAnalysisHogs(t *testing.T) {
	s := open(t, func(l *limit.Limits) { l.AnalysisTime = 500 * time.Millisecond })
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	hog := client.New(s.url, client.AttackerAddress(0))
	var hogs sync.WaitGroup
	w := attack.NewForce(s.url, 1)
	hogs.Go(func() {
		w.Each(ctx, 12, func(ctx context.Context, _ int) string {
			return w.Ask(ctx, hog, "POST", "/api/v1/analyse", `{"variant":"trid","depth":60,"time":500}`)
		})
	})
	client.Pause(ctx, 300*time.Millisecond)
	who := client.New(s.url, client.HonestAddress(0))
	defer who.Leave()
	for i := range 3 {
		if err := who.Must(t.Context(), "POST", "/api/v1/analyse", `{"variant":"chess","depth":2}`, nil); err != nil {
			t.Errorf("honest question %d: %v", i, err)
		}
	}
	stop()
	hogs.Wait()
}

// TestLogFlood requests long paths that do not exist. The log must grow only a little.
func TestLogFlood(t *testing.T) {
	s := open(t, nil)
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	w := attack.NewForce(s.url, .25)
	attack.Log(ctx, w)
	if n := s.logged.Load(); n > 256<<10 {
		t.Errorf("%d requests wrote %d KB of log", w.Counts()["sent"], n>>10)
	}
}

// TestLongLines requests lines of 2,000 moves. The quota charges requests for the work that
// they cause, so an address cannot request many.
func TestLongLines(t *testing.T) {
	s := open(t, func(l *limit.Limits) { l.RefusalDelay = 0 })
	who := client.New(s.url, client.AttackerAddress(0))
	defer who.Leave()
	body, served := attack.LongLine(2000), 0
	for range 40 {
		status, err := who.Ask(t.Context(), "POST", "/api/v1/line", body, nil)
		if err != nil {
			t.Fatalf("Ask: %v", err)
		}
		if status == http.StatusOK {
			served++
		}
	}
	if served > 20 {
		t.Errorf("%d of 40 lines of 2,000 moves were served immediately", served)
	}
}

// TestFramesCount sends frames that are not messages. Every frame must count towards the limit.
func TestFramesCount(t *testing.T) {
	for name, one := range map[string][]byte{
		"pongs": attack.Frame(true, attack.Pong, []byte("?")), "continuations": attack.Frame(false, attack.Continuation, nil),
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, nil)
			ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
			defer stop()
			w := attack.NewForce(s.url, 1)
			g, err := client.New(s.url, client.AttackerAddress(0)).Create(ctx, `{"variant":"chess","opponent":"self"}`)
			if err != nil {
				t.Fatalf("Create: %v", err)
			}
			k, err := w.RawSocket(ctx, g.ID, "")
			if err != nil {
				t.Fatalf("RawSocket: %v", err)
			}
			defer k.Close()
			if name == "continuations" {
				k.Write(attack.Frame(false, attack.TextFrame, []byte("{")))
			}
			sent := 0
			for ; sent < 200_000; sent++ {
				if _, err := k.Write(one); err != nil {
					return // disconnected
				}
			}
			t.Errorf("the server accepted %d %s", sent, name)
		})
	}
}

// TestSmallPicturesFirst checks that a small picture is drawn before many large ones that are already
// waiting.
func TestSmallPicturesFirst(t *testing.T) {
	s := open(t, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	const large = 24
	var drawn atomic.Int32
	var drawing sync.WaitGroup
	hog := client.New(s.url, client.AttackerAddress(0))
	for i := range large {
		drawing.Go(func() {
			if hog.Must(ctx, "GET", fmt.Sprintf("/api/v1/diagram.png?variant=triboard&chosen=b1&width=%d", 2048-i), "", nil) == nil {
				drawn.Add(1)
			}
		})
	}
	client.Pause(ctx, 50*time.Millisecond)
	before := drawn.Load()
	who := client.New(s.url, client.HonestAddress(0))
	defer who.Leave()
	if err := who.Must(ctx, "GET", "/api/v1/diagram.png?variant=chess&width=200", "", nil); err != nil {
		t.Errorf("Must: %v", err)
	}
	if during := drawn.Load() - before; during > 6 {
		t.Errorf("%d large pictures were drawn before a small one", during)
	}
	stop()
	drawing.Wait()
}

// TestLobbyFlood creates many challenges from one address. Another person's challenge must
// still be visible.
func TestLobbyFlood(t *testing.T) {
	s := open(t, func(l *limit.Limits) { *l, l.RefusalDelay = l.WithoutPerAddress(), 0 })
	honest, err := honest.Offer(t.Context(), s.url)
	if err != nil {
		t.Fatalf("honest.Offer: %v", err)
	}
	defer honest.Close()
	hog := client.New(s.url, client.AttackerAddress(0))
	defer hog.Leave()
	for range 120 {
		if _, err := hog.Again().Ask(t.Context(), "POST", "/api/v1/games", `{"variant":"chess","opponent":"open","name":"Mallory"}`, nil); err != nil {
			t.Fatalf("Ask: %v", err)
		}
	}
	for _, trouble := range honest.Shown(t.Context()) {
		t.Errorf("the challenge of another address is not listed: %v", trouble)
	}
	var list wire.Challenges
	if err := hog.Must(t.Context(), "GET", "/api/v1/games?open=1", "", &list); err != nil || len(list.Games) > 50 {
		t.Errorf("%d challenges are listed, %v", len(list.Games), err)
	}
}

// TestSchool checks that thirty people behind one address can start at the same time.
func TestSchool(t *testing.T) {
	s := open(t, nil)
	d := honest.NewDiary()
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			who := client.New(s.url, schoolAddress)
			defer who.Leave()
			_, err := who.Create(t.Context(), `{"variant":"chess","opponent":"self"}`)
			d.Note(t.Context(), honest.Questions, time.Now(), err)
			for range 5 {
				for _, path := range []string{"/", "/api/v1/variants", "/api/v1/my/games"} {
					d.Note(t.Context(), honest.Questions, time.Now(), who.Must(t.Context(), "GET", path, "", nil))
				}
			}
		})
	}
	all.Wait()
	if n := d.Refused[honest.Questions]; n > 0 {
		t.Errorf("%d of %d requests were rejected (%s)", n, n+len(d.Took[honest.Questions]), d.Why[honest.Questions])
	}
}

// TestFlapping keeps joining and leaving a game with many spectators. They must be notified
// only rarely.
func TestFlapping(t *testing.T) {
	s := open(t, nil)
	w := attack.NewForce(s.url, .05)
	defer w.Leave()
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	if err := attack.PreparePresence(ctx, w); err != nil {
		t.Fatalf("attack.PreparePresence: %v", err)
	}
	flapping, ends := context.WithTimeout(ctx, 3*time.Second)
	defer ends()
	attack.Presence(flapping, w)
	client.Pause(ctx, time.Second)
	n := w.Counts()
	if n["flaps"] < 5 || n["presence updates"] > 6*n["spectators"] {
		t.Errorf("%d arrivals and departures sent %d messages to %d spectators", n["flaps"], n["presence updates"], n["spectators"])
	}
}

// TestLongBodyIsRejectedEarly sends only the header of a request whose body is too long. The
// server must respond without waiting for the body.
func TestLongBodyIsRejectedEarly(t *testing.T) {
	s := open(t, nil)
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	c, err := attack.NewForce(s.url, 1).Raw(ctx)
	if err != nil {
		t.Fatalf("Raw: %v", err)
	}
	defer c.Close()
	fmt.Fprint(c, "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n{")
	answer := make([]byte, 64)
	n, err := c.Read(answer)
	if err != nil || !strings.Contains(string(answer[:n]), " 413 ") {
		t.Errorf(`got response %q, error %v; want status 413`, answer[:n], err)
	}
}

// TestLongHeaders sends long unfinished headers on many connections from one address. All but
// the few that are allowed in memory must be closed, and another person's long link must be
// served.
func TestLongHeaders(t *testing.T) {
	s := open(t, nil)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	w := attack.NewForce(s.url, 1)
	// An address may have 4 MB in flight, and a header of 100 KB counts as 1.1
	// MB.
	const many, most = 60, 4
	// begin sends the start of a header and waits until the server closes the connection.
	begin := func(heading []byte, ended chan<- struct{}) {
		c, err := w.Raw(ctx)
		if err == nil {
			defer c.Close()
			_, err = c.Write(heading)
		}
		if err == nil {
			_, _ = c.Read(make([]byte, 1)) // returns when the server closes the connection
		}
		ended <- struct{}{}
	}
	// fight returns how many connections are still open when the header timeout closes the
	// first one.
	fight := func() int {
		first, cut := make(chan struct{}, 1), make(chan struct{}, many)
		go begin([]byte("GET / HTTP/1.1\r\n"), first)
		for range many {
			go begin(attack.ShortFields(100<<10), cut)
		}
		for n := range many - most {
			select {
			case <-cut:
			case <-first:
				return many - n
			}
		}
		return most
	}
	// If the machine pauses, the timeout may come too early, so the best of three runs counts.
	if n := min(fight(), fight(), fight()); n > most {
		t.Fatalf("%d of %d long headers were read at the same time", n, many)
	}
	who := client.New(s.url, client.HonestAddress(0))
	defer who.Leave()
	if status, err := who.Ask(ctx, "GET", "/analysis?board="+strings.Repeat("x", 60<<10), "", nil); status != 200 {
		t.Errorf("another person's link: status %d, %v", status, err)
	}
}

// fought returns a fight in which responses took the given number of milliseconds, and ten
// milliseconds without the attack.
func fought(addresses int, millis time.Duration) *fight {
	f := &fight{addresses: addresses, with: honest.NewDiary(), without: honest.NewDiary()}
	for _, kind := range append([]string{honest.Analyses, honest.Computers}, quick...) {
		f.without.Took[kind], f.with.Took[kind] = []time.Duration{10 * time.Millisecond}, []time.Duration{millis * time.Millisecond}
	}
	return f
}

// TestMedian checks that slow responses count as a fault only if they occur in at least two of three
// fights.
func TestMedian(t *testing.T) {
	for _, c := range []struct {
		addresses int
		under     [3]time.Duration
		slow      bool
	}{
		{1, [3]time.Duration{40, 11, 12}, false}, {20, [3]time.Duration{40, 35, 12}, true}, {1, [3]time.Duration{300, 20, 25}, false},
		{50, [3]time.Duration{40, 35, 12}, false}, {50, [3]time.Duration{70, 80, 12}, true},
	} {
		all := []*fight{fought(c.addresses, c.under[0]), fought(c.addresses, c.under[1]), fought(c.addresses, c.under[2])}
		if slow := len((&contest{fights: [][]*fight{all}}).faults()) > 0; slow != c.slow {
			t.Errorf("%d addresses, %v: slow is %v", c.addresses, c.under, slow)
		}
	}
}

// TestFaultOfOneFight checks that a refusal, a lost event or too much memory in any fight is a fault,
// and that at least one analysis must be served.
func TestFaultOfOneFight(t *testing.T) {
	for name, spoil := range map[string]func(f *fight){
		"refusal":  func(f *fight) { f.with.Refused[honest.Questions] = 1 },
		"loss":     func(f *fight) { f.lost = 1 },
		"memory":   func(f *fight) { f.memory = maxMemory + 1 },
		"computer": func(f *fight) { f.with.Took[honest.Computers] = nil },
	} {
		all := []*fight{fought(1, 10), fought(1, 10), fought(1, 10)}
		spoil(all[2])
		if faults := (&contest{fights: [][]*fight{all}}).faults(); len(faults) != 1 {
			t.Errorf("%s: got faults %q, want one", name, faults)
		}
	}
	all := []*fight{fought(1, 10), fought(1, 10)}
	all[0].with.Took[honest.Analyses] = nil
	if faults := (&contest{fights: [][]*fight{all}}).faults(); len(faults) != 0 {
		t.Errorf("analyses in one of two fights: got faults %q, want none", faults)
	}
	all[1].with.Took[honest.Analyses] = nil
	if faults := (&contest{fights: [][]*fight{all}}).faults(); len(faults) != 1 {
		t.Errorf("no analyses: got faults %q, want one", faults)
	}
}

// TestRecord checks that a result file can be written in two parts, but not with different columns.
func TestRecord(t *testing.T) {
	b := &battle{rounds: 1, addresses: []int{1, 20}, seconds: time.Second}
	file := filepath.Join(t.TempDir(), "attacks.json")
	contestOf := func(name string, millis time.Duration) *contest {
		return &contest{attack: attack.Attack{Name: name}, fights: [][]*fight{{fought(1, millis)}, {fought(20, 2*millis)}}}
	}
	for _, part := range [][]*contest{{contestOf("log", 10), contestOf("line", 10)}, {contestOf("files", 10), contestOf("log", 15)}} {
		if err := b.record(file, part); err != nil {
			t.Fatalf("record: %v", err)
		}
	}
	g, err := results.Read(file)
	if err != nil {
		t.Fatalf("results.Read: %v", err)
	}
	var got []string
	for _, row := range g.Results[0].Tables[0].Rows {
		got = append(got, strings.Join(row[:4], " "))
	}
	if want := []string{"`files` 10.0 ms 1.0 2.0", "`log` 10.0 ms 1.5 3.0", "`line` 10.0 ms 1.0 2.0"}; !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
	b.addresses = []int{1, 50}
	if err := b.record(file, nil); err == nil {
		t.Error("record with other columns succeeded; want an error")
	}
}

// TestFlat checks that a soak test reports a server if and only if its resource usage grows by more than its
// games explain.
func TestFlat(t *testing.T) {
	var rising, level, busy []sample
	for i := range 30 {
		at := float64(i) / 3
		rising = append(rising, sample{at: at, memory: (100 << 20) * (1 + at/10), heap: 50 << 20, goroutines: 50 + 20*at, descriptors: 40})
		level = append(level, sample{at: at, memory: (100 << 20) * (1 + float64(i%2)/10), heap: 50 << 20, goroutines: 50 + float64(i%7), descriptors: 40})
	}
	for i, s := range level {
		s.moves = 2000 * float64(i)
		s.memory, s.heap = s.memory+2<<10*s.moves, s.heap+2<<10*s.moves
		busy = append(busy, s)
	}
	if faults := flat(busy); len(faults) != 0 {
		t.Errorf("a server whose games grow by 2 KB per move: got faults %v, want none", faults)
	}
	if faults := flat(rising); len(faults) != 2 {
		t.Errorf("a server whose memory and goroutines grow: got faults %v, want two", faults)
	}
	if faults := flat(level); len(faults) != 0 {
		t.Errorf("a server that does not grow: got faults %v, want none", faults)
	}
}

// TestChurn checks that visitors who come and go leave no goroutines behind, and that visitors who stay
// do.
func TestChurn(t *testing.T) {
	s := open(t, nil)
	first := client.New(s.url, client.HonestAddress(0)) // its request returns only once the server's own goroutines run
	if _, err := first.Create(t.Context(), `{"variant":"chess","opponent":"self"}`); err != nil {
		t.Fatalf("Create: %v", err)
	}
	first.Leave()
	before := runtime.NumGoroutine()
	stay, left := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer left()
	(&battle{}).churn(stay, s.url, func(err error) { t.Errorf("churning visitor: %v", err) })
	settled := func(most int) bool {
		for range 100 {
			if runtime.NumGoroutine() <= most {
				return true
			}
			client.Pause(t.Context(), 100*time.Millisecond)
		}
		return false
	}
	if !settled(before + 3) {
		t.Errorf("%d goroutines before, %d after all visitors have left", before, runtime.NumGoroutine())
	}
	who := client.New(s.url, client.HonestAddress(0))
	defer who.Leave()
	g, err := who.Create(t.Context(), `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	for range 5 {
		l, err := who.Connect(t.Context(), g.ID)
		if err != nil {
			t.Fatalf("Connect: %v", err)
		}
		defer l.Close()
	}
	if now := runtime.NumGoroutine(); now <= before+3 {
		t.Errorf("%d goroutines before, and only %d with five sockets open", before, now)
	}
}
