package match

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Opening is the start of a game: a position and the moves played from it.
type Opening struct {
	Start board.Position
	Moves []board.Move
}

// Openings provides openings by number, counting from 0. The same number always yields the same opening.
type Openings interface {
	// Opening returns an opening in which the game is not over.
	Opening(ctx context.Context, n int) (Opening, error)
	// String describes the source of the openings in one line.
	String() string
}

// RandomOpenings generates openings from random legal moves and discards unbalanced ones.
type RandomOpenings struct {
	rules rules.Rules
	start board.Position
	plies int
	bound int
	seed  uint64

	mu     sync.Mutex
	engine *engine.Engine // nil if openings are not scored
	made   map[int]Opening
}

// DefaultPlies returns the default number of random opening plies for a rule set.
func DefaultPlies(r rules.Rules) int {
	if r.Info().Reflects {
		return 6 // quiet moves spawn pieces; after more plies few positions are balanced
	}
	return 8
}

// DefaultBound returns the default limit on the absolute score of an opening for a rule set, in centipawns.
// Scores vary more in games with reflections.
func DefaultBound(r rules.Rules) int {
	if r.Info().Reflects {
		return 300
	}
	return 150
}

// NewRandomOpenings returns openings with the given number of random moves and a score of at most bound
// centipawns for either side. A bound of 0 accepts all openings. It returns an error if the engine cannot
// score the rule set.
func NewRandomOpenings(r rules.Rules, plies, bound int, seed uint64) (*RandomOpenings, error) {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("match: the start of %s: %w", r.Info().Name, err)
	}
	b := &RandomOpenings{rules: r, start: start, plies: plies, bound: bound, seed: seed, made: map[int]Opening{}}
	if bound > 0 && plies > 0 {
		if b.engine, err = engine.New(r, engine.Options{HashMB: 1, Mode: eval.Linear}); err != nil {
			return nil, fmt.Errorf("match: cannot score openings of %s: %w; use a file, or a bound of 0", r.Info().Name, err)
		}
	}
	return b, nil
}

// String describes the openings.
func (b *RandomOpenings) String() string {
	return fmt.Sprintf("random plies=%d bound=%d seed=%d", b.plies, b.bound, b.seed)
}

// Opening returns opening n.
func (b *RandomOpenings) Opening(ctx context.Context, n int) (Opening, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o, ok := b.made[n]; ok {
		return o, nil
	}
	rng := rand.New(rand.NewPCG(b.seed, uint64(n)))
	const tries = 2000
	for range tries {
		o, ok, err := b.try(ctx, rng)
		if err != nil {
			return Opening{}, err
		}
		if ok {
			b.made[n] = o
			return o, nil
		}
	}
	return Opening{}, fmt.Errorf("match: none of %v random openings of %v moves is within %v centipawns of "+
		"equal; use fewer moves or a wider bound", tries, b.plies, b.bound)
}

// try generates a random opening and reports whether it is balanced and the game is not over.
func (b *RandomOpenings) try(ctx context.Context, rng *rand.Rand) (Opening, bool, error) {
	game := rules.NewLine(b.rules, b.start)
	for range b.plies {
		at := game.Position()
		moves := rules.LegalMoves(b.rules, &at)
		if len(moves) == 0 {
			return Opening{}, false, nil
		}
		if _, err := game.Play(moves[rng.IntN(len(moves))]); err != nil {
			return Opening{}, false, fmt.Errorf("match: a random opening: %w", err)
		}
	}
	if o := game.Outcome(); o.Over() || len(o.Claim) > 0 {
		return Opening{}, false, nil
	}
	even, err := b.even(ctx, game)
	return Opening{b.start, game.Moves()}, even, err
}

// even reports whether the last position of a game is balanced. It clears the engine first, so that the
// result is reproducible.
func (b *RandomOpenings) even(ctx context.Context, game *rules.Line) (bool, error) {
	if b.engine == nil {
		return true, nil
	}
	if err := b.engine.Clear(ctx); err != nil {
		return false, err
	}
	const nodes = 3000
	res, err := b.engine.Choose(ctx, game, search.Limits{Nodes: nodes}, nil)
	if ctx.Err() != nil {
		return false, ctx.Err() // the search was interrupted
	}
	if errors.Is(err, engine.ErrOver) || err == nil && len(res.Lines) == 0 {
		return false, nil
	}
	return err == nil && max(res.Lines[0].Score, -res.Lines[0].Score) <= b.bound, err
}

// OpeningList holds openings from a file. After the last opening, it starts again with the first.
type OpeningList struct {
	name     string
	openings []Opening
}

// ReadOpenings reads openings. The input is either PGN games, of which it uses the given number of plies (0
// for all), or positions, one per line. It skips empty lines and lines that start with #. A seed other than 0
// shuffles the openings. Name is used in errors and in the description.
func ReadOpenings(r rules.Rules, in io.Reader, name string, plies int, seed uint64) (*OpeningList, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("match: cannot read openings: %w", err)
	}
	b := &OpeningList{name: fmt.Sprintf("file %s %x", name, sha256.Sum256(text))[:len("file ")+len(name)+1+12]}
	if trimmed := bytes.TrimLeft(text, "\ufeff \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		err = b.readGames(r, text, plies)
	} else {
		err = b.readPositions(r, text)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("match: %v: %w", name, err)
	case len(b.openings) == 0:
		return nil, fmt.Errorf("match: %v has no openings", name)
	}
	if plies > 0 {
		b.name += fmt.Sprintf(" plies=%d", plies)
	}
	if seed != 0 {
		b.name += fmt.Sprintf(" shuffled=%d", seed)
		rng := rand.New(rand.NewPCG(seed, 0))
		rng.Shuffle(len(b.openings), func(i, j int) { b.openings[i], b.openings[j] = b.openings[j], b.openings[i] })
	}
	return b, nil
}

func (b *OpeningList) readGames(r rules.Rules, text []byte, plies int) error {
	games := pgn.NewReader(bytes.NewReader(text), registry.New(r).Find)
	for n := 1; ; n++ {
		g, err := games.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		moves := g.Moves()
		if plies > 0 && len(moves) > plies {
			moves = moves[:plies]
		}
		if err := b.add(r, Opening{g.Start, moves}); err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
	}
}

func (b *OpeningList) readPositions(r rules.Rules, text []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		start, err := r.Guide().ParsePosition(line, rules.ParseOptions{})
		if fields := strings.Fields(line); err != nil && len(fields) > 4 {
			// In EPD, operations follow the position.
			if plain, worse := r.Guide().ParsePosition(strings.Join(fields[:4], " "), rules.ParseOptions{}); worse == nil {
				start, err = plain, nil
			}
		}
		if err == nil {
			err = b.add(r, Opening{Start: start})
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}

// add adds an opening. It returns an error if the game is over after it.
func (b *OpeningList) add(r rules.Rules, o Opening) error {
	game := rules.NewLine(r, o.Start)
	for _, m := range o.Moves {
		if _, err := game.Play(m); err != nil {
			return err
		}
	}
	if end := game.Outcome(); end.Over() || len(end.Claim) > 0 {
		return fmt.Errorf("the game is over after %d moves (%v); use fewer", len(o.Moves), end.String())
	}
	b.openings = append(b.openings, o)
	return nil
}

// Opening returns opening n.
func (b *OpeningList) Opening(_ context.Context, n int) (Opening, error) {
	return b.openings[n%len(b.openings)], nil
}

// String describes the openings.
func (b *OpeningList) String() string { return b.name }

// Openings960 provides the shuffled starting positions of a rule set, such as those of Chess960, one per pair
// of games, in an order that depends on the seed. If there are at most 1000, each one that is legal and does
// not end the game occurs once before any is repeated.
type Openings960 struct {
	rules rules.Rules
	order []uint64
	seed  uint64
}

// NewOpenings960 returns the shuffled starting positions of a rule set. It returns an error if the rule set has
// none.
func NewOpenings960(r rules.Rules, seed uint64) (*Openings960, error) {
	const most = 1000
	count, rng := r.Info().Starts, rand.New(rand.NewPCG(seed, 960))
	var order []uint64
	if count <= most {
		for _, n := range rng.Perm(int(count)) {
			order = append(order, uint64(n))
		}
	} else {
		for range most {
			order = append(order, rng.Uint64N(count))
		}
	}
	order = slices.DeleteFunc(order, func(n uint64) bool { return !playable(r, n) })
	if len(order) == 0 {
		return nil, fmt.Errorf("match: %s has no shuffled starting positions; only chess and games with castling \"960\" have them", r.Info().Name)
	}
	return &Openings960{r, order, seed}, nil
}

// playable reports whether a shuffled starting position is legal and does not already end the game. On some
// boards the armies touch, so a side may start in check.
func playable(r rules.Rules, n uint64) bool {
	p, err := start960(r, n)
	if err != nil {
		return false
	}
	o := rules.OutcomeOf(r, &p)
	return !o.Over()
}

func start960(r rules.Rules, n uint64) (board.Position, error) {
	return r.Guide().ParsePosition(fmt.Sprintf("960:%d", n), rules.ParseOptions{})
}

// Opening returns starting position n.
func (b *Openings960) Opening(_ context.Context, n int) (Opening, error) {
	start, err := start960(b.rules, b.order[n%len(b.order)])
	return Opening{Start: start}, err
}

// String describes the openings.
func (b *Openings960) String() string { return fmt.Sprintf("960 seed=%d", b.seed) }
