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
	"github.com/tainchess/tain/rules"
)

// maxGame is how many moves a game may have before another takes its place.
const maxGame = 300

// liveGame is a game being played. Its two players move by turns.
type liveGame struct {
	run    *run
	id     string
	client *client
	people [2]*person

	mu     sync.Mutex
	conns  [2]*websocket.Conn // of the players, by colour
	line   *rules.Line
	key    string // of the position reached, as the server tells it
	acked  []string
	flown  *pendingMove // the move under way
	seen   [2]int       // how many moves each player has been told
	moving [2]bool      // a player is on the way to another node
	over   bool
}

// pendingMove is a move on its way.
type pendingMove struct {
	text      string
	message   []byte
	by        int // whose it is, by colour
	n         int64
	sent      time.Time
	ack, told bool
}

// serverMessage is what the server says on a socket, as far as it matters here.
type serverMessage struct {
	Type string
	N    int64
	Ply  int
	Move struct{ Move, Key string }
	Game json.RawMessage // an id or a whole game
	Code string
	// Message says what was wrong, or why the server closes.
	Message string
}

// wholeGame is what matters of a game.
type wholeGame struct {
	Ply    int
	Key    string
	Moves  []struct{ Move string }
	Result *struct{ Reason string }
}

// seat creates a game and connects its players.
func (r *run) seat(ctx context.Context, c *client, v rules.Rules) (*liveGame, error) {
	start, err := v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	people := [2]*person{{}, {}}
	made, err := c.create(ctx, people[0], v.Info().Ref())
	if err == nil {
		err = c.join(ctx, people[1], made.ID, made.Invite)
	}
	if err != nil {
		return nil, err
	}
	t := &liveGame{run: r, client: c, people: people, id: made.ID, line: rules.NewLine(v, start), key: made.Key}
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

// leave closes the sockets.
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

// move plays a move at random if the last one has been seen by all. It reports
// whether it did.
func (t *liveGame) move(ctx context.Context) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over || t.flown != nil {
		return false, nil
	}
	p := t.line.Position()
	legal := rules.LegalMoves(t.line.Rules(), &p)
	m := legal[rand.IntN(len(legal))]
	text := t.line.Rules().Guide().FormatUCI(&p, m)
	t.flown = &pendingMove{text: text, n: int64(t.line.Ply() + 1), sent: time.Now()}
	t.flown.message = []byte(fmt.Sprintf(`{"type":"move","n":%d,"game":%q,"ply":%d,"key":%q,"move":%q}`, t.flown.n, t.id, t.line.Ply(), t.key, text))
	t.flown.by = int(p.Side)
	if _, err := t.line.Play(m); err != nil {
		return false, err
	}
	// A connection that has just ended is found out by whoever listens to it: if its
	// node ends, the move is sent again where the player comes back.
	_ = t.conns[p.Side].Write(ctx, websocket.MessageText, t.flown.message)
	return true, nil
}

// listen hears what the server tells a player, and follows it to another node where
// the one it is at ends.
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

// A player whose node ends comes back after a moment, not all at the same time, and
// tries a few times.
const (
	maxJitter = 250 * time.Millisecond
	maxTries  = 20
)

// follow connects a player anew whose node ends; nil if that fails.
func (t *liveGame) follow(side int) *websocket.Conn {
	t.mu.Lock()
	t.moving[side] = true
	t.mu.Unlock()
	var err error
	for range maxTries {
		time.Sleep(rand.N(maxJitter))
		var conn *websocket.Conn
		if conn, err = t.client.connect(context.Background(), t.people[side], t.id); err != nil {
			continue
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.over {
			conn.CloseNow()
			return nil
		}
		t.conns[side] = conn
		t.run.note(func(k *tally) { k.moved++ })
		return conn
	}
	t.lost(err)
	return nil
}

// resume takes up a game at another node, from the whole game that is told first:
// what was under way has arrived, or is sent again.
func (t *liveGame) resume(side int, g *wholeGame) {
	t.moving[side] = false
	t.seen[side] = max(t.seen[side], g.Ply)
	f := t.flown
	if f == nil {
		return
	}
	arrived := g.Ply >= int(f.n)
	switch {
	case arrived && side != f.by:
		t.key, f.told = g.Key, true
	case arrived && !f.ack:
		f.ack = true
		t.acked = append(t.acked, f.text)
	case !arrived && side == f.by:
		_ = t.conns[side].Write(context.Background(), websocket.MessageText, f.message) // whoever listens finds out if it is lost
	}
}

// lost notes that a connection has ended before its game was given up.
func (t *liveGame) lost(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.over {
		t.over = true
		t.run.note(func(k *tally) { k.cut++; k.why = err.Error() })
	}
}

// handle takes in a message.
func (t *liveGame) handle(side int, s *serverMessage, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch s.Type {
	case "done":
		if f := t.flown; f != nil && f.n == s.N && !f.ack {
			f.ack = true
			t.acked = append(t.acked, f.text)
			t.run.note(func(k *tally) { k.acks = append(k.acks, now.Sub(f.sent)) })
		}
	case "move":
		if s.Ply <= t.seen[side] {
			t.run.note(func(k *tally) { k.duplicated++ })
			return
		}
		t.seen[side] = s.Ply
		f := t.flown
		if f == nil || f.n != int64(s.Ply) {
			return
		}
		if t.key = s.Move.Key; board.Colour(side) == t.toMove() && !f.told {
			f.told = true
			took := t.run.plan.Took
			if took == nil {
				took = func(began, now time.Time) time.Duration { return now.Sub(began) }
			}
			t.run.note(func(k *tally) { k.told = append(k.told, took(f.sent, now)) })
		}
	case "game":
		t.resync(side, s.Game)
	case "error":
		t.over = true // the rest of this game would tell nothing
		t.run.note(func(k *tally) { k.refused++; k.why = s.Message })
	}
	t.confirm()
}

// toMove is whose turn it is once the move under way has been played.
func (t *liveGame) toMove() board.Colour {
	p := t.line.Position()
	return p.Side
}

// resync takes in a whole game: a game that has ended is told so.
func (t *liveGame) resync(side int, text json.RawMessage) {
	var g wholeGame
	if json.Unmarshal(text, &g) != nil {
		return
	}
	if t.moving[side] {
		t.resume(side, &g)
	} else {
		// A socket that is opened at another node may be told the first move with the game.
		t.seen[side] = max(t.seen[side], g.Ply)
		if f := t.flown; f != nil && side != f.by && g.Ply >= int(f.n) {
			t.key, f.told = g.Key, true
		}
	}
	if g.Result != nil {
		t.over = true
		if f := t.flown; f != nil && g.Ply >= int(f.n) {
			f.told = true // an end is told with the whole game
		}
	}
}

// confirm clears the way for the next move once this one has been acknowledged
// and has arrived.
func (t *liveGame) confirm() {
	if f := t.flown; f != nil && f.ack && f.told {
		t.flown = nil
		t.over = t.over || t.line.Ply() >= maxGame || t.line.Outcome().Over()
	}
}
