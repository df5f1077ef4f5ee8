//go:build linux

// Package attack simulates hostile visitors. Each Attack is one kind of abuse, carried out by a
// Force of clients until its context is done.
package attack

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// Attack is one kind of abuse.
type Attack struct {
	Name string
	What string // short description for the table
	// Prepare, if not nil, runs before the service to honest people is measured, and may take a
	// long time.
	Prepare func(ctx context.Context, a *Force) error
	Run     func(ctx context.Context, a *Force)
}

// All lists the attacks during which the service to honest people is measured.
var All = []Attack{
	{Name: "files", What: "256 connections that ask for the largest file and never read", Run: Files},
	{Name: "computer", What: "computer games of the highest level, each by a new person, unwatched", Run: Computer},
	{Name: "analysis", What: "12 connections that ask for analyses of five seconds", Run: attackAnalysis},
	{Name: "log", What: "paths of 8 KB that there are not", Run: Log},
	{Name: "line", What: "lines of 2,000 moves, as from any web page", Run: attackLine},
	{Name: "frames", What: "pongs nobody asked for and empty continuations on 60 sockets", Run: attackFrames},
	{Name: "sync", What: "the whole of a long game again and again on 60 sockets", Prepare: prepareSync, Run: attackSync},
	{Name: "pictures", What: "the largest pictures, each another", Run: attackPictures},
	{Name: "lobby", What: "open challenges, each by a new person who leaves", Prepare: prepareLobby, Run: attackLobby},
	{Name: "presence", What: "a spectator who comes and goes before many others", Prepare: PreparePresence, Run: Presence},
	{Name: "bodies", What: "bodies that are too long, and bodies that never end", Run: attackBodies},
	{Name: "headings", What: "256 connections that send headings of the shortest fields and never end them", Run: attackHeadings},
}

func Find(name string) (Attack, error) {
	var names []string
	for _, a := range All {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Attack{}, fmt.Errorf("hostile: unknown attack %q; known are %s", name, strings.Join(names, ", "))
}

// Force holds the attackers of one attack: the server's address, their preparations, and counts
// of request outcomes.
type Force struct {
	url   string
	scale float64 // 1 for a measurement; less for fewer connections and people

	game string // created before the attack

	mu    sync.Mutex
	count map[string]int
	hold  []func() // called after the attack
}

func NewForce(url string, scale float64) *Force {
	return &Force{url: url, scale: scale, count: map[string]int{}}
}

// many scales a number down for the short version.
func (a *Force) many(n int) int { return max(1, int(float64(n)*a.scale)) }

// Note counts an outcome.
func (a *Force) Note(what string) { a.Add(what, 1) }

func (a *Force) Add(what string, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count[what] += n
}

// keep registers a function to call after the attack.
func (a *Force) keep(closing func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hold = append(a.hold, closing)
}

// Counts returns the outcomes so far.
func (a *Force) Counts() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.count)
}

func (a *Force) Leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, closing := range a.hold {
		closing()
	}
	a.hold = nil
}

// outcome classifies the result of a request.
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

// Each runs n attackers until the context is done. An attacker that is disconnected or rejected
// waits a moment, because one that spins would only measure itself.
func (a *Force) Each(ctx context.Context, n int, do func(ctx context.Context, i int) string) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			for ctx.Err() == nil {
				what := do(ctx, i)
				if what != "given up" {
					a.Note(what)
				}
				if what == "cut" || strings.HasPrefix(what, "refused") {
					client.Pause(ctx, 5*time.Millisecond)
				}
			}
		})
	}
	all.Wait()
}

// Ask sends a request and returns its outcome.
func (a *Force) Ask(ctx context.Context, c *client.Client, method, path, body string) string {
	status, err := c.Ask(ctx, method, path, body, nil)
	return outcome(ctx, status, err)
}

// Refused returns the number of rejected requests.
func Refused(count map[string]int) (n int) {
	for what, k := range count {
		if what == "cut" || strings.HasPrefix(what, "refused") {
			n += k
		}
	}
	return n
}

var errNoGame = errors.New("hostile: the attacker could not create a game")
