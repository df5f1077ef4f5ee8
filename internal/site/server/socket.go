package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/view"
)

// replyQueue is how many answers may wait to be written. A page that asks and
// does not read is not read from either.
const replyQueue = 4

// socket is the connection of a page to a game. One goroutine reads and carries
// out what the page says; another writes what the game and the first have to
// say. Neither has a timer: the server's sweep looks after all sockets.
type socket struct {
	server  *Server
	conn    *websocket.Conn
	who     room.Session
	from    netip.Addr
	since   time.Time
	request string // by which it was opened
	game    string
	told    *broadcasts // in the language of its reader
	watcher *room.Watcher
	pay     room.Pay
	frames  *limit.Frames // of what the page sends
	replies chan wire.ServerMessage
	done    chan struct{} // closed when nothing more is read
	gone    chan struct{} // closed when nothing more is written

	reading context.Context // ends to cut the connection
	cut     context.CancelFunc

	busy    atomic.Bool  // a message is being carried out
	heard   atomic.Int64 // when the page last said anything, by elapsed
	writing atomic.Int64 // since when a message is being written; 0 if none is
	pinging atomic.Bool
	away    atomic.Bool  // it has not answered for a while
	pinged  atomic.Int64 // when the last ping was sent, by elapsed; 0 if none was
	trips   trips        // of pings
}

// socket opens a connection to a game. Whoever may not have one is told so
// before the protocol changes.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) error {
	if s.closing.Err() != nil || s.handing.Load() {
		return busy(time.Second, errClosing)
	}
	closed, ok := s.limiter.OpenSocket(s.visitor(r))
	if !ok {
		return busy(time.Minute, errSockets)
	}
	who, id := sessionOf(r).At(s.address(r)), r.PathValue("id")
	watcher, err := s.hub.Watch(r.Context(), who, id)
	if err != nil {
		closed()
		return err
	}
	pay := s.payer(r)
	if err := pay(watcher.Plies()); err != nil {
		watcher.Close()
		closed()
		return err
	}
	k := &socket{
		server: s, who: who, from: s.address(r), since: time.Now(), request: requestID(r), game: id, watcher: watcher, told: s.told[catalogue(r).Language()],
		pay: pay, frames: limit.NewFrames(s.limits),
		replies: make(chan wire.ServerMessage, replyQueue), done: make(chan struct{}), gone: make(chan struct{}),
	}
	k.reading, k.cut = context.WithCancel(context.Background())
	// Accept refuses pages of other origins, and answers those it refuses.
	k.conn, err = websocket.Accept(k.frames.Writer(w), r, nil)
	if err != nil {
		k.cut()
		watcher.Close()
		closed()
		return nil
	}
	k.conn.SetReadLimit(s.limits.Message)
	k.heard.Store(elapsed())
	s.sockets.add(k)
	if s.operator.Admit(k.from) != nil {
		k.end() // a ban that came meanwhile did not find it
	}
	// The handler returns, so that the request and its goroutine are let go.
	go func() {
		defer s.sockets.remove(k)
		defer closed()
		k.run()
	}()
	return nil
}

// payer returns what a game that is sent is paid by: the address's allowance,
// however many sockets it has.
func (s *Server) payer(r *http.Request) room.Pay {
	who := s.visitor(r)
	return func(moves int) error {
		if wait, ok := s.limiter.Spend(who, limit.Per(moves, limit.GamePerUnit)); !ok {
			return busy(wait, errTooMany)
		}
		return nil
	}
}

// end cuts the connection.
func (k *socket) end() { k.cut() }

// run serves the page until it leaves.
func (k *socket) run() {
	k.server.metrics.sockets.Inc()
	defer k.server.metrics.sockets.Dec()
	if n := k.server.operator.Notice(); n.Text != "" {
		k.replies <- wire.NoticeMessage{Type: "notice", Notice: n} // there is room for it
	}
	go k.write()
	k.read()
	close(k.done)
	k.conn.CloseNow()
	<-k.gone
	k.watcher.Close()
	k.cut()
}

// read carries out what the page says, one message after the other.
func (k *socket) read() {
	for {
		kind, text, err := k.conn.Read(k.reading)
		switch {
		case k.frames.Exceeded():
			k.close("flood", websocket.StatusPolicyViolation, "too many messages; connect again in a moment")
			return
		case errors.Is(err, websocket.ErrMessageTooBig):
			k.server.metrics.closed.WithLabelValues("too-big").Inc()
			return
		case err != nil:
			return
		case kind != websocket.MessageText:
			k.close("binary", websocket.StatusUnsupportedData, "messages are JSON text")
			return
		case !utf8.Valid(text):
			k.close("not-utf8", websocket.StatusInvalidFramePayloadData, "messages are UTF-8")
			return
		}
		k.heard.Store(elapsed())
		k.busy.Store(true)
		select {
		case k.replies <- k.carryOut(text):
		case <-k.gone:
			return
		}
		k.busy.Store(false)
	}
}

// carryOut does what a message asks for and returns the answer. A mistake of
// ours ends neither the socket nor the server.
func (k *socket) carryOut(text []byte) (answer wire.ServerMessage) {
	m, err := view.ReadFrame(text)
	defer func() {
		if failed := recover(); failed != nil {
			k.server.log.Error("a message panicked", "game", k.game, "panic", failed, "stack", string(debug.Stack()))
			answer = k.refuse(m.N, errBroken)
		}
	}()
	if err != nil {
		return k.refuse(m.N, err)
	}
	k.server.metrics.received.WithLabelValues(m.Type).Inc()
	ctx, cancel := context.WithTimeout(withID(context.Background(), k.request), k.server.limits.Patience)
	defer cancel()
	switch err = k.fits(m); {
	case m.Type == "ping":
		return wire.PongMessage{Type: "pong", N: m.N, Now: k.server.hub.Now()}
	case err != nil:
	case m.Type == "sync":
		err = k.watcher.Sync(ctx, m.At(), k.pay)
	case m.Type == "say":
		err = k.server.hub.Say(ctx, k.who, k.game, m.Said())
	default:
		err = k.server.do(ctx, k.who, k.game, m.Command())
	}
	if err != nil {
		return k.refuse(m.N, err)
	}
	return wire.DoneMessage{Type: "done", N: m.N}
}

// fits reports an error if a message is meant for another game.
func (k *socket) fits(m *view.Frame) error {
	if m.Game != k.game {
		return wire.NewFailure(string(game.CodeInvalid), "server.other-game", locale.Args{"game": k.game})
	}
	return nil
}

// do hands a command to the game. It returns after the commit.
func (s *Server) do(ctx context.Context, who room.Session, id string, c game.Command) error {
	began := time.Now()
	trace := s.tracer.Begin()
	err := s.hub.Do(room.WithTrace(ctx, trace, nameOf(ctx)), who, id, c)
	if trace != "" {
		s.tracer.Root(trace, fmt.Sprintf("%T", c), began, map[string]string{"game": id, "request": nameOf(ctx), "refused": strconv.FormatBool(err != nil)})
	}
	if _, move := c.(game.Move); move && err == nil {
		s.metrics.moves.Inc()
		s.metrics.commit.Observe(time.Since(began).Seconds())
	}
	return err
}

// refuse says why a message was not carried out.
func (k *socket) refuse(n int64, err error) wire.ServerMessage {
	why := k.server.failure(err)
	return wire.ErrorMessage{Type: "error", N: &n, Code: why.Code, Message: k.told.view.Catalogue().Text(why.Said)}
}

// write passes on what the game and the reader have to say.
func (k *socket) write() {
	defer close(k.gone)
	defer k.conn.CloseNow() // so that the reader ends too
	for {
		var text []byte
		select {
		case u, open := <-k.watcher.C:
			if !open {
				k.leave()
				return
			}
			text = k.told.encode(u)
		case m := <-k.replies:
			text = wire.Encode(m)
		case <-k.done:
			return
		}
		if k.put(text) != nil {
			return
		}
	}
}

// put writes a message. The sweep closes the connection if that takes too long.
func (k *socket) put(text []byte) error {
	k.writing.Store(elapsed())
	defer k.writing.Store(0)
	k.server.metrics.sent.Inc()
	return k.conn.Write(context.Background(), websocket.MessageText, text)
}

// leave closes the connection because the game has nothing more to tell, and
// says why.
func (k *socket) leave() {
	var why *game.Error
	if !errors.As(k.watcher.Err(), &why) {
		return
	}
	switch why.Code {
	case game.CodeClosing:
		k.close("closing", websocket.StatusGoingAway, "the server is closing; connect again")
	case game.CodeSlow:
		k.close("slow", websocket.StatusPolicyViolation, "too slow to read; connect again")
	default:
		k.close("error", websocket.StatusInternalError, "the game cannot be watched; connect again")
	}
}

// closeWait is how long the other side has to answer a close.
const closeWait = time.Second

// close closes the connection with a reason.
func (k *socket) close(label string, code websocket.StatusCode, reason string) {
	k.server.metrics.closed.WithLabelValues(label).Inc()
	late := time.AfterFunc(closeWait, k.cut)
	defer late.Stop()
	k.conn.Close(code, reason)
}
