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

// MaxLevel is the engine's strongest level. Level 1 is the weakest.
const MaxLevel = engine.MaxLevel

// ErrNoMoves is the error for a search in a position without legal moves.
var ErrNoMoves = errors.New("tain: the position has no legal moves")

// Limits sets the strength of the engine and limits a search, which stops at the first limit that it reaches.
// The zero value searches about 250,000 positions at full strength, which takes about a second.
type Limits struct {
	Depth int           // maximum depth in plies
	Nodes uint64        // maximum number of positions
	Time  time.Duration // maximum time for the move
	// Mate stops the search when it has found a mate in at most this many moves. If Mate is at most 4, the
	// search also stops when it has proved that no such mate exists. If it is greater, set another limit
	// too.
	Mate int
	// Moves restricts the search to lines that start with one of these moves.
	Moves []Move
	// Level is the strength of BestMove, from 1 to MaxLevel; 0 means MaxLevel. Weaker levels choose with some
	// randomness. A Seed other than 0 makes the choice repeatable.
	Level int
	Seed  uint64
}

// usualNodes limits a search that has no other limit.
const usualNodes = 250_000

// Analysis is the result of a search.
type Analysis struct {
	Depth int    // in plies, 0 if there was no time to search
	Nodes uint64 // positions searched
	Score int    // in centipawns for the side to move
	Mate  int    // moves to mate, negative if the side to move is mated, 0 if no mate was found
	Line  []Move // best play by both sides, starting with the move to play
	SAN   []string
}

// BestMove returns the engine's move in the current position. If the context ends, the search stops early and
// returns the best move found so far. The error is [ErrNoMoves] if the position has no legal moves.
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

// engine returns an engine and the engine's limits for a search of the current position.
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
