package anyboard

import (
	"slices"
	"strings"
	"testing"
)

// kings is a starting position without pawns for 8x8 boards.
const kings = `"start":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"`

// TestMoves checks where single pieces can move, by rule number.
func TestMoves(t *testing.T) {
	for _, c := range []struct{ about, definition, fen, from, want string }{
		{"2.1 a twisted seam turns the rank and the heading", `"seam":{"crossing":"twist","kinds":"b"}`,
			"k7/8/7B/8/8/8/8/4K3 w - - 0 1", "h6", "a2 a4 b1 b5 c1 c6 d2 d7 e3 e8 f4 f8 g5 g7"},
		{"2.2 twisted ends turn the file", `"ends":{"crossing":"twist","kinds":"r"}`,
			"1R6/8/8/k7/8/8/8/3K4 w - - 0 1", "b8", "a8 b1 b2 b3 b4 b5 b6 b7 c8 d8 e8 f8 g1 g2 g3 g4 g5 g6 g7 g8 h8"},
		{"2.4 a link leads a line elsewhere", `"links":["d4 n - g4 e"]`,
			"k7/8/8/8/8/8/3R4/7K w - - 0 1", "d2", "a2 b2 c2 d1 d3 d4 e2 f2 g2 g4 h2 h4"},
		{"2.4 and back", `"links":["d4 n - g4 e"]`,
			"k7/8/8/8/7R/8/8/K7 w - - 0 1", "h4", "d1 d2 d3 d4 g4 h1 h2 h3 h5 h6 h7 h8"},
		{"2.4 a rook's line turns diagonal", `"links":["d4 n - g4 ne"]`,
			"k7/8/8/8/8/8/3R4/7K w - - 0 1", "d2", "a2 b2 c2 d1 d3 d4 e2 f2 g2 g4 h2 h5"},
		{"2.4 other leaps ignore links", `"links":["d4 n - g4 e"],"pieces":{"d":"D"},` + kings,
			"k7/8/8/8/3D4/8/8/7K w - - 0 1", "d4", "b4 d2 d6 f4"},
		{"2.5 a hole ends a line, and leaps jump it", `"board":{"holes":"d4"},"pieces":{"d":"nDW0"},"start":"4k3/8/8/8/3*4/8/8/4K3 w - - 0 1"`,
			"k7/8/8/8/3*4/2PDp3/8/7K w - - 0 1", "d3", "d1 d2 d5 e3"},
		{"2.6 a hop line goes on past a hurdle", `"seam":{"crossing":"hop","kinds":"c"},"pieces":{"c":"pR"},` + kings,
			"k7/8/8/8/8/8/8/NC2K3 w - - 0 1", "b1", "f1 g1 h1"},
		{"3.3 a leap has two ways, of which one may be closed", `"seam":{"crossing":"wrap","kinds":"b"},"ends":{"crossing":"pole","kinds":"n"}`,
			"N7/8/8/8/k7/8/8/7K w - - 0 1", "a8", "b6 c7 c8 d7 f7 g8"},
		{"3.4 an initial leap", `"pieces":{"k":"KimC"}`,
			"k7/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "b2 d1 d2 d4 e2 f1 f2 f4 h2"},
		{"3.4 an initial leap from another square", `"pieces":{"k":"KimC"}`,
			"k7/8/8/8/8/8/8/3K4 w - - 0 1", "d1", "c1 c2 d2 e1 e2"},
		{"3.4 a lame knight", `"pieces":{"n":"nN"}`,
			"k7/8/8/3p4/3N4/8/8/7K w - - 0 1", "d4", "b3 b5 c2 e2 f3 f5"},
		{"3.4 the range of p counts the square jumped", `"pieces":{"c":"pW3"},` + kings,
			"k7/8/8/8/8/8/8/CN5K w - - 0 1", "a1", "c1 d1"},
		{"3.4 g lands behind the first piece", `"pieces":{"g":"gW4"},` + kings,
			"k7/8/8/8/8/8/8/G1N4K w - - 0 1", "a1", "d1"},
		{"3.4 the range of g counts the square jumped", `"pieces":{"g":"gW2"},` + kings,
			"k7/8/8/8/8/8/8/G1N4K w - - 0 1", "a1", ""},
		{"3.5 Black's left is White's right", `"pieces":{"w":"lWfsN"},` + kings,
			"k7/8/8/8/3w4/8/8/7K b - - 0 1", "d4", "b3 e4 f3"},
		{"3.5 one direction of F", `"pieces":{"w":"flFbbNvD"},` + kings,
			"k7/8/8/8/3W4/8/8/7K w - - 0 1", "d4", "c2 c5 d2 d6 e2"},
		{"3.7 in part one a pawn goes two squares from the second rank", `"start":"4k3/8/8/8/8/P7/8/4K3 w - - 0 1"`,
			"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "a3 a4"},
		{"3.7 in part two, from where the start has a pawn", `"pawn":{"zone":2},"start":"4k3/8/8/8/8/P7/8/4K3 w - - 0 1"`,
			"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "a3"},
		{"3.7 the same", `"pawn":{"zone":2},"start":"4k3/8/8/8/8/P7/8/4K3 w - - 0 1"`,
			"4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3", "a4 a5"},
		{"3.7 a twisted capture leads a pawn to its first rank", `"seam":{"crossing":"twist","kinds":"p"},"promotes":"q"`,
			"4k3/7P/8/8/8/8/8/n3K3 w - - 0 1", "h7", "a1 h8q"},
		{"3.7 a push never crosses an edge", `"seam":{"crossing":"wrap","kinds":"p"},"pieces":{"p":"fF"}`,
			"4k3/8/8/7r/P7/8/8/4K3 w - - 0 1", "a4", "b5 h5"},
		{"3.7 a push never crosses an edge, nor does it use a link", `"seam":{"crossing":"wrap","kinds":"p"},"pieces":{"p":"fF"},"links":["a4 ne - d4 ne"]`,
			"4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4", "b5"},
		{"3.10 a pawn in the zone may promote", `"pawn":{"zone":2,"must":false,"promotes":"qn"}`,
			"k7/8/3P4/8/8/8/8/K7 w - - 0 1", "d6", "d7 d7n d7q"},
		{"3.10 on the last rank it must", `"pawn":{"zone":2,"must":false,"promotes":"qn"}`,
			"k7/3P4/8/8/8/8/8/K7 w - - 0 1", "d7", "d8n d8q"},
		{"3.10 in the zone it must", `"pawn":{"zone":2,"promotes":"qn"}`,
			"k7/8/3P4/8/8/8/8/K7 w - - 0 1", "d6", "d7n d7q"},
		{"4.1 the king lands two files away or more", `"pieces":{"k":"N"},"start":"4k3/8/8/8/8/8/8/R2K4 w Q - 0 1"`,
			"4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1", "b2 c3 e3 f2"},
		{"5.3 the twin square must be empty", `"board":{"planes":2},"passing":{"to":"other"}`,
			"k7/8/8/8/8/8/8/N3K3|8/8/8/8/8/1p6/8/8 w - - 0 1", "a1A", "c2A"},
	} {
		g, err := New(`{"name":"x",` + c.definition + `}`)
		if err != nil {
			t.Errorf("%s: New: %v", c.about, err)
			continue
		}
		p, err := g.Parse(c.fen)
		if err != nil {
			t.Errorf("%s: Parse: %v", c.about, err)
			continue
		}
		var got []string
		for _, uci := range p.Moves() {
			if to, ok := strings.CutPrefix(uci, c.from); ok {
				got = append(got, to)
			}
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s:\n%v, want\n%v", c.about, got, want)
		}
	}
}

// TestPlay checks the effects of moves, by rule number.
func TestPlay(t *testing.T) {
	alice := `"board":{"planes":2},"passing":{"to":"other"}`
	seven := `"board":{"files":7,"ranks":7},"start":"3k3/7/7/7/7/7/3K3 w - - 0 1",`
	for _, c := range []struct{ about, definition, fen, move, want, outcome string }{
		{"1.2 the square of a pusher that stands off the file", `"pieces":{"p":"mfFcefWimfF2"}`,
			"4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - d3e4 0 1", ""},
		{"3.8 it is taken there", `"pieces":{"p":"mfFcefWimfF2"}`,
			"4k3/8/8/8/3pP3/8/8/4K3 b - d3e4 0 1", "d4d3", "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2", ""},
		{"3.8 without a pawn that attacks it, no square is named", `"pieces":{"p":"mfFcefWimfF2"}`,
			"4k3/8/8/8/4p3/8/2P5/4K3 w - - 0 1", "c2e4", "", ""},
		{"3.8 a pinned pawn still attacks the square", `"pawn":{"zone":2}`,
			"4k3/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", ""},
		{"3.8 in part one it does not", ``,
			"4k3/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1", ""},
		{"3.8 a pawn that can also move there takes", `"pieces":{"p":"mfKcefFimfW2"}`,
			"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2", ""},
		{"3.8 over the seam it lands on the origin", `"pieces":{"p":"mfWcefFimfW2"},"seam":{"crossing":"wrap","kinds":"p","en_passant":"home"}`,
			"4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5h7", "4k3/7P/8/8/8/8/8/4K3 b - - 0 2", ""},
		{"4.1 castling on 16 files, where K is a file", `"board":{"files":16,"ranks":5},"castling":"960","start":"r4k4r5/p9p5/16/16/R4K4R5 w KAka - 0 1"`,
			"r4k4r5/p9p5/16/16/R4K4R5 w KAka - 0 1", "f1k1", "r4k4r5/p9p5/16/16/R12RK1 b ka - 1 1", ""},
		{"4.1 what the king can reach is no castling", `"pieces":{"k":"KD"}`,
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "4k3/8/8/8/8/8/8/6KR b - - 1 1", ""},
		{"5.1 the image is the landing square", seven + `"reflection":{"makes":{"n":"n"}}`,
			"3k3/7/7/7/1N5/7/3K3 w - - 0 1", "b3d4", "3k3/7/7/3N3/7/7/3K3 b - - 1 1", ""},
		{"5.1 another image", seven + `"reflection":{"makes":{"n":"n"}}`,
			"3k3/7/7/7/1N5/7/3K3 w - - 0 1", "b3d2", "3k3/3n3/7/7/7/3N3/3K3 b - - 1 1", ""},
		{"5.1 a pawn does not go on to the last rank", seven + `"reflection":{"map":"ranks","goes_on":"p"},"seam":{"crossing":"twist","kinds":"p"}`,
			"3k3/6P/7/7/7/7/n2K3 w - - 0 1", "g6a1", "3k3/7/7/7/7/7/P2K3 b - - 0 1", ""},
		{"5.2 the candidate of the same shade", `"capture":{"rebirth":"home"}`,
			"4k3/8/7n/8/8/8/8/4K2R w K - 0 1", "h1h6", "1n2k3/8/7R/8/8/8/8/4K3 b - - 0 1", ""},
		{"5.2 on the other side", `"capture":{"rebirth":"mirror"}`,
			"4k3/8/7n/8/8/8/8/4K2R w K - 0 1", "h1h6", "4k3/8/7R/8/8/8/8/4K1n1 b - - 0 1", ""},
		{"5.2 a pawn returns to its file", `"capture":{"rebirth":"home"}`,
			"4k3/8/7p/8/8/8/8/4K2R w K - 0 1", "h1h6", "4k3/7p/7R/8/8/8/8/4K3 b - - 0 1", ""},
		{"5.3 both castling pieces pass", alice,
			"4k3/8/8/8/8/8/8/R3K2R|8/8/8/8/8/8/8/8 w KQ - 0 1", "e1Ag1A", "4k3/8/8/8/8/8/8/R7|8/8/8/8/8/8/8/5RK1 b - - 1 1", ""},
		{"5.3 the square lies where the pawn arrived", alice,
			"4k3/8/8/8/8/8/4P3/4K3|8/8/8/8/3p4/8/8/8 w - - 0 1", "e2Ae4A", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/3pP3/8/8/8 b - e3B 0 1", ""},
		{"5.3 a move must leave no check before it passes", alice,
			"4k3/8/8/8/8/8/4r3/R3K3|8/8/8/8/8/8/8/8 w - - 0 1", "a1Aa2A", "", ""},
		{"6.2 the third check", `"goal":{"checks":3}`,
			"4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 1 1 +3+0", "1-0 checks"},
		{"6.3 a piece that stands on a goal after its own side moves wins", `"goal":{"reach":{"n":"d5"}}`,
			"4k3/8/8/3n4/8/8/8/4K3 b - - 0 1", "e8e7", "8/4k3/8/3n4/8/8/8/4K3 w - - 1 2", "0-1 reach"},
		{"6.1 stalemate", `"goal":{"stalemate":"loss"}`,
			"k7/8/8/2Q5/8/8/8/K7 w - - 0 1", "c5b6", "k7/8/1Q6/8/8/8/8/K7 b - - 1 1", "1-0 stalemate"},
	} {
		g, err := New(`{"name":"x",` + strings.TrimSuffix(c.definition, ",") + `}`)
		if c.definition == "" {
			g, err = New(`{"name":"x"}`)
		}
		if err != nil {
			t.Errorf("%s: New: %v", c.about, err)
			continue
		}
		p, err := g.Parse(c.fen)
		if err != nil {
			t.Errorf("%s: Parse: %v", c.about, err)
			continue
		}
		got, outcome := "", ""
		if after := p.Play(c.move); after != nil {
			got, outcome = after.FEN(), after.Outcome()
		}
		if got != c.want || outcome != c.outcome {
			t.Errorf("%s:\n%s %q, want\n%s %q", c.about, got, outcome, c.want, c.outcome)
		}
	}
}

// TestFaults checks that New and Parse reject definitions and positions that they could not play.
func TestFaults(t *testing.T) {
	for _, fields := range []string{
		`"unknown":1`, `"board":{"files":17}`, `"board":{"files":16,"ranks":16,"planes":2}`, `"board":{"files":6}`, `"board":{"holes":"a1"}`, `"board":{"holes":"j4"}`,
		`"seam":{"crossing":"pole"}`, `"ends":{"crossing":"hop"}`, `"ends":{"crossing":"pole","kinds":"n"}`, `"seam":{"crossing":"hop"},"links":["d8 n - e1 n"]`,
		`"links":["d8 n"]`, `"links":["d8 n - e1 x"]`, `"links":["d8 n - e1 n","d8 n - f1 n"]`, `"links":["d4 n - d4 s"]`,
		`"pieces":{"a":"X"}`, `"pieces":{"a":""}`, `"pieces":{"a":"W1"}`, `"pieces":{"a":"W16"}`, `"pieces":{"a":"R2"}`, `"pieces":{"a":"C2"}`, `"pieces":{"a":"xW"}`,
		`"pieces":{"a":"mcW"}`, `"pieces":{"a":"nW"}`, `"pieces":{"a":"pN0"}`, `"pieces":{"a":"pW"}`, `"pieces":{"a":"pgR"}`, `"pieces":{"a":"flW"}`, `"pieces":{"a":"flN"}`,
		`"pieces":{"a":"ffF"}`, `"pieces":{"a":"Wm"}`, `"pieces":{"a":"eW"}`, `"pieces":{"p":"mW"}`, `"pieces":{"A":"W"}`,
		`"royal":""`, `"royal":"x"`, `"promotes":"qk"`, `"promotes":"p"`, `"castling":"orthodox"`, `"capture":{"rebirth":"x"}`, `"passing":{"to":"other"}`,
		`"board":{"planes":2},"reflection":{}`, `"board":{"planes":2},"passing":{"to":"other"},"capture":{"rebirth":"home"}`, `"goal":{"reach":{"x":"d4"}}`,
	} {
		if _, err := New(`{"name":"x",` + fields + `}`); err == nil {
			t.Errorf("New accepts %s", fields)
		}
	}
	g, err := New(`{"name":"x","board":{"holes":"d4"},"goal":{"checks":2}}`)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/3*4/8/8/4K3 w - -",
		"4k3/8/8/8/3*4/8/8/4K4 w - - 0 1",
		"4k3/8/8/8/3*4/8/4K3 w - - 0 1",
		"4k3/8/8/8/3*4/8/8/4K3|8/8/8/8/3*4/8/8/8 w - - 0 1",
		"4k2P/8/8/8/3*4/8/8/4K3 w - - 0 1",
		"4k2X/8/8/8/3*4/8/8/4K3 w - - 0 1",
		"4k2?/8/8/8/3*4/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/3*4/8/8/4K3 x - - 0 1",
		"4k3/8/8/8/3*4/8/8/4K3 w K - 0 1",
		"4k3/8/8/8/3*4/8/8/4K3 w x - 0 1",
		"4k3/8/8/8/3*4/8/8/4K3 w - e6 0 1",
		"4k3/8/8/4p3/3*4/8/8/4K3 w - e6e4 0 1",
		"4k3/8/8/8/3*4/8/8/4K3 w - - -1 1",
		"4k3/8/8/8/3*4/8/8/4K3 w - - 0 1 2",
	} {
		if p, err := g.Parse(fen); err == nil {
			t.Errorf("Parse(%s) = %s; want an error", fen, p.FEN())
		}
	}
}
