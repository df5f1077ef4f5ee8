package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/message"
)

// replyQueue is the maximum number of replies that may wait to be sent. While the queue is full, the socket
// reads no messages.
const replyQueue = 4

// socket is a page's connection to a game. One goroutine reads and handles messages; another sends the
// replies and game updates. Neither needs a timer to detect silence, because Sweep inspects all sockets.
type socket struct {
	webSocket
	who     room.Session
	request string   // ID of the request that opened the socket
	encoder *encoder // for the client's language
	watcher *room.Watcher
	spend   func(units float64) error
	replies chan wire.ServerMessage
	done    chan struct{} // closed when the reader has stopped
	gone    chan struct{} // closed when the writer has stopped

	busy    atomic.Bool  // whether a message is being handled
	writing atomic.Int64 // when the current write began; 0 if there is none
	trips   roundTrips   // round-trip times of pings
}

// socket opens a connection to a game. It rejects clients before it switches protocols, so that they get an
// HTTP error.
func (s *Service) socket(w http.ResponseWriter, r *http.Request) error {
	closed, err := s.admit(r)
	if err != nil {
		return err
	}
	who, id := request.SessionOf(r).At(s.requests.Address(r)), r.PathValue("id")
	watcher, err := s.hub.Watch(r.Context(), who, id)
	if err != nil {
		closed()
		return err
	}
	spend := s.payer(r)
	if err := spend(pliesPrice(watcher.Plies())); err != nil {
		watcher.Close()
		closed()
		return err
	}
	k := &socket{
		who: who, request: request.ID(r), watcher: watcher, encoder: s.encoders[request.Catalogue(r).Language()], spend: spend,
		replies: make(chan wire.ServerMessage, replyQueue), done: make(chan struct{}), gone: make(chan struct{}),
	}
	k.service = s
	k.Connection = s.describeClient(r, who.Hash(), id)
	if k.accept(w, r) != nil {
		watcher.Close()
		closed()
		return nil
	}
	s.clients.add(k)
	if s.recheck(r) != nil {
		k.end()
	}
	// The handler returns, which frees the request and its goroutine.
	go func() {
		defer s.clients.remove(k)
		defer closed()
		k.run()
	}()
	return nil
}

// payer returns a function that charges the client. All sockets of a party share its quota.
func (s *Service) payer(r *http.Request) func(units float64) error {
	who := s.requests.Party(r)
	return func(units float64) error {
		if wait, ok := s.requests.Limiter.Spend(who, units); !ok {
			return request.RetryLater(wait, request.ErrTooMany)
		}
		return nil
	}
}

// pliesPrice returns the price of sending a game.
func pliesPrice(plies int) float64 { return limit.Per(plies, limit.GamePerUnit) }

// run serves the page until it leaves.
func (k *socket) run() {
	k.service.metrics.sockets.Inc()
	defer k.service.metrics.sockets.Dec()
	if n := k.service.operator.Notice(); n.Text != "" {
		k.replies <- wire.NoticeMessage{Type: "notice", Notice: n} // the queue has room for it
	}
	go k.write()
	k.read()
	close(k.done)
	k.conn.CloseNow()
	<-k.gone
	k.watcher.Close()
	k.cut()
}

// read handles messages one at a time until the connection ends.
func (k *socket) read() {
	for {
		kind, text, err := k.conn.Read(k.reading)
		switch {
		case k.frames.Exceeded():
			k.drop("flood", websocket.StatusPolicyViolation, "too many messages; reconnect in a moment")
			return
		case errors.Is(err, websocket.ErrMessageTooBig):
			k.service.metrics.closed.WithLabelValues("too-big").Inc()
			return
		case err != nil:
			return
		case kind != websocket.MessageText:
			k.drop("binary", websocket.StatusUnsupportedData, "messages must be JSON text")
			return
		case !utf8.Valid(text):
			k.drop("not-utf8", websocket.StatusInvalidFramePayloadData, "messages must be UTF-8")
			return
		}
		k.lastHeard.Store(elapsed())
		k.busy.Store(true)
		select {
		case k.replies <- k.handleMessage(text):
		case <-k.gone:
			return
		}
		k.busy.Store(false)
	}
}

// messagePrice returns the price of handling a message, which is lower for the pings of the page.
func messagePrice(kind string) float64 {
	if kind == "ping" {
		return 0.1
	}
	return limit.MinPrice
}

// maxMessagePause is the longest time that a message waits because its address is busy. Pages that share a
// busy address send messages less often than this, so their messages do not pile up.
const maxMessagePause = 500 * time.Millisecond

// await waits for the address's turn if it is busy. A single read may return many messages, so the pauses
// between reads (package limit) are not enough.
func (k *socket) await() {
	wait := min(k.service.requests.Limiter.Delay(k.Address), maxMessagePause)
	if wait == 0 {
		return
	}
	turn := time.NewTimer(wait)
	defer turn.Stop()
	select {
	case <-turn.C:
	case <-k.gone:
	}
}

// handleMessage handles a message and returns the reply. A panic ends neither the socket nor the server.
func (k *socket) handleMessage(text []byte) (answer wire.ServerMessage) {
	k.await()
	m, err := view.ReadFrame(text)
	defer func() {
		if failed := recover(); failed != nil {
			k.service.requests.Log.Error("live: handling a message panicked", "game", k.Game, "panic", failed, "stack", string(debug.Stack()))
			answer = k.refuse(m.N, request.ErrBroken)
		}
	}()
	if unpaid := k.spend(messagePrice(m.Type)); unpaid != nil {
		return k.refuse(m.N, unpaid)
	}
	if err != nil {
		return k.refuse(m.N, err)
	}
	k.service.metrics.received.WithLabelValues(m.Type).Inc()
	ctx, cancel := context.WithTimeout(request.WithID(context.Background(), k.request), k.service.requests.Limits.Patience)
	defer cancel()
	if m.Game != k.Game && m.Type != "ping" {
		return k.refuse(m.N, otherGame(k.Game))
	}
	if answer, err = k.service.handle(ctx, k.who, k.Game, m, k.sync); err != nil {
		return k.refuse(m.N, err)
	}
	return answer
}

// sync sends the page the game again, without the moves that it already has.
func (k *socket) sync(ctx context.Context, m *view.Frame) error {
	ply, takebacks := m.At()
	return k.watcher.Sync(ctx, room.At{Ply: ply, Takebacks: takebacks}, func(plies int) error { return k.spend(pliesPrice(plies)) })
}

// otherGame returns the error for a message about another game.
func otherGame(id string) error {
	return wire.NewFailure(string(game.CodeInvalid), "server.other-game", message.Args{"game": id})
}

// handle carries out a message about a game and returns the reply. If the message changes the game, handle
// returns after the commit. It calls sync for messages of type sync.
func (s *Service) handle(
	ctx context.Context, who room.Session, id string, m *view.Frame, sync func(context.Context, *view.Frame) error,
) (answer wire.ServerMessage, err error) {
	switch m.Type {
	case "ping":
		return wire.PongMessage{Type: "pong", N: m.N, Now: s.hub.Now()}, nil
	case "sync":
		err = sync(ctx, m)
	case "say":
		err = s.hub.Say(ctx, who, id, m.SentPhrase())
	default:
		err = s.execute(ctx, who, id, m.Command())
	}
	return wire.DoneMessage{Type: "done", N: m.N}, err
}

// execute has the hub carry out a command, and returns after the commit.
func (s *Service) execute(ctx context.Context, who room.Session, id string, c game.Command) error {
	began := time.Now()
	trace := s.tracer.Begin()
	err := s.hub.Do(room.WithTrace(ctx, trace, request.ContextID(ctx)), who, id, c)
	if trace != "" {
		s.tracer.Root(trace, fmt.Sprintf("%T", c), began, map[string]string{"game": id, "request": request.ContextID(ctx), "refused": strconv.FormatBool(err != nil)})
	}
	if _, move := c.(game.Move); move && err == nil {
		s.metrics.moves.Inc()
		s.metrics.commit.Observe(time.Since(began).Seconds())
	}
	return err
}

// refuse returns the reply to a message that was not carried out.
func (k *socket) refuse(n int64, err error) wire.ServerMessage {
	why := k.service.requests.Failure(err)
	return wire.ErrorMessage{Type: "error", N: &n, Code: why.Code, Message: k.encoder.view.Catalogue().Text(why.Explain())}
}

// write sends the whole game, which is the first update, and then replies and further updates until the
// connection ends.
func (k *socket) write() {
	defer close(k.gone)
	defer k.conn.CloseNow()                 // also stops the reader
	replies := chan wire.ServerMessage(nil) // none before the game
	for {
		var text []byte
		select {
		case u, open := <-k.watcher.C:
			if !open {
				k.closeWithReason()
				return
			}
			text, replies = k.encoder.encode(u), k.replies
		case m := <-replies:
			text = wire.Encode(m)
		case <-k.done:
			return
		}
		if k.send(text) != nil {
			return
		}
	}
}

// send writes a message. Sweep closes the connection if the write takes too long.
func (k *socket) send(text []byte) error {
	k.writing.Store(elapsed())
	defer k.writing.Store(0)
	k.service.metrics.sent.Inc()
	return k.conn.Write(context.Background(), websocket.MessageText, text)
}

// closeWithReason closes the connection after the last update, with the reason why the updates ended.
func (k *socket) closeWithReason() {
	var why *game.Error
	if !errors.As(k.watcher.Err(), &why) {
		return
	}
	switch why.Code {
	case game.CodeClosing:
		k.drop("closing", websocket.StatusGoingAway, "the server is closing; reconnect")
	case game.CodeSlow:
		k.drop("slow", websocket.StatusPolicyViolation, "reading too slowly; reconnect")
	default:
		k.drop("error", websocket.StatusInternalError, "the game cannot be watched; reconnect")
	}
}

// handOver asks the page to reconnect, lets it receive its last replies, and closes the connection. The
// player's clock is not charged for the time that reconnecting takes.
func (k *socket) handOver() {
	select {
	case k.replies <- wire.ReconnectMessage{Type: "reconnect"}:
	case <-k.gone:
		return
	case <-time.After(drainTime): // the page is not reading
	}
	for wait := time.Now().Add(drainTime); time.Now().Before(wait) && (k.busy.Load() || len(k.replies) > 0 || k.writing.Load() != 0); {
		time.Sleep(drainTime / 200)
	}
	k.service.hub.HandOver(k.who, k.Game)
	k.drop("hand-over", websocket.StatusServiceRestart, "this node is stopping; reconnect immediately")
}

// measureEvery is how often the latency of a player in a timed game is measured.
const measureEvery = 15 * time.Second

// inspect closes a stuck socket and pings one that has been quiet, or whose latency is due to be measured.
func (k *socket) inspect() {
	l := k.service.requests.Limits
	now := elapsed()
	since := func(then int64) time.Duration { return time.Duration(now - then) }
	if began := k.writing.Load(); began != 0 && since(began) > l.Patience {
		go k.drop("stuck", websocket.StatusPolicyViolation, "reading too slowly; reconnect")
		k.writing.Store(now)
		return
	}
	last, quiet := k.pinged.Load(), since(k.lastHeard.Load())
	measure := k.watcher.Timed() && (last == 0 || since(last) > measureEvery)
	if (measure || quiet > l.Quiet || quiet > l.Beat && k.watcher.Player()) && k.pinging.CompareAndSwap(false, true) {
		go k.measure()
	}
	// The client is away only if a ping is unanswered: if the server was too busy to send one, the client may
	// still be there.
	unanswered := k.pinging.Load() && since(last) > l.Away-l.Beat-sweepEvery
	if away := quiet > l.Away && unanswered && k.watcher.Player(); k.away.CompareAndSwap(!away, away) {
		go k.watcher.SetAway(away) // SetAway may have to wait for the room
	}
}

// measure pings the page and measures its latency.
func (k *socket) measure() {
	responds := k.ping(func(took time.Duration) { k.watcher.SetLag(k.trips.add(took)) })
	if responds && k.away.CompareAndSwap(true, false) {
		k.watcher.SetAway(false)
	}
}

// roundTrips contains the latest round-trip times of a socket.
type roundTrips struct {
	last [4]time.Duration
	n    int
}

// add records a round-trip time and returns the shortest recent one, because a single slow ping says little
// about the latency.
func (t *roundTrips) add(d time.Duration) time.Duration {
	t.last[t.n%len(t.last)] = d
	t.n++
	return slices.Min(t.last[:min(t.n, len(t.last))])
}
