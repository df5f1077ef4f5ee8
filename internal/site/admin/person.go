package admin

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/notation"
)

// minDigits is the minimum number of hash digits needed to identify a person.
const minDigits = 8

// person finds a person by the hash of their cookie or its first digits, by a seat such as
// abcdefghijkl:white, or by the cookie itself.
func (s *Service) person(ctx context.Context, text string) (game.Hash, error) {
	if secret, ok := strings.CutPrefix(text, "cookie:"); ok && secret != "" {
		return game.HashOf(secret), nil
	}
	if id, side, ok := strings.Cut(text, ":"); ok {
		return s.playerAt(ctx, id, game.Side(side))
	}
	digits := strings.ToLower(text)
	if len(digits) > 2*len(game.Hash{}) || strings.Trim(digits, "0123456789abcdef") != "" {
		return game.Hash{}, fmt.Errorf("%q does not name a person; give a person's hash, a seat such as GAME:white, or cookie:VALUE", notation.Clip(text))
	}
	if len(digits) < minDigits {
		return game.Hash{}, fmt.Errorf("%q is too short; give at least %v digits of the hash", notation.Clip(text), minDigits)
	}
	var low, high game.Hash
	fill := func(with string) []byte {
		bits, _ := hex.DecodeString(digits + strings.Repeat(with, 2*len(low)-len(digits))) // cannot fail: all characters are digits
		return bits
	}
	copy(low[:], fill("0"))
	copy(high[:], fill("f"))
	if low == high {
		return low, nil
	}
	found, err := s.store.Persons(ctx, low, high, 2)
	switch {
	case err != nil:
		return game.Hash{}, err
	case len(found) == 0:
		return game.Hash{}, fmt.Errorf("no person matches %v", digits)
	case len(found) > 1:
		return game.Hash{}, fmt.Errorf("%v matches several people; give more digits", digits)
	}
	return found[0], nil
}

// playerAt returns the person in a seat of a game, or an error if there is none.
func (s *Service) playerAt(ctx context.Context, id string, side game.Side) (game.Hash, error) {
	if side != game.White && side != game.Black {
		return game.Hash{}, fmt.Errorf("%q is neither white nor black", notation.Clip(string(side)))
	}
	e, err := s.store.Entry(ctx, id)
	if err != nil {
		return game.Hash{}, withGame(id, err)
	}
	seat := e.White
	if side == game.Black {
		seat = e.Black
	}
	if seat.Session == (game.Hash{}) {
		return game.Hash{}, fmt.Errorf("no person plays %v in %v", side.Colour(), id)
	}
	return seat.Session, nil
}

// withGame replaces room.ErrNotFound with an error that names the game.
func withGame(id string, err error) error {
	if errors.Is(err, room.ErrNotFound) {
		return fmt.Errorf("unknown game %q", notation.Clip(id))
	}
	return err
}

// Export contains the data saved about a person.
type Export struct {
	ExportPerson
	Games   []ExportGame    `json:"games"`
	Studies []studies.Study `json:"studies,omitempty"`
}

// ExportPerson is the part of an export that does not grow with the person's games and studies.
type ExportPerson struct {
	Person string      `json:"person"`         // hash of their cookie
	Name   string      `json:"name,omitempty"` // given by the operator
	Bans   []store.Ban `json:"bans,omitempty"`
	// Account is the person's account; nil for a guest.
	Account *ExportAccount `json:"account,omitempty"`
	// Reports are those that the person has sent, and Actions those of operators about the person.
	Reports []ExportReport `json:"reports,omitempty"`
	Actions []ExportAction `json:"actions,omitempty"`
	// Addresses are those from which the person has begun rated games.
	Addresses []ExportAddress `json:"addresses,omitempty"`
	// Subscriptions are the browsers that get push notifications.
	Subscriptions []store.Subscription `json:"subscriptions,omitempty"`
}

// ExportGame is one of a person's games with all its events. It identifies opponents only by name.
type ExportGame struct {
	room.Entry
	White  ExportSeat   `json:"white"`
	Black  ExportSeat   `json:"black"`
	Events []game.Event `json:"events"`
}

// ExportSeat is the player of one colour.
type ExportSeat struct {
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"`
	You      bool   `json:"you,omitempty"`
	// Seen is when the person was last connected, for games without a clock.
	Seen int64 `json:"seen,omitempty"`
	// Ahead are the person's conditional moves in a correspondence game.
	Ahead [][]string `json:"ahead,omitempty"`
}

// export collects the data saved about a person.
func (s *Service) export(ctx context.Context, who game.Hash) (Export, error) {
	x := Export{Games: []ExportGame{}}
	var err error
	if x.ExportPerson, err = s.exportHead(ctx, who); err != nil {
		return x, err
	}
	if x.Studies, err = s.store.StudiesOf(ctx, who); err != nil {
		return x, err
	}
	entries, err := s.store.List(ctx, store.Filter{Player: who})
	if err != nil {
		return x, err
	}
	for _, e := range entries {
		g, err := s.exportGame(ctx, who, e)
		if err != nil {
			return x, err
		}
		x.Games = append(x.Games, g)
	}
	return x, nil
}

// WriteExport writes the data saved about a person as JSON, in the form of Export. It writes in parts, so that it needs
// memory for one game at a time only. Nothing has been written if it fails before the first part.
func (s *Service) WriteExport(ctx context.Context, w io.Writer, who game.Hash) error {
	head, err := s.exportHead(ctx, who)
	if err != nil {
		return err
	}
	entries, err := s.store.List(ctx, store.Filter{Player: who})
	if err != nil {
		return err
	}
	ids, err := s.studiesOf(ctx, who)
	if err != nil {
		return err
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	text = append(text[:len(text)-1], `,"games":[`...) // without the closing brace
	for i, e := range entries {
		g, err := s.exportGame(ctx, who, e)
		if err != nil {
			return err
		}
		if text, err = writePart(w, text, i, g); err != nil {
			return err
		}
	}
	text = append(text, `],"studies":[`...)
	n := 0
	for _, id := range ids {
		one, err := s.store.Study(ctx, id)
		if errors.Is(err, studies.ErrNotFound) {
			continue // deleted meanwhile
		}
		if err != nil {
			return err
		}
		if text, err = writePart(w, text, n, one); err != nil {
			return err
		}
		n++
	}
	_, err = w.Write(append(text, "]}"...))
	return err
}

// writePart writes text and the element of a list with a number as JSON. It returns an empty slice for further text.
func writePart(w io.Writer, text []byte, number int, v any) ([]byte, error) {
	part, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if number > 0 {
		text = append(text, ',')
	}
	_, err = w.Write(append(text, part...))
	return nil, err
}

// studiesOf returns the IDs of a person's studies. It reads the studies of only one person at a time, because they may
// take 25 MB.
func (s *Service) studiesOf(ctx context.Context, who game.Hash) (ids []string, err error) {
	s.listing.Lock()
	defer s.listing.Unlock()
	list, err := s.store.StudiesOf(ctx, who)
	for _, one := range list {
		ids = append(ids, one.ID)
	}
	return ids, err
}

func (s *Service) exportHead(ctx context.Context, who game.Hash) (ExportPerson, error) {
	x := ExportPerson{Person: hex.EncodeToString(who[:])}
	s.mu.RLock()
	x.Name = s.names[who]
	for _, list := range []map[game.Hash]store.Ban{s.bans.persons, s.bans.mutes} {
		if b, ok := list[who]; ok {
			x.Bans = append(x.Bans, b)
		}
	}
	s.mu.RUnlock()
	err := s.exportModeration(ctx, &x, who)
	if err != nil {
		return x, err
	}
	if x.Subscriptions, err = s.store.Subscriptions(ctx, who); err != nil {
		return x, err
	}
	x.Account, err = s.exportAccount(ctx, who)
	return x, err
}

// exportGame returns a game of a person.
func (s *Service) exportGame(ctx context.Context, who game.Hash, e room.Entry) (ExportGame, error) {
	events, err := s.store.Load(ctx, e.ID, 0)
	if err != nil {
		return ExportGame{}, err
	}
	seen, err := s.store.LastSeen(ctx, e.ID)
	if err != nil {
		return ExportGame{}, err
	}
	seat := func(from game.Seat, side game.Side, seen int64) (ExportSeat, error) {
		if from.Session != who {
			return ExportSeat{Name: from.Name, Computer: from.Computer}, nil
		}
		ahead, err := s.store.Ahead(ctx, e.ID, side)
		return ExportSeat{Name: from.Name, You: true, Seen: seen, Ahead: ahead.Lines}, err
	}
	white, err := seat(e.White, game.White, seen[0])
	if err != nil {
		return ExportGame{}, err
	}
	black, err := seat(e.Black, game.Black, seen[1])
	for i := range events {
		redact(&events[i], who)
	}
	return ExportGame{Entry: e, White: white, Black: black, Events: events}, err
}

// redact removes the invitation and other people's hashes from an event.
func redact(e *game.Event, who game.Hash) {
	var seats []*game.Seat
	if e.Start != nil {
		seats = append(seats, &e.Start.White, &e.Start.Black)
		e.Start.Invite = game.Hash{}
	}
	if e.Player != nil {
		seats = append(seats, e.Player)
	}
	for _, seat := range seats {
		if seat.Session != who {
			seat.Session = game.Hash{}
		}
	}
}
