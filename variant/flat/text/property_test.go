package text_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// checkOften checks a property on ten times as many cases as rapid.Check.
func checkOften(t *testing.T, property func(t *rapid.T)) {
	t.Helper()
	for range 10 {
		rapid.Check(t, property)
	}
}

func drawRules(t *rapid.T) rules.Rules {
	return rapid.SampledFrom(positions.Flat(variant.Builtin())).Draw(t, "rules")
}

// drawPosition draws a valid position with random pieces. It often contains a pawn that has just made a
// double push next to a pawn that can capture it, or kings and rooks on their home squares.
func drawPosition(t *rapid.T, r rules.Rules) board.Position {
	letters := rapid.SampledFrom([]string{
		strings.Repeat(".", 60) + "PPPpppNBRQKnbrqk", // an endgame, often without a king
		strings.Repeat(".", 20) + "PPPpppNBRQKnbrqk",
		"NBRQnbrqPPpp....K..k", // crowded, with many pieces of the same role
	}).Draw(t, "letters")
	cells := rapid.SliceOfN(rapid.SampledFrom([]byte(letters)), 64, 64).Draw(t, "cells")
	put := func(name string, pc byte) {
		s, _ := board.ParseSquare(name)
		cells[s] = pc
	}
	side, castling, ep := rapid.SampledFrom([]string{"w", "b"}).Draw(t, "side"), "-", "-"
	if r.Info().Castling && rapid.Bool().Draw(t, "homes") {
		for _, home := range []string{"e1K", "a1R", "h1R", "e8k", "a8r", "h8r"} {
			put(home[:2], home[2])
		}
		castling = rapid.SampledFrom([]string{"KQkq", "K", "qK", "Qk", "-"}).Draw(t, "castling")
	}
	if file := rapid.IntRange(-4, 7).Draw(t, "pushed"); file >= 0 {
		pushed, beside := string(rune('a'+file)), string(rune('a'+(file+1)%8))
		ranks, pawns := "765", "pP"
		if side == "b" {
			ranks, pawns = "234", "Pp"
		}
		put(pushed+ranks[:1], '.')
		put(pushed+ranks[1:2], '.')
		put(pushed+ranks[2:], pawns[0])
		put(beside+ranks[2:], pawns[1])
		ep = pushed + ranks[1:2]
	}
	read := func() (board.Position, error) {
		fen := ""
		for rank := 7; rank >= 0; rank-- {
			for _, pc := range cells[8*rank : 8*rank+8] {
				if pc == '.' || (rank == 0 || rank == 7) && pc|0x20 == 'p' {
					pc = '1'
				}
				fen += string(rune(pc))
			}
			fen += "/"
		}
		fen = strings.TrimSuffix(fen, "/") + " " + side + " " + castling + " " + ep
		return r.Guide().ParsePosition(fen, rules.ParseOptions{AllowNoKing: true})
	}
	p, err := read()
	if err != nil { // a king could be captured, so remove the kings of the side not to move
		castling = "-"
		for i, pc := range cells {
			if pc == 'k' && side == "w" || pc == 'K' && side == "b" {
				cells[i] = '.'
			}
		}
		if p, err = read(); err != nil {
			t.Fatalf("ParsePosition of the drawn position: %v", err)
		}
	}
	p.HalfmoveClock = rapid.Uint16().Draw(t, "half")
	p.FullmoveNumber = rapid.Uint32Range(1, 999_999_999).Draw(t, "full")
	return p
}

// TestPropertyPosition checks that a position survives a round trip and has the correct hash.
func TestPropertyPosition(t *testing.T) {
	checkOften(t, func(t *rapid.T) {
		r := drawRules(t)
		p := drawPosition(t, r)
		g := r.Guide()
		text := g.FormatPosition(&p)
		back, err := g.ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
		if err != nil || back != p {
			t.Fatalf("%s was read as %s, %v", text, g.FormatPosition(&back), err)
		}
		if p.Hash != g.Zobrist(&p) {
			t.Fatalf("hash of %s = %x, computed from scratch %x", text, p.Hash, g.Zobrist(&p))
		}
		captures := false
		for _, m := range rules.LegalMoves(r, &p) {
			captures = captures || g.Class(&p, m)&rules.EnPassant != 0
		}
		if captures != (p.EnPassant() != board.NoSquare) {
			t.Fatalf("%s: en passant captures: %v", text, captures)
		}
	})
}

// TestPropertyMoves checks that SAN and UCI notation each identify a single move.
func TestPropertyMoves(t *testing.T) {
	checkOften(t, func(t *rapid.T) {
		r := drawRules(t)
		p := drawPosition(t, r)
		g := r.Guide()
		written := map[string]board.Move{}
		for _, m := range rules.LegalMoves(r, &p) {
			for _, text := range []string{g.FormatSAN(&p, m), g.FormatUCI(&p, m)} {
				if other, twice := written[text]; twice {
					t.Fatalf("%s: %s means both %s and %s", g.FormatPosition(&p), text, g.FormatUCI(&p, m), g.FormatUCI(&p, other))
				}
				written[text] = m
				back, err := g.ParseMove(&p, text)
				if err != nil || back != m {
					t.Fatalf("%s: %s was read as %s, %v", g.FormatPosition(&p), text, g.FormatUCI(&p, back), err)
				}
			}
		}
	})
}

// TestPropertyUCI checks that every move, including impossible ones, has a distinct UCI notation, and that
// ParseMove accepts only legal moves.
func TestPropertyUCI(t *testing.T) {
	checkOften(t, func(t *rapid.T) {
		r := drawRules(t)
		p := drawPosition(t, r)
		g := r.Guide()
		m := board.NewMove(board.Square(rapid.IntRange(0, 63).Draw(t, "from")), board.Square(rapid.IntRange(0, 63).Draw(t, "to")),
			board.Role(rapid.IntRange(0, 6).Draw(t, "promotion")))
		text := g.FormatUCI(&p, m)
		back, err := g.ParseMove(&p, text)
		if back != m {
			t.Fatalf("%s was read as %s", text, g.FormatUCI(&p, back))
		}
		if legal := rules.Legal(r, &p, m); legal != (err == nil) {
			t.Fatalf("%s in %s: legal = %v, but ParseMove returned %v", text, g.FormatPosition(&p), legal, err)
		}
	})
}

// TestPropertyLink checks that a link preserves the position except for the clocks.
func TestPropertyLink(t *testing.T) {
	checkOften(t, func(t *rapid.T) {
		r := drawRules(t)
		p := drawPosition(t, r)
		link := flattext.FormatLink(r, &p)
		l, err := flattext.ParseLink(link, variant.Builtin().Find)
		p.HalfmoveClock, p.FullmoveNumber = 0, 1
		if err != nil || l.Position != p || l.Rules != r {
			t.Fatalf("%s was read as %s, %v", link, r.Guide().FormatPosition(&l.Position), err)
		}
		kings := p.Pieces(board.White, board.King) != 0 && p.Pieces(board.Black, board.King) != 0
		if l.Kingless == kings || (len(l.Notices) == 0) != kings {
			t.Fatalf("%s: kingless %v, notices %q", link, l.Kingless, l.Notices)
		}
	})
}
