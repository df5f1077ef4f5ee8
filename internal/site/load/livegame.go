package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
)

// maxGame is the number of moves after which a game is replaced.
const maxGame = 300

// liveGame is a game in progress with the sockets of both players.
type liveGame struct {
	tally  *tally
	took   func(began, now time.Time) time.Duration
	id     string
	client *client
	people [2]*person

	mu      sync.Mutex
	conns   [2]*websocket.Conn // the players' sockets, by colour
	line    *rules.Line
	key     string // key of the position, as reported by the server
	acked   []string
	pending *pendingMove // the latest move, until both sides have it
	seen    [2]int       // number of moves received by each player
	moving  [2]bool      // whether a player is reconnecting to another node
	over    bool
}

// pendingMove is a sent move, until it has been acknowledged and has reached the opponent.
type pendingMove struct {
	text         string
	message      []byte
	by           int // colour
	n            int64
	sent         time.Time
	ack, arrived bool
}

// serverMessage contains the fields of a socket message that this package uses.
type serverMessage struct {
	Type string
	N    int64
	Ply  int
	Move struct{ Move, Key string }
	Game json.RawMessage // an ID or a whole game
	Code string
	// Message is the text of an error.
	Message string
}

// wholeGame contains the fields of a game that this package uses.
type wholeGame struct {
	Ply    int
	Key    string
	Moves  []struct{ Move string }
	Result *struct{ Reason string }
}

// seat creates the i-th game and connects its players.
func (r *run) seat(ctx context.Context, i int, v rules.Rules) (*liveGame, error) {
	c := r.clientAt(i)
	start, err := v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	people := [2]*person{{}, {}}
	rated := len(r.plan.Accounts) > 0
	if rated {
		people[0].cookie, people[1].cookie = r.plan.Accounts[2*i], r.plan.Accounts[2*i+1]
	}
	made, err := c.create(ctx, people[0], v.Info().Ref(), rated)
	if err == nil {
		err = c.join(ctx, people[1], made.ID, made.Invite)
	}
	if err != nil {
		return nil, err
	}
	t := &liveGame{tally: &r.tally, took: r.plan.Took, client: c, people: people, id: made.ID, line: rules.NewLine(v, start), key: made.Key}
	for side := range t.conns {
		conn, err := c.connect(ctx, people[side], t.id)
		if err != nil {
			t.leave()
			return nil, err
		}
		t.mu.Lock()
		t.conns[side] = conn
		t.mu.Unlock()
		go t.listen(side, conn)
	}
	return t, nil
}

// leave ends the game and closes its sockets.
func (t *liveGame) leave() {
	t.mu.Lock()
	t.over = true
	conns := t.conns
	t.mu.Unlock()
	for _, c := range conns {
		if c != nil {
			c.CloseNow()
		}
	}
}

// move plays a random move if both sides have received the last one, and reports whether it did.
func (t *liveGame) move(ctx context.Context) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over || t.pending != nil {
		return false, nil
	}
	p := t.line.Position()
	legal := rules.LegalMoves(t.line.Rules(), &p)
	m := legal[rand.IntN(len(legal))]
	text := t.line.Rules().Guide().FormatUCI(&p, m)
	t.pending = &pendingMove{text: text, n: int64(t.line.Ply() + 1), sent: time.Now()}
	t.pending.message = []byte(fmt.Sprintf(`{"type":"move","n":%d,"game":%q,"ply":%d,"key":%q,"move":%q}`, t.pending.n, t.id, t.line.Ply(), t.key, text))
	t.pending.by = int(p.Side)
	if _, err := t.line.Play(m); err != nil {
		return false, err
	}
	// listen detects that the connection has ended. If its node stops, the move is sent again after the
	// player has reconnected.
	_ = t.conns[p.Side].Write(ctx, websocket.MessageText, t.pending.message)
	return true, nil
}

// listen receives a player's messages, and reconnects to another node if the player's node stops.
func (t *liveGame) listen(side int, conn *websocket.Conn) {
	for {
		_, text, err := conn.Read(context.Background())
		now := time.Now()
		if websocket.CloseStatus(err) == websocket.StatusServiceRestart {
			if conn = t.follow(side); conn != nil {
				continue
			}
			return
		}
		if err != nil {
			t.lost(err)
			return
		}
		var s serverMessage
		if json.Unmarshal(text, &s) == nil {
			t.handle(side, &s, now)
		}
	}
}

// follow reconnects a player. It returns nil if that fails or the game is over.
func (t *liveGame) follow(side int) *websocket.Conn {
	t.mu.Lock()
	t.moving[side] = true
	t.mu.Unlock()
	conn, err := t.client.reconnect(t.people[side], t.id)
	if err != nil {
		t.lost(err)
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		conn.CloseNow()
		return nil
	}
	t.conns[side] = conn
	t.tally.note(func(k *tally) { k.moved++ })
	return conn
}

// resume continues a game on another node, starting from the whole game, which the server sends first. If the
// game lacks the pending move, resume sends the move again.
func (t *liveGame) resume(side int, g *wholeGame) {
	t.moving[side] = false
	t.seen[side] = max(t.seen[side], g.Ply)
	f := t.pending
	if f == nil {
		return
	}
	arrived := g.Ply >= int(f.n)
	switch {
	case arrived && side != f.by:
		t.key, f.arrived = g.Key, true
	case arrived && !f.ack:
		f.ack = true
		t.acked = append(t.acked, f.text)
	case !arrived && side == f.by:
		_ = t.conns[side].Write(context.Background(), websocket.MessageText, f.message) // listen detects errors
	}
}

// lost records that a connection ended before its game, and ends the game.
func (t *liveGame) lost(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.over {
		t.over = true
		t.tally.fail(err)
	}
}

// handle handles a message that a player has received.
func (t *liveGame) handle(side int, s *serverMessage, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch s.Type {
	case "done":
		if f := t.pending; f != nil && f.n == s.N && !f.ack {
			f.ack = true
			t.acked = append(t.acked, f.text)
			t.tally.note(func(k *tally) { k.acks = append(k.acks, now.Sub(f.sent)) })
		}
	case "move":
		if s.Ply <= t.seen[side] {
			t.tally.note(func(k *tally) { k.duplicated++ })
			return
		}
		t.seen[side] = s.Ply
		f := t.pending
		if f == nil || f.n != int64(s.Ply) {
			return
		}
		if t.key = s.Move.Key; board.Colour(side) == t.toMove() && !f.arrived {
			f.arrived = true
			t.tally.note(func(k *tally) { k.arrivals = append(k.arrivals, t.took(f.sent, now)) })
		}
	case "game":
		t.resync(side, s.Game)
	case "error":
		t.over = true // after an error, the game can no longer be measured
		t.tally.note(func(k *tally) { k.refused++; k.why = s.Message })
	}
	t.confirm()
}

// toMove returns the side to move after the pending move.
func (t *liveGame) toMove() board.Colour {
	p := t.line.Position()
	return p.Side
}

// resync handles a whole game, which the server also sends when a game ends.
func (t *liveGame) resync(side int, text json.RawMessage) {
	var g wholeGame
	if json.Unmarshal(text, &g) != nil {
		return
	}
	if t.moving[side] {
		t.resume(side, &g)
	} else {
		// A socket opened on another node may receive the first move as part of the game.
		t.seen[side] = max(t.seen[side], g.Ply)
		if f := t.pending; f != nil && side != f.by && g.Ply >= int(f.n) {
			t.key, f.arrived = g.Key, true
		}
	}
	if g.Result != nil {
		t.over = true
		if f := t.pending; f != nil && g.Ply >= int(f.n) {
			f.arrived = true // the whole game includes the last move
		}
	}
}

// confirm allows the next move once the pending move has been acknowledged and received.
func (t *liveGame) confirm() {
	if f := t.pending; f != nil && f.ack && f.arrived {
		t.pending = nil
		t.over = t.over || t.line.Ply() >= maxGame || t.line.Outcome().Over()
	}
}

// compare returns two counts: the acknowledged moves that a saved game lacks or that the opponent has not
// received, and the saved moves that no player sent.
func (t *liveGame) compare(saved wire.Snapshot) (lost, extra int) {
	for i, text := range t.acked {
		if i >= len(saved.Moves) || saved.Moves[i].Move != text {
			lost++
		}
	}
	if f := t.pending; f != nil && f.ack && !f.arrived {
		lost++
	}
	return lost, max(0, len(saved.Moves)-len(t.line.Moves()))
}
