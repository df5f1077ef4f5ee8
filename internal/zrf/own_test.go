package zrf_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/oracle/zillions"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/zrf"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
)

// own are games with their own board or pieces, and games that differ from chess in other ways.
var own = []string{
	`{"name": "loss", "stalemate": "loss", "start": "7k/8/8/8/8/8/8/1QK5 w - - 0 1"}`,
	`{"name": "single", "double_push": false}`,
	`{"name": "minor", "promotes": "bn", "castling": false, "start": "4k3/1P4P1/8/8/8/8/1p4p1/4K3 w - - 0 1"}`,
	`{"name": "behind", "stalemate": "loss", "start": "rnbqkbnr/8/2p2p2/8/8/2P2P2/8/RNBQKBNR w - - 0 1"}`,
	`{"name": "round", "stalemate": "win", "seam": {"crossing": "wrap", "kinds": "pnbrqk"}, "castling": false, "start": "r1b1k1nr/pp4pp/8/8/8/8/PP4PP/R1B1K1NR w - - 0 1"}`,
	`{"name": "small", "board": {"files": 6, "ranks": 6}, "pieces": {"a": {"move": "BN", "name": "archbishop"}}, "promotes": "qra", "start": "arqkra/pppppp/6/6/PPPPPP/ARQKRA w - - 0 1"}`,
	`{"name": "torus", "board": {"files": 6, "ranks": 10}, "seam": {"crossing": "wrap", "kinds": "pnbrqk"}, "ends": {"crossing": "wrap", "kinds": "nbrqk"}, "start": "6/rnbkqr/pppppp/6/6/6/6/PPPPPP/RNBKQR/6 w - - 0 1"}`,
	`{"name": "some", "seam": {"crossing": "wrap", "kinds": "pnb"}, "start": "r3k2r/1bppp1n1/8/8/8/8/1BPPP1N1/R3K2R w KQkq - 0 1"}`,
	`{"name": "half", "seam": {"crossing": "wrap", "kinds": "nrc"}, "pieces": {"c": "mRcpR", "n": "NN"}, "promotes": "qrbnc"}`,
	`{"name": "hurdles", "castling": false, "pieces": {"p": "mfFcefWimfF2", "n": "fNbFsD", "c": "mRcpR", "g": "gQ", "h": "nN", "d": "nDnAH"}, "promotes": "qrcng", "start": "cnggkrnc/pppppppp/2d5/8/8/2D5/PPPPPPPP/CNGGKRNC w - - 0 1"}`,
	`{"name": "holes", "board": {"holes": "d4 e5 a5"}, "pieces": {"a": "BN", "k": "KN", "q": "W3F2"}, "start": "rabqkbar/pppppppp/8/*3*3/3*4/8/PPPPPPPP/RABQKBAR w - - 0 1"}`,
	`{"name": "zone", "pawn": {"zone": 3, "must": false}, "stalemate": "win", "start": "1nbqk3/p6P/1P4P1/8/8/1p4p1/P6p/1NBQK3 w - - 0 1"}`,
	`{"name": "hill", "goal": {"reach": {"k": "d4 e4 d5 e5"}}, "start": "rnbq1bnr/ppp2ppp/4k3/8/8/4K3/PPP2PPP/RNBQ1BNR w - - 0 1"}`,
	`{"name": "linked", "links": ["d4 n - f6 n", "a4 w - h5 w"], "castling": false}`,
	`{"name": "knightmate", "pieces": {"k": "N", "m": "K"}, "royal": "k", "promotes": "qrbm", "castling": false, "start": "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w - - 0 1"}`,
	`{"name": "castles", "pieces": {"a": "BN"}, "start": "r3k2r/pp1a1ppp/8/3p4/3P4/8/PP1A1PPP/R3K2R w KQkq - 0 1"}`,
}

// effect identifies a move by its squares, the piece after it and the board.
type effect struct{ from, to, kind, board string }

// TestOwnGames plays random games with the exported file and with Tain, and compares the legal moves in each position.
func TestOwnGames(t *testing.T) {
	games := 6
	if testing.Short() {
		games = 2
	}
	for _, text := range own {
		d, _, err := definition.Parse(text)
		if err != nil {
			t.Fatalf("definition.Parse(%s): %v", text, err)
		}
		r := d.Compile()
		t.Run(d.Name, func(t *testing.T) {
			e := export(t, r)
			file, err := zillions.Load(e.Text)
			if err != nil {
				t.Fatalf("zillions.Load: %v\n%s", err, e.Text)
			}
			classes := map[rules.Class]int{}
			for game := range games {
				dice := rand.New(rand.NewPCG(7, uint64(game)))
				p := positions.From(t, r, r.Info().Start)
				theirs := file.Start()
				for range 60 {
					theirMoves, err := theirs.Moves()
					if err != nil {
						t.Fatalf("Moves: %v", err)
					}
					end, err := theirs.Outcome()
					if err != nil {
						t.Fatalf("Outcome: %v", err)
					}
					legal := rules.LegalMoves(r, &p)
					if end.Over && end.Reason == "repetition" {
						break
					}
					if over := len(legal) == 0; over != end.Over {
						t.Fatalf("%s: the file's outcome is %+v, and Tain has %d moves", r.Guide().FormatPosition(&p), end, len(legal))
					}
					ours := map[effect]board.Move{}
					for _, m := range legal {
						class := r.Guide().Class(&p, m)
						classes[class&^rules.Capture]++
						after := positions.After(t, r, &p, m)
						kind := p.Piece(m.From()).Role()
						if class&rules.Promotion != 0 {
							kind = m.Promotion()
						}
						g := r.Guide()
						ours[effect{g.SquareName(&p, m.From()), g.SquareName(&p, m.To()), e.Pieces[kind], boardOf(r, &after, e)}] = m
					}
					next := map[effect]zillions.Move{}
					for _, m := range theirMoves {
						now := theirs.Board()
						for _, c := range m.Changes {
							now[c.Square] = c.Piece
						}
						next[effect{m.From, m.To, m.Type, listed(now)}] = m
					}
					for _, m := range slices.Collect(maps.Keys(ours)) {
						if _, ok := next[m]; !ok {
							t.Fatalf("%s: the file lacks %s-%s %s\n%s", r.Guide().FormatPosition(&p), m.from, m.to, m.kind, e.Text)
						}
					}
					for m := range next {
						if _, ok := ours[m]; !ok {
							t.Fatalf("%s: only the file has %s-%s %s: %s\n%s", r.Guide().FormatPosition(&p), m.from, m.to, m.kind, m.board, e.Text)
						}
					}
					if len(legal) == 0 {
						break
					}
					chosen := legal[dice.IntN(len(legal))]
					for _, m := range legal { // often a rare move
						if r.Guide().Class(&p, m)&(rules.EnPassant|rules.Promotion|rules.Castling) != 0 && dice.IntN(3) == 0 {
							chosen = m
						}
					}
					for seen, m := range ours {
						if m == chosen {
							theirs = theirs.Play(next[seen])
						}
					}
					p = positions.After(t, r, &p, chosen)
				}
			}
			t.Logf("%v", classes)
		})
	}
}

// boardOf lists the pieces of a position.
func boardOf(r rules.Rules, p *board.Position, e *zrf.Export) string {
	all := map[string]zillions.Piece{}
	for occupied := p.Occupied(); occupied != 0; {
		s := occupied.Pop()
		all[r.Guide().SquareName(p, s)] = zillions.Piece{Owner: player(p.Piece(s).Colour()), Type: e.Pieces[p.Piece(s).Role()]}
	}
	return listed(all)
}

func listed(all map[string]zillions.Piece) string {
	var text []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name].Owner != "" {
			text = append(text, fmt.Sprintf("%s %s %s", all[name].Owner, all[name].Type, name))
		}
	}
	return strings.Join(text, ", ")
}

// TestOwnUnsupported checks that games that the language cannot express are refused with the reason.
func TestOwnUnsupported(t *testing.T) {
	const makes = `"makes": {"p": "n", "n": "b", "b": "r", "r": "q", "q": "n", "k": "p"}`
	for _, c := range []struct{ fields, want string }{
		{`"seam": {"crossing": "twist", "kinds": "rq"}`, "heading of a line changes at the edges"},
		{`"links": ["d4 n - f6 e"]`, "heading of a line changes at a link"},
		{`"royal": "kq", "promotes": "r"`, "several royal kinds"},
		{`"capture": {"rebirth": "home"}`, "captured pieces come back"},
		{`"goal": {"checks": 3}`, "cannot count checks"},
		{`"castling": "960"`, "castles from other squares"},
		{`"pieces": {"a": "pW4"}`, "range of A is limited"},
		{`"start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"`, "Black moves first"},
		{`"start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"`, "castles from other squares"},
		{`"study": true, "castling": false, "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1"`, "without a royal piece"},

		{`"reflection": {"map": "files", ` + makes + `}`, "not a rotation"},
		{`"reflection": {"captures": true, ` + makes + `}`, "captures have a reflection"},
		{`"reflection": {"colour": "own", ` + makes + `}`, "the mover's own colour"},
		{`"reflection": {` + makes + `}, "stalemate": "loss"`, "stalemate is not a draw"},
		{`"reflection": {` + makes + `}, "double_push": false`, "never advance two squares"},
		{`"reflection": {` + makes + `}, "promotes": "q"`, "do not become all pieces"},
	} {
		d, _, err := definition.Parse(`{"name": "x", ` + c.fields + `}`)
		if err != nil {
			t.Fatalf("definition.Parse(%s): %v", c.fields, err)
		}
		var un *zrf.Unsupported
		if _, err := zrf.New(d.Compile(), "game"); !errors.As(err, &un) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.fields, err, c.want)
		}
	}
}
