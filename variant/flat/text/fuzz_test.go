package text_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// fuzzRules maps a number to a flat rule set.
func fuzzRules(n uint8) rules.Rules {
	all := positions.Flat(variant.Builtin())
	return all[int(n)%len(all)]
}

var fuzzPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"rnbqkbnr/1pp5/4ppp1/P2p3p/8/8/2PQPPP1/RNB2BNR w kq h6 0 1",
	"4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1",
	"4k3/8/8/8/Pp5p/8/8/4K3 b - a3 0 1",
	"7k/8/8/3Q4/8/8/8/7K w - - 0 1",
	"k1k5/8/8/8/3K4/8/8/K1K4R w - - 12 40",
	"1n5k/P7/8/3pP3/8/8/8/4K3 w - d6",
}

// FuzzFEN parses any string as a position. An accepted string must survive a round trip, and the offsets of
// faults must be inside the string.
func FuzzFEN(f *testing.F) {
	for _, fen := range fuzzPositions {
		for n := range uint8(5) {
			f.Add(n, fen, n%2 == 0)
		}
	}
	for _, fen := range []string{
		"", " ", "8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - - 0 0", "P7/9/x/8/8/8/8/8/8 z KK e9 -1 +1 z",
		"4k3/8/8/8/8/8/8/4K3 w - - 65536 4294967296", "\xff\x00/ ", strings.Repeat("/", 300), "♔7/8/8/8/8/8/8/8 w - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/44/8/8/8/8/8/4K3 b ---- - 0 1",
	} {
		f.Add(uint8(0), fen, true)
	}
	f.Fuzz(func(t *testing.T, n uint8, text string, study bool) {
		r := fuzzRules(n)
		g, o := r.Guide(), rules.ParseOptions{AllowNoKing: study}
		p, err := g.ParsePosition(text, o)
		if err != nil {
			checkFaults(t, err, len(text))
			return
		}
		if p.Hash != g.Zobrist(&p) {
			t.Errorf("hash = %x, computed from scratch %x", p.Hash, g.Zobrist(&p))
		}
		written := g.FormatPosition(&p)
		if back, err := g.ParsePosition(written, o); err != nil || back != p {
			t.Errorf("%q was read as %s and then as %s, %v", text, written, g.FormatPosition(&back), err)
		}
		if _, attacked := r.Kings(&p, p.Side.Other()); !attacked.Empty() {
			t.Errorf("%s: the side not to move is in check", written)
		}
		for _, m := range rules.LegalMoves(r, &p) {
			if san := g.FormatSAN(&p, m); san == "" {
				t.Errorf("%s: FormatSAN(%s) is empty", written, g.FormatUCI(&p, m))
			}
		}
	})
}

// checkFaults checks that an error is a list of faults with valid offsets.
func checkFaults(t *testing.T, err error, length int) {
	t.Helper()
	var faults rules.Faults
	if !errors.As(err, &faults) || len(faults) == 0 || len(faults) > 33 {
		t.Fatalf("got %v, want faults", err)
	}
	for _, fault := range faults {
		if fault.Code == "" || fault.Message.String() == "" || fault.Offset < -1 || fault.Offset > length || len(fault.Message.String()) > 600 {
			t.Errorf("invalid fault %+v", fault)
		}
	}
}

// FuzzMove parses any string as a move. An accepted move must be legal and survive a round trip, and a rejected
// string must have a reason.
func FuzzMove(f *testing.F) {
	for i, fen := range fuzzPositions {
		for j, text := range []string{
			"e4", "e2e4", "E7E8Q", "Nf3", "Nbd2", "exd6 e.p.", "axh7ep", "O-O", "0-0-0", "a8=Q", "a8(q)", "bxc3", "B1c3", "Qe4@d5",
			"♘f3+!", "Ke1–g1", "e2→e4", "e2 -> e4", "Nb1⇒c3", "→", "e2->", ">e4", "O→O", "e7=>e8Q", "R×a8", "", "O-O-O-O", "e9", "b\x00", "\xff", strings.Repeat("x", 70), "@e4", "bb", "B1B1", "PPe4", "e4 e5", "ep",
		} {
			f.Add(uint8(i+j), fen, text)
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, fen, text string) {
		r := fuzzRules(n)
		g := r.Guide()
		p, err := g.ParsePosition(fen, rules.ParseOptions{AllowNoKing: true})
		if err != nil {
			return
		}
		m, err := g.ParseMove(&p, text)
		var (
			syntax *notation.SyntaxError
			no     *rules.IllegalMove
		)
		switch {
		case err == nil:
			if !rules.Legal(r, &p, m) {
				t.Fatalf("%q was read as %s, which is not legal", text, g.FormatUCI(&p, m))
			}
			for _, again := range []string{g.FormatSAN(&p, m), g.FormatUCI(&p, m)} {
				if back, err := g.ParseMove(&p, again); err != nil || back != m {
					t.Errorf("%q was read as %s and then as %s, %v", text, again, g.FormatUCI(&p, back), err)
				}
			}
		case errors.As(err, &syntax):
			if m != board.NoMove || syntax.Message.String() == "" || syntax.Offset < 0 || syntax.Offset > len(syntax.Input) || len(err.Error()) > 1000 {
				t.Errorf("%q: move %v, error %+v", text, m, syntax)
			}
		case errors.As(err, &no):
			if no.Code == "" || no.Message.String() == "" || no.Code == rules.CodeIllegal {
				t.Errorf("%q in %s: reason = %+v", text, fen, no)
			}
		default:
			t.Errorf("%q: got %v", text, err)
		}
	})
}

// FuzzLink parses any string as a link. An accepted link must survive a round trip.
func FuzzLink(f *testing.F) {
	for _, link := range []string{
		printed, "board=w:Ke1;b:Ke8", "https://example.org/?board=b:Ke8;w:Ke1&turn=black#x", "?board=w%3AKe1%3Bb%3AKe8&variant=chess",
		"?board=w:Ke1,Pa4;b:Ke8,Ph4&turn=black&lastMove=a2a4&castling=-", "?board=w:Ke1,Rh1;b:Ke8&castling=K&study=1&variant=mirrorsquare",
		"?board=w:Ke1,Qa4;b:Kh8&turn=black&lastMove=d1h5&variant=nachfolger", "?board=w:;b:&study=0", "", "?", "&&&===", "%", "%%%zz", "?board=%ff%fe",
		"?board=w:K e 1 ;\n b:K+e%208", "?board=w:Ka1,Ka1,Qa1;b:Ra1", "?board=w:Pa8,Pa1;b:Zz9;q", "?variant=\xc2\xa0&board=w\xc2:\xa0", "?board=w:Ke1;b:Ke8&lastMove=e7e8k",
		"?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7→h5", "?board=w:Ke1,Pa4;b:Ke8,Ph4&lastMove=a2->a4", "?board=w:Ke1,Pa4;b:Ke8,Ph4&lastMove=a2%20%E2%87%92%20a4",
		"?board=w:Ke1;b:Ke8&lastMove=->", "?board=w:Ke1;b:Ke8&lastMove=→→e4→", "?board=w:Ke1;b:Ke8,Nf6&lastMove=Ng8–f6", "?position=4k3/8/8/P6p/8/8/8/4K3 w - h6 3 9&lastMove=h7h5",
		"?fen=4k3/8/8/8/8/8/8/4K3+w&turn=black&castling=-&board=w:", "?variant=trid&position=x&lastMove=QL1→QL2", "position=%20%20", "?variant=meder&fen=&position=-",
	} {
		f.Add(link)
	}
	f.Fuzz(func(t *testing.T, link string) {
		l, err := flattext.ParseLink(link, variant.Builtin().Find)
		if err != nil {
			checkFaults(t, err, len(link))
			return
		}
		if l.Position.Hash != l.Position.Zobrist() {
			t.Errorf("hash = %x, computed from scratch %x", l.Position.Hash, l.Position.Zobrist())
		}
		written := flattext.FormatLink(l.Rules, &l.Position)
		if written == "" { // the board is not a chessboard
			return
		}
		// A board in a link has no clocks.
		l.Position.HalfmoveClock, l.Position.FullmoveNumber = 0, 1
		if back, err := flattext.ParseLink(written, variant.Builtin().Find); err != nil || back.Position != l.Position || back.Rules != l.Rules {
			t.Errorf("%q was read, written as %s and then read with %v", link, written, err)
		}
	})
}
