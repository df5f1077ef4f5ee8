package game

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
)

// PGN returns a game as a record, with the time left after each move as a
// comment.
func (h *Host) PGN(ctx context.Context, id string) (*notation.Game, error) {
	t, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer t.close()
	return t.game.record(), nil
}

func (g *Game) record() *notation.Game {
	record := notation.NewGame(g.rules, g.line.Start(), g.line.Moves()...)
	record.Result = "*"
	if g.result != nil && g.result.Result != "" {
		record.Result = g.result.Result
	}
	began := time.UnixMilli(g.created).UTC()
	record.Tags = []notation.Tag{
		{Name: "Event", Value: "Casual game"},
		{Name: "Site", Value: "Tain"},
		{Name: "Date", Value: began.Format("2006.01.02")},
		{Name: "Round", Value: "-"},
		{Name: "White", Value: recordName(g.seats[board.White])},
		{Name: "Black", Value: recordName(g.seats[board.Black])},
		{Name: "UTCTime", Value: began.Format("15:04:05")},
		{Name: "TimeControl", Value: g.start.Control.record()},
		{Name: "Termination", Value: g.termination()},
	}
	for i, m := range g.moves {
		if m.Clock != nil && g.start.Control.Days == 0 {
			record.Line[i].After = []string{"[%clk " + clockText(*m.Clock) + "]"}
		}
	}
	return record
}

func recordName(s Seat) string {
	info := player(s, false)
	switch {
	case info == nil:
		return "?"
	case info.Computer > 0:
		return fmt.Sprintf("%s, level %d", info.Name, info.Computer)
	}
	return info.Name
}

// record writes the control as PGN does. PGN has no delay; it is written as an
// increment would be, behind a d.
func (c *Control) record() string {
	switch {
	case c == nil:
		return "-"
	case c.Days > 0:
		return fmt.Sprintf("1/%d", int64(c.Days)*day/1000)
	case c.Increment > 0:
		return fmt.Sprintf("%s+%s", seconds(c.Initial), seconds(c.Increment))
	case c.Delay > 0:
		return fmt.Sprintf("%sd%s", seconds(c.Initial), seconds(c.Delay))
	}
	return seconds(c.Initial)
}

func (g *Game) termination() string {
	switch {
	case g.result == nil:
		return "unterminated"
	case g.result.Reason == Time:
		return "time forfeit"
	case g.result.Reason == Abortion:
		return "abandoned"
	}
	return "normal"
}

// seconds writes milliseconds as seconds, with a fraction only if there is one.
func seconds(ms int64) string {
	if ms%1000 == 0 {
		return fmt.Sprint(ms / 1000)
	}
	return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
}

// clockText writes a time left as PGN comments have it: 0:04:58.
func clockText(ms int64) string {
	s := max(0, ms) / 1000
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
