package store

import (
	"encoding/json"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// Events and entries are kept without the people in them. Where one sits, the
// event says {"who": "white"}, and who that is stands in the game's row: the
// hash of the session and the name. So a person can be renamed or erased, and
// what happened in the game stays as it was written.

// keptSeat is a seat as an event keeps it.
type keptSeat struct {
	game.Seat
	Who game.Side `json:"who,omitempty"`
}

// keptStart is the start of a game as an event keeps it.
type keptStart struct {
	game.Start
	White keptSeat `json:"white"`
	Black keptSeat `json:"black"`
}

// keptEvent is an event as it is kept.
type keptEvent struct {
	game.Event
	Start  *keptStart `json:"start,omitempty"`
	Player *keptSeat  `json:"player,omitempty"`
}

// apart returns a seat without the person in it.
func apart(s game.Seat, side game.Side) keptSeat {
	k := keptSeat{Seat: s}
	if s.Session != (game.Hash{}) {
		k.Session, k.Name, k.Who = game.Hash{}, "", side
	}
	return k
}

// EncodeEvent writes an event as it is kept.
func EncodeEvent(e game.Event) ([]byte, error) {
	k := keptEvent{Event: e}
	switch {
	case e.Start != nil:
		k.Start = &keptStart{Start: *e.Start, White: apart(e.Start.White, game.White), Black: apart(e.Start.Black, game.Black)}
	case e.Player != nil:
		seat := keptSeat{Seat: *e.Player}
		if e.Type == game.Joined {
			seat = apart(*e.Player, e.Side)
		}
		k.Player = &seat
	default:
		return json.Marshal(e)
	}
	return json.Marshal(k)
}

// Persons are the people at a game: of each seat the session and the name.
type Persons struct{ White, Black game.Seat }

// back returns a seat with the person in it.
func (p *Persons) back(k keptSeat) game.Seat {
	from := p.White
	switch k.Who {
	case game.White:
	case game.Black:
		from = p.Black
	default:
		return k.Seat
	}
	k.Session, k.Name = from.Session, from.Name
	return k.Seat
}

// DecodeEvent reads an event as it was kept.
func (p *Persons) DecodeEvent(text []byte) (game.Event, error) {
	var k keptEvent
	if err := json.Unmarshal(text, &k); err != nil {
		return game.Event{}, err
	}
	e := k.Event
	if k.Start != nil {
		start := k.Start.Start
		start.White, start.Black = p.back(k.Start.White), p.back(k.Start.Black)
		e.Start = &start
	}
	if k.Player != nil {
		seat := p.back(*k.Player)
		e.Player = &seat
	}
	return e, nil
}

// DecodeEvents reads saved events of a game, the first of which has the index
// from.
func (p *Persons) DecodeEvents(id string, from int, texts [][]byte) (events []game.Event, err error) {
	events = make([]game.Event, len(texts))
	for i, text := range texts {
		if events[i], err = p.DecodeEvent(text); err != nil {
			return nil, fmt.Errorf("store: event %d of %s: %w", from+i, id, err)
		}
	}
	return events, nil
}

// EncodeEntry writes an entry as it is kept.
func EncodeEntry(e room.Entry) ([]byte, error) {
	for _, seat := range []*game.Seat{&e.White, &e.Black} {
		if seat.Session != (game.Hash{}) {
			seat.Session, seat.Name = game.Hash{}, ""
		}
	}
	return json.Marshal(e)
}

// DecodeEntry reads an entry as it was kept.
func (p *Persons) DecodeEntry(text []byte) (e room.Entry, err error) {
	if err := json.Unmarshal(text, &e); err != nil {
		return room.Entry{}, err
	}
	for _, seat := range []struct {
		at   *game.Seat
		from game.Seat
	}{{&e.White, p.White}, {&e.Black, p.Black}} {
		if seat.from.Session != (game.Hash{}) {
			seat.at.Session, seat.at.Name = seat.from.Session, seat.from.Name
		}
	}
	return e, nil
}

// PersonColumns are those of a game's row that tell who plays.
const PersonColumns = "white, white_name, black, black_name"

// ScanPersons returns where to scan those columns to, and what makes people of
// them.
func ScanPersons() (into []any, read func() Persons) {
	var white, black []byte
	var p Persons
	return []any{&white, &p.White.Name, &black, &p.Black.Name}, func() Persons {
		copy(p.White.Session[:], white)
		copy(p.Black.Session[:], black)
		return p
	}
}

// SessionOf returns what a seat is looked up by, nil if no session holds it.
func SessionOf(s game.Seat) []byte {
	if s.Session == (game.Hash{}) {
		return nil
	}
	return s.Session[:]
}

// NameOf returns the name of the person at a seat, nothing if there is none.
func NameOf(s game.Seat) string {
	if s.Session == (game.Hash{}) {
		return ""
	}
	return s.Name
}
