package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/notation"
)

// seekSocket is the connection of one who waits to be paired. The waiting ends
// with it.
type seekSocket struct {
	server *Server
	conn   *websocket.Conn
	from   netip.Addr
	who    game.Hash
	since  time.Time
	seeker *lobby.Seeker
	frames *limit.Frames
	speaks *locale.Catalogue // the language of its reader

	reading context.Context // ends to cut the connection
	cut     context.CancelFunc
	heard   atomic.Int64 // when an answer last came, by elapsed
	pinging atomic.Bool
	away    atomic.Bool
}

// seeks tells how many wait to be paired.
func (s *Server) seeks(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, wire.Seeks{Seeks: view.Seeks(s.hub.Seeks())})
}

// pair lets somebody wait for an opponent, for as long as the connection stands. It
// takes one of the games they may begin, and gives it back if none comes about.
func (s *Server) pair(w http.ResponseWriter, r *http.Request) (err error) {
	if s.closing.Err() != nil || s.handing.Load() {
		return busy(time.Second, errClosing)
	}
	q, err := seekOf(r.URL.Query())
	if err != nil {
		return err
	}
	back, wait, ok := s.limiter.CreateGame(s.visitor(r))
	if !ok {
		return busy(wait, errGames)
	}
	closed, ok := s.limiter.OpenSocket(s.visitor(r))
	if !ok {
		back()
		return busy(time.Minute, errSockets)
	}
	frames := limit.NewFrames(s.limits)
	k := &seekSocket{server: s, from: s.address(r), since: time.Now(), frames: frames, speaks: catalogue(r)}
	who := s.known(w, r).At(k.from)
	k.who = who.Hash()
	// Accept refuses pages of other origins, and answers those it refuses.
	k.conn, err = websocket.Accept(frames.Writer(w), r, nil)
	if err != nil {
		closed()
		back()
		return nil
	}
	k.conn.SetReadLimit(s.limits.Message)
	k.reading, k.cut = context.WithCancel(context.Background())
	k.heard.Store(elapsed())
	go func() {
		defer closed()
		if !k.run(who, q) {
			back()
		}
	}()
	return nil
}

// run lets the one at the other end wait, and reports whether a game came of it.
func (k *seekSocket) run(who room.Session, q room.Seek) (paired bool) {
	s := k.server
	s.metrics.sockets.Inc()
	defer s.metrics.sockets.Dec()
	defer k.cut()
	defer k.conn.CloseNow()
	ctx, cancel := context.WithTimeout(context.Background(), s.limits.Patience)
	seeker, err := s.hub.Seek(ctx, who, q)
	cancel()
	if err != nil {
		k.tell(k.refusal(err))
		return false
	}
	defer seeker.Close()
	k.seeker = seeker
	if k.tell(wire.Pairing{Type: "waiting"}) != nil {
		return k.late()
	}
	// Nothing is to be said here: what comes ends the waiting.
	gone := k.conn.CloseRead(k.reading)
	s.sockets.add(k)
	defer s.sockets.remove(k)
	if s.operator.Admit(k.from) != nil {
		return false // a ban that came meanwhile did not find it
	}
	select {
	case m := <-seeker.C:
		if m.Err != nil {
			k.tell(k.refusal(m.Err))
			return false
		}
		k.tell(wire.Pairing{Type: "paired", Game: m.Game})
		return true
	case <-gone.Done():
		return k.late()
	case <-s.closing.Done():
		k.tell(k.refusal(errClosing))
		return false
	}
}

// late reports whether a game began in the moment its player left.
func (k *seekSocket) late() bool {
	k.seeker.Close()
	select {
	case m := <-k.seeker.C:
		return m.Err == nil
	default:
		return false
	}
}

// refusal says why nobody is waited for any more.
func (k *seekSocket) refusal(err error) wire.Pairing {
	var why *wire.Failure
	if !errors.As(err, &why) {
		why = k.server.failure(err)
	}
	return wire.Pairing{Type: "error", Code: why.Code, Message: k.speaks.Text(why.Said)}
}

// tell sends a word, and ends the connection with the last one.
func (k *seekSocket) tell(m wire.Pairing) error {
	ctx, cancel := context.WithTimeout(context.Background(), k.server.limits.Patience)
	defer cancel()
	k.server.metrics.sent.Inc()
	err := k.conn.Write(ctx, websocket.MessageText, wire.Encode(m))
	if m.Type != "waiting" {
		late := time.AfterFunc(closeWait, k.cut)
		defer late.Stop()
		k.conn.Close(websocket.StatusNormalClosure, "")
	}
	return err
}

// end cuts the connection.
func (k *seekSocket) end() { k.cut() }

// inspect pings one who waits, and notes whether they answer.
func (k *seekSocket) inspect() {
	l := k.server.limits
	quiet := time.Duration(elapsed() - k.heard.Load())
	if quiet > l.Beat && k.pinging.CompareAndSwap(false, true) {
		go k.ping()
	}
	if away := quiet > l.Away; k.away.CompareAndSwap(!away, away) {
		k.seeker.SetAway(away)
	}
}

// ping asks whether the page is still there, and cuts the connection if it is not.
func (k *seekSocket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), k.server.limits.Patience)
	defer cancel()
	k.frames.ExpectPong()
	if k.conn.Ping(ctx) != nil {
		k.cut()
		return
	}
	k.heard.Store(elapsed())
	k.pinging.Store(false)
}

// seekOf reads what somebody wants to play from a query.
func seekOf(query url.Values) (room.Seek, error) {
	q := room.Seek{Variant: query.Get("variant"), Name: query.Get("name")}
	var c clock.Control
	days := int64(0)
	for name, to := range map[string]*int64{"initial": &c.Initial, "increment": &c.Increment, "delay": &c.Delay, "days": &days} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return room.Seek{}, wire.NewFailure(wire.CodeRequest, "request.number", locale.Args{"name": name, "text": notation.Clip(text)})
		}
		*to = n
	}
	c.Days = int(days)
	if !c.None() {
		q.Control = &c
	}
	return q, nil
}
