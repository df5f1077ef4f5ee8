package live

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/view"
)

// Programs do not need a WebSocket. They can receive the same messages as lines of JSON over plain HTTP, and
// post their own messages. See docs/bots.md.

// botToken sends a new token for a program without an account. The token contains the secret of a new session.
func (s *Service) botToken(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusCreated, wire.BotToken{Token: request.NewToken()})
}

// stream is a streamed response with one line of JSON per event. It counts towards its client's limit of
// sockets.
type stream struct {
	connection
	service *Service
	w       http.ResponseWriter
	ctx     context.Context // cancelled when the client leaves or the server closes
	who     room.Session
}

// openStream opens a stream. The caller must call the returned function when the stream ends.
func (s *Service) openStream(w http.ResponseWriter, r *http.Request, id string) (*stream, func(), error) {
	closed, err := s.admit(r)
	if err != nil {
		return nil, nil, err
	}
	k := &stream{service: s, w: w, who: request.SessionOf(r).At(s.requests.Address(r))}
	k.Connection = s.describeClient(r, k.who.Hash(), id)
	k.ctx, k.cut = context.WithCancel(r.Context())
	stopped := context.AfterFunc(s.requests.Closing, k.cut)
	s.clients.add(k)
	s.metrics.sockets.Inc()
	ended := func() {
		stopped()
		k.cut()
		s.metrics.sockets.Dec()
		s.clients.remove(k)
		closed()
	}
	if err := s.recheck(r); err != nil {
		ended()
		return nil, nil, err
	}
	return k, ended, nil
}

// inspect does nothing, because a stream sends blank lines itself and ends when a write fails.
func (k *stream) inspect() {}

// begin sends the headers, so that the client can see that it is connected.
func (k *stream) begin() {
	k.w.Header().Set("Content-Type", request.LinesType)
	k.w.Header().Set("X-Accel-Buffering", "no") // otherwise a proxy would buffer the lines
	k.send(nil)
}

// send sends a line. A blank line only keeps the connection alive.
func (k *stream) send(line []byte) {
	k.service.requests.ExtendDeadline(k.w)
	_, err := k.w.Write(append(line[:len(line):len(line)], '\n'))
	if err == nil {
		err = http.NewResponseController(k.w).Flush()
	}
	if err != nil {
		k.cut() // the client is gone
	}
}

// streamGame sends a game and its updates, like a socket.
func (s *Service) streamGame(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	k, ended, err := s.openStream(w, r, id)
	if err != nil {
		return err
	}
	defer ended()
	watcher, err := s.hub.Watch(k.ctx, k.who, id)
	if err != nil {
		return err
	}
	defer watcher.Close()
	if err := s.payer(r)(pliesPrice(watcher.Plies())); err != nil {
		return err
	}
	encoder := s.encoders[request.Catalogue(r).Language()]
	k.begin()
	beat := time.NewTicker(keepAlive)
	defer beat.Stop()
	for {
		select {
		case u, open := <-watcher.C:
			if !open {
				return nil
			}
			s.metrics.sent.Inc()
			k.send(encoder.encode(u))
		case <-beat.C:
			k.send(nil)
		case <-k.ctx.Done():
			return nil
		}
	}
}

// keepAlive is how often a stream sends a blank line, and pollEvery how often it polls for events. A poll
// examines only a program's most recently changed games, because few games change between two polls. It costs
// pollPrice, and one unit for every pollPerUnit games and challenges examined.
const (
	keepAlive   = 5 * time.Second
	pollEvery   = time.Second
	pollPrice   = 0.5
	pollPerUnit = 10
	pollGames   = 60
)

// streamEvents sends a program the challenges that anybody may accept, and the starts and ends of its own
// games. It skips polls that the program cannot pay for and polls while its address is busy, so opening more
// streams does not yield more events.
func (s *Service) streamEvents(w http.ResponseWriter, r *http.Request) error {
	if request.SessionOf(r).Hash() == (game.Hash{}) {
		return request.ErrNoToken
	}
	k, ended, err := s.openStream(w, r, "")
	if err != nil {
		return err
	}
	defer ended()
	k.begin()
	look := time.NewTicker(pollEvery)
	defer look.Stop()
	known := eventState{}
	for beat := time.Now(); ; {
		var news []wire.BotEvent
		// The list of challenges is built once for all clients.
		price := pollPrice + limit.Per(min(len(known), 2*pollGames), pollPerUnit)
		if s.requests.Limiter.Delay(k.Address) == 0 && s.requests.Spend(r, price) == nil {
			if news, err = known.poll(k.ctx, s.hub, k.who, viewFor(r)); err != nil {
				return nil // the program reconnects
			}
		}
		for _, e := range news {
			s.metrics.sent.Inc()
			k.send(wire.Encode(e))
		}
		if len(news) > 0 {
			beat = time.Now()
		} else if time.Since(beat) > keepAlive {
			beat = time.Now()
			k.send(nil)
		}
		select {
		case <-look.C:
		case <-k.ctx.Done():
			return nil
		}
	}
}

// eventState is the last known state of each game: challenge, waits, start or finish.
type eventState map[string]string

// poll returns the events since the last poll. The first poll omits games that have already ended.
func (e eventState) poll(ctx context.Context, hub *hub.Hub, who room.Session, v roomView) (news []wire.BotEvent, err error) {
	games, err := hub.LatestOf(ctx, who, pollGames)
	if err != nil {
		return nil, err
	}
	challenges, err := hub.Challenges(ctx)
	if err != nil {
		return nil, err
	}
	mine, open := v.Summaries(games), v.Challenges(challenges)
	there := map[string]bool{}
	first := len(e) == 0
	for i := range mine {
		g := &mine[i]
		there[g.ID] = true
		state := "waits"
		switch {
		case g.Result != nil:
			state = "finish"
		case g.Players.White != nil && g.Players.Black != nil:
			state = "start"
		}
		if e[g.ID] == state {
			continue
		}
		if before := e[g.ID]; state == "start" || state == "finish" && before != "" && !first {
			news = append(news, wire.BotEvent{Type: state, Game: g})
		}
		e[g.ID] = state
	}
	for i := range open {
		c := &open[i]
		there[c.ID] = true
		if who.Bot() && c.Rated && !c.Bot {
			continue // see game.NoBots
		}
		if e[c.ID] == "" {
			e[c.ID] = "challenge"
			news = append(news, wire.BotEvent{Type: "challenge", Challenge: c})
		}
	}
	for id, state := range e {
		// A running game may be missing from the list only because it has not changed recently.
		if !there[id] && (state == "challenge" || state == "finish") {
			delete(e, id)
		}
	}
	return news, nil
}

// command carries out a posted socket message, and responds after the commit.
func (s *Service) command(w http.ResponseWriter, r *http.Request) error {
	var text json.RawMessage
	if err := s.requests.ReadJSON(w, r, &text); err != nil {
		return err
	}
	m, err := view.ReadFrame(text)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if m.Game != "" && m.Game != id {
		return otherGame(id)
	}
	s.metrics.received.WithLabelValues(m.Type).Inc()
	ctx, cancel := context.WithTimeout(r.Context(), s.requests.Limits.Patience)
	defer cancel()
	synced := false
	sync := func(context.Context, *view.Frame) error {
		synced = true
		return s.readGame(w, r)
	}
	answer, err := s.handle(ctx, request.SessionOf(r).At(s.requests.Address(r)), id, m, sync)
	if err != nil || synced {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, answer)
}

// handOver ends the stream. Its client reconnects.
func (k *stream) handOver() { k.end() }
