//go:build linux

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

// NewForce returns attackers of the server at a URL. Scale reduces the number of connections and people if it
// is less than 1.
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

// Add counts n outcomes.
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
