//go:build linux

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// The players in a soak test behave like the page: each sends a ping every playerPing, and moves at a
// human pace. A socket that receives nothing for the duration silence counts as disconnected.
const (
	playerPing  = 1500 * time.Millisecond // playerHeartbeat in web/src/game/live.ts
	fastestMove = 10 * time.Second
	slowestMove = 30 * time.Second
	silence     = 30 * time.Second

	// heldPerAddress stays within the documented limits of an address: 40 of 60 sessions and 40
	// of 128 sockets.
	heldPerAddress = 20
	heldSetters    = 16
)

// heldGames are games whose players stay connected for a whole run.
type heldGames struct {
	url   string
	began time.Time

	mu           sync.Mutex
	faults       []string // disconnected sockets and rejected messages, in order
	playing, cut int      // games, sockets
	moves        int
	took         []time.Duration // times from sending a move to its arrival at the opponent, since the last sample
	acked        map[string][]string
	ended        int // games that ended and were replaced
}

// holdGames creates n games, connects both players of each and plays them until the context is done.
// wait returns when they have left.
func holdGames(ctx context.Context, url string, n int) (h *heldGames, wait func(), err error) {
	h = &heldGames{url: url, began: time.Now(), acked: map[string][]string{}}
	all := variant.Builtin().All()
	next := make(chan int)
	var setting, playing sync.WaitGroup
	failed := make(chan error, heldSetters)
	for range heldSetters {
		setting.Go(func() {
			for i := range next {
				g, err := h.seat(ctx, i, all[i%len(all)])
				if err != nil {
					failed <- fmt.Errorf("hostile: cannot set up held game %d: %w", i, err)
					return
				}
				playing.Go(func() { h.hold(ctx, g) })
			}
		})
	}
	for i := range n {
		select {
		case next <- i:
			continue
		case err = <-failed:
		case <-ctx.Done():
			err = ctx.Err()
		}
		break
	}
	close(next)
	setting.Wait()
	if err == nil && len(failed) > 0 {
		err = <-failed
	}
	return h, playing.Wait, err
}

// raiseFileLimit raises the limit on open files to n for this process and the server it starts.
func raiseFileLimit(n uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("hostile: cannot read the limit on open files: %w", err)
	}
	if limit.Cur >= n {
		return nil
	}
	limit.Cur, limit.Max = n, max(n, limit.Max)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("hostile: cannot raise the limit on open files to %d: %w", n, err)
	}
	return nil
}

// heldGame is one game and its two sockets.
type heldGame struct {
	place   int
	rules   rules.Rules
	players [2]*client.Client
	id      string
	sockets [2]*client.Socket
	heard   [2]atomic.Int64 // time of the server's last message, in nanoseconds since the start
	left    atomic.Bool     // the players left, or a socket was disconnected

	mu      sync.Mutex
	moves   *rules.Line
	key     string // key of the position, as reported by the server
	pending *heldMove
	over    bool
}

// heldMove is a move that has not yet been both acknowledged and seen by the opponent.
type heldMove struct {
	text        string
	by          int // colour
	n           int64
	sent        time.Time
	acked, seen bool
}

// seat creates a game with two new people.
func (h *heldGames) seat(ctx context.Context, place int, r rules.Rules) (*heldGame, error) {
	who := client.New(h.url, client.Loopback(2, place/heldPerAddress/250, 1+place/heldPerAddress%250))
	return h.begin(ctx, place, r, [2]*client.Client{who, who.Again()})
}

// begin creates a game between two people and connects them.
func (h *heldGames) begin(ctx context.Context, place int, r rules.Rules, players [2]*client.Client) (*heldGame, error) {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	g := &heldGame{place: place, rules: r, players: players, moves: rules.NewLine(r, start)}
	made, err := players[0].Create(ctx, fmt.Sprintf(`{"variant":%q,"opponent":"friend","colour":"white","control":{"initial":3600000,"increment":30000}}`, r.Info().Ref()))
	if err == nil {
		err = players[1].Join(ctx, made)
	}
	if err != nil {
		return nil, err
	}
	g.id, g.key = made.ID, made.Key
	for side, who := range players {
		if g.sockets[side], err = who.Connect(ctx, g.id); err != nil {
			g.Leave()
			return nil, err
		}
		g.heard[side].Store(int64(time.Since(h.began)))
		go h.listen(g, side)
	}
	players[0].Leave()
	return g, nil
}

// Leave closes the sockets of a game.
func (g *heldGame) Leave() {
	g.left.Store(true)
	for _, s := range g.sockets {
		if s != nil {
			s.Close()
		}
	}
}

// hold plays one game after another until the context is done or a socket is disconnected.
func (h *heldGames) hold(ctx context.Context, g *heldGame) {
	h.count(1)
	defer func() {
		g.Leave()
		h.count(-1)
	}()
	if !client.Pause(ctx, rand.N(playerPing)) {
		return
	}
	beat := time.NewTicker(playerPing)
	defer beat.Stop()
	due := time.Now().Add(rand.N(slowestMove))
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
		if g.left.Load() {
			return
		}
		for side, s := range g.sockets {
			s.N++
			_ = s.Send(ctx, fmt.Sprintf(`{"type":"ping","n":%d}`, s.N)) // listen reports disconnections
			if quiet := time.Since(h.began) - time.Duration(g.heard[side].Load()); quiet > silence {
				h.lost(g, side, fmt.Errorf("no message received for %v", quiet.Round(time.Second)))
			}
		}
		if time.Now().Before(due) {
			continue
		}
		due = time.Now().Add(fastestMove + rand.N(slowestMove-fastestMove))
		if !g.ended() {
			g.Move(ctx)
			continue
		}
		g.Leave()
		next, err := h.begin(ctx, g.place, g.rules, g.players)
		if err != nil {
			if ctx.Err() == nil {
				h.fault("game %d: no next game: %v", g.place, err)
			}
			return
		}
		h.mu.Lock()
		h.ended++
		h.mu.Unlock()
		g = next
	}
}

// count changes the number of held games.
func (h *heldGames) count(by int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.playing += by
}

// ended reports whether the game is over and the last move has arrived.
func (g *heldGame) ended() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.over && g.pending == nil
}

// Move plays a random move unless the previous one is still pending.
func (g *heldGame) Move(ctx context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pending != nil {
		return
	}
	p := g.moves.Position()
	legal := rules.LegalMoves(g.rules, &p)
	m := legal[rand.IntN(len(legal))]
	move, s := &heldMove{text: g.rules.Guide().FormatUCI(&p, m), by: int(p.Side), sent: time.Now()}, g.sockets[p.Side]
	ply := g.moves.Ply()
	if _, err := g.moves.Play(m); err != nil {
		return // cannot happen: LegalMoves returned the move
	}
	g.pending, move.n = move, s.N+1
	_, _ = s.Move(ctx, ply, g.key, move.text) // listen reports disconnections
}

// listen handles the messages to one of a game's players until the socket closes.
func (h *heldGames) listen(g *heldGame, side int) {
	for {
		m, err := g.sockets[side].Next(context.Background())
		if err != nil {
			h.lost(g, side, err)
			return
		}
		g.heard[side].Store(int64(time.Since(h.began)))
		if m.Type == "error" {
			h.fault("game %d (%s), %s: rejected with %s: %s", g.place, g.id, colourNames[side], m.Code, m.Message)
		}
		h.receive(g, side, &m)
	}
}

// receive applies a message to the pending move.
func (h *heldGames) receive(g *heldGame, side int, m *client.Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	whole, complete := m.Snapshot()
	g.over = g.over || complete && whole.Result != nil
	p := g.pending
	if p == nil {
		return
	}
	ply := g.moves.Ply()
	switch {
	case side == p.by && m.Type == "done" && m.N == p.n:
		p.acked = true
	case side != p.by && m.Type == "move" && m.Ply == ply:
		p.seen, g.key = true, m.Move.Key
	case side != p.by && complete && whole.Ply == ply:
		p.seen, g.key = true, whole.Key
	}
	if !p.acked || !p.seen {
		return
	}
	g.pending = nil
	h.mu.Lock()
	defer h.mu.Unlock()
	h.moves++
	h.took = append(h.took, time.Since(p.sent))
	h.acked[g.id] = append(h.acked[g.id], p.text)
}

var colourNames = [2]string{"White", "Black"}

// lost reports a socket that closed although its player has not left.
func (h *heldGames) lost(g *heldGame, side int, err error) {
	if g.left.Swap(true) {
		return
	}
	code := "no close frame"
	if status := websocket.CloseStatus(err); status >= 0 {
		code = fmt.Sprintf("close code %d", status)
	}
	h.fault("game %d (%s) from %v: the socket of %s was disconnected: %s (%v)", g.place, g.id, g.players[side].From, colourNames[side], code, err)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cut++
}

// fault records an error with its time.
func (h *heldGames) fault(format string, a ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults = append(h.faults, fmt.Sprintf("after %v: ", time.Since(h.began).Round(time.Second))+fmt.Sprintf(format, a...))
}

// faultList returns the errors so far.
func (h *heldGames) faultList() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.faults)
}

// Counts reports how many games are held, how many sockets were disconnected and how many moves were
// played.
func (h *heldGames) Counts() (games, cut, moves int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.playing, h.cut, h.moves
}

// slowest returns the 99th percentile of move latencies since the last call, in milliseconds.
func (h *heldGames) slowest() float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.took) == 0 {
		return 0
	}
	slices.Sort(h.took)
	p99 := h.took[len(h.took)*99/100]
	h.took = h.took[:0]
	return float64(p99.Microseconds()) / 1000
}
