//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// attack is something one can do to a server.
type attack struct {
	name string
	what string // in a few words, for the table
	// prepare, which may be nil, is done before the honest people are measured
	// under it. It may take long.
	prepare func(ctx context.Context, a *arms) error
	run     func(ctx context.Context, a *arms)
}

// attacks are those beside which honest people are measured.
var attacks = []attack{
	{name: "files", what: "256 connections that ask for the largest file and never read", run: attackFiles},
	{name: "computer", what: "computer games of the highest level, each by a new person, unwatched", run: attackComputer},
	{name: "analysis", what: "12 connections that ask for analyses of five seconds", run: attackAnalysis},
	{name: "log", what: "paths of 8 KB that there are not", run: attackLog},
	{name: "line", what: "lines of 2,000 moves, as from any web page", run: attackLine},
	{name: "frames", what: "pongs nobody asked for and empty continuations on 60 sockets", run: attackFrames},
	{name: "sync", what: "the whole of a long game again and again on 60 sockets", prepare: prepareSync, run: attackSync},
	{name: "pictures", what: "the largest pictures, each another", run: attackPictures},
	{name: "lobby", what: "open challenges, each by a new person who leaves", prepare: prepareLobby, run: attackLobby},
	{name: "presence", what: "a spectator who comes and goes before many others", prepare: preparePresence, run: attackPresence},
	{name: "bodies", what: "bodies that are too long, and bodies that never end", run: attackBodies},
	{name: "headings", what: "256 connections that send headings of the shortest fields and never end them", run: attackHeadings},
}

func findAttack(name string) (attack, error) {
	var names []string
	for _, a := range attacks {
		if a.name == name {
			return a, nil
		}
		names = append(names, a.name)
	}
	return attack{}, fmt.Errorf("hostile: there is no attack %q; there are %s", name, strings.Join(names, ", "))
}

// arms is what attackers have: the server's address, a place to keep what they
// made before, and a list of what became of what they did.
type arms struct {
	url   string
	scale float64 // 1 for a measurement; less has fewer connections and people

	game string // made before the attack

	mu    sync.Mutex
	count map[string]int
	hold  []func() // closed after the attack
}

func newArms(url string, scale float64) *arms {
	return &arms{url: url, scale: scale, count: map[string]int{}}
}

// many scales a number down for the short form.
func (a *arms) many(n int) int { return max(1, int(float64(n)*a.scale)) }

// note counts what became of something.
func (a *arms) note(what string) { a.add(what, 1) }

func (a *arms) add(what string, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count[what] += n
}

// keep closes something after the attack.
func (a *arms) keep(closing func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hold = append(a.hold, closing)
}

// counts returns what became of what the attackers did so far.
func (a *arms) counts() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.count)
}

func (a *arms) leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, closing := range a.hold {
		closing()
	}
	a.hold = nil
}

// outcome names what became of a request.
func outcome(ctx context.Context, status int, err error) string {
	switch {
	case ctx.Err() != nil:
		return "given up"
	case err != nil:
		return "cut"
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable || status == http.StatusRequestEntityTooLarge:
		return fmt.Sprint("refused ", status)
	}
	return fmt.Sprint(status)
}

// each lets so many attackers do something until the time is over. Whoever is
// cut off or refused waits a moment: an attacker who only spins would measure
// itself.
func (a *arms) each(ctx context.Context, n int, do func(ctx context.Context, i int) string) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			for ctx.Err() == nil {
				what := do(ctx, i)
				if what != "given up" {
					a.note(what)
				}
				if what == "cut" || strings.HasPrefix(what, "refused") {
					pause(ctx, 5*time.Millisecond)
				}
			}
		})
	}
	all.Wait()
}

// ask is one request of an attacker.
func (a *arms) ask(ctx context.Context, c *caller, method, path, body string) string {
	status, err := c.ask(ctx, method, path, body, nil)
	return outcome(ctx, status, err)
}

// refused sums up what was refused.
func refused(count map[string]int) (n int) {
	for what, k := range count {
		if what == "cut" || strings.HasPrefix(what, "refused") {
			n += k
		}
	}
	return n
}

var errNoGame = errors.New("hostile: the attacker could not begin a game")
