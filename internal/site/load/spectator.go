package load

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/coder/websocket"
)

// spectator watches a game and counts the moves it receives.
type spectator struct {
	tally  *tally
	client *client
	id     string // of the game
	seen   int    // number of moves received

	mu   sync.Mutex
	conn *websocket.Conn
	left bool
}

// watch connects a spectator.
func watch(ctx context.Context, c *client, id string, k *tally) (*spectator, error) {
	conn, err := c.connect(ctx, &person{}, id)
	if err != nil {
		return nil, err
	}
	s := &spectator{tally: k, client: c, id: id, conn: conn}
	go s.listen(conn)
	return s, nil
}

// listen receives messages, and reconnects to another node if its node stops.
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

// handle counts the moves in a message. Moves that the spectator missed while reconnecting arrive with the
// whole game.
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
			s.tally.note(func(k *tally) { k.watched += missed })
		}
	case "move":
		duplicated := m.Ply <= s.seen
		s.seen = max(s.seen, m.Ply)
		s.tally.note(func(k *tally) {
			k.watched++
			if duplicated {
				k.duplicated++
			}
		})
	}
}

// follow reconnects. It returns nil if that fails or the spectator has left.
func (s *spectator) follow() *websocket.Conn {
	conn, err := s.client.reconnect(&person{}, s.id)
	if err != nil {
		s.tally.fail(err)
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left {
		conn.CloseNow()
		return nil
	}
	s.conn = conn
	s.tally.note(func(k *tally) { k.moved++ })
	return conn
}

// leave closes the socket.
func (s *spectator) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = true
	s.conn.CloseNow()
}
