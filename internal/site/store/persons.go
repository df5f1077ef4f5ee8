package store

import (
	"encoding/json"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// Events and entries are saved without personal data. An event refers to a player as {"who": "white"}, and
// the game's row contains the hash of the session and the name. A person can therefore be renamed or erased
// without changing events.

// savedSeat is the stored form of a seat in an event.
type savedSeat struct {
	game.Seat
	Who game.Side `json:"who,omitempty"`
}

// savedStart is the stored form of the start of a game.
type savedStart struct {
	game.Start
	White savedSeat `json:"white"`
	Black savedSeat `json:"black"`
}

// savedEvent is the stored form of an event.
type savedEvent struct {
	game.Event
	Start  *savedStart `json:"start,omitempty"`
	Player *savedSeat  `json:"player,omitempty"`
}

// anonymous returns the stored form of a seat, without personal data.
func anonymous(s game.Seat, side game.Side) savedSeat {
	k := savedSeat{Seat: s}
	if s.Session != (game.Hash{}) {
		k.Session, k.Name, k.Who = game.Hash{}, "", side
	}
	return k
}

// EncodeEvent returns the stored form of an event.
func EncodeEvent(e game.Event) ([]byte, error) {
	k := savedEvent{Event: e}
	switch {
	case e.Start != nil:
		white, black := anonymous(e.Start.White, game.White), anonymous(e.Start.Black, game.Black)
		k.Start = &savedStart{Start: *e.Start, White: white, Black: black}
	case e.Player != nil:
		seat := savedSeat{Seat: *e.Player}
		if e.Type == game.Joined {
			seat = anonymous(*e.Player, e.Side)
		}
		k.Player = &seat
	default:
		return json.Marshal(e)
	}
	return json.Marshal(k)
}

// Persons contains the players of a game. Only the Session and Name of each seat are set.
type Persons struct{ White, Black game.Seat }

// restore returns the seat for its stored form, with its personal data.
func (p *Persons) restore(k savedSeat) game.Seat {
	switch k.Who {
	case game.White:
		k.Session, k.Name = p.White.Session, p.White.Name
	case game.Black:
		k.Session, k.Name = p.Black.Session, p.Black.Name
	}
	return k.Seat
}

// decodeEvent decodes the stored form of an event.
func (p *Persons) decodeEvent(text []byte) (game.Event, error) {
	var k savedEvent
	if err := json.Unmarshal(text, &k); err != nil {
		return game.Event{}, err
	}
	e := k.Event
	if k.Start != nil {
		start := k.Start.Start
		start.White, start.Black = p.restore(k.Start.White), p.restore(k.Start.Black)
		e.Start = &start
	}
	if k.Player != nil {
		seat := p.restore(*k.Player)
		e.Player = &seat
	}
	return e, nil
}

// DecodeEvents decodes the stored events of a game, starting at an index.
func (p *Persons) DecodeEvents(id string, from int, texts [][]byte) (events []game.Event, err error) {
	events = make([]game.Event, len(texts))
	for i, text := range texts {
		if events[i], err = p.decodeEvent(text); err != nil {
			return nil, fmt.Errorf("store: event %d of %s: %w", from+i, id, err)
		}
	}
	return events, nil
}

// EncodeEntry returns the stored form of an entry.
func EncodeEntry(e room.Entry) ([]byte, error) {
	for _, seat := range []*game.Seat{&e.White, &e.Black} {
		if seat.Session != (game.Hash{}) {
			seat.Session, seat.Name = game.Hash{}, ""
		}
	}
	return json.Marshal(e)
}

// DecodeEntry decodes the stored form of an entry.
func (p *Persons) DecodeEntry(text []byte) (e room.Entry, err error) {
	if err := json.Unmarshal(text, &e); err != nil {
		return room.Entry{}, err
	}
	name := func(seat *game.Seat, person game.Seat) {
		if person.Session != (game.Hash{}) {
			seat.Session, seat.Name = person.Session, person.Name
		}
	}
	name(&e.White, p.White)
	name(&e.Black, p.Black)
	return e, nil
}

// PersonColumns lists the columns that contain a game's players.
const PersonColumns = "white, white_name, black, black_name"

// ScanPersons returns scan destinations for PersonColumns, and a function that returns the players after the
// scan.
func ScanPersons() (into []any, read func() Persons) {
	var white, black []byte
	var p Persons
	return []any{&white, &p.White.Name, &black, &p.Black.Name}, func() Persons {
		copy(p.White.Session[:], white)
		copy(p.Black.Session[:], black)
		return p
	}
}

// SessionOf returns the session hash for a seat's column, or nil if the seat has no session.
func SessionOf(s game.Seat) []byte {
	if s.Session == (game.Hash{}) {
		return nil
	}
	return s.Session[:]
}

// NameOf returns the name of the person in a seat, or "" if there is none.
func NameOf(s game.Seat) string {
	if s.Session == (game.Hash{}) {
		return ""
	}
	return s.Name
}
