package live

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// seekSocket is the connection of a client waiting to be paired.
type seekSocket struct {
	webSocket
	seeker   *lobby.Seeker
	language *locale.Catalogue // the client's language
}

// seeks sends how many people are waiting to be paired for each rule set and time control.
func (s *Service) seeks(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Seeks{Seeks: seekCounts(s.hub.Seeks())})
}

// pair lets a client wait for an opponent while the connection is open. It charges the client's quota for a
// game, and refunds it if no game begins.
func (s *Service) pair(w http.ResponseWriter, r *http.Request) (err error) {
	q, err := parseSeek(r.URL.Query())
	if err != nil {
		return err
	}
	refund, wait, ok := s.requests.Limiter.CreateGame(s.requests.Party(r))
	if !ok {
		return request.RetryLater(wait, request.ErrGames)
	}
	closed, err := s.admit(r)
	if err != nil {
		refund()
		return err
	}
	k := &seekSocket{language: request.Catalogue(r)}
	k.service = s
	who := s.requests.EnsureSession(w, r).At(s.requests.Address(r))
	k.Connection = s.describeClient(r, who.Hash(), "")
	if k.accept(w, r) != nil {
		closed()
		refund()
		return nil
	}
	go func() {
		defer closed()
		if !k.run(who, q, func() error { return s.recheck(r) }) {
			refund()
		}
	}()
	return nil
}

// run waits for an opponent until the client leaves, and reports whether a game began. recheck is called after the
// client was added to the clients.
func (k *seekSocket) run(who room.Session, q room.Seek, recheck func() error) (paired bool) {
	s := k.service
	s.metrics.sockets.Inc()
	defer s.metrics.sockets.Dec()
	defer k.cut()
	defer k.conn.CloseNow()
	ctx, cancel := context.WithTimeout(context.Background(), s.requests.Limits.Patience)
	seeker, err := s.hub.Seek(ctx, who, q)
	cancel()
	if err != nil {
		k.send(k.refusal(err))
		return false
	}
	defer seeker.Close()
	k.seeker = seeker
	if k.send(wire.Pairing{Type: "waiting"}) != nil {
		return k.pairedLate()
	}
	// The client must not send messages, so any message ends the wait.
	gone := k.conn.CloseRead(k.reading)
	s.clients.add(k)
	defer s.clients.remove(k)
	if recheck() != nil {
		return false
	}
	select {
	case m := <-seeker.C:
		if m.Err != nil {
			k.send(k.refusal(m.Err))
			return false
		}
		k.send(wire.Pairing{Type: "paired", Game: m.Game})
		return true
	case <-gone.Done():
		return k.pairedLate()
	case <-s.requests.Closing.Done():
		k.send(k.refusal(request.ErrClosing))
		return false
	}
}

// pairedLate ends the wait and reports whether a game had already begun when the player left.
func (k *seekSocket) pairedLate() bool {
	k.seeker.Close()
	select {
	case m := <-k.seeker.C:
		return m.Err == nil
	default:
		return false
	}
}

// refusal returns the message that ends the wait with an error.
func (k *seekSocket) refusal(err error) wire.Pairing {
	var why *wire.Failure
	if !errors.As(err, &why) {
		why = k.service.requests.Failure(err)
	}
	return wire.Pairing{Type: "error", Code: why.Code, Message: k.language.Text(why.Explain())}
}

// send sends a message. It closes the connection after any message except "waiting".
func (k *seekSocket) send(m wire.Pairing) error {
	ctx, cancel := context.WithTimeout(context.Background(), k.service.requests.Limits.Patience)
	defer cancel()
	k.service.metrics.sent.Inc()
	err := k.conn.Write(ctx, websocket.MessageText, wire.Encode(m))
	if m.Type != "waiting" {
		k.close(websocket.StatusNormalClosure, "")
	}
	return err
}

// inspect pings a client that has been quiet, and marks it as away while it does not respond.
func (k *seekSocket) inspect() {
	l := k.service.requests.Limits
	quiet := time.Duration(elapsed() - k.lastHeard.Load())
	if quiet > l.Beat && k.pinging.CompareAndSwap(false, true) {
		go k.ping(nil)
	}
	if away := quiet > l.Away; k.away.CompareAndSwap(!away, away) {
		k.seeker.SetAway(away)
	}
}

// parseSeek parses the requested game from a query.
func parseSeek(query url.Values) (room.Seek, error) {
	q := room.Seek{Variant: query.Get("variant"), Name: query.Get("name"), Rated: query.Get("rated") == "1"}
	var c clock.Control
	days := int64(0)
	for name, to := range map[string]*int64{"initial": &c.Initial, "increment": &c.Increment, "delay": &c.Delay, "days": &days} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return room.Seek{}, wire.NewFailure(wire.CodeRequest, "request.number", message.Args{"name": name, "text": notation.Clip(text)})
		}
		*to = n
	}
	c.Days = int(days)
	if !c.None() {
		q.Control = &c
	}
	return q, nil
}

// handOver closes the connection, so that the page reconnects to another node.
func (k *seekSocket) handOver() {
	k.drop("hand-over", websocket.StatusServiceRestart, "this node is stopping; reconnect immediately")
}
