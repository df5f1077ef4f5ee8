package chess_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/oracle/naive"
	"github.com/tainchess/tain/internal/test/program"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"

	"github.com/tainchess/tain/internal/test/long"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

func read960(t *testing.T, text string) board.Position {
	t.Helper()
	p, err := chess.Rules.Guide().ParsePosition(text, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("ParsePosition(%s): %v", text, err)
	}
	return p
}

// shredder formats a position as Shredder-FEN, which names every castling rook by its file, as in HAha.
func shredder(p *board.Position) string {
	fields := strings.Fields(chess.Rules.Guide().FormatPosition(p))
	if p.Castling() != 0 {
		fields[2] = ""
	}
	for i, right := range []board.Castling{board.WhiteShort, board.WhiteLong, board.BlackShort, board.BlackLong} {
		if p.Castling()&right != 0 {
			_, rook := p.CastlingHome(right)
			fields[2] += string(rune("Aa"[i/2]) + rune(rook.File()))
		}
	}
	return strings.Join(fields, " ")
}

// TestStarts960 checks every starting position. The king must be between the rooks, the bishops on opposite
// colours, all positions distinct, and number 518 the orthodox one.
func TestStarts960(t *testing.T) {
	seen := map[string]bool{}
	for n := range flattext.Starts960 {
		fen := flattext.FEN960(n)
		row := fen[strings.LastIndex(fen, "/")+1:][:8]
		if seen[row] {
			t.Errorf("start %d repeats %s", n, row)
		}
		seen[row] = true
		king, left, right := strings.IndexByte(row, 'K'), strings.IndexByte(row, 'R'), strings.LastIndexByte(row, 'R')
		if left > king || king > right || (strings.IndexByte(row, 'B')+strings.LastIndexByte(row, 'B'))%2 == 0 {
			t.Errorf("start %d is %s, which is invalid", n, row)
		}
		letters := []byte(row)
		if slices.Sort(letters); string(letters) != "BBKNNQRR" {
			t.Errorf("start %d has the pieces %s", n, letters)
		}
		p := read960(t, fmt.Sprintf("960:%d", n))
		if p.Castling() != 15 || chess.Rules.Guide().FormatPosition(&p) != fen {
			t.Errorf("%d: %s was read as %s", n, fen, chess.Rules.Guide().FormatPosition(&p))
		}
		if got, ok := rules.StartNumber(chess.Rules, &p); ok == (n == 518) || ok && got != uint64(n) {
			t.Errorf("StartNumber(%s) = %d, %v; want %d", fen, got, ok, n)
		}
		if again := read960(t, shredder(&p)); again != p {
			t.Errorf("%d: %s was read back as %s", n, shredder(&p), chess.Rules.Guide().FormatPosition(&again))
		}
		if p.Hash != p.Zobrist() {
			t.Errorf("%d: the hash differs from the one computed from scratch", n)
		}
	}
	for n, row := range map[int]string{0: "BBQNNRKR", 518: "RNBQKBNR", 959: "RKRNNQBB", 1: "BQNBNRKR"} {
		if fen := flattext.FEN960(n); !strings.Contains(fen, "/"+row+" w") {
			t.Errorf("%d is %s, want %s", n, fen, row)
		}
	}
	for _, fen := range []string{ // Black's pieces elsewhere, a right lost, a pawn moved, another move number
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQk - 0 1",
		"bbqnnrkr/pppppppp/8/8/8/P7/1PPPPPPP/BBQNNRKR b KQkq - 0 1", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 2",
	} {
		p := read960(t, fen)
		if n, ok := rules.StartNumber(chess.Rules, &p); ok {
			t.Errorf("StartNumber(%s) = %d, want none", fen, n)
		}
	}
	const numbered = "shuffled starts are numbered from 0 to 959; "
	for text, want := range map[string]string{
		"960:960": numbered + `"960" is not one of them`, "960:-1": numbered, "960:": numbered, "chess960:1000": numbered, "960:x": numbered,
		"961:3": "the board has 1 rank",
	} {
		_, err := chess.Rules.Guide().ParsePosition(text, rules.ParseOptions{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("ParsePosition(%q): %v, want %q", text, err, want)
		}
	}
	if _, err := cylinder.Rules.Guide().ParsePosition("960:5", rules.ParseOptions{}); err == nil || err.Error() != `numbered starts, such as 960:518, are only for chess and for games with castling "960"` {
		t.Errorf("Chess960 start in cylinder chess: %v", err)
	}
}

// texts returns the sorted legal moves in the notation of Chess960 programs.
func texts(p *board.Position) (all []string) {
	for _, m := range rules.LegalMoves(chess.Rules, p) {
		all = append(all, chess.Rules.Guide().FormatUCI(p, notation.KingTakesRook(chess.Rules, p, m)))
	}
	slices.Sort(all)
	return all
}

// TestGames960 plays random games from random starts with the library and with the naive rules, which share
// no code. It compares moves, boards, counts and texts.
func TestGames960(t *testing.T) {
	rng := rand.New(rand.NewPCG(960, 1))
	games, castled := 60, 0
	if testing.Short() {
		games = 12
	}
	guide := chess.Rules.Guide()
	for range games {
		p := read960(t, fmt.Sprintf("960:%d", rng.IntN(960)))
		for range 60 {
			fen := shredder(&p)
			slow, err := naive.Parse960(fen)
			if err != nil {
				t.Fatalf("naive.Parse960(%q): %v", fen, err)
			}
			moves := texts(&p)
			if want := slow.Moves(); !slices.Equal(moves, want) {
				t.Fatalf("%s: legal moves %v, want %v", fen, moves, want)
			}
			if chess.Rules.Count(&p) != len(moves) {
				t.Fatalf("%s: Count = %d, want %d", fen, chess.Rules.Count(&p), len(moves))
			}
			if again := read960(t, guide.FormatPosition(&p)); again != p {
				t.Fatalf("%s was read back as %s", guide.FormatPosition(&p), guide.FormatPosition(&again))
			}
			legal := rules.LegalMoves(chess.Rules, &p)
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			for _, other := range legal { // castle occasionally
				if guide.Class(&p, other)&rules.Castling != 0 && rng.IntN(3) == 0 {
					m = other
				}
			}
			for _, text := range []string{guide.FormatUCI(&p, m), guide.FormatSAN(&p, m), guide.FormatUCI(&p, notation.KingTakesRook(chess.Rules, &p, m))} {
				if got, err := guide.ParseMove(&p, text); err != nil || got != m {
					t.Fatalf("%s: %s was read as %v, %v", fen, text, got, err)
				}
			}
			if no := guide.WhyIllegal(&p, m); no != nil {
				t.Fatalf("%s: %s is legal, but WhyIllegal returns %v", fen, guide.FormatUCI(&p, m), no)
			}
			var next board.Position
			if !chess.Rules.Apply(&p, m, &next) {
				t.Fatalf("%s: %s cannot be played", fen, guide.FormatUCI(&p, m))
			}
			if guide.Class(&p, m)&rules.Castling != 0 {
				castled++
				checkChanges(t, &p, &next, m)
			}
			if next.Hash != next.Zobrist() {
				t.Fatalf("%s: %s: the hash differs from the one computed from scratch", fen, guide.FormatUCI(&p, m))
			}
			slow = slow.Play(guide.FormatUCI(&p, notation.KingTakesRook(chess.Rules, &p, m)))
			if fields := strings.Fields(shredder(&next)); strings.Join(fields[:2], " ") != slow.Board() {
				t.Fatalf("%s: %s leads to %s, want %s", fen, guide.FormatUCI(&p, m), fields, slow.Board())
			}
			p = next
		}
	}
	if castled < games/4 {
		t.Errorf("only %d castlings in %d games", castled, games)
	}
}

// checkChanges checks that the changes for a castling move lead to the position after it.
func checkChanges(t *testing.T, before, after *board.Position, m board.Move) {
	t.Helper()
	p := *before
	for _, c := range describe.Changes(chess.Rules, before, after, m) {
		if c.Effect != describe.Castled {
			t.Fatalf("castling has the change %v", c)
		}
		from, _ := board.ParseSquare(c.From)
		to, _ := board.ParseSquare(c.To)
		if p.Piece(from) == c.Piece {
			p.Take(from, c.Piece)
		}
		if held := p.Piece(to); held != board.NoPiece {
			p.Take(to, held)
		}
		p.Put(to, c.Piece)
	}
	for s := board.Square(0); s < 64; s++ {
		if p.Piece(s) != after.Piece(s) {
			t.Fatalf("%s: the changes leave %v on %v, want %v", shredder(before), p.Piece(s), s, after.Piece(s))
		}
	}
}

// TestPerft960 compares counts with Stockfish's, from Chess960 starts and from positions in games.
func TestPerft960(t *testing.T) {
	fish := program.Start(t, program.Find(t, "stockfish"))
	fish.Send("setoption name UCI_Chess960 value true", "isready")
	fish.ReadUntil("readyok")
	count := func(fen string, depth int) {
		fish.Send("position fen "+fen, fmt.Sprintf("go perft %d", depth))
		lines := fish.ReadUntil("Nodes searched: ")
		want, err := strconv.ParseUint(strings.TrimPrefix(lines[len(lines)-1], "Nodes searched: "), 10, 64)
		if err != nil {
			t.Fatalf("strconv.ParseUint: %v", err)
		}
		p := read960(t, fen)
		got, err := perft.Counter{Rules: chess.Rules}.Count(t.Context(), &p, depth)
		if err != nil || got != want {
			t.Errorf("%s: %d sequences of %d plies (%v), want Stockfish's %d", fen, got, depth, err, want)
		}
	}
	step := 7
	switch {
	case testing.Short():
		step = 53
	case long.Enabled(): // as in make test-long: all starts
		step = 1
	}
	for n := 0; n < 960; n += step {
		p := read960(t, fmt.Sprintf("960:%d", n))
		count(shredder(&p), 3)
		count(chess.Rules.Guide().FormatPosition(&p), 2) // X-FEN
	}
	rng := rand.New(rand.NewPCG(961, 1))
	for range 960 / step / 2 {
		p := read960(t, fmt.Sprintf("960:%d", rng.IntN(960)))
		for range 4 + rng.IntN(30) {
			legal := rules.LegalMoves(chess.Rules, &p)
			if len(legal) == 0 {
				break
			}
			var next board.Position
			chess.Rules.Apply(&p, legal[rng.IntN(len(legal))], &next)
			p = next
		}
		count(shredder(&p), 2)
	}
}

// TestCastlingFields parses castling fields in X-FEN and Shredder-FEN, formats them in both forms, and checks
// that invalid fields are rejected.
func TestCastlingFields(t *testing.T) {
	for _, c := range []struct{ in, xfen, shredder string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "KQ", "HA"},
		{"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "KQ", "HA"},
		{"4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1", "G", "G"},    // the inner rook
		{"4k3/8/8/8/8/8/8/1R2K1RR w K - 0 1", "K", "H"},    // the outermost rook
		{"4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "KQ", "GB"}, // neither rook at home
		{"1r3k1r/8/8/8/8/8/1P6/RK5R b kqKQ - 0 1", "KQkq", "HAhb"},
		{"rr1k4/8/8/8/8/8/8/4K3 b b - 0 1", "b", "b"},
		{"rr1k4/8/8/8/8/8/8/4K3 b a - 0 1", "q", "a"},
	} {
		p := read960(t, c.in)
		fields := strings.Fields(chess.Rules.Guide().FormatPosition(&p))
		if fields[2] != c.xfen || strings.Fields(shredder(&p))[2] != c.shredder {
			t.Errorf("%s: %s and %s, want %s and %s", c.in, fields[2], strings.Fields(shredder(&p))[2], c.xfen, c.shredder)
		}
		for _, text := range []string{strings.Join(fields, " "), shredder(&p)} {
			if again := read960(t, text); again != p || again.Hash != p.Hash {
				t.Errorf("%s: the parsed position differs", text)
			}
		}
	}
	a, b := read960(t, "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1"), read960(t, "4k3/8/8/8/8/8/8/1R2K1RR w K - 0 1")
	if a.Hash == b.Hash {
		t.Error("positions with different castling rooks have the same hash")
	}
	for _, text := range []string{
		"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w H - 0 1",
		"4k3/8/8/8/8/8/8/R3K2R w KH - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", "4k3/8/8/8/8/8/8/R3K2R w E - 0 1",
	} {
		if _, err := chess.Rules.Guide().ParsePosition(text, rules.ParseOptions{}); err == nil {
			t.Errorf("ParsePosition(%s) succeeded; want an error", text)
		}
	}
}

// TestIllegalCastling960 checks the reasons why castling is illegal.
func TestIllegalCastling960(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      rules.Code
	}{
		{"k7/8/8/8/8/8/8/1RK3BR w KQ - 0 1", "O-O", rules.CodeCastlingBlocked},
		{"k7/8/8/8/8/8/2r5/1RK4R w KQ - 0 1", "O-O", rules.CodeCastlingCheck},
		{"k7/8/8/8/8/8/4r3/1RK4R w KQ - 0 1", "O-O", rules.CodeCastlingCrossed},
		{"k7/8/8/8/8/8/6r1/1RK4R w KQ - 0 1", "c1h1", rules.CodeCastlingLanding},
		{"k7/8/8/8/8/8/8/rR1K4 w Q - 0 1", "O-O-O", rules.CodeCastlingLanding}, // the castling rook uncovers the check
	} {
		p := read960(t, c.fen)
		_, err := chess.Rules.Guide().ParseMove(&p, c.move)
		no, ok := err.(*rules.IllegalMove)
		if !ok || no.Code != c.want {
			t.Errorf("%s %s: %v, want %s", c.fen, c.move, err, c.want)
		}
	}
}
