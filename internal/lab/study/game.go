// Package study measures the character of a game with self-play games: how balanced, long and drawish it is,
// how many choices it offers, and how often its special rules apply. Every figure has a 95 % interval.
//
// A [Study] plays the games. [Read] replays a record of package learn into a [Game]. [Figure] computes
// [Figures] from many games. A [Report] compares the figures of several rule sets, as text (report.go) and as
// a picture (picture.go). A [State] saves finished games, so that a study can be interrupted. [Family] lists
// rule sets to compare.
package study

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Event is an application of a special rule.
type Event string

// The events. Spawned pieces are counted in total and by name, such as "made knight".
const (
	Crossing      Event = "crossings"
	AnyMade       Event = "made pieces"
	GoingOn       Event = "going on"
	EnPassant     Event = "en passant"
	SeamEnPassant Event = "seam en passant"
	Castling      Event = "castling"
	Promotion     Event = "promotions"
	BoardMove     Event = "board moves"
	ManyKings     Event = "several kings" // at most once per game
)

// Made returns the event for a spawned piece with the given name.
func Made(piece string) Event { return Event("made " + piece) }

// ranked lists the events in report order, with the pieces of chess. Other spawned pieces follow the king.
var ranked = func() []Event {
	all := []Event{Crossing, AnyMade}
	for k := board.Pawn; k <= board.King; k++ {
		all = append(all, Made(k.String()))
	}
	return append(all, GoingOn, EnPassant, SeamEnPassant, Castling, Promotion, BoardMove, ManyKings)
}()

// inOrder returns events in report order, without duplicates.
func inOrder(events []Event) []Event {
	rank := func(e Event) int {
		if i := slices.Index(ranked, e); i >= 0 {
			return i
		}
		return slices.Index(ranked, Made(board.King.String()))
	}
	slices.SortFunc(events, func(a, b Event) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b)) })
	return slices.Compact(events)
}

// Endings that are not defined by the rules: the game was adjudicated in favour of a side far ahead, or was
// too long.
const (
	Decided rules.Reason = "decided"
	TooLong rules.Reason = "too long"
)

// Game holds the measurements of one game.
type Game struct {
	White  float64 // points: 0, 1/2 or 1
	Plies  int
	Ending rules.Reason
	// Choices is the number of legal moves, summed over all positions.
	Choices int
	Events  map[Event]int
	// Leader is the side that first led by a piece for LeadPlies plies. It is valid if Led is set.
	Leader board.Colour
	Led    bool
	// Rival is the side with more nodes. It is valid if the sides have unequal nodes.
	Rival board.Colour
}

// A side has a lead if it is ahead by LeadPoints, the value of a minor piece, for LeadPlies consecutive
// plies.
const (
	LeadPoints = 3
	LeadPlies  = 6
)

// worth holds the values of the pieces of chess, in pawns.
var worth = [8]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}

// valuer is implemented by rule sets that define their own pieces.
type valuer interface {
	// PieceValue returns the value of a role in centipawns.
	PieceValue(k board.Role) int
}

// value returns the value of a role in a rule set, rounded to pawns.
func value(r rules.Rules, k board.Role) int {
	if own, ok := r.(valuer); ok {
		return (own.PieceValue(k) + 50) / 100
	}
	return worth[k&7]
}

// Read replays a record and returns its measurements. Number is the number of the game in its series. Read
// returns an error if a move is illegal.
func Read(r rules.Rules, record *learn.Record, number int) (Game, error) {
	g := Game{White: float64(record.Points) / 2, Events: map[Event]int{}, Rival: selfplay.Rival(number)}
	start, err := r.Guide().ParsePosition(record.Start, rules.ParseOptions{})
	if err != nil {
		return g, err
	}
	line, ahead := rules.NewLine(r, start), 0
	for i, s := range record.Steps {
		before := line.Position()
		g.Choices += len(rules.LegalMoves(r, &before))
		played, err := line.PlayText(s.Move)
		if err != nil {
			return g, fmt.Errorf("study: move %d, %s: %w", i+1, s.Move, err)
		}
		g.count(r, &before, &played)
		if ahead = leading(r, ahead, &played.Next); !g.Led && max(ahead, -ahead) >= LeadPlies {
			g.Led = true
			if ahead < 0 {
				g.Leader = board.Black
			}
		}
	}
	g.Plies = line.Ply()
	g.Ending = ending(line.Outcome(), record.Points)
	return g, nil
}

// count counts the events that a move causes.
func (g *Game) count(r rules.Rules, before *board.Position, played *rules.Played) {
	guide := r.Guide()
	class := guide.Class(before, played.Move)
	ways := guide.Ways(before, played.Move)
	seam := class&rules.BoardMove == 0 && len(ways) > 0 && ways[0].Seam()
	for _, e := range []struct {
		event Event
		fired bool
	}{
		{Crossing, seam}, {EnPassant, class&rules.EnPassant != 0}, {SeamEnPassant, seam && class&rules.EnPassant != 0},
		{Castling, class&rules.Castling != 0}, {Promotion, class&rules.Promotion != 0},
		{BoardMove, class&rules.BoardMove != 0},
	} {
		if e.fired {
			g.Events[e.event]++
		}
	}
	for _, c := range describe.Changes(r, before, &played.Next, played.Move) {
		switch c.Effect {
		case describe.Appeared:
			g.Events[AnyMade]++
			g.Events[Made(pieceName(r, c.Piece.Role()))]++
		case describe.WentOn:
			if r.Info().Shape.Planes <= 1 { // every move passes to the other plane
				g.Events[GoingOn]++
			}
		}
	}
	for _, c := range []board.Colour{board.White, board.Black} {
		if kings := played.Next.SquaresWith(c, board.King); kings.Many() {
			g.Events[ManyKings] = 1
		}
	}
}

// pieceName returns the name of a role in a rule set.
func pieceName(r rules.Rules, k board.Role) string {
	if kind, ok := r.Info().Kind(k); ok {
		return kind.Name
	}
	return k.String()
}

// leading returns for how many consecutive plies a side has led by a piece, as a negative number for Black.
// Count is the number before the current ply. Royal pieces do not count.
func leading(r rules.Rules, count int, p *board.Position) int {
	lead := 0
	for _, side := range []board.Colour{board.White, board.Black} {
		royals, _ := r.Kings(p, side)
		for pieces := p.SquaresOf(side).Without(royals); !pieces.Empty(); {
			lead += (1 - 2*int(side)) * value(r, p.Piece(pieces.Pop()).Role())
		}
	}
	switch {
	case lead >= LeadPoints:
		return max(count, 0) + 1
	case lead <= -LeadPoints:
		return min(count, 0) - 1
	}
	return 0
}

// ending returns how a game ended: by the rules, by a claim, by adjudication or by the length limit.
func ending(o rules.Outcome, points int) rules.Reason {
	switch {
	case o.Over():
		return o.Reason
	case points != 1:
		return Decided
	case len(o.Claim) > 0:
		return o.Claim[0]
	}
	return TooLong
}
