package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/text"
)

// Openings960 begins each pair of games with another of the 960 starts of Chess960,
// in an order that the seed decides; after the last it begins anew.
type Openings960 struct {
	rules rules.Rules
	order []int
	seed  uint64
}

// NewOpenings960 returns the starts for a rule set that has castling from any home.
func NewOpenings960(r rules.Rules, seed uint64) (*Openings960, error) {
	if !r.Info().Chess960 {
		return nil, fmt.Errorf("match: %s has no Chess960 starts; they are for chess", r.Info().Name)
	}
	return &Openings960{r, rand.New(rand.NewPCG(seed, 960)).Perm(text.Starts960), seed}, nil
}

// Opening returns a start.
func (b *Openings960) Opening(_ context.Context, n int) (Opening, error) {
	start, err := b.rules.Guide().ParsePosition(text.FEN960(b.order[n%len(b.order)]), rules.ParseOptions{})
	return Opening{Start: start}, err
}

// String names the openings.
func (b *Openings960) String() string { return fmt.Sprintf("960 seed=%d", b.seed) }
