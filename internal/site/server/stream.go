package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/view"
)

// Programs that play need no WebSocket: what a socket would say comes as lines of
// JSON over plain HTTP, and what it would be told is posted. See docs/bots.md.

// botToken makes the token of a program: the secret of a session of its own.
func (s *Server) botToken(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusCreated, wire.BotToken{Token: newToken()})
}

// stream is an answer that goes on: a line of JSON for each thing that happens. It
// counts as a socket of its asker.
type stream struct {
	server *Server
	w      http.ResponseWriter
	ctx    context.Context // ends when nobody reads any more, or the server ends
	cut    context.CancelFunc
	who    room.Session
	from   netip.Addr
	since  time.Time
	game   string // empty for the events of a program
}

// openStream begins an answer that goes on. What it returns ends it.
func (s *Server) openStream(w http.ResponseWriter, r *http.Request, id string) (*stream, func(), error) {
	if s.closing.Err() != nil || s.handing.Load() {
		return nil, nil, busy(time.Second, errClosing)
	}
	closed, ok := s.limiter.OpenSocket(s.visitor(r))
	if !ok {
		return nil, nil, busy(time.Minute, errSockets)
	}
	k := &stream{server: s, w: w, who: sessionOf(r).At(s.address(r)), from: s.address(r), since: time.Now(), game: id}
	k.ctx, k.cut = context.WithCancel(r.Context())
	stopped := context.AfterFunc(s.closing, k.cut)
	s.sockets.add(k)
	s.metrics.sockets.Inc()
	return k, func() {
		stopped()
		k.cut()
		s.metrics.sockets.Dec()
		s.sockets.remove(k)
		closed()
	}, nil
}

// inspect does nothing: a stream writes a blank line now and then by itself, and
// ends when that fails.
func (k *stream) inspect() {}

// end cuts the connection.
func (k *stream) end() { k.cut() }

// begin sends the headers, so that the asker knows that it is heard.
func (k *stream) begin() {
	k.w.Header().Set("Content-Type", linesType)
	k.w.Header().Set("X-Accel-Buffering", "no") // or a proxy would keep the lines to itself
	k.say(nil)
}

// say writes a line. A blank one only shows that the connection stands.
func (k *stream) say(line []byte) {
	k.server.extend(k.w)
	_, err := k.w.Write(append(line[:len(line):len(line)], '\n'))
	if err == nil {
		err = http.NewResponseController(k.w).Flush()
	}
	if err != nil {
		k.cut() // nobody reads
	}
}

// streamGame tells a game and whatever happens in it, as a socket does.
func (s *Server) streamGame(w http.ResponseWriter, r *http.Request) error {
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
	if err := s.payer(r)(watcher.Plies()); err != nil {
		return err
	}
	told := s.told[catalogue(r).Language()]
	k.begin()
	beat := time.NewTicker(streamBeat)
	defer beat.Stop()
	for {
		select {
		case u, open := <-watcher.C:
			if !open {
				return nil
			}
			s.metrics.sent.Inc()
			k.say(told.encode(u))
		case <-beat.C:
			k.say(nil)
		case <-k.ctx.Done():
			return nil
		}
	}
}

// How often a stream writes a blank line, how often the events of a program are
// looked for, and what a look costs: something, and a unit for so many games and
// challenges that are looked at. Of a program's games those that changed last are:
// no more change between two looks.
const (
	streamBeat  = 5 * time.Second
	lookEvery   = time.Second
	lookPrice   = 0.5
	lookPerUnit = 10
	lookGames   = 60
)

// streamEvents tells a program of challenges that anybody may accept, and of its own
// games: when they begin and when they end. A look is left out while its asker has
// spent all: many streams see no more than few.
func (s *Server) streamEvents(w http.ResponseWriter, r *http.Request) error {
	if sessionOf(r).Hash() == (game.Hash{}) {
		return errNoToken
	}
	k, ended, err := s.openStream(w, r, "")
	if err != nil {
		return err
	}
	defer ended()
	k.begin()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	known := events{}
	for beat := time.Now(); ; {
		var news []wire.BotEvent
		if s.spend(r, lookPrice) == nil {
			if news, err = known.look(k.ctx, s.hub, k.who, viewFor(r)); err != nil {
				return nil // the program asks anew
			}
			s.charge(r, limit.Per(min(len(known), 2*lookGames), lookPerUnit)) // a long list of challenges is made once for all
		}
		for _, e := range news {
			s.metrics.sent.Inc()
			k.say(wire.Encode(e))
		}
		if len(news) > 0 {
			beat = time.Now()
		} else if time.Since(beat) > streamBeat {
			beat = time.Now()
			k.say(nil)
		}
		select {
		case <-look.C:
		case <-k.ctx.Done():
			return nil
		}
	}
}

// events is what a program has been told, by the game: challenge, start or finish.
type events map[string]string

// look returns what has happened since the last look.
func (e events) look(ctx context.Context, hub *hub.Hub, who room.Session, v view.View) (news []wire.BotEvent, err error) {
	games, err := hub.LatestOf(ctx, who, lookGames)
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
		if e[c.ID] == "" {
			e[c.ID] = "challenge"
			news = append(news, wire.BotEvent{Type: "challenge", Challenge: c})
		}
	}
	for id, state := range e {
		// A game in which nothing has happened for long is only out of sight.
		if !there[id] && (state == "challenge" || state == "finish") {
			delete(e, id)
		}
	}
	return news, nil
}

// command carries out what a socket could be told, and answers after the commit.
func (s *Server) command(w http.ResponseWriter, r *http.Request) error {
	var text json.RawMessage
	if err := s.read(w, r, &text); err != nil {
		return err
	}
	m, err := view.ReadFrame(text)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if m.Game != "" && m.Game != id {
		return wire.NewFailure(string(game.CodeInvalid), "server.other-game", locale.Args{"game": id})
	}
	s.metrics.received.WithLabelValues(m.Type).Inc()
	ctx, cancel := context.WithTimeout(r.Context(), s.limits.Patience)
	defer cancel()
	who := sessionOf(r).At(s.address(r))
	switch m.Type {
	case "ping":
		return s.answer(w, r, http.StatusOK, wire.PongMessage{Type: "pong", N: m.N, Now: s.hub.Now()})
	case "sync":
		return s.readGame(w, r)
	case "say":
		err = s.hub.Say(ctx, who, id, m.Said())
	default:
		err = s.do(ctx, who, id, m.Command())
	}
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, wire.DoneMessage{Type: "done", N: m.N})
}
