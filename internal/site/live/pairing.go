package live

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
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/notation"
)

// seekSocket is the connection of one who waits to be paired. The waiting ends
// with it.
type seekSocket struct {
	service *Service
	conn    *websocket.Conn
	from    netip.Addr
	who     game.Hash
	since   time.Time
	seeker  *room.Seeker
	frames  *limit.Frames
	speaks  *locale.Catalogue // the language of its reader

	reading   context.Context // ends to cut the connection
	cut       context.CancelFunc
	lastHeard atomic.Int64 // when an answer last came, by elapsed
	pinging   atomic.Bool
	away      atomic.Bool
}

// seeks tells how many wait to be paired.
func (s *Service) seeks(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Seeks{Seeks: view.Seeks(s.hub.Seeks())})
}

// pair lets somebody wait for an opponent, for as long as the connection stands. It
// takes one of the games they may begin, and gives it back if none comes about.
func (s *Service) pair(w http.ResponseWriter, r *http.Request) (err error) {
	if s.requests.Closing.Err() != nil || s.handingOver.Load() {
		return request.RetryLater(time.Second, request.ErrClosing)
	}
	q, err := parseSeek(r.URL.Query())
	if err != nil {
		return err
	}
	back, wait, ok := s.requests.Limiter.CreateGame(s.requests.Party(r))
	if !ok {
		return request.RetryLater(wait, request.ErrGames)
	}
	closed, ok := s.requests.Limiter.OpenSocket(s.requests.Party(r))
	if !ok {
		back()
		return request.RetryLater(time.Minute, request.ErrSockets)
	}
	frames := limit.NewFrames(s.requests.Limits)
	k := &seekSocket{service: s, from: s.requests.Address(r), since: time.Now(), frames: frames, speaks: request.Catalogue(r)}
	who := s.requests.EnsureSession(w, r).At(k.from)
	k.who = who.Hash()
	// Accept refuses pages of other origins, and answers those it refuses.
	k.conn, err = websocket.Accept(frames.Writer(w), r, nil)
	if err != nil {
		closed()
		back()
		return nil
	}
	k.conn.SetReadLimit(s.requests.Limits.Message)
	k.reading, k.cut = context.WithCancel(context.Background())
	k.lastHeard.Store(elapsed())
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

// pairedLate reports whether a game began in the moment its player left.
func (k *seekSocket) pairedLate() bool {
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
		why = k.service.requests.Failure(err)
	}
	return wire.Pairing{Type: "error", Code: why.Code, Message: k.speaks.Text(why.Said)}
}

// send sends a word, and ends the connection with the last one.
func (k *seekSocket) send(m wire.Pairing) error {
	ctx, cancel := context.WithTimeout(context.Background(), k.service.requests.Limits.Patience)
	defer cancel()
	k.service.metrics.sent.Inc()
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
	l := k.service.requests.Limits
	quiet := time.Duration(elapsed() - k.lastHeard.Load())
	if quiet > l.Beat && k.pinging.CompareAndSwap(false, true) {
		go k.ping()
	}
	if away := quiet > l.Away; k.away.CompareAndSwap(!away, away) {
		k.seeker.SetAway(away)
	}
}

// ping asks whether the page is still there, and cuts the connection if it is not.
func (k *seekSocket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), k.service.requests.Limits.Patience)
	defer cancel()
	k.frames.ExpectPong()
	if k.conn.Ping(ctx) != nil {
		k.cut()
		return
	}
	k.lastHeard.Store(elapsed())
	k.pinging.Store(false)
}

// parseSeek reads what somebody wants to play from a query.
func parseSeek(query url.Values) (room.Seek, error) {
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
