package zrf_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/oracle/zillions"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/zrf"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/flat"
)

// setUp sets up a position in both implementations. Castling rights follow the FEN, except that pieces on the
// squares listed in unmoved have never moved.
func (b *both) setUp(t *testing.T, fen, unmoved string) pair {
	t.Helper()
	p := positions.From(t, b, fen)
	set := zillions.Setup{Board: map[string]zillions.Piece{}, Turn: player(p.Side), Attributes: map[string]map[string]bool{}}
	rights := strings.Fields(fen)[2]
	homes := map[string]string{"a1": "Q", "h1": "K", "e1": "KQ", "a8": "q", "h8": "k", "e8": "kq"}
	for s, piece := range cellsOf(&p) {
		if piece == board.NoPiece {
			continue
		}
		name, role := board.Square(s).String(), piece.Role().String()
		set.Board[name] = zillions.Piece{Owner: player(piece.Colour()), Type: strings.ToUpper(role[:1]) + role[1:]}
		if b.Details.Castling && (piece.Role() == board.King || piece.Role() == board.Rook) {
			may := homes[name] != "" && strings.ContainsAny(rights, homes[name]) || strings.Contains(unmoved, name)
			set.Attributes[name] = map[string]bool{"never-moved?": may}
		}
	}
	s, err := b.game.SetUp(set)
	if err != nil {
		t.Fatalf("game.SetUp: %v", err)
	}
	return pair{p, s}
}

// after plays moves, compares the legal moves before each of them, and returns the resulting pair.
func (b *both) after(t *testing.T, at pair, moves string) pair {
	t.Helper()
	for _, uci := range strings.Fields(moves) {
		next := b.next(t, at)
		i := slices.IndexFunc(next, func(s step) bool { return s.uci == uci })
		if i < 0 {
			t.Fatalf("%s: no move %s", b.Guide().FormatPosition(&at.ours), uci)
		}
		at = at.then(next[i])
	}
	return at
}

// TestCases compares both implementations in rare positions: slides all the way around the board, en passant
// over the seam, and castling with spawned pieces.
func TestCases(t *testing.T) {
	for _, c := range []struct {
		variants, about, fen, unmoved, moves string
		want, not                            string // moves that must, or must not, be legal at the end
	}{
		{"cylinder triboard", "a rook alone on its rank", "4k3/8/8/R7/8/8/8/4K3 w - - 0 1", "", "", "a5h5 a5b5", "a5a5"},
		{"cylinder triboard", "one enemy on the rank is taken once", "4k3/8/8/R4p2/8/8/8/4K3 w - - 0 1", "", "", "a5f5 a5g5 a5e5", ""},
		{"cylinder triboard", "a piece of the same side on the rank", "4k3/8/8/R4P2/8/8/8/4K3 w - - 0 1", "", "", "a5g5 a5e5", "a5f5"},
		{"cylinder triboard", "a queen with open lines", "4k3/8/8/8/8/8/3Q4/K7 w - - 0 1", "", "", "d2h6 d2h2", ""},
		{"cylinder triboard", "an enemy where two diagonals meet", "4k3/8/7p/8/8/8/3B4/K7 w - - 0 1", "", "", "d2h6", "d2a7"},
		{"cylinder triboard", "one of two diagonals is blocked", "4k3/8/8/6P1/8/8/3B4/K7 w - - 0 1", "", "", "d2h6 d2a5", "d2g5"},
		{"cylinder triboard", "the other diagonal is blocked", "4k3/8/8/8/8/2P5/3B4/K7 w - - 0 1", "", "", "d2h6", "d2a5"},
		{"cylinder triboard", "both diagonals are blocked", "4k3/8/8/6P1/8/2P5/3B4/K7 w - - 0 1", "", "", "d2f4", "d2h6"},
		{"cylinder triboard", "a diagonal that wraps downwards", "K3k3/3b4/8/8/8/8/8/8 b - - 0 1", "", "", "d7h3", ""},
		{"cylinder triboard", "the rook that castles opens the rank behind it", "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1", "", "", "h1g1", "e1g1"},
		{"cylinder", "en passant over the seam", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "", "h7h5", "a5h6", "a5h7"},
		{"triboard", "en passant over the seam lands at home", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "", "h7h5", "a5h7", "a5h6"},
		{"triboard", "on the other side", "4k3/p7/8/7P/8/8/8/4K3 b - - 0 1", "", "a7a5", "h5a7", "h5a6"},
		{"triboard", "for Black", "4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "", "a2a4", "h4a2", "h4a3"},
		{"triboard", "for Black, on the other side", "4k3/8/8/8/p7/8/7P/4K3 w - - 0 1", "", "h2h4", "a4h2", "a4h3"},
		{"triboard", "from both sides at once", "4k3/7p/8/P5P1/8/8/8/4K3 b - - 0 1", "", "h7h5", "a5h7 g5h6", "a5h6 g5h7"},
		{"triboard", "one move later it is gone", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "", "h7h5 e1e2 e8e7", "", "a5h7 a5h6"},
		{"triboard", "not over a step of one square", "4k3/8/7p/P7/8/8/8/4K3 b - - 0 1", "", "h6h5", "", "a5h7 a5h6"},
		{"mirrorsquare", "a king that appeared at home does not castle", "4k3/8/8/8/K7/8/8/7R b - - 0 1", "h1", "e8d8", "e1f1", "e1g1"},
		{"mirrorsquare", "nor does a king castle with a rook that appeared", "1r2k3/8/8/8/8/8/8/4K3 b - - 0 1", "e1", "b8a8", "h1g1", "e1g1"},
		{"mirrorsquare", "castling creates nothing", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "", "e1g1 e1c1", ""},
		{"mirrorsquare", "back to the origin", "4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", "", "d5e4", "", ""},
		{"mirrorsquare", "what appears attacks the mover's king", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "", "", "d1d8", "d1d7 d1d2"},
		{"mirrorsquare", "promotions create nothing", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "", "", "a7a8q a7a8n", ""},
		{"nachfolger", "a king's pass", "4k3/8/8/8/4K3/8/8/8 w - - 0 1", "", "e4d5", "", ""},
		{"nachfolger", "promotions by a push", "4k3/P7/8/8/8/8/4K3/8 w - - 0 1", "", "", "a7a8q a7a8r a7a8b a7a8n", ""},
		{"nachfolger", "the reflection is held: the queen stays", "4k3/8/8/8/p7/8/8/3QK3 w - - 0 1", "", "d1h5", "", ""},
	} {
		for _, name := range strings.Fields(c.variants) {
			t.Run(name+"/"+c.about, func(t *testing.T) {
				b, _ := start(t, positions.Rules(t, variant.Builtin(), name), zillions.AnyRoyal)
				var got []string
				for _, s := range b.next(t, b.after(t, b.setUp(t, c.fen, c.unmoved), c.moves)) {
					got = append(got, s.uci)
				}
				for _, uci := range strings.Fields(c.want) {
					if !slices.Contains(got, uci) {
						t.Errorf("no %s among %v", uci, got)
					}
				}
				for _, uci := range strings.Fields(c.not) {
					if slices.Contains(got, uci) {
						t.Errorf("%s is among %v", uci, got)
					}
				}
			})
		}
	}
}

// TestOutcomeDifferences checks the differences that do not affect moves. A file's comment must list each of
// them that occurs, and no others.
func TestOutcomeDifferences(t *testing.T) {
	const knights = "g1f3 g8f6 f3g1 f6g8 "
	rounds := map[string][2]string{ // a position, and moves that lead back to it
		"chess": {flat.Start, knights}, "cylinder": {flat.Start, knights}, "triboard": {flat.Start, knights},
		"mirrorsquare": {"1r2knn1/8/8/8/8/8/8/1R2KNN1 w - - 0 1", "b1c1 b8c8 c1b1 c8b8 "},
		"nachfolger":   {"q4k2/8/8/8/8/8/8/Q1K5 w - - 0 1", "a1h8 a8h1 "},
	}
	for _, r := range written() {
		t.Run(r.Info().Name, func(t *testing.T) {
			b, _ := start(t, r, zillions.AnyRoyal)
			met := map[string]bool{}
			over := func(at pair) string {
				end, err := at.theirs.Outcome()
				if err != nil {
					t.Fatalf("theirs.Outcome: %v", err)
				}
				return end.Reason
			}
			round := rounds[r.Info().Name]
			at := b.after(t, b.setUp(t, round[0], ""), round[1])
			if reason := over(at); reason != "" {
				t.Errorf("file ends the game at the second occurrence: %s", reason)
			}
			// A file with this difference ends the game at the third occurrence. Tain's rules do not.
			met[zrf.Repetition] = over(b.after(t, at, round[1])) == "repetition"
			bare := b.setUp(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "")
			met[zrf.Dead] = b.Dead(&bare.ours) && over(bare) == "" && len(b.next(t, bare)) > 0
			late := b.setUp(t, "4k3/8/8/8/8/8/8/R3K3 w - - 150 100", "")
			met[zrf.Fifty] = over(late) == "" && len(b.next(t, late)) > 0
			for _, d := range export(t, r).Differences {
				if !d.Moves && !met[d.Code] {
					t.Errorf("difference %s is listed but never occurs", d.Code)
				}
				delete(met, d.Code)
			}
			for code, shows := range met {
				if shows {
					t.Errorf("difference %s occurs but is not listed", code)
				}
			}
		})
	}
}
