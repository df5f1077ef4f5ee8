package server

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// notice tells what the operator has to say to everybody.
func (s *Server) notice(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Notices{Notice: s.operator.Notice()})
}

// Connection is somebody who is connected to a game.
type Connection struct {
	Address netip.Addr
	Who     game.Hash // zero for one without a cookie
	Game    string
	Since   time.Time
}

// connection returns what an operator sees of a socket.
func (k *socket) connection() Connection {
	return Connection{Address: k.from, Who: k.who.Hash(), Game: k.game, Since: k.since}
}

// connection returns what an operator sees of one who waits to be paired: no game.
func (k *seekSocket) connection() Connection {
	return Connection{Address: k.from, Who: k.who, Since: k.since}
}

// connection returns what an operator sees of a stream.
func (k *stream) connection() Connection {
	return Connection{Address: k.from, Who: k.who.Hash(), Game: k.game, Since: k.since}
}

// Connections returns everybody who is connected to a game.
func (s *Server) Connections() []Connection {
	list := []Connection{}
	s.sockets.each(func(k live) {
		switch k := k.(type) {
		case *socket:
			list = append(list, k.connection())
		case *stream:
			if k.game != "" {
				list = append(list, k.connection())
			}
		}
	})
	return list
}

// Cut ends the connections that fit, and returns how many there were.
func (s *Server) Cut(fits func(Connection) bool) (n int) {
	s.sockets.each(func(k live) {
		if one, ok := k.(interface{ connection() Connection }); ok && fits(one.connection()) {
			s.metrics.closed.WithLabelValues("operator").Inc()
			k.end()
			n++
		}
	})
	return n
}
