package game

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Record returns the game as PGN. If the game has a clock without days per move, a comment after each move
// states the remaining time. The record of a local game in play also contains the current clocks, so that the
// game can be resumed.
func (g *Game) Record(now int64) *pgn.Game {
	record := pgn.NewGame(g.rules, g.line.Start(), g.line.Moves()...)
	record.Result = "*"
	if g.result != nil && g.result.Result != "" {
		record.Result = string(g.result.Result)
	}
	control := clock.Control{}
	if g.start.Control != nil {
		control = *g.start.Control
	}
	began := time.UnixMilli(g.created).UTC()
	event := "Casual game"
	if g.start.Rated {
		event = "Rated game"
	}
	record.Tags = []pgn.Tag{
		{Name: "Event", Value: event},
		{Name: "Site", Value: "Tain"},
		{Name: "Date", Value: began.Format("2006.01.02")},
		{Name: "Round", Value: "-"},
		{Name: "White", Value: recordName(g.seats[board.White])},
		{Name: "Black", Value: recordName(g.seats[board.Black])},
		{Name: "UTCTime", Value: began.Format("15:04:05")},
		{Name: "TimeControl", Value: control.String()},
		{Name: "Termination", Value: g.termination()},
	}
	if g.start.Local {
		record.Tags = append(record.Tags, g.localTags(now)...)
	}
	for i, m := range g.moves {
		if m.Clock != nil && control.Days == 0 {
			record.Line[i].After = []string{clockComment + clock.HMS(millis(*m.Clock)) + "]"}
		}
	}
	return record
}

const (
	tagWhiteType  = "WhiteType"
	tagBlackType  = "BlackType"
	tagWhiteClock = "WhiteClock"
	tagBlackClock = "BlackClock"
	clockComment  = "[%clk "
)

// localTags returns the tags needed to resume a local game: whether each player is a
// person or a program, and the clocks while the game is in play.
func (g *Game) localTags(now int64) []pgn.Tag {
	kind := func(s Seat) string {
		if s.Computer > 0 {
			return "program"
		}
		return "human"
	}
	tags := []pgn.Tag{
		{Name: tagWhiteType, Value: kind(g.seats[board.White])},
		{Name: tagBlackType, Value: kind(g.seats[board.Black])},
	}
	if c := g.Clocks(max(now, g.updated)); c != nil && g.result == nil {
		tags = append(tags, pgn.Tag{Name: tagWhiteClock, Value: tagClock(c.White)}, pgn.Tag{Name: tagBlackClock, Value: tagClock(c.Black)})
	}
	return tags
}

// tagClock formats a remaining time with millisecond precision, so that saving and resuming a game repeatedly
// loses no time.
func tagClock(ms int64) string {
	text := clock.HMS(millis(ms))
	if part := ms % 1000; part != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", part), "0")
	}
	return text
}

// IsLocalRecord reports whether a game record has the tags of a local game, or the computer as a player.
func IsLocalRecord(record *pgn.Game) bool {
	return record.Tag(tagWhiteType) != "" && record.Tag(tagBlackType) != "" ||
		seatNamed(record.Tag("White")).Computer > 0 || seatNamed(record.Tag("Black")).Computer > 0
}

// unknownName is PGN's name for an unknown player.
const unknownName = "?"

// recordName returns a player's name for a game record. seatNamed parses it.
func recordName(s Seat) string {
	info := s.Player(false)
	switch {
	case info == nil:
		return unknownName
	case info.Computer > 0:
		return fmt.Sprintf("%s, level %d", computerName, info.Computer)
	}
	return info.Name
}

func seatNamed(name string) Seat {
	if level, ok := strings.CutPrefix(name, computerName+", level "); ok {
		if n, err := strconv.Atoi(level); err == nil && n >= 1 && n <= engine.MaxLevel {
			return Seat{Computer: n}
		}
	}
	if name == unknownName {
		name = ""
	}
	return Seat{Name: CleanName(name), Person: true}
}

func (g *Game) termination() string {
	switch {
	case g.result == nil:
		return "unterminated"
	case g.result.Reason == rules.Time:
		return "time forfeit"
	case g.result.Reason == rules.Aborted || g.result.Reason == Stopped || g.result.Reason == Abandoned:
		return "abandoned"
	}
	return "normal"
}

// Recovered specifies how to resume a local game from a record.
type Recovered struct {
	ID string
	At int64
	// Control and Seats replace those of the record if they are not nil. If Control is set, both sides get their
	// full time again. A zero Control means no clock.
	Control *clock.Control
	Seats   *[2]Seat
	// LastMove is the move that led to the starting position, in UCI notation, if known.
	LastMove string
}

// FromRecord returns a local game that continues a game record, with its events: the moves, the remaining
// time after each move if the record states it, and the result, even if the position does not show it. The
// clock is stopped until the next move or [Resume].
func FromRecord(record *pgn.Game, as Recovered) (*Game, []Event, error) {
	start := Start{
		ID: as.ID, Variant: record.Rules.Info().Ref(), Local: true,
		Position: record.Rules.Guide().FormatPosition(&record.Start), LastMove: as.LastMove,
		White: seatNamed(record.Tag("White")), Black: seatNamed(record.Tag("Black")),
	}
	if as.Seats != nil {
		start.White, start.Black = as.Seats[board.White], as.Seats[board.Black]
	}
	if as.Control != nil {
		var err error
		if start.Control, err = checked(as.Control); err != nil {
			return nil, nil, err
		}
	} else if c, err := clock.Parse(record.Tag("TimeControl"), time.Second); err == nil {
		start.Control, _ = checked(&c) // an unplayable control counts as none
	}
	find := registry.New(record.Rules).Find
	g, events, err := Begin(find, start, as.At)
	if err != nil {
		return nil, nil, err
	}
	add := func(e Event) error {
		e.At = as.At
		events = append(events, e)
		return g.Apply(e)
	}
	guide := record.Rules.Guide()
	for i, m := range record.Moves() {
		p := g.line.Position()
		e := Event{Type: Moved, Move: guide.FormatUCI(&p, m)}
		if start.Control != nil {
			left := g.clock.Left(p.Side, time.UnixMilli(as.At)).Milliseconds()
			e.Clock = &left
		}
		if left := commentClock(record.Line[i].After); as.Control == nil && start.Control != nil && left != nil {
			e.Clock = left
		}
		if err := add(e); err != nil {
			return nil, nil, fmt.Errorf("game: half-move %d of the record: %w", i+1, err)
		}
	}
	switch {
	case g.Over():
		return g, events, nil
	case record.Result != "*" && record.Result != "":
		err = add(Event{Type: Noted, Reason: record.Result})
	case start.Control != nil && as.Control == nil:
		err = add(Event{Type: Paused, Clocks: tagClocks(record)})
	case start.Control != nil:
		err = add(Event{Type: Paused})
	}
	return g, events, err
}

// commentClock returns the remaining time stated in a comment, or nil if there is none.
func commentClock(comments []string) *int64 {
	for _, text := range comments {
		if _, rest, ok := strings.Cut(text, clockComment); ok {
			text, _, _ := strings.Cut(rest, "]")
			if left, ok := clock.ParseHMS(text); ok {
				ms := left.Milliseconds()
				return &ms
			}
		}
	}
	return nil
}

// tagClocks returns the clocks from the tags of a record, or nil unless both are present and valid.
func tagClocks(record *pgn.Game) *Left {
	white, ok := clock.ParseHMS(record.Tag(tagWhiteClock))
	black, fine := clock.ParseHMS(record.Tag(tagBlackClock))
	if !ok || !fine {
		return nil
	}
	return &Left{White: white.Milliseconds(), Black: black.Milliseconds()}
}
