package room

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// Two who wait at different nodes are paired by their nodes. The node of the one
// whose id comes first proposes a game; the other node holds its own seeker for a
// while and accepts; the first creates the game and tells the other. Whatever
// gets lost, the store tells in the end whether there is a game, so nobody is
// paired twice.

// How long each side waits for the next word. The one that creates the game gives
// up well before the other looks for it in the store.
const (
	proposeFor = 2 * time.Second
	acceptFor  = 3 * time.Second
)

// seekWord is what nodes say to each other about two who wait.
type seekWord struct {
	Needs int    `json:"v"`
	Kind  string `json:"kind"` // propose, accept, refuse or paired
	From  string `json:"from"` // the node
	Game  string `json:"game"` // by which the proposal is known, and the game if it comes about
	Seek  string `json:"seek,omitempty"`
	Want  string `json:"want,omitempty"`
	// Of an acceptance, who accepts.
	Person  game.Hash  `json:"person,omitzero"`
	Address netip.Addr `json:"address,omitzero"`
	Name    string     `json:"name,omitempty"`
}

// seekTopic is where a node hears of proposals.
func seekTopic(node string) string { return "seek-" + node }

// speak sends a word to another node.
func (h *Hub) speak(to string, w seekWord) {
	w.Needs, w.From = 1, h.core.nodes.self
	if text, err := json.Marshal(w); err == nil {
		h.core.nodes.bus.Send(seekTopic(to), text)
	}
}

// pairAcross proposes games for those who wait here to those who wait elsewhere.
func (h *Hub) pairAcross() {
	if !h.core.nodes.on() {
		return
	}
	others := h.core.nodes.seeks()
	if len(others) == 0 {
		return
	}
	for _, s := range h.core.pairing.waiting() {
		for _, o := range others {
			if o.Busy || o.ID <= s.id || o.Person == s.by.hash || (wanted{o.Variant, o.Control}) != s.pool || h.across.refused(o.ID) {
				continue
			}
			if h.core.pairing.hold(s) {
				h.propose(s, o)
				h.core.nodes.unlist(o.node, o.ID)
			}
			break
		}
	}
}

// propose proposes a game of one who waits here, and is held, to one elsewhere.
func (h *Hub) propose(s *Seeker, o remoteSeek) {
	id := newID()
	h.across.add(id, &proposal{mine: s, node: o.node, want: o.ID, began: time.Now()}, proposeFor, func() {
		h.core.pairing.release(s) // no answer
	})
	h.speak(o.node, seekWord{Kind: "propose", Game: id, Seek: s.id, Want: o.ID})
}

// listen takes in a word of another node.
func (h *Hub) listen(text []byte) {
	var w seekWord
	if json.Unmarshal(text, &w) != nil || w.Needs < 1 || w.Needs > nodeVersion || !plausible(w.Game) || h.enter() != nil {
		return
	}
	go func() {
		defer h.leave()
		switch w.Kind {
		case "propose":
			h.proposed(w)
		case "accept":
			h.accepted(w)
		case "refuse":
			h.declined(w)
		case "paired":
			if p := h.across.take(w.Game); p != nil && p.node == w.From {
				h.core.pairing.end(p.mine, Match{Game: w.Game})
			}
		}
	}()
}

// proposed holds one who waits here for another node, and accepts.
func (h *Hub) proposed(w seekWord) {
	s := h.core.pairing.find(w.Want)
	if s == nil || s.left() || !h.core.pairing.hold(s) {
		h.speak(w.From, seekWord{Kind: "refuse", Game: w.Game})
		return
	}
	h.across.add(w.Game, &proposal{mine: s, node: w.From, began: time.Now()}, acceptFor, func() { h.lookFor(w.Game, s) })
	h.speak(w.From, seekWord{Kind: "accept", Game: w.Game, Person: s.by.hash, Address: s.party.Address, Name: s.name})
}

// lookFor looks in the store whether a game has come about of which no word came.
func (h *Hub) lookFor(id string, s *Seeker) {
	events, err := h.core.store.Load(context.Background(), id, 0)
	switch {
	case err == nil && len(events) > 0 && events[len(events)-1].Type != game.Aborted:
		h.core.pairing.end(s, Match{Game: id})
	case err == nil || errors.Is(err, ErrNotFound):
		h.core.pairing.release(s)
	default:
		h.core.pairing.end(s, Match{Err: h.core.failed("read", err)})
	}
}

// accepted begins a game that was proposed here.
func (h *Hub) accepted(w seekWord) {
	p := h.across.take(w.Game)
	if p == nil || p.node != w.From {
		h.speak(w.From, seekWord{Kind: "refuse", Game: w.Game})
		return
	}
	s := p.mine
	other := &Seeker{by: Session{hash: w.Person, from: w.Address}, name: w.Name, party: fair.Party{Address: w.Address, Person: w.Person}}
	err := h.begin(w.Game, s, other)
	if err == nil && time.Since(p.began) > proposeFor {
		// The other node may have given up: the game is not to be.
		h.stopGame(w.Game)
		err = errLate
	}
	if err != nil {
		h.speak(w.From, seekWord{Kind: "refuse", Game: w.Game})
		h.core.pairing.release(s)
		return
	}
	h.speak(w.From, seekWord{Kind: "paired", Game: w.Game})
	h.core.pairing.end(s, Match{Game: w.Game})
}

var errLate = errors.New("room: the other node may have given up")

// begin creates the game of one who waits here with one elsewhere.
func (h *Hub) begin(id string, s, other *Seeker) error {
	ctx := context.Background()
	if s.left() {
		return errLate
	}
	for _, who := range []game.Hash{s.by.hash, other.by.hash} {
		release, err := h.core.reserve(ctx, who, true)
		if err != nil {
			return err
		}
		defer release()
	}
	start := s.start
	start.ID = id
	return h.start(ctx, s.rules, start, s, other)
}

// stopGame ends a game that was begun too late.
func (h *Hub) stopGame(id string) {
	r, err := h.open(context.Background(), id)
	if err != nil {
		return // it has been logged
	}
	defer h.close(r)
	_, err = r.carryOut(context.Background(), func(at int64) ([]game.Event, error) {
		if r.game.Over() {
			return nil, nil
		}
		return []game.Event{{Type: game.Aborted, At: at}}, nil
	})
	if err != nil {
		h.core.o.Log.Error("room: a game that was begun too late cannot be ended", "game", id, "error", err)
	}
}

// declined lets one who waits here go on, whom another node has refused.
func (h *Hub) declined(w seekWord) {
	p := h.across.take(w.Game)
	if p == nil || p.node != w.From {
		return
	}
	h.across.refuse(p.want)
	h.core.pairing.release(p.mine)
}

// start creates the game of two who want the same.
func (h *Hub) start(ctx context.Context, r rules.Rules, start game.Start, s, other *Seeker) error {
	start.Listed, start.Invite = true, game.Hash{}
	start.White = game.Seat{Session: s.by.hash, Name: s.name}
	start.Black = game.Seat{Session: other.by.hash, Name: other.name}
	if !h.core.pairing.white(s.by.hash, other.by.hash) {
		start.White, start.Black = start.Black, start.White
	}
	start.Variant = reference(r, Definition{})
	_, err := h.create(ctx, s.by, start, Definition{})
	return err
}

// match begins the game of two who want the same here.
func (h *Hub) match(ctx context.Context, r rules.Rules, start game.Start, s, other *Seeker) error {
	if err := h.start(ctx, r, start, s, other); err != nil {
		h.core.pairing.restore(other)
		return err
	}
	s.c <- Match{Game: start.ID}
	other.c <- Match{Game: start.ID}
	return nil
}
