package tain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// MaxLevel is the engine's full strength; level 1 is for beginners.
const MaxLevel = engine.MaxLevel

// ErrNoMoves is returned by a search in a position without legal moves.
var ErrNoMoves = errors.New("tain: the position has no legal moves")

// Limits sets the strength of the engine and when it stops: at the first limit reached. The zero value
// searches about 250,000 positions at full strength, which takes about a second.
type Limits struct {
	Depth int           // in plies
	Nodes uint64        // positions searched
	Time  time.Duration // for this move
	// Mate stops the search once it has found a mate in at most this many moves. For mates in up to 4 it also
	// stops once it has proved that there is none; for longer mates, set another limit too.
	Mate int
	// Moves restricts the search to these first moves.
	Moves []Move
	// Level weakens BestMove, from 1 to MaxLevel; 0 means MaxLevel. Weaker levels choose with some
	// randomness; a Seed other than 0 makes the choice repeatable.
	Level int
	Seed  uint64
}

// usualNodes limits searches without any other limit.
const usualNodes = 250_000

// Analysis is the result of a search.
type Analysis struct {
	Depth int    // in plies, 0 if there was no time to search
	Nodes uint64 // positions searched
	Score int    // in centipawns for the side to move
	Mate  int    // moves to mate, negative if the side to move is mated, 0 for none
	Line  []Move // best play for both sides; the first is the best move
	SAN   []string
}

// BestMove returns the engine's move in the current position. If the context ends, the search stops early and
// returns the best move found so far. In a position without legal moves the error is [ErrNoMoves].
func (g *Game) BestMove(ctx context.Context, l Limits) (Move, error) {
	e, limits, err := g.engine(ctx, l, engine.Recipe{Level: l.Level, Seed: l.Seed})
	if err != nil {
		return Move{}, err
	}
	found, err := e.Choose(ctx, g.line, limits, nil)
	if err != nil {
		return Move{}, fmt.Errorf("tain: %w", err)
	}
	p := g.line.Position()
	return Move{g.rules.Guide().FormatUCI(&p, found.Best)}, nil
}

// Analyse searches the current position at full strength, regardless of Level, and returns the best line.
// Otherwise it behaves like [Game.BestMove].
func (g *Game) Analyse(ctx context.Context, l Limits) (Analysis, error) {
	e, limits, err := g.engine(ctx, l, engine.Recipe{})
	if err != nil {
		return Analysis{}, err
	}
	var found Analysis
	p := g.line.Position()
	for info, err := range e.Analyse(ctx, g.line, limits) {
		if err != nil {
			return Analysis{}, fmt.Errorf("tain: %w", err)
		}
		found = Analysis{Depth: info.Depth, Nodes: info.Nodes, Score: info.Score, SAN: info.SAN}
		found.Mate, _ = search.MateIn(info.Score)
		for _, uci := range engine.UCI(g.rules, &p, info.PV) {
			found.Line = append(found.Line, Move{uci})
		}
	}
	return found, nil
}

// engine returns an engine and its limits for the current position.
func (g *Game) engine(ctx context.Context, l Limits, want engine.Recipe) (*engine.Engine, engine.Limits, error) {
	limits := engine.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.Time, Mate: l.Mate}
	if l.Depth < 0 || l.Time < 0 || l.Mate < 0 {
		return nil, limits, fmt.Errorf("tain: negative limit in %+v", l)
	}
	p := g.line.Position()
	if len(rules.LegalMoves(g.rules, &p)) == 0 {
		return nil, limits, ErrNoMoves
	}
	for _, m := range l.Moves {
		legal, err := g.rules.Guide().ParseMove(&p, m.uci)
		if err != nil {
			return nil, limits, moveError(m.String(), err)
		}
		limits.SearchMoves = append(limits.SearchMoves, legal)
	}
	if l.Depth == 0 && l.Nodes == 0 && l.Time == 0 && l.Mate == 0 {
		limits.SoftNodes = usualNodes
	}
	want.Rules = g.rules
	e, err := g.engines.Engine(ctx, want)
	if err != nil {
		return nil, limits, fmt.Errorf("tain: %w", err)
	}
	return e, limits, nil
}
