package load

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// spectator watches a game and counts what arrives.
type spectator struct {
	run    *run
	client *client
	id     string // of the game
	seen   int    // how many moves it has been told

	mu   sync.Mutex
	conn *websocket.Conn
	left bool
}

// watch connects a spectator.
func (r *run) watch(ctx context.Context, c *client, id string) (*spectator, error) {
	conn, err := c.connect(ctx, &person{}, id)
	if err != nil {
		return nil, err
	}
	s := &spectator{run: r, client: c, id: id, conn: conn}
	go s.listen(conn)
	return s, nil
}

// listen hears what is told, and follows to another node where the one it is at
// ends.
func (s *spectator) listen(conn *websocket.Conn) {
	for conn != nil {
		_, text, err := conn.Read(context.Background())
		switch {
		case websocket.CloseStatus(err) == websocket.StatusServiceRestart:
			conn = s.follow()
		case err != nil:
			return
		default:
			s.handle(text)
		}
	}
}

// handle counts a move. What was played while nobody told it comes with the whole
// game, and is told by that.
func (s *spectator) handle(text []byte) {
	var m serverMessage
	if json.Unmarshal(text, &m) != nil {
		return
	}
	switch m.Type {
	case "game":
		var g wholeGame
		if json.Unmarshal(m.Game, &g) == nil && g.Ply > s.seen {
			missed := g.Ply - s.seen
			s.seen = g.Ply
			s.run.note(func(k *tally) { k.watched += missed })
		}
	case "move":
		duplicated := m.Ply <= s.seen
		s.seen = max(s.seen, m.Ply)
		s.run.note(func(k *tally) {
			k.watched++
			if duplicated {
				k.duplicated++
			}
		})
	}
}

// follow connects anew; nil if that fails or nobody watches any more.
func (s *spectator) follow() *websocket.Conn {
	var err error
	for range maxTries {
		time.Sleep(rand.N(maxJitter))
		var conn *websocket.Conn
		if conn, err = s.client.connect(context.Background(), &person{}, s.id); err != nil {
			continue
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.left {
			conn.CloseNow()
			return nil
		}
		s.conn = conn
		s.run.note(func(k *tally) { k.moved++ })
		return conn
	}
	s.run.note(func(k *tally) { k.cut++; k.why = err.Error() })
	return nil
}

// leave closes the socket.
func (s *spectator) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = true
	s.conn.CloseNow()
}
