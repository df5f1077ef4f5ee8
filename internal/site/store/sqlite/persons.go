package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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

// encodeEvent writes an event as it is kept.
func encodeEvent(e game.Event) ([]byte, error) {
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

// persons are the people at a game.
type persons struct{ white, black game.Seat }

// back returns a seat with the person in it.
func (p *persons) back(k keptSeat) game.Seat {
	from := p.white
	switch k.Who {
	case game.White:
	case game.Black:
		from = p.black
	default:
		return k.Seat
	}
	k.Session, k.Name = from.Session, from.Name
	return k.Seat
}

// decodeEvent reads an event as it was kept.
func (p *persons) decodeEvent(text []byte) (game.Event, error) {
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

// encodeEntry writes an entry as it is kept.
func encodeEntry(e room.Entry) ([]byte, error) {
	for _, seat := range []*game.Seat{&e.White, &e.Black} {
		if seat.Session != (game.Hash{}) {
			seat.Session, seat.Name = game.Hash{}, ""
		}
	}
	return json.Marshal(e)
}

// personColumns are those of a game's row that tell who plays.
const personColumns = "white, white_name, black, black_name"

// scanPersons returns where to scan those columns to, and what makes people of
// them.
func scanPersons() (into []any, read func() persons) {
	var white, black []byte
	var p persons
	return []any{&white, &p.white.Name, &black, &p.black.Name}, func() persons {
		copy(p.white.Session[:], white)
		copy(p.black.Session[:], black)
		return p
	}
}

// personsOf returns who plays a game, or room.ErrNotFound.
func (s *Store) personsOf(ctx context.Context, id string) (persons, error) {
	into, read := scanPersons()
	err := s.read.QueryRowContext(ctx, "SELECT "+personColumns+" FROM games WHERE id = ?", id).Scan(into...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return persons{}, room.ErrNotFound
	case err != nil:
		return persons{}, fmt.Errorf("sqlite: %w", err)
	}
	return read(), nil
}

// entries returns those that a query of the table of games finds; rest is what
// follows the FROM.
func (s *Store) entries(ctx context.Context, rest string, args ...any) ([]room.Entry, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT entry, "+personColumns+" FROM games "+rest, args...)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	var list []room.Entry
	for rows.Next() {
		var text []byte
		into, read := scanPersons()
		if err := rows.Scan(append([]any{&text}, into...)...); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		var e room.Entry
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, fmt.Errorf("sqlite: an entry of the table of games: %w", err)
		}
		p := read()
		for _, seat := range []struct {
			at   *game.Seat
			from game.Seat
		}{{&e.White, p.white}, {&e.Black, p.black}} {
			if seat.from.Session != (game.Hash{}) {
				seat.at.Session, seat.at.Name = seat.from.Session, seat.from.Name
			}
		}
		list = append(list, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// seat writes who has joined a game. Nothing else changes who plays: a room
// that still has somebody in memory who was erased does not bring them back.
func (w *writer) seat(ctx context.Context, id string, side game.Side, s game.Seat) error {
	text := "UPDATE games SET white = ?, white_name = ? WHERE id = ?"
	if side == game.Black {
		text = "UPDATE games SET black = ?, black_name = ? WHERE id = ?"
	}
	if _, err := w.conn.ExecContext(ctx, text, blob(s), personName(s), id); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return nil
}

// personName returns the name of the person at a seat, nothing if there is none.
func personName(s game.Seat) string {
	if s.Session == (game.Hash{}) {
		return ""
	}
	return s.Name
}
