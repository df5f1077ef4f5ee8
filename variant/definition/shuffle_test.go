package definition_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/oracle/anyboard"
	"github.com/tainchess/tain/rules"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// shuffles lists definitions with shuffled starts, and the number of starts.
var shuffles = map[string]struct {
	text  string
	count uint64
}{
	"cylinder":        {`"seam":{"crossing":"wrap","kinds":"pnbrqk"}`, 960},
	"twist":           {`"seam":{"crossing":"twist","kinds":"pnbrqk"}`, 960},
	"another array":   {`"start":"nrbqnkbr/pppppppp/8/8/8/8/PPPPPPPP/NRBQNKBR w HBhb - 0 1"`, 28 * 4 * 15},
	"wide":            {`"board":{"files":10,"ranks":6},"pieces":{"a":"BN","c":"RN"},"promotes":"qac","start":"rnabqkbcnr/pppppppppp/10/10/PPPPPPPPPP/RNABQKBCNR w JAja - 0 1"`, 5 * 5 * 8 * 7 * 6 * 10},
	"rotated":         {`"pieces":{"a":"BN"},"start":"rabqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBAR w HAha - 0 1"`, 4 * 4 * 6 * 5 * 4},
	"different":       {`"pieces":{"c":"RN"},"start":"rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"`, 960},
	"one wing":        {`"start":"1n2k2r/pppppppp/8/8/8/8/PPPPPPPP/1N2K2R w Hh - 0 1"`, 3},
	"rebirth, checks": {`"capture":{"rebirth":"home"},"goal":{"checks":3}`, 960},
	"reflecting":      {`"reflection":{"makes":{"p":"n","n":"b","b":"r","r":"q"},"goes_on":"qk"}`, 960},
}

// TestShuffled compares games from shuffled starts with games under a definition that has the same start.
func TestShuffled(t *testing.T) {
	for name, c := range shuffles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := `{"name":"x","castling":"960",` + c.text + `}`
			r := read(t, text).Compile()
			if got := r.Info().Starts; got != c.count {
				t.Fatalf("%d shuffled starts, want %d", got, c.count)
			}
			if _, err := r.Guide().ParsePosition(fmt.Sprintf("960:%d", c.count), rules.ParseOptions{}); err == nil {
				t.Errorf("start number %d is accepted", c.count)
			}
			dice := rand.New(rand.NewPCG(c.count, 960))
			for range 4 {
				n := dice.Uint64N(c.count)
				p, err := r.Guide().ParsePosition(fmt.Sprintf("960:%d", n), rules.ParseOptions{})
				if err != nil {
					t.Fatalf("ParsePosition: %v", err)
				}
				fen := r.Guide().FormatPosition(&p)
				if got, ok := rules.StartNumber(r, &p); ok == (fen == r.Info().Start) || ok && got != n {
					t.Errorf("StartNumber(%s) = %d, %v; want %d", fen, got, ok, n)
				}
				if got := r.Guide().Zobrist(&p); got != p.Hash {
					t.Errorf("%s: hash %x, from scratch %x", fen, p.Hash, got)
				}
				var fields map[string]any
				if err := json.Unmarshal([]byte(text), &fields); err != nil {
					t.Fatalf("json.Unmarshal: %v", err)
				}
				fields["start"] = fen
				other, _ := json.Marshal(fields)
				if c.text == shuffles["rebirth, checks"].text {
					continue // rebirth depends on the start of the definition
				}
				g, err := anyboard.New(string(other))
				if err != nil {
					t.Fatalf("anyboard.New(%s): %v", other, err)
				}
				anyboard.Walk(g, dice, 60, func(p *anyboard.Pos, replies []anyboard.Reply) bool { return sameMoves(t, r, p.FEN(), replies) })
			}
		})
	}
}

// sameMoves compares the moves in a position with those of the other implementation. It skips positions with
// several kings of a side on its first rank, because their castling rights are ambiguous.
func sameMoves(t *testing.T, r rules.Rules, fen string, replies []anyboard.Reply) bool {
	array, _, _ := strings.Cut(fen, " ")
	ranks := strings.Split(array, "/")
	if strings.Count(ranks[0], "k") > 1 || strings.Count(ranks[len(ranks)-1], "K") > 1 {
		return true
	}
	p, err := r.Guide().ParsePosition(fen, rules.ParseOptions{})
	if err != nil {
		t.Errorf("ParsePosition(%s): %v", fen, err)
		return false
	}
	if n := len(rules.LegalMoves(r, &p)); n != len(replies) {
		t.Errorf("%s: %d moves, want %d", fen, n, len(replies))
	}
	for _, reply := range replies {
		played, err := rules.Play(r, &p, reply.UCI)
		if err != nil {
			t.Errorf("%s: %s: %v", fen, reply.UCI, err)
			continue
		}
		if got := r.Guide().FormatPosition(&played.Next); got != reply.After.FEN() {
			t.Errorf("%s: %s leads to %s, want %s", fen, reply.UCI, got, reply.After.FEN())
		}
		if got := r.Guide().Zobrist(&played.Next); got != played.Next.Hash {
			t.Errorf("%s: %s: hash %x, from scratch %x", fen, reply.UCI, played.Next.Hash, got)
		}
	}
	return !t.Failed()
}

// TestShuffledNumbers checks that shuffled starts with the pieces of chess are numbered as in Chess960, and
// that other starts differ from each other.
func TestShuffledNumbers(t *testing.T) {
	r := read(t, `{"name":"x","castling":"960","seam":{"crossing":"wrap","kinds":"k"}}`).Compile()
	for n := range flattext.Starts960 {
		p, err := r.Guide().ParsePosition(fmt.Sprintf("960:%d", n), rules.ParseOptions{})
		if err != nil {
			t.Fatalf("ParsePosition: %v", err)
		}
		want, _, _ := strings.Cut(flattext.FEN960(n), " ")
		if got := r.Guide().FormatPosition(&p); !strings.HasPrefix(got, want+" ") {
			t.Errorf("start %d is %s, want %s", n, got, want)
		}
	}
	seen := map[string]bool{}
	wide := read(t, `{"name":"x","castling":"960",`+shuffles["one wing"].text+`}`).Compile()
	for n := range 3 {
		p, err := wide.Guide().ParsePosition(fmt.Sprint("960:", n), rules.ParseOptions{})
		if err != nil {
			t.Fatalf("ParsePosition: %v", err)
		}
		seen[wide.Guide().FormatPosition(&p)] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d different starts, want 3", len(seen))
	}
}

// TestShuffledHomes compares positions that differ only in the homes of the castling king and rooks.
func TestShuffledHomes(t *testing.T) {
	r := read(t, `{"name":"x","castling":"960","seam":{"crossing":"wrap","kinds":"n"}}`).Compile()
	seen := map[uint64]string{}
	for _, rights := range []string{"-", "HA", "GA", "HB", "GB", "H", "G", "A", "B"} {
		text := "4k3/8/8/8/8/8/8/RR2K1RR w " + rights + " - 0 1"
		p, err := r.Guide().ParsePosition(text, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("ParsePosition(%s): %v", text, err)
		}
		if got := r.Guide().FormatPosition(&p); got != text {
			t.Errorf("%s is formatted as %s", text, got)
		}
		if other, twice := seen[p.Hash]; twice {
			t.Errorf("%s and %s have the same hash", text, other)
		}
		seen[p.Hash] = text
	}
	for _, rights := range []string{"C", "HG", "HH", "a", "I", "Z"} {
		if _, err := r.Guide().ParsePosition("4k3/8/8/8/8/8/8/RR2K1RR w "+rights+" - 0 1", rules.ParseOptions{}); err == nil {
			t.Errorf("rights %s are accepted", rights)
		}
	}
}
