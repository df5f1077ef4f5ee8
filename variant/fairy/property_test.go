package fairy_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy"
)

// extra lists definitions that cover features missing from testdata/boards.
var extra = map[string]string{
	"holes and lame leaps":       `{"board":{"holes":"d4 e5 a8"},"pieces":{"h":"nN","e":"nAnD","w":"nNN"},"promotes":"qhew","start":"*hewqkbr/pppppppp/8/4*3/3*4/8/PPPPPPPP/RHEWQKBR w - - 0 1"}`,
	"twisted ends":               `{"board":{"files":6,"ranks":8},"seam":{"crossing":"twist","kinds":"pnbrqkz"},"ends":{"crossing":"twist","kinds":"nbrqz"},"pieces":{"z":"ZC"},"start":"6/rnbqkz/pppppp/6/6/PPPPPP/RNBQKZ/6 w - - 0 1","promotes":"qz"}`,
	"sphere with riders":         `{"seam":{"crossing":"wrap","kinds":"nbrqkdpg"},"ends":{"crossing":"pole","kinds":"nbrqkdg"},"pieces":{"d":"NNDD","g":"gB","c":"mBcpB"},"promotes":"qdgc","start":"rdbqkgcr/pppppppp/8/8/8/8/PPPPPPPP/RDBQKGCR w KQkq - 0 1"}`,
	"wide":                       `{"board":{"files":10,"ranks":6},"pieces":{"a":"BN","c":"RN"},"promotes":"qac","pawn":{"zone":2,"must":false},"start":"rnbaqkcbnr/pppppppppp/10/10/PPPPPPPPPP/RNBAQKCBNR w KQkq - 0 1"}`,
	"tall":                       `{"board":{"files":4,"ranks":16},"seam":{"crossing":"wrap","kinds":"pnbrqk"},"ends":{"crossing":"pole","kinds":"r"},"start":"rbkr/pppp/4/4/4/4/4/4/4/4/4/4/4/4/PPPP/RBKR w - - 0 1"}`,
	"mirrored fairies":           `{"pieces":{"a":"BN","c":"mRcpR","g":"gQ"},"promotes":"qa","reflection":{"makes":{"p":"n","n":"a","a":"c","b":"g","k":"k"},"goes_on":"q","captures":true},"start":"rnacqkgr/pppppppp/8/8/8/8/PPPPPPPP/RNACQKGR w KQkq - 0 1"}`,
	"own mirrors on 5x5":         `{"board":{"files":5,"ranks":5},"double_push":false,"reflection":{"map":"files","colour":"own","makes":{"p":"p","n":"n","r":"b"}},"start":"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"}`,
	"ranks, all kings":           `{"board":{"files":7,"ranks":7},"royal":"kq","promotes":"rbn","reflection":{"map":"ranks","makes":{"n":"k","p":"b"},"goes_on":"rp","promotions":false},"start":"rnbkbnr/ppppppp/7/7/7/PPPPPPP/RNBKBNR w - - 0 1"}`,
	"captures go on":             `{"board":{"files":5,"ranks":7},"double_push":false,"castling":false,"seam":{"crossing":"wrap","kinds":"pnbrqk"},"reflection":{"captures":true,"goes_on":"nqkp","makes":{"b":"b","r":"b"}},"start":"brkbn/1p1p1/PP1b1/p1P2/1B1B1/PP3/1RK2 b - - 1 6"}`,
	"promotions reflect":         `{"reflection":{"map":"ranks","makes":{"q":"n","a":"q"}},"pieces":{"a":"BN"},"promotes":"qan","start":"4k3/P1P3P1/8/1P4P1/1p4p1/8/p1p3p1/4K3 w - - 0 1"}`,
	"hop":                        `{"seam":{"crossing":"hop","kinds":"pnbrqkc","en_passant":"home"},"pieces":{"c":"mQcpQ"},"promotes":"qc","start":"rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1"}`,
	"sideways pawns and goals":   `{"pieces":{"p":"mfWcsWcefFimfW3","n":"NfW"},"goal":{"checks":2,"reach":{"p":"d6 e6","k":"a4 h5"}},"castling":"960","start":"rknbbnqr/pppppppp/8/8/8/8/PPPPPPPP/RKNBBNQR w HAha - 0 1 +0+0"}`,
	"berolina on a seam":         `{"seam":{"crossing":"wrap","kinds":"pnbrqk","en_passant":"home"},"pieces":{"p":"mfFcefFcfWimfF2"},"capture":{"rebirth":"mirror"},"stalemate":"loss"}`,
	"links and kings as knights": `{"links":["a8 n - h1 e","d4 ne - d5 s","h5 e - a5 ne"],"pieces":{"k":"NK","w":"W3F2"},"promotes":"qw","start":"rnbqkbwr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBWR w KQkq - 0 1"}`,
}

// each runs a check on every definition, in parallel.
func each(t *testing.T, check func(t *testing.T, r *fairy.Rules)) {
	run := func(name string, r *fairy.Rules) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, r)
		})
	}
	for _, name := range names {
		run(name, load(t, name))
	}
	for name, text := range extra {
		r, err := fairy.New(decode(t, text[:1]+`"name":"test",`+text[1:]))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		run(name, r)
	}
}

// walk visits the positions of random games.
func walk(t *testing.T, r rules.Rules, visit func(p *board.Position)) {
	games := 20
	if testing.Short() {
		games = 2
	}
	for _, pick := range []positions.Choice{positions.Any, positions.Captures} {
		for p := range positions.Games(t, r, 7, games, 80, pick) {
			visit(p)
			if t.Failed() {
				t.Fatalf("failed at %s", r.Guide().FormatPosition(p))
			}
		}
	}
}

// TestLegal compares the legal generator with playing all pseudo-legal moves.
func TestLegal(t *testing.T) {
	each(t, func(t *testing.T, r *fairy.Rules) {
		var list, all, captures board.MoveList
		walk(t, r, func(p *board.Position) {
			list.Reset()
			all.Reset()
			captures.Reset()
			r.Legal(p, &list)
			r.PseudoLegal(p, &all)
			r.Captures(p, &captures)
			var want, tactical []board.Move
			var next, made board.Position
			for _, m := range all.All() {
				class := r.Class(p, m)
				if class&(rules.Capture|rules.Promotion) != 0 {
					tactical = append(tactical, m)
				}
				if r.Apply(p, m, &next) {
					want = append(want, m)
					r.Make(p, m, &made)
					if !made.Equal(&next) {
						t.Errorf("%s: Make and Apply differ", r.Guide().FormatUCI(p, m))
					}
					if got := r.Guide().Zobrist(&next); got != next.Hash {
						t.Errorf("%s: hash %x, from scratch %x", r.Guide().FormatUCI(p, m), next.Hash, got)
					}
				}
			}
			got := slices.Clone(list.All())
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("legal moves\n%v, want\n%v", texts(r, p, got), texts(r, p, want))
			}
			if n := r.Count(p); n != len(want) {
				t.Errorf("Count = %d, want %d", n, len(want))
			}
			for _, m := range tactical {
				if !slices.Contains(captures.All(), m) {
					t.Errorf("Captures lacks %s", r.Guide().FormatUCI(p, m))
				}
			}
			if len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Errorf("a move occurs twice: %v", texts(r, p, got))
			}
			for side := range board.Colour(2) {
				all, attacked := r.Kings(p, side)
				if check := r.InCheck(p, side); check == attacked.Empty() {
					t.Errorf("InCheck(%s) = %v, but attacked = %v", side, check, attacked)
				}
				for kings := all; !kings.Empty(); {
					k := kings.Pop()
					if hits := r.Attackers(p, k, side.Other(), p.SquaresOf(board.White).Or(p.SquaresOf(board.Black))); hits.Empty() == attacked.Has(k) {
						t.Errorf("Attackers(%s) = %x, but attacked = %v", r.Guide().SquareName(p, k), hits, attacked.Has(k))
					}
				}
			}
		})
	})
}

func texts(r rules.Rules, p *board.Position, moves []board.Move) (all []string) {
	for _, m := range moves {
		all = append(all, r.Guide().FormatUCI(p, m))
	}
	return all
}

// TestTexts formats positions and moves, and checks that parsing gives the same positions and moves.
func TestTexts(t *testing.T) {
	each(t, func(t *testing.T, r *fairy.Rules) {
		guide, n := r.Guide(), 0
		walk(t, r, func(p *board.Position) {
			text := guide.FormatPosition(p)
			back, err := guide.ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
			if err != nil || !back.Equal(p) {
				t.Fatalf("%s is parsed as %s: %v", text, guide.FormatPosition(&back), err)
			}
			if n++; n%7 != 0 {
				return
			}
			seen := map[string]bool{}
			for _, m := range rules.LegalMoves(r, p) {
				uci, san := guide.FormatUCI(p, m), guide.FormatSAN(p, m)
				if seen[uci] || seen[san] {
					t.Errorf("%s or %s occurs twice", uci, san)
				}
				seen[uci], seen[san] = true, true
				for _, text := range []string{uci, san} {
					if back, err := guide.ParseMove(p, text); err != nil || back != m {
						t.Errorf("%s is parsed as %s: %v", text, guide.FormatUCI(p, back), err)
					}
				}
				if ways := guide.Ways(p, m); len(ways) == 0 || len(ways[0]) < 2 {
					t.Errorf("%s has the ways %v", uci, ways)
				}
				if no := guide.WhyIllegal(p, m); no != nil {
					t.Errorf("%s is legal, but %v", uci, no)
				}
			}
		})
	})
}

// TestWhyIllegal checks that exactly the illegal moves have a reason.
func TestWhyIllegal(t *testing.T) {
	each(t, func(t *testing.T, r *fairy.Rules) {
		n := 0
		walk(t, r, func(p *board.Position) {
			if n++; n%150 != 0 {
				return
			}
			legal := rules.LegalMoves(r, p)
			step := board.Square(1)
			if r.Info().Wide() {
				step = 3
			}
			for from := board.Square(n/150) % step; from < p.Size(); from += step {
				for to := board.Square(0); to < p.Size(); to++ {
					for _, k := range []board.Role{board.NoRole, board.Queen, board.Further(0)} {
						m := board.NewMove(from, to, k)
						no := r.Guide().WhyIllegal(p, m)
						if (no == nil) != slices.Contains(legal, m) {
							t.Errorf("WhyIllegal(%d, %d, %d) = %v", from, to, k, no)
						}
						if no != nil && no.Error() == "" {
							t.Errorf("WhyIllegal(%d, %d, %d) has no text", from, to, k)
						}
					}
				}
			}
		})
	})
}

// TestNoAllocation checks that playing and counting moves does not allocate.
func TestNoAllocation(t *testing.T) {
	for _, name := range []string{"berolina", "three-checks", "circe", "sphere"} {
		r := load(t, name)
		p := positions.From(t, r, "")
		var list board.MoveList
		var next board.Position
		if n := testing.AllocsPerRun(50, func() {
			list.Reset()
			r.PseudoLegal(&p, &list)
			for _, m := range list.All() {
				if r.Apply(&p, m, &next) {
					r.Count(&next)
				}
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// This example plays a move of a piece that chess does not have.
func Example() {
	spec := fairy.Spec{Promotes: "qa", Double: 2, Zone: 1, Pieces: []fairy.Piece{{Letter: 'a', Betza: "BN", Name: "archbishop"}}}
	spec.Board.Files, spec.Board.Ranks = 8, 8
	spec.Details = rules.Info{Name: "archbishops", Title: "Archbishops", Start: "rabqkbar/pppppppp/8/8/8/8/PPPPPPPP/RABQKBAR w - - 0 1"}
	r, err := fairy.New(spec)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := r.Guide().ParsePosition(spec.Details.Start, rules.ParseOptions{})
	played, _ := rules.Play(r, &p, "Ac3")
	fmt.Println(r.Guide().FormatPosition(&played.Next))
	_, err = rules.Play(r, &played.Next, "b8h3")
	fmt.Println(err)
	// Output:
	// rabqkbar/pppppppp/8/8/8/2A5/PPPPPPPP/R1BQKBAR b - - 1 1
	// the archbishop on b8 cannot reach h3
}
