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
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// Attack is one kind of abuse.
type Attack struct {
	Name string
	What string // description of what one address does, for the table
	// Secure attacks need a server with TLS.
	Secure bool
	// Prepare, if not nil, runs once before honest people are measured.
	Prepare func(ctx context.Context, a *Force) error
	// Run attacks from one address until the context ends.
	Run func(ctx context.Context, a *Force)
}

// RunFrom attacks from several addresses at the same time.
func (a Attack) RunFrom(ctx context.Context, w *Force, addresses int) {
	w.fromEach(addresses, func(one *Force) { a.Run(ctx, one) })
}

// All lists the attacks. Response times for honest people are measured during each.
var All = []Attack{
	{Name: "files", What: "256 connections that request the largest file and never read it", Run: Files},
	{Name: "computer", What: "unwatched games against the highest computer level, each by a new person", Run: Computer},
	{Name: "analysis", What: "12 connections that request five-second analyses", Run: attackAnalysis},
	{Name: "log", What: "requests for non-existent paths of 8 KB", Run: Log},
	{Name: "line", What: "lines of 2,000 moves, from a page of another origin", Run: attackLine},
	{Name: "frames", What: "unsolicited pongs and empty continuation frames on 60 sockets", Run: attackFrames},
	{Name: "sync", What: "a whole long game requested repeatedly on 60 sockets", Prepare: prepareSync, Run: attackSync},
	{Name: "pictures", What: "pictures of the maximum size, each different", Run: attackPictures},
	{Name: "lobby", What: "open challenges, each by a new person who leaves", Prepare: prepareLobby, Run: attackLobby},
	{Name: "presence", What: "a spectator who keeps joining and leaving a game with many others", Prepare: PreparePresence, Run: Presence},
	{Name: "bodies", What: "request bodies that are too long or never end", Run: attackBodies},
	{Name: "headings", What: "256 connections that send endless headers of very short fields", Run: attackHeadings},
	{Name: "unread", What: "five connections that request the longest responses and do not read them", Run: attackUnread},
	{Name: "waiting", What: "one analysis that is always waiting or running", Run: attackWaiting},
	{Name: "tables", What: "long tri-dimensional mates and four-piece endings that are not in memory", Prepare: prepareTables, Run: attackTables},
	{Name: "sheets", What: "the printed rules of every game in every language", Run: attackSheets},
	{Name: "messages", What: "commands that are refused, on 120 sockets", Run: attackMessages},
	{Name: "events", What: "120 event streams of programs", Run: attackEvents},
	{Name: "seeks", What: "people who wait to be paired and soon leave", Run: attackSeeks},
	{Name: "resets", What: "four HTTP/2 connections that open streams and reset them", Secure: true, Run: attackResets},
	{Name: "settings", What: "four HTTP/2 connections that send settings", Secure: true, Run: attackSettings},
	{Name: "pings", What: "four HTTP/2 connections that send pings", Secure: true, Run: attackPings},
	{Name: "continuations", What: "four HTTP/2 connections with headers that never end", Secure: true, Run: attackContinuations},
}

func Find(name string) (Attack, error) {
	var names []string
	for _, a := range All {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Attack{}, fmt.Errorf("hostile: unknown attack %q; the attacks are %s", name, strings.Join(names, ", "))
}

// Force is a group of attackers at one address. It holds the server's URL, data prepared before the
// attack, and counts of the outcomes of all requests.
type Force struct {
	url   string
	scale float64    // 1 for a measurement; less means fewer connections and people
	from  netip.Addr // of the attackers

	game  string   // created before the attack
	tests []string // positions for the endgame tables

	*ledger
}

// MostAddresses is the maximum number of addresses of an attack. Helpers of the attackers use the
// addresses after these.
const MostAddresses = 1000

// ledger holds the state that the attackers at all addresses share.
type ledger struct {
	mu    sync.Mutex
	count map[string]int
	hold  []func() // called after the attack
}

func NewForce(url string, scale float64) *Force {
	return &Force{url: url, scale: scale, from: client.AttackerAddress(0), ledger: &ledger{count: map[string]int{}}}
}

// fromEach calls a function concurrently for the attackers at each of n addresses.
func (a *Force) fromEach(n int, do func(one *Force)) {
	var all sync.WaitGroup
	for i := range n {
		one := *a
		one.from = client.AttackerAddress(i)
		all.Go(func() { do(&one) })
	}
	all.Wait()
}

// client returns a client at the attackers' address.
func (a *Force) client() *client.Client { return client.New(a.url, a.from) }

// many scales a number down for the short version. The result is at least 1.
func (a *Force) many(n int) int { return max(1, int(float64(n)*a.scale)) }

// Note counts one outcome.
func (l *ledger) Note(what string) { l.Add(what, 1) }

func (l *ledger) Add(what string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count[what] += n
}

// keep registers a function to call after the attack.
func (l *ledger) keep(closing func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hold = append(l.hold, closing)
}

// Counts returns the outcomes so far.
func (l *ledger) Counts() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.count)
}

// Leave calls the functions registered with keep.
func (l *ledger) Leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, closing := range l.hold {
		closing()
	}
	l.hold = nil
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

// Each runs n attackers until the context is done, and counts the outcomes that do returns. An attacker
// that is disconnected or rejected waits a moment, because one that retries in a tight loop would only
// measure itself.
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

// Refused returns the number of rejected requests and closed connections among outcomes.
func Refused(count map[string]int) (n int) {
	for what, k := range count {
		if what == "cut" || strings.HasPrefix(what, "refused") {
			n += k
		}
	}
	return n
}

var errNoGame = errors.New("hostile: the attacker could not create a game")
