package text_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// game is a definition with a board or pieces that chess does not have, and the size of its board.
type game struct {
	ref          string
	files, ranks int
}

var games = []game{
	{"gallery/gardner", 5, 5},
	{`{"name":"knights","castling":false,"pieces":{"h":{"move":"N0","name":"horse"},"n":"NA"},
		"start":"rhnqknhr/pppppppp/8/8/8/8/PPPPPPPP/RHNQKNHR w - - 0 1"}`, 8, 8},
	{`{"name":"tall","castling":false,"board":{"files":5,"ranks":10},"goal":{"checks":3},
		"start":"rnbqk/ppppp/5/5/5/5/5/5/PPPPP/RNBQK w - - 0 1 +0+0"}`, 5, 10},
}

// name returns the name of a square. Squares have the numbers of a chessboard or, on boards that do not fit on it,
// are numbered rank by rank.
func (g *game) name(s board.Square) string {
	width := 8
	if g.files > 8 || g.ranks > 8 {
		width = g.files
	}
	return fmt.Sprintf("%c%d", 'a'+int(s)%width, int(s)/width+1)
}

// placement returns the first field of a FEN.
func (g *game) placement(r rules.Rules, p *board.Position) string {
	at := map[string]board.Piece{}
	for s := range board.Square(64) {
		at[g.name(s)] = p.Piece(s)
	}
	var rows []string
	for y := g.ranks; y > 0; y-- {
		row := ""
		for x := range g.files {
			if pc := at[fmt.Sprintf("%c%d", 'a'+x, y)]; pc != board.NoPiece {
				row += string(r.Info().Letter(pc))
			} else {
				row += " "
			}
		}
		for n := g.files; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(" ", n), fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

// san returns a move in SAN, without en passant. It names the file of the piece, else the rank, else both, if other
// pieces may make the same move.
func (g *game) san(r rules.Rules, p *board.Position, m board.Move) string {
	pc, from, to := p.Piece(m.From()), g.name(m.From()), g.name(m.To())
	letter := string(r.Info().Letter(board.NewPiece(board.White, pc.Role())))
	fits := func(part string) bool {
		for _, other := range rules.LegalMoves(r, p) {
			if other.From() != m.From() && other.To() == m.To() && p.Piece(other.From()) == pc && strings.Contains(g.name(other.From()), part) {
				return false
			}
		}
		return true
	}
	text, capture := letter, ""
	if p.Piece(m.To()) != board.NoPiece {
		capture = "x"
	}
	switch file, rank := from[:1], from[1:]; {
	case pc.Role() == board.Pawn && capture != "":
		text = file
	case pc.Role() == board.Pawn:
		text = ""
	case fits(""):
	case fits(file):
		text += file
	case fits(rank):
		text += rank
	default:
		text += from
	}
	text += capture + to
	if k := m.Promotion(); k != board.NoRole {
		text += "=" + string(r.Info().Letter(board.NewPiece(board.White, k)))
	}
	var next board.Position
	r.Apply(p, m, &next)
	if _, attacked := r.Kings(&next, next.Side); attacked.Empty() {
		return text
	}
	if len(rules.LegalMoves(r, &next)) == 0 {
		return text + "#"
	}
	return text + "+"
}

// TestTexts plays random games, and compares positions and moves with a second implementation. Parsing every text must
// return the original.
func TestTexts(t *testing.T) {
	known := variant.Builtin()
	for _, g := range games {
		r, err := known.Choose(g.ref)
		if err != nil {
			t.Fatalf("Choose: %v", err)
		}
		t.Run(r.Info().Name, func(t *testing.T) {
			rng, guide, told := rand.New(rand.NewPCG(3, 4)), r.Guide(), 0
			for range 30 {
				p, err := guide.ParsePosition(r.Info().Start, rules.ParseOptions{})
				if err != nil {
					t.Fatalf("ParsePosition: %v", err)
				}
				for range 60 {
					fen := guide.FormatPosition(&p)
					side := "wb"[p.Side : p.Side+1]
					if want := g.placement(r, &p) + " " + side + " "; !strings.HasPrefix(fen, want) || !strings.Contains(fen, fmt.Sprintf(" %d %d", p.HalfmoveClock, p.FullmoveNumber)) {
						t.Fatalf("FormatPosition: %q; want %q ... %d %d", fen, want, p.HalfmoveClock, p.FullmoveNumber)
					}
					if again, err := guide.ParsePosition(fen, rules.ParseOptions{}); err != nil || again != p {
						t.Fatalf("ParsePosition(%q) returns another position: %v", fen, err)
					}
					moves := rules.LegalMoves(r, &p)
					if len(moves) == 0 {
						break
					}
					for _, m := range moves {
						uci := g.name(m.From()) + g.name(m.To())
						if k := m.Promotion(); k != board.NoRole {
							uci += string(r.Info().Letter(board.NewPiece(board.Black, k)))
						}
						san := guide.FormatSAN(&p, m)
						if got := guide.FormatUCI(&p, m); got != uci {
							t.Fatalf("%s: FormatUCI = %s; want %s", fen, got, uci)
						}
						if guide.Class(&p, m)&rules.EnPassant == 0 {
							if want := g.san(r, &p, m); san != want {
								t.Fatalf("%s: FormatSAN of %s = %s; want %s", fen, uci, san, want)
							}
							told++
						}
						for _, text := range []string{uci, san} {
							if got, err := guide.ParseMove(&p, text); err != nil || got != m {
								t.Fatalf("%s: ParseMove(%s) = %v, %v; want %v", fen, text, got, err, m)
							}
						}
					}
					var next board.Position
					r.Apply(&p, moves[rng.IntN(len(moves))], &next)
					p = next
				}
			}
			if told < 1000 {
				t.Errorf("only %d moves compared", told)
			}
		})
	}
}
