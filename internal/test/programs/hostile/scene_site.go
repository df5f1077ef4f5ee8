//go:build linux

package main

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
	"github.com/tainchess/tain/variant"
)

// sceneDisk fills the server's disk. The server must not acknowledge anything that it has not
// saved, must report that it is not ready, and must recover once there is space.
func sceneDisk(ctx context.Context, b *battle) (string, []string, error) {
	small := filepath.Join(b.folder, "small")
	if err := os.Mkdir(small, 0o700); err != nil {
		return "", nil, err
	}
	if err := syscall.Mount("tain-hostile", small, "tmpfs", 0, "size=6m,mode=0700"); err != nil {
		return "skipped: a small disk cannot be mounted on this machine (" + err.Error() + ")", nil, nil
	}
	defer syscall.Unmount(small, syscall.MNT_DETACH)
	p, closing, err := b.start(ctx, "small")
	if err != nil {
		return "", nil, err
	}
	defer closing()
	who := client.New(p.URL, client.HonestAddress(0))
	g, err := who.Create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		return "", nil, err
	}
	long, err := client.NewLongGame()
	if err != nil {
		return "", nil, err
	}
	var faults []string
	fault := func(format string, a ...any) { faults = append(faults, fmt.Sprintf(format, a...)) }
	// play plays at most a given number of moves, until one is rejected.
	d := honest.NewDiary()
	play := func(most int) (played int) {
		l, err := who.Connect(ctx, g.ID)
		if err != nil {
			return 0
		}
		defer l.Close()
		for range most {
			move, _ := long.Next()
			moving, stop := context.WithTimeout(ctx, 15*time.Second)
			key, err := l.Play(moving, long.Ply(), long.Key(g.Key), move)
			stop()
			if err != nil {
				return played
			}
			if err := long.Played(move, key); err != nil {
				return played
			}
			d.Acked[g.ID] = append(d.Acked[g.ID], move)
			played++
			client.Pause(ctx, 110*time.Millisecond)
		}
		return played
	}
	if play(5) < 5 {
		fault("a game could not be played before the disk was full")
	}
	empty, err := fill(small)
	if err != nil {
		return "", nil, err
	}
	during := play(40)
	for path, want := range map[string]int{"/livez": 200, "/readyz": 503} {
		if status, err := who.Ask(ctx, "GET", path, "", nil); err != nil || status != want {
			fault("%s returns %d, want %d, while the disk is full", path, status, want)
		}
	}
	empty()
	waited := time.Now()
	ready := false
	for time.Since(waited) < 15*time.Second && !ready {
		status, err := who.Ask(ctx, "GET", "/readyz", "", nil)
		if ready = err == nil && status == http.StatusOK; !ready && status == http.StatusNotFound {
			break
		}
		client.Pause(ctx, 200*time.Millisecond)
	}
	after := play(5)
	if !ready || after < 5 {
		fault("with space again: ready is %v, and %d of 5 moves are accepted", ready, after)
	}
	p.Kill()
	lost, err := lostEvents(ctx, p.Folder, d)
	if lost > 0 {
		fault("%d acknowledged events are lost", lost)
	}
	return fmt.Sprintf("%d moves acknowledged while full, %d after, %d lost", during, after, lost), faults, err
}

// schoolAddress is the address shared by thirty people.
var schoolAddress = client.Loopback(3, 0, 1)

// sceneSchool checks that thirty people behind one address can play and send queries.
func sceneSchool(ctx context.Context, b *battle) (string, []string, error) {
	p, closing, err := b.start(ctx, "school")
	if err != nil {
		return "", nil, err
	}
	defer closing()
	d := school(ctx, p.URL, b.seconds, schoolAddress, nil)
	var faults []string
	for kind, n := range d.Refused {
		faults = append(faults, fmt.Sprintf("%d of %d: %s (%s)", n, n+len(d.Took[kind]), kind, d.Why[kind]))
	}
	return fmt.Sprintf("%d questions, %d moves, %d refused", len(d.Took[honest.Questions]), len(d.Took[honest.Moves]), d.Refused[honest.Questions]+d.Refused[honest.Moves]), faults, nil
}

// innerProxy is the address of a second proxy between clients and the proxy on this machine.
const innerProxy = "10.1.2.3"

// school simulates thirty people with one address. Without a header they play fifteen games. Each person
// loads the page and sends a query every second.
func school(ctx context.Context, url string, seconds time.Duration, from netip.Addr, header http.Header) *honest.Diary {
	const people = 30
	d := honest.NewDiary()
	var all sync.WaitGroup
	ending, stop := context.WithTimeout(ctx, seconds)
	defer stop()
	if header == nil { // the load test's players send no headers
		all.Go(func() {
			report, err := load.Run(ctx, load.Plan{
				URL: url, Rules: variant.Builtin().All(), Games: people / 2, MovesPerSecond: people / 3, Time: seconds, From: []netip.Addr{from},
			})
			d.NoteGames(report, err)
		})
	}
	for i := range people {
		all.Go(func() {
			who := client.New(url, from)
			defer who.Leave()
			if header != nil {
				who.Header = header.Clone()
				who.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.2.%d, %s", 1+i, innerProxy))
			}
			client.Pause(ending, time.Duration(i)*50*time.Millisecond)
			if _, err := who.Create(ending, `{"variant":"chess","opponent":"self"}`); err != nil {
				d.Note(ending, honest.Questions, time.Now(), err)
			}
			for n := 0; ending.Err() == nil; n++ {
				for _, path := range []string{"/", "/api/v1/variants", "/api/v1/my/games"} {
					began := time.Now()
					d.Note(ending, honest.Questions, began, who.Must(ending, "GET", path, "", nil))
				}
				began := time.Now()
				d.Note(ending, honest.Questions, began, who.Must(ending, "POST", "/api/v1/position", `{"variant":"triboard"}`, nil))
				client.Pause(ending, time.Second)
			}
		})
	}
	all.Wait()
	return d
}

// sceneProxy checks that people behind a proxy on this machine are served while another client behind
// the same proxy floods the server.
func sceneProxy(ctx context.Context, b *battle) (string, []string, error) {
	p, closing, err := b.start(ctx, "proxy", "--trust-proxy")
	if err != nil {
		return "", nil, err
	}
	defer closing()
	flood, stop := context.WithCancel(ctx)
	defer stop()
	proxy := client.Loopback(0, 0, 1)
	a := attack.NewForce(p.URL, 1)
	var attacking sync.WaitGroup
	attacking.Go(func() {
		c := client.New(p.URL, proxy)
		defer c.Leave()
		c.Header = http.Header{"X-Forwarded-For": {"198.51.100.7:4711, " + innerProxy}} // some proxies include the port
		// Each request costs as much as hundreds of small queries, so that the flood exceeds
		// its quota even on a slow machine.
		body := attack.LongLine(500)
		a.Each(flood, 8, func(ctx context.Context, _ int) string {
			what := a.Ask(ctx, c, "POST", "/api/v1/line", body)
			client.Pause(ctx, 5*time.Millisecond)
			return what
		})
	})
	d := school(ctx, p.URL, b.seconds, proxy, http.Header{})
	stop()
	attacking.Wait()
	var faults []string
	if n := d.Refused[honest.Questions]; n > 0 {
		faults = append(faults, fmt.Sprintf("%d honest questions were refused (%s)", n, d.Why[honest.Questions]))
	}
	if attack.Refused(a.Counts()) == 0 {
		faults = append(faults, "the flood was not refused")
	}
	return fmt.Sprintf("%d honest questions, %d refused; the flood: %s", len(d.Took[honest.Questions]), d.Refused[honest.Questions], counts(a.Counts())), faults, nil
}

// runScenes runs the chosen scenes, prints their results and reports whether all passed.
func (b *battle) runScenes(ctx context.Context, chosen func(string) bool, print func(format string, a ...any)) (held bool, err error) {
	held = true
	for _, s := range scenes {
		if !chosen(s.name) {
			continue
		}
		b.say("%s: %s", s.name, s.what)
		figures, faults, err := s.run(ctx, b)
		if err != nil {
			return false, fmt.Errorf("%s: %w", s.name, err)
		}
		verdict := "held"
		if len(faults) > 0 {
			held, verdict = false, "**"+strings.Join(faults, "; ")+"**"
		}
		print("| %s | %s | %s | %s |\n", s.name, s.what, figures, oneLine(verdict))
	}
	return held, nil
}
