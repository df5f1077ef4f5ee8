package hub

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/rules"
)

// Seek pairs a session with the person who has waited longest for the same game and time control, or queues
// it until the seeker is closed. A person can only wait once: a new seek ends the previous one.
func (h *Hub) Seek(ctx context.Context, by room.Session, q room.Seek) (*lobby.Seeker, error) {
	if err := h.o.Gate.Begin(by.Hash()); err != nil {
		return nil, err
	}
	if by.Bot() {
		return nil, game.NoBots()
	}
	seekName, err := h.playerName(ctx, by, q.Name)
	if err != nil {
		return nil, err
	}
	const longestName = 64
	r, ok := h.o.Rules.Find(q.Variant[:min(len(q.Variant), longestName)])
	if !ok || r.Info().Definition != "" {
		return nil, room.UnknownVariant(q.Variant)
	}
	if err := h.enter(); err != nil {
		return nil, err
	}
	defer h.leave()
	start, err := game.NewStart(r, game.Request{Opponent: game.Friend, Control: q.Control, Name: seekName, Rated: q.Rated},
		game.Creation{ID: room.NewID(), Session: by.Hash(), Account: by.Account()})
	if err != nil {
		return nil, err
	}
	h.useAddress(ctx, by, start.Rated)
	s := h.pairing.NewSeeker(by, seekName, r, start)
	if s.Apart, err = h.apart(ctx, by); err != nil {
		return nil, err
	}
	release, err := h.runtime.Reserve(ctx, by.Hash(), true)
	if err != nil {
		return nil, err
	}
	defer release()
	for {
		other, err := h.pairing.Enter(s)
		if err != nil || other == nil {
			h.pairAcross()
			return s, err
		}
		// The other player may have just left, or started too many other games.
		if other.Closed() {
			continue
		}
		release, err := h.runtime.Reserve(ctx, other.By.Hash(), true)
		if err != nil {
			other.Matched(lobby.Match{Err: err})
			continue
		}
		err = h.match(ctx, r, start, s, other)
		release()
		return s, err
	}
}

// apart returns the people whom an account blocks or by whom it is blocked.
func (h *Hub) apart(ctx context.Context, by room.Session) ([]game.Hash, error) {
	if h.o.Apart == nil || !by.Account() {
		return nil, nil
	}
	list, err := h.o.Apart(ctx, by.Hash())
	if err != nil {
		return nil, h.runtime.Failed("begin", err)
	}
	return list, nil
}

// Seeks returns how many people are waiting to be paired, by game and time control.
func (h *Hub) Seeks() []room.SeekCount { return h.pairing.List() }

// Two people waiting at different nodes are paired by their nodes. The node of the seek with the lower
// ID proposes a game. The other node reserves its own seeker for a while and accepts. The first node
// then creates the game and confirms. If a message is lost, the store eventually shows whether the game
// exists, so nobody is paired twice.

// How long each node waits for the next message. The node that creates the game gives up well before the
// other node looks for the game in the store.
const (
	proposeFor = 2 * time.Second
	acceptFor  = 3 * time.Second
)

// proposalMessage is a message between nodes about pairing two people.
type proposalMessage struct {
	Needs int    `json:"v"`
	Kind  string `json:"kind"` // propose, accept, refuse or paired
	From  string `json:"from"` // the sending node
	Game  string `json:"game"` // ID of the proposal, and of the game once it is created
	Seek  string `json:"seek,omitempty"`
	Want  string `json:"want,omitempty"`
	// Person, Address and Name identify the accepting player in an accept message.
	Person  game.Hash  `json:"person,omitzero"`
	Address netip.Addr `json:"address,omitzero"`
	Name    string     `json:"name,omitempty"`
}

// seekTopic returns the topic on which a node receives proposals.
func seekTopic(node string) string { return "seek-" + node }

// send sends a message to another node.
func (h *Hub) send(to string, w proposalMessage) {
	w.Needs, w.From = 1, h.runtime.Nodes.Self()
	if text, err := json.Marshal(w); err == nil {
		h.runtime.Nodes.Messenger().Send(seekTopic(to), text)
	}
}

// pairAcross proposes games between people waiting here and people waiting at other nodes.
func (h *Hub) pairAcross() {
	if !h.runtime.Nodes.On() {
		return
	}
	others := h.runtime.Nodes.Seeks()
	if len(others) == 0 {
		return
	}
	for _, s := range h.pairing.Waiting() {
		for _, o := range others {
			if o.Busy || o.ID <= s.ID || o.Person == s.By.Hash() || lobby.WantedBy(o) != s.Wanted || s.Avoids(o.Person) || h.pairing.Proposals.Refused(o.ID) {
				continue
			}
			if h.pairing.Hold(s) {
				h.propose(s, o)
				h.runtime.Nodes.Unlist(o.Node, o.ID)
			}
			break
		}
	}
}

// propose proposes a game between a reserved seeker and one at another node.
func (h *Hub) propose(s *lobby.Seeker, o cluster.RemoteSeek) {
	id := room.NewID()
	h.pairing.Proposals.Add(id, &lobby.Proposal{Mine: s, Node: o.Node, Want: o.ID, Began: time.Now()}, proposeFor, func() {
		h.pairing.Release(s) // the other node did not respond
	})
	h.send(o.Node, proposalMessage{Kind: "propose", Game: id, Seek: s.ID, Want: o.ID})
}

// handleProposal handles a proposal message from another node.
func (h *Hub) handleProposal(text []byte) {
	var w proposalMessage
	if json.Unmarshal(text, &w) != nil || w.Needs < 1 || w.Needs > cluster.Version || !room.ValidID(w.Game) {
		return
	}
	h.background(func() {
		switch w.Kind {
		case "propose":
			h.handlePropose(w)
		case "accept":
			h.handleAccept(w)
		case "refuse":
			h.handleRefuse(w)
		case "paired":
			if p := h.pairing.Proposals.Take(w.Game); p != nil && p.Node == w.From {
				h.pairing.End(p.Mine, lobby.Match{Game: w.Game})
			}
		}
	})
}

// handlePropose reserves a local seeker for another node and accepts the proposal, or refuses it if the
// seeker is not available.
func (h *Hub) handlePropose(w proposalMessage) {
	s := h.pairing.Find(w.Want)
	blocked := func(o cluster.RemoteSeek) bool { return o.ID == w.Seek && s.Avoids(o.Person) }
	if s == nil || s.Closed() || slices.ContainsFunc(h.runtime.Nodes.Seeks(), blocked) || !h.pairing.Hold(s) {
		h.send(w.From, proposalMessage{Kind: "refuse", Game: w.Game})
		return
	}
	h.pairing.Proposals.Add(w.Game, &lobby.Proposal{Mine: s, Node: w.From, Began: time.Now()}, acceptFor, func() { h.findMatch(w.Game, s) })
	h.send(w.From, proposalMessage{Kind: "accept", Game: w.Game, Person: s.By.Hash(), Address: s.By.Party().Address, Name: s.Name})
}

// findMatch looks in the store for a game that was accepted but never confirmed. If the game does not
// exist or was aborted, findMatch releases the seeker.
func (h *Hub) findMatch(id string, s *lobby.Seeker) {
	events, err := h.runtime.Store.Load(context.Background(), id, 0)
	switch {
	case err == nil && len(events) > 0 && events[len(events)-1].Type != game.Aborted:
		h.pairing.End(s, lobby.Match{Game: id})
	case err == nil || errors.Is(err, room.ErrNotFound):
		h.pairing.Release(s)
	default:
		h.pairing.End(s, lobby.Match{Err: h.runtime.Failed("read", err)})
	}
}

// handleAccept creates a game that this node proposed.
func (h *Hub) handleAccept(w proposalMessage) {
	p := h.pairing.Proposals.Take(w.Game)
	if p == nil || p.Node != w.From {
		h.send(w.From, proposalMessage{Kind: "refuse", Game: w.Game})
		return
	}
	s := p.Mine
	err := h.createAcross(w.Game, s, game.Seat{Session: w.Person, Name: w.Name})
	if err == nil && time.Since(p.Began) > proposeFor {
		// The other node may have given up, so the game must not start.
		h.abortMatch(w.Game)
		err = errLate
	}
	if err != nil {
		h.send(w.From, proposalMessage{Kind: "refuse", Game: w.Game})
		h.pairing.Release(s)
		return
	}
	h.send(w.From, proposalMessage{Kind: "paired", Game: w.Game})
	h.pairing.End(s, lobby.Match{Game: w.Game})
}

var errLate = errors.New("hub: the other node may have given up")

// createAcross creates a game between a local seeker and a player at another node.
func (h *Hub) createAcross(id string, s *lobby.Seeker, other game.Seat) error {
	ctx := context.Background()
	if s.Closed() {
		return errLate
	}
	for _, who := range []game.Hash{s.By.Hash(), other.Session} {
		release, err := h.runtime.Reserve(ctx, who, true)
		if err != nil {
			return err
		}
		defer release()
	}
	start := s.Start
	start.ID = id
	return h.createMatch(ctx, s.Rules, start, s, other)
}

// abortMatch ends a game that was created too late.
func (h *Hub) abortMatch(id string) {
	r, err := h.open(context.Background(), id)
	if err != nil {
		return // logged
	}
	defer h.close(r)
	err = r.Abort(context.Background(), func(g *game.Game) bool { return !g.Over() })
	if err != nil {
		h.o.Log.Error("hub: cannot abort a game that was created too late", "game", id, "error", err)
	}
}

// handleRefuse releases a local seeker whose proposal was refused.
func (h *Hub) handleRefuse(w proposalMessage) {
	p := h.pairing.Proposals.Take(w.Game)
	if p == nil || p.Node != w.From {
		return
	}
	h.pairing.Proposals.Refuse(p.Want)
	h.pairing.Release(p.Mine)
}

// createMatch creates the game between two seekers.
func (h *Hub) createMatch(ctx context.Context, r rules.Rules, start game.Start, s *lobby.Seeker, other game.Seat) error {
	start.Listed, start.Invite = true, game.Hash{}
	start.White = game.Seat{Session: s.By.Hash(), Name: s.Name}
	start.Black = other
	if !h.pairing.White(s.By.Hash(), other.Session) {
		start.White, start.Black = start.Black, start.White
	}
	start.Variant = room.Reference(r, room.Definition{})
	_, err := h.create(ctx, s.By, start, room.Definition{})
	return err
}

// match creates the game between two local seekers.
func (h *Hub) match(ctx context.Context, r rules.Rules, start game.Start, s, other *lobby.Seeker) error {
	if err := h.createMatch(ctx, r, start, s, game.Seat{Session: other.By.Hash(), Name: other.Name}); err != nil {
		h.pairing.Restore(other)
		return err
	}
	s.Matched(lobby.Match{Game: start.ID})
	other.Matched(lobby.Match{Game: start.ID})
	return nil
}
