//go:build linux

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// Maximum length of a game and of a rated game in half-moves, after which a player resigns, and maximum thinking time.
const (
	longest      = 60
	longestRated = 8
	thinkMost    = 120 * time.Millisecond
)

// workload holds all the games of a run.
type workload struct {
	base     string
	began    time.Time
	variants []string
	late     lateness

	mu     sync.Mutex
	tables []*table // being played
	games  []*record
	rated  int      // number of rated games that have ended
	people []string // cookies of accounts, which play the rated games
	flags  []*flagged
	faults []string // errors seen
}

func (h *workload) now() time.Duration { return time.Since(h.began) }

// wrong records an error.
func (h *workload) wrong(format string, a ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults = append(h.faults, fmt.Sprintf(format, a...))
}

// record is the recorded history of a game.
type record struct {
	id       string
	computer bool // whether the computer plays Black
	history
	seen [][]string // moves received by each connection, in order
}

// watched records the moves received by a connection.
func (r *record) watched(moves []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, slices.Clone(moves))
}

// table plays one game after another between two players, watched by a spectator.
type table struct {
	workload *workload
	computer bool // whether the computer plays Black
	rated    bool // whether accounts play rated games, which are short

	mu    sync.Mutex
	ply   int             // number of moves that have arrived
	steps []time.Duration // arrival times of moves
}

// recordArrival records that a player has received the opponent's move.
func (t *table) recordArrival(ply int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ply > t.ply {
		t.ply = ply
		t.steps = append(t.steps, t.workload.now())
	}
}

// since returns the arrival times of moves after the given time.
func (t *table) since(from time.Duration) []time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	i, _ := slices.BinarySearch(t.steps, from)
	return slices.Clone(t.steps[i:])
}

// play plays games until stop is closed.
func (t *table) play(ctx context.Context, stop <-chan struct{}) {
	for ctx.Err() == nil {
		select {
		case <-stop:
			return
		default:
		}
		if err := t.game(ctx, stop); err != nil && ctx.Err() == nil {
			t.workload.wrong("cannot play a game: %v", err)
			pause(ctx, time.Second)
		}
	}
}

// game plays one game.
func (t *table) game(ctx context.Context, stop <-chan struct{}) error {
	name := t.workload.variants[rand.IntN(len(t.workload.variants))]
	white, black := newClient(t.workload.base), newClient(t.workload.base)
	var made, joined wire.OneGame
	asked := wire.NewGame{
		Variant: name, Opponent: game.Friend, Colour: "white", Name: "White", Control: &clock.Control{Initial: 60_000, Increment: 2000},
	}
	longest := longest
	switch {
	case t.computer:
		asked.Opponent, asked.Level = game.Computer, 1
	case t.rated:
		two := rand.Perm(len(t.workload.people))
		white.cookie, black.cookie = t.workload.people[two[0]], t.workload.people[two[1]]
		asked.Rated, longest = true, 2+rand.IntN(longestRated-1)
	}
	err := white.insist(ctx, "POST", "/api/v1/games", asked, &made)
	if err == nil && !t.computer {
		err = black.insist(ctx, "POST", "/api/v1/games/"+made.Game.ID+"/join", wire.JoinRequest{Token: made.Game.Invite, Name: "Black"}, &joined)
	}
	if err != nil {
		return err
	}
	r := &record{id: made.Game.ID, computer: t.computer}
	t.workload.mu.Lock()
	t.workload.games = append(t.workload.games, r)
	t.workload.mu.Unlock()
	t.mu.Lock()
	t.ply = 0
	t.mu.Unlock()
	ctx, over := context.WithCancel(ctx)
	defer over()
	var players sync.WaitGroup
	people := []*client{white, black}
	if t.computer {
		people = people[:1]
	}
	for side, c := range people {
		p := &player{table: t, record: r, side: side, socket: c.open(ctx, r.id), variant: name, longest: longest}
		players.Go(func() { p.run(ctx, stop) })
	}
	var watchers sync.WaitGroup
	watching, leave := context.WithCancel(ctx)
	w := &player{table: t, record: r, side: -1, variant: name}
	w.socket = newClient(t.workload.base).open(watching, r.id)
	watchers.Go(func() { w.run(watching, nil) })
	players.Wait()
	// The spectator must have received all moves that the players know.
	t.mu.Lock()
	ply := t.ply
	t.mu.Unlock()
	for end := time.Now().Add(time.Minute); w.known() < ply && ctx.Err() == nil; {
		if time.Now().After(end) {
			t.workload.wrong("%s: a spectator received %d of %d moves", r.id, w.known(), ply)
			break
		}
		pause(ctx, 20*time.Millisecond)
	}
	leave()
	watchers.Wait()
	if t.rated && w.over {
		t.workload.mu.Lock()
		t.workload.rated++
		t.workload.mu.Unlock()
	}
	return nil
}

// player is a client of a game: 0 is White, 1 is Black, and -1 is a spectator.
type player struct {
	table   *table
	record  *record
	side    int
	socket  *socket
	variant string
	longest int // length in half-moves after which the player resigns

	mu        sync.Mutex
	moves     []string // moves received on this connection
	line      *rules.Line
	key       string
	connected bool
	over      bool
	move      *call // move in flight
	moveN     int64
	last      *call // last move sent
	read      *read
	resignN   int64
}

// read is a pending request for the whole game.
type read struct {
	call
	n       int64
	ended   bool // whether the server has reported the end of the game
	answers int  // number of whole games received
	settle  time.Time
}

func (p *player) known() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.moves)
}

// run plays until the game is over, or until stop is closed and no move is in flight.
func (p *player) run(ctx context.Context, stop <-chan struct{}) {
	defer func() { p.record.watched(p.moves) }()
	tick := time.NewTicker(15 * time.Millisecond)
	defer tick.Stop()
	var think time.Time
	for !p.over {
		select {
		case h, ok := <-p.socket.news:
			if !ok {
				return
			}
			p.handle(h)
			think = time.Now().Add(rand.N(thinkMost))
		case <-tick.C:
		}
		p.finishRead()
		if p.side < 0 || !p.connected || p.over || time.Now().Before(think) {
			continue
		}
		select {
		case <-stop:
			if p.move == nil {
				return
			}
			continue
		default:
		}
		if p.act(ctx) != nil {
			return
		}
	}
	// The other player learns of the end of the game on its own connection.
}

// handle handles a message from the server.
func (p *player) handle(h serverMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.table.workload.now()
	if h.lost || h.opened {
		p.connected = !h.lost
		p.move, p.read, p.resignN = nil, nil, 0 // the outcome is unknown
		if len(p.moves) > 0 {
			p.record.watched(p.moves)
			p.moves = nil
		}
		p.line = nil
	}
	switch h.Type {
	case "game":
		p.whole(&h, now)
	case "move":
		switch {
		case p.line == nil:
		case h.Ply <= len(p.moves):
			p.table.workload.wrong("%s: move %d was sent twice to %d", p.record.id, h.Ply, p.side)
		case h.Ply > len(p.moves)+1:
			p.table.workload.wrong("%s: move %d was sent to %d after %d", p.record.id, h.Ply, p.side, len(p.moves))
		default:
			p.play(h.Move.Move)
			p.key = h.Move.Key
			p.recordReplies()
		}
	case "done", "error":
		p.answered(&h, now)
	}
}

// recordReplies records the arrival of the opponent's last move at the table.
func (p *player) recordReplies() {
	if n := len(p.moves); n > 0 && p.side >= 0 && (n-1)%2 != p.side {
		p.table.recordArrival(n)
	}
}

func (p *player) play(move string) {
	p.moves = append(p.moves, move)
	if _, err := p.line.PlayText(move); err != nil {
		p.table.workload.wrong("%s: received the illegal move %s: %v", p.record.id, move, err)
	}
}

// whole handles a message with a whole game.
func (p *player) whole(h *serverMessage, now time.Duration) {
	g, ok := h.whole()
	if !ok || g.From != 0 {
		p.table.workload.wrong("%s: cannot decode a game: %.100s", p.record.id, h.Game)
		return
	}
	v, _ := variant.Builtin().Find(p.variant)
	start, err := v.Guide().ParsePosition(g.Start, rules.ParseOptions{})
	if err != nil {
		p.table.workload.wrong("%s: %v", p.record.id, err)
		return
	}
	before := p.moves
	p.moves, p.line, p.key = nil, rules.NewLine(v, start), g.Key
	for _, m := range g.Moves {
		p.play(m.Move)
	}
	if len(p.moves) < len(before) {
		p.table.workload.wrong("%s: received %d moves after %d on one connection", p.record.id, len(p.moves), len(before))
	}
	p.recordReplies()
	p.over = g.Result != nil
	if g.Result != nil && g.Result.Reason == string(rules.Time) {
		p.table.workload.wrong("%s: a flag has fallen: %+v after %d moves", p.record.id, *g.Clocks, len(p.moves))
	}
	if p.read != nil {
		if p.read.answers++; p.read.answers == 1 {
			p.read.moves = strings.Join(append(slices.Clone(p.moves), ""), " ")
			p.read.call.ended = now
		}
	}
}

// answered handles the response to a command.
func (p *player) answered(h *serverMessage, now time.Duration) {
	switch {
	case p.move != nil && h.N == p.moveN:
		c := p.move
		p.move = nil
		p.record.mu.Lock()
		defer p.record.mu.Unlock()
		c.ended = now
		switch {
		case h.Type == "done":
			c.came = done
		case h.Code == "stale" || h.Code == "over":
			c.came = refused
			if h.Code == "over" {
				c.came = unknown // the game may have ended by resignation, which the model does not include
			}
			p.ask()
		default:
			p.ask() // the move may or may not be stored
		}
	case p.read != nil && h.N == p.read.n:
		p.read.ended = h.Type == "done"
		if h.Type == "error" {
			p.read = nil
		}
	case h.N == p.resignN:
		p.resignN = 0
	}
}

// ask makes the player request the whole game.
func (p *player) ask() { p.key = "" }

// finishRead records a read once it is certain which response belongs to the request.
func (p *player) finishRead() {
	r := p.read
	if r == nil || !r.ended || r.answers == 0 {
		return
	}
	if r.settle.IsZero() {
		r.settle = time.Now().Add(150 * time.Millisecond)
	}
	if time.Now().Before(r.settle) {
		return
	}
	p.read = nil
	if r.answers == 1 {
		r.came = done
		p.record.add(&r.call)
	}
}

// act performs the player's next action: it moves, resigns or requests the whole game.
func (p *player) act(ctx context.Context) error {
	if p.move != nil || p.read != nil || p.resignN != 0 || p.line == nil {
		return nil
	}
	now := p.table.workload.now()
	position := p.line.Position()
	mine := len(p.moves)%2 == p.side && !p.line.Outcome().Over()
	if p.key == "" || !mine && rand.IntN(30) == 0 {
		p.read = &read{call: call{client: 2 + p.side, read: true, began: now}}
		n, err := p.socket.send(ctx, "sync", `,"ply":0,"takebacks":0`)
		p.read.n = n
		if p.key == "" {
			p.key = "?"
		}
		return err
	}
	if !mine {
		return nil
	}
	if len(p.moves) >= p.longest {
		n, err := p.socket.send(ctx, "resign", "")
		p.resignN = n
		return err
	}
	legal := rules.LegalMoves(p.line.Rules(), &position)
	text := rules.FormatUCI(p.line.Rules(), &position, legal[rand.IntN(len(legal))])
	if p.last != nil && p.last.n == len(p.moves) && rand.IntN(2) == 0 {
		text = p.last.move // like the page, the player may send a move again
	}
	c := &call{client: p.side, n: len(p.moves), move: text, began: now}
	p.record.add(c)
	p.move, p.last = c, c
	n, err := p.socket.send(ctx, "move", fmt.Sprintf(`,"ply":%d,"takebacks":0,"key":%q,"move":%q`, len(p.moves), p.key, text))
	p.moveN = n
	return err
}
