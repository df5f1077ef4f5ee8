package ini_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/ini"
	"github.com/tainchess/tain/internal/test/program"
	"github.com/tainchess/tain/variant/definition"
)

// small is a valid section.
const small = `[small]
maxFile = 6
maxRank = f
pawn = p
rook = r
king = k
promotionPieceTypes = r
promotionRegionWhite = *6
promotionRegionBlack = *1
doubleStep = false
startFen = r3kr/pppppp/6/6/PPPPPP/R3KR w - - 0 1
`

// TestRead checks details of reading.
func TestRead(t *testing.T) {
	for _, test := range []struct{ name, section, want string }{
		{"a file as a letter and as a number", strings.Replace(strings.Replace(small, "maxFile = 6", "maxFile = f", 1), "maxRank = f", "maxRank = 6", 1),
			`{"name":"small","start":"r3kr/pppppp/6/6/PPPPPP/R3KR w - - 0 1","double_push":false,"promotes":"r","board":{"files":6,"ranks":6}}`},
		{"an earlier section as parent", "[a:chess]\nstalemateValue = loss\n[b:a]\ndoubleStep = false\n",
			`{"name":"b","double_push":false,"promotes":"nbrq","stalemate":"loss"}`},
		{"a narrow forward knight", "[a:chess]\ncustomPiece1 = c:fN\ncustomPiece2 = d:fhN\nstartFen = rnbqkbnr/cccddddd/8/8/8/8/8/RNBQKBNR w - - 0 1\ncastling = false\n",
			`{"name":"a","start":"rnbqkbnr/cccddddd/8/8/8/8/8/RNBQKBNR w - - 0 1","castling":false,"double_push":false,"promotes":"q","pieces":{"c":"ffN","d":"fN"}}`},
		{"a royal piece that is not called king", "[a]\ncommoner = k\npawn = p\nqueen = q\npromotionPieceTypes = q\nextinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n",
			`{"name":"a","start":"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1","promotes":"q"}`},
		{"checks that remain", "[a:3check]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+3 0 1\n",
			`{"name":"a","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +1+0","promotes":"nbrq","goal":{"checks":3}}`},
		{"no en passant", "[a:chess]\nenPassantRegion = -\n",
			`{"name":"a","promotes":"nbrq","pieces":{"p":"mfWcfFimfW2"}}`},
		{"an early comment, carriage returns and an unknown first line", "hello\r\n# [x]\r\n[a:chess] # comment\r\n; comment\r\nflagPiece = k\r\nflagRegion = *5\r\n\r\n",
			``},
	} {
		d, _, err := ini.Read(test.section, lastName(test.section))
		switch {
		case test.want == "" && err != nil, test.want != "" && (err != nil || d.JSON() != test.want):
			t.Errorf("%s: %v %v, want %s", test.name, err, text(d), test.want)
		}
	}
}

// lastName returns the name of the last section.
func lastName(text string) string {
	name, _, _ := strings.Cut(text[strings.LastIndex(text, "\n[")+1:], "]")
	name, _, _ = strings.Cut(strings.TrimLeft(name, "["), ":")
	if strings.Contains(text, "\r") {
		return "a"
	}
	return name
}

func text(d *definition.Definition) string {
	if d == nil {
		return "none"
	}
	return d.JSON()
}

// TestReadFaults checks that faults are reported with their line and key.
func TestReadFaults(t *testing.T) {
	for _, test := range []struct{ section, want string }{
		{"", "the file contains no variant"},
		{"[a:chess]\n[b:chess]\n", "2 variants"},
		{"[a:crazyhouse]\npieceDrops = false\n", `line 1: unknown parent "crazyhouse"`},
		{"[a:chess\n", "line 1: \"[a:chess\" has no closing bracket"},
		{"[a:chess]\nmaxrank\n", "line 2: expected a key and a value"},
		{"[a:chess]\nstalemateValu = loss\n", "line 2: stalemateValu: unknown key; did you mean stalemateValue?"},
		{"[a:chess]\npromotionRank = 7\n", "line 2: promotionRank: unknown key; use promotionRegionWhite"},
		{"[a:chess]\nstalemateValue = lose\n", "line 2: stalemateValue: expected draw or loss or win"},
		{"[a:chess]\npieceDrops = true\n", "line 2: pieceDrops: \"true\": Tain has no such rule"},
		{"[a:chess]\nmaxFile = 13\n", "line 2: maxFile: expected a number from 1 to 12"},
		{"[a:chess]\nmaxFile = 9\n", "startFen: rank 8 of the position has 8 files instead of 9"},
		{"[a:chess]\nknight = -\n", "startFen: no piece has the letter n"},
		{"[a:chess]\ncustomPiece1 = a:X\n", "line 2: customPiece1: 'X' is not supported (at character 1)"},
		{"[a:chess]\ncustomPiece1 = a:DD\n", "riders of D are not supported"},
		{"[a:chess]\ncustomPiece1 = a:lN\n", "no direction of N has exactly these leaps"},
		{"[a:chess]\ncustomPiece1 = a:RpR3\n", "different kinds of lines along the"},
		{"[a:chess]\ncustomPiece1 = a\n", "expected a letter and a movement"},
		{"[a:chess]\nimmobile = a\n", "Betza notation cannot express"},
		{"[a:chess]\nmobilityRegionWhiteKing = d1\n", "Tain cannot limit a piece to a part of the board"},
		{"[a:chess]\npromotionRegionWhite = d8\n", "White's promotion zone must consist of its last ranks"},
		{"[a:chess]\ndoubleStepRegionWhite = *2 *3\n", "line 2: doubleStepRegionWhite: in Tain pawns advance"},
		{"[a:chess]\nflagRegionWhite = z9\n", "is not a square of a board"},
		{"[a:chess]\nflagRegionWhite = *8\n", "both sides have the same goal squares"},
		{"[a:chess]\ncastlingKingsideFile = f\n", "add castlingKingsideFile = g"},
		{"[a:chess]\nking = -\n", "startFen: no piece has the letter k"},
		{"[A_b:chess]\n", "invalid name"},
		{"[chess960:chess]\n", "cannot be the name of a game"},
		{"[a:chess]\nsoldier = s\nsoldierPromotionRank = 5\n", "line 3: soldierPromotionRank: Tain has no pieces"},
		{"[a:chess]\nextinctionValue = loss\nextinctionPieceTypes = q\n", "extinctionValue: Tain has no such rule"},
		{"[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\n", "pieces in hand"},
	} {
		_, _, err := ini.Read(test.section, "")
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("ini.Read(%q): %v, want %q", test.section, err, test.want)
		}
	}
}

// TestReadNotes checks that other draw rules are noted.
func TestReadNotes(t *testing.T) {
	_, notes, err := ini.Read("[a:chess]\nnMoveRule = 70\nnFoldRule = 3\n", "a")
	if err != nil || len(notes) != 1 || notes[0].Line != 2 {
		t.Errorf("notes %v, error %v", notes, err)
	}
	_, notes, err = ini.Read("[a:chess]\nsoldier = s\nsoldierPromotionRank = 1\nnMoveRuleTypesWhite = p\nnMoveRuleTypesBlack = n\n", "a")
	if err != nil || len(notes) != 1 || notes[0].Line != 5 {
		t.Errorf("notes %v, error %v", notes, err)
	}
}

// TestWriteFaults checks that fields that the format cannot express are reported.
func TestWriteFaults(t *testing.T) {
	for _, test := range []struct{ definition, want string }{
		{`"seam": {"crossing": "wrap", "kinds": "rq"}`, "seam.crossing: "},
		{`"links": ["d4 n - f5 n"]`, "links: "},
		{`"reflection": {"makes": {"p": "n"}}`, "reflection: "},
		{`"capture": {"rebirth": "home"}`, "capture.rebirth: "},
		{`"royal": "kq", "promotes": "r"`, "royal: "},
		{`"goal": {"checks": 12}`, "goal.checks: "},
		{`"goal": {"reach": {"k": "d4", "q": "d5"}}`, "goal.reach: "},
		{`"pieces": {"n": "DD"}`, "pieces.n: "},
		{`"pieces": {"n": "iN"}`, "pieces.n: "},
		{`"pieces": {"p": "mfWcefFimfW3"}`, "pieces.p: "},
		{`"pieces": {"k": "KD"}`, "castling: "},
		{`"board": {"holes": "d4"}, "pieces": {"n": "nN"}`, "pieces.n: "},
		{`"pawn": {"zone": 6}`, "pawn.zone: "},
		{`"board": {"files": 16, "ranks": 4}, "start": "k15/pppppppppppppppp/PPPPPPPPPPPPPPPP/K15 w - - 0 1"`, "board: "},
		{`"start": "kk6/8/8/8/8/8/8/KK6 w - - 0 1"`, "start: "},
		{`"base": "trid"`, "base: "},
	} {
		d := parse(t, `{"name": "a", `+test.definition+`}`)
		if text, err := ini.Write(d); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("ini.Write(%s): %v, want %q:\n%s", test.definition, err, test.want, text)
		}
	}
}

// TestTemplates compares the variants that a section can inherit from with Debian's Fairy-Stockfish, which
// contains them too. It leaves out fischerandom, and the three that Debian's version does not know: berolina,
// nightrider and grasshopper.
func TestTemplates(t *testing.T) {
	engine := program.Start(t, program.Find(t, "fairy-stockfish"))
	for _, name := range []string{
		"chess", "nocastle", "kingofthehill", "3check", "5check", "knightmate", "amazon", "hoppelpoppel", "newzealand", "losalamos", "gardner",
	} {
		d, _, err := ini.Read("[a:"+name+"]\n", "")
		if err != nil {
			t.Errorf("ini.Read(%s): %v", name, err)
			continue
		}
		engine.Send("setoption name UCI_Variant value "+name, "position startpos", "go perft 4")
		answer := engine.ReadUntil("Nodes searched")
		_, want, _ := strings.Cut(answer[len(answer)-1], ": ")
		if got := strconv.FormatUint(count(t, d, 4), 10); got != want {
			t.Errorf("%s: perft 4 is %s, Fairy-Stockfish has %s", name, got, want)
		}
	}
}

// FuzzRead checks that compiling what Read accepts does not panic, and that what Write returns for it is read
// back as a game with the same number of first moves.
func FuzzRead(f *testing.F) {
	f.Add(small)
	for name := range games {
		d, _, err := definition.Parse(games[name])
		if err != nil {
			f.Fatalf("definition.Parse: %v", err)
		}
		if text, err := ini.Write(d); err == nil {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := ini.Read(text, "")
		if err != nil {
			return
		}
		d.Compile()
		section, err := ini.Write(d)
		if err != nil {
			t.Skip(err)
		}
		again, _, err := ini.Read(section, "")
		if err != nil {
			t.Fatalf("%v:\n%s\n%s", err, section, d.JSON())
		}
		if a, b := count(t, d, 1), count(t, again, 1); a != b {
			t.Fatalf("%d and %d moves:\n%s\n%s\n%s", a, b, d.JSON(), section, again.JSON())
		}
	})
}

func ExampleWrite() {
	d, _, err := definition.Parse(`{"name": "archbishops", "castling": false, "pieces": {"a": "BN"},
		"board": {"files": 6, "ranks": 6}, "promotes": "qa", "start": "raqkar/pppppp/6/6/PPPPPP/RAQKAR w - - 0 1"}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := ini.Write(d)
	fmt.Print(text, err)
	// Output:
	// [archbishops]
	// maxFile = 6
	// maxRank = 6
	// pawn = p
	// rook = r
	// queen = q
	// king = k
	// archbishop = a
	// promotionPieceTypes = qa
	// promotionRegionWhite = *6
	// promotionRegionBlack = *1
	// doubleStepRegionWhite = *2
	// doubleStepRegionBlack = *5
	// castling = false
	// startFen = raqkar/pppppp/6/6/PPPPPP/RAQKAR w - - 0 1
	// <nil>
}
