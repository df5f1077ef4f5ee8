package puzzle

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// Settings are how puzzles are made. The same settings make the same puzzles,
// however many threads there are.
type Settings struct {
	Seed       uint64
	Depth      int    // plies; the gap of a gain must hold at twice of it
	ProofNodes uint64 // most of one search of a proof
	ScanNodes  uint64 // searched in every position of a game, and for its move
	Levels     []int  // those that are tried for a rating; nil for Levels
}

// Bounds of a game that is looked through.
const (
	randomPlies = 4   // that open a game of the engine
	maxPlies    = 160 // of such a game
	firstPly    = 6   // before it nothing is looked for
	scanLines   = 3
	playNoise   = 70   // centipawns: the engine must err for there to be puzzles
	scanGap     = 0.15 // a gap worth proving, between the chances of winning
	mostOfGame  = 4    // puzzles of one game
	decided     = 2500 // centipawns; from there on a game is not played on, but for mates
)

// Miner finds the puzzles in a game. It is for one goroutine.
type Miner struct {
	rules    rules.Rules
	settings Settings
	scanner  *search.Searcher
	prover   *prover
	rater    *rater
}

// NewMiner returns a miner that plays by the weights of the rule set.
func NewMiner(r rules.Rules, s Settings) (*Miner, error) {
	e, err := eval.New(r, "")
	if err != nil {
		return nil, err
	}
	levels := s.Levels
	if levels == nil {
		levels = Levels
	}
	rater, err := newRater(r, levels)
	if err != nil {
		return nil, err
	}
	return &Miner{
		rules: r, settings: s, rater: rater, prover: newProver(r, e, s.Depth, s.ProofNodes),
		scanner: search.New(r, e, search.Options{HashMB: 1}),
	}, nil
}

// Selfplay plays game number n of the engine against itself and returns the
// puzzles in it. It depends on the settings and n alone.
func (m *Miner) Selfplay(ctx context.Context, n int) ([]Puzzle, error) {
	rng := rand.New(rand.NewPCG(m.settings.Seed, uint64(n)))
	start, err := m.rules.Guide().ParsePosition(m.rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	line := rules.NewLine(m.rules, start)
	for range randomPlies {
		p := line.Position()
		legal := rules.LegalMoves(m.rules, &p)
		if len(legal) == 0 {
			break
		}
		if _, err := line.Play(legal[rng.IntN(len(legal))]); err != nil {
			return nil, err
		}
	}
	next := func(res search.Result) board.Move {
		if line.Ply() >= maxPlies {
			return board.NoMove
		}
		best, chosen := -2.0*search.Mate, res.Best
		for _, l := range res.Lines {
			if noisy := float64(l.Score) + playNoise*rng.NormFloat64(); noisy > best {
				best, chosen = noisy, l.PV[0]
			}
		}
		return chosen
	}
	return m.dig(ctx, line, next)
}

// Played returns the puzzles in the moves of a game that was played.
func (m *Miner) Played(ctx context.Context, start board.Position, moves []board.Move) ([]Puzzle, error) {
	line := rules.NewLine(m.rules, start)
	next := func(search.Result) board.Move {
		if line.Ply() >= len(moves) || moves[line.Ply()] == board.NullMove {
			return board.NoMove
		}
		return moves[line.Ply()]
	}
	return m.dig(ctx, line, next)
}

// dig goes through a game, which next plays on until it returns no move, and
// collects the puzzles.
func (m *Miner) dig(ctx context.Context, line *rules.Line, next func(search.Result) board.Move) (all []Puzzle, err error) {
	m.scanner.Clear()
	skip := 0 // the ply up to which a puzzle has been found already
	for !line.Outcome().Over() && len(line.Outcome().Claim) == 0 {
		p := line.Position()
		res := m.scanner.Search(ctx, &p, line.EarlierHashes(), search.Limits{Nodes: m.settings.ScanNodes, MultiPV: scanLines}, nil)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if line.Ply() >= max(firstPly, skip) && len(all) < mostOfGame && m.promising(res) {
			z, err := m.examine(ctx, p, m.recapture(line))
			if err != nil {
				return nil, err
			}
			if z != nil {
				all = append(all, *z)
				skip = line.Ply() + len(z.Moves) + 1
			}
		}
		move := next(res)
		if move == board.NoMove {
			break
		}
		if _, err := line.Play(move); err != nil {
			return nil, fmt.Errorf("puzzle: half-move %d: %w", line.Ply()+1, err)
		}
		if len(res.Lines) > 0 && len(all) > 0 && res.Lines[0].Score < -decided {
			break // lost for good: what comes is played out with a great deal of material
		}
	}
	return all, nil
}

// promising reports whether a position may be a puzzle, by a short search.
func (m *Miner) promising(res search.Result) bool {
	if len(res.Lines) < 2 {
		return false
	}
	best, second := res.Lines[0].Score, res.Lines[1].Score
	if n, mate := search.MateIn(best); mate && n > 0 {
		return second < best
	}
	return m.prover.chance(best) >= leastChance-0.1 && m.prover.chance(best)-m.prover.chance(second) >= scanGap
}

// recapture is the square where the last move of a game took something, NoSquare
// if it did not.
func (m *Miner) recapture(line *rules.Line) board.Square {
	before, ok := line.At(line.Ply() - 1)
	if moves := line.Moves(); ok && len(moves) > 0 {
		last := moves[len(moves)-1]
		if last.Type() == board.Step && m.rules.Guide().Class(&before, last)&rules.Capture != 0 {
			return last.To()
		}
	}
	return board.NoSquare
}

// examine proves, rates and tags a position, nil if it is no puzzle. A single move
// that takes back is none.
func (m *Miner) examine(ctx context.Context, p board.Position, recapture board.Square) (*Puzzle, error) {
	p = fresh(p)
	found, ok := m.prover.prove(ctx, &p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if !ok || m.dull(&p, found, recapture) {
		return nil, nil
	}
	rating, _, err := m.rater.rate(ctx, m.rules, &p, found.line)
	if err != nil {
		return nil, err
	}
	z := &Puzzle{ID: idOf(&p), Position: m.rules.Guide().FormatPosition(&p), Rating: rating, Tags: tagsOf(m.rules, &p, found)}
	line := rules.NewLine(m.rules, p)
	for _, move := range found.line {
		at := line.Position()
		z.Moves = append(z.Moves, m.rules.Guide().FormatUCI(&at, move))
		if _, err := line.Play(move); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// dull reports a solution that nobody has to look for: taking back, or the only
// few moves there are.
func (m *Miner) dull(p *board.Position, found proof, recapture board.Square) bool {
	first := found.line[0]
	if found.mate == 0 && first.Type() == board.Step && first.To() == recapture {
		return true
	}
	return len(rules.LegalMoves(m.rules, p)) < 4
}
