package puzzle

import (
	"context"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/rules"
)

// Mining parameters.
const (
	randomPlies = 4   // random opening plies of a self-play game
	maxPlies    = 161 // length limit of a self-play game
	firstPly    = 6   // first ply at which a puzzle may start
	scanLines   = 3
	playNoise   = 100  // noise on scores in centipawns; puzzles arise only if the engine makes mistakes
	scanGap     = 0.15 // minimum difference in winning chances that is worth a proof
	maxPerGame  = 4    // maximum number of puzzles per game
	maxLead     = 1000 // maximum material lead in centipawns, in games without reflections
	maxKings    = 4    // maximum number of kings per side
	minMoves    = 4    // minimum number of legal moves
	plainChance = 0.80 // if level 1 plays the first move with a higher probability, the move is obvious
)

// miner finds puzzles in games. It is not safe for concurrent use.
type miner struct {
	rules    rules.Rules
	settings Settings
	eval     eval.Evaluator
	scanner  *search.Searcher
	prover   *prover
	rater    *rater
}

// newMiner returns a miner that uses the learnt weights of the rule set.
func newMiner(r rules.Rules, s Settings) (*miner, error) {
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
	return &miner{
		rules: r, settings: s, eval: e, rater: rater, prover: newProver(r, e, s.Depth, s.ProofNodes),
		scanner: search.New(r, e, search.Options{HashMB: 1}),
	}, nil
}

// Selfplay plays self-play game number n and returns its puzzles. They depend only on the settings and n.
func (m *miner) Selfplay(ctx context.Context, n int) ([]Puzzle, error) {
	d := dig{miner: m}
	_, err := selfplay.Series{
		Rules: m.rules, Eval: m.eval, Nodes: m.settings.ScanNodes, Seed: m.settings.Seed, RandomPlies: randomPlies,
		OneSide: true, AnyOpening: true,
		Noise: playNoise, NoisyLines: scanLines, WinningScore: 2 * search.Mate, MaxPlies: maxPlies, Visit: d.visit,
	}.Game(ctx, n)
	return d.found, err
}

// Played returns the puzzles in an existing game.
func (m *miner) Played(ctx context.Context, start board.Position, moves []board.Move) ([]Puzzle, error) {
	d := dig{miner: m}
	line := rules.NewLine(m.rules, start)
	m.scanner.Clear()
	for o := line.Outcome(); !o.Over() && len(o.Claim) == 0; o = line.Outcome() {
		p := line.Position()
		res := m.scanner.Search(ctx, &p, line.EarlierHashes(),
			search.Limits{Nodes: m.settings.ScanNodes, MultiPV: scanLines}, nil)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if stop, err := d.visit(ctx, line, res); stop || err != nil {
			return d.found, err
		}
		if line.Ply() >= len(moves) || moves[line.Ply()] == board.NullMove {
			break
		}
		if _, err := line.Play(moves[line.Ply()]); err != nil {
			return nil, fmt.Errorf("puzzle: half-move %d: %w", line.Ply()+1, err)
		}
	}
	return d.found, nil
}

// dig collects the puzzles in one game.
type dig struct {
	*miner
	found []Puzzle
	skip  int // end of the last puzzle, in plies
}

// visit looks for a puzzle in a position of the game, and reports whether to end the game.
func (d *dig) visit(ctx context.Context, line *rules.Line, res search.Result) (stop bool, err error) {
	p := line.Position()
	if d.hopeless(&p) {
		return true, nil
	}
	if line.Ply() < max(firstPly, d.skip) || len(d.found) == maxPerGame || !d.promising(res) {
		return false, nil
	}
	if plain, err := d.plain(ctx, line, res); plain || err != nil {
		return false, err
	}
	z, err := d.examine(ctx, p)
	if z != nil {
		d.found = append(d.found, *z)
		d.skip = line.Ply() + len(z.Moves) + 1
	}
	return false, err
}

// promising reports whether a short search suggests that a position may be a
// puzzle.
func (m *miner) promising(res search.Result) bool {
	if len(res.Lines) < 2 {
		return false
	}
	best, second := res.Lines[0].Score, res.Lines[1].Score
	if n, mate := search.MateIn(best); mate && n > 0 {
		return second < best
	}
	return m.prover.chance(best) >= minChance-0.1 && m.prover.chance(best)-m.prover.chance(second) >= scanGap
}

// recapture returns the target square of the game's last move if that move was a capture, or else NoSquare.
func (m *miner) recapture(line *rules.Line) board.Square {
	before, ok := line.At(line.Ply() - 1)
	if moves := line.Moves(); ok && len(moves) > 0 {
		last := moves[len(moves)-1]
		if last.Type() == board.Step && m.rules.Guide().Class(&before, last)&rules.Capture != 0 {
			return last.To()
		}
	}
	return board.NoSquare
}

// plain reports whether a gain starts with an obvious move: a recapture, or a move that level 1 is likely to
// find. A mate is never plain.
func (m *miner) plain(ctx context.Context, line *rules.Line, res search.Result) (bool, error) {
	if _, mate := search.MateIn(res.Lines[0].Score); mate {
		return false, nil
	}
	if res.Best.Type() == board.Step && res.Best.To() == m.recapture(line) {
		return true, nil
	}
	p := fresh(line.Position())
	chance, err := m.rater.beginner(ctx, rules.NewLine(m.rules, p), res.Best)
	return chance > plainChance, err
}

// examine proves, rates and tags a position, and returns the puzzle. It returns nil if the position is not a
// puzzle.
func (m *miner) examine(ctx context.Context, p board.Position) (*Puzzle, error) {
	p = fresh(p)
	found, ok := m.prover.prove(ctx, &p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if !ok || m.dull(&p, found) {
		return nil, nil
	}
	rating, _, err := m.rater.rate(ctx, m.rules, &p, found.line)
	if err != nil {
		return nil, err
	}
	z := &Puzzle{ID: idOf(&p), Position: m.rules.Guide().FormatPosition(&p), Rating: rating,
		Tags: tagsOf(m.rules, &p, found)}
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

// dull reports whether a puzzle has too few legal moves, or is one of the three quarters of mates in one that
// are rejected because they are very common.
func (m *miner) dull(p *board.Position, found proof) bool {
	return found.mate == 1 && p.Hash%4 != 0 || len(rules.LegalMoves(m.rules, p)) < minMoves
}

// hopeless reports whether the game is unlikely to yield an interesting puzzle from this position on, because
// a side is far ahead in material (in a game without reflections) or has too many kings.
func (m *miner) hopeless(p *board.Position) bool {
	if lead := balance(p, p.Side); !m.rules.Info().Reflects && max(lead, -lead) > maxLead {
		return true
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		if kings, _ := m.rules.Kings(p, side); kings.Count() > maxKings {
			return true
		}
	}
	return false
}
