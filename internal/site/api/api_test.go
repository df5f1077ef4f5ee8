package api_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/test/tiny"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
)

var service = api.NewService(variant.Builtin())

// failure returns an error as a failure, and fails the test if it has a different code.
func failure(t *testing.T, err error, code string) *wire.Failure {
	t.Helper()
	why, ok := err.(*wire.Failure)
	if !ok || why.Code != code || why.Error() == "" {
		t.Fatalf("failure = %#v, want code %s", err, code)
	}
	return why
}

func must[A any](t *testing.T) func(a A, err error) A {
	return func(a A, err error) A {
		t.Helper()
		if err != nil {
			t.Fatalf("the service rejected a valid request: %v", err)
		}
		return a
	}
}

const enPassantLink = "?board=w:Pa5,Bc1,Bf1,Kg1,Qd2,Ra1,Rh1,Nb1,Ng1,Pc2,Pe2,Pf2,Pg2;" +
	"b:Ra8,Rh8,Bc8,Bf8,Nb8,Ng8,Ke8,Pb7,Pc7,Pd5,Pe6,Pf6,Pg6,Ph5,Qd8&turn=white&lastMove=h7h5"

// TestEnPassantLink opens a published example of en passant over the seam. Its position has a duplicate
// square and lacks a king.
func TestEnPassantLink(t *testing.T) {
	link := must[wire.LinkAnswer](t)(service.ReadLink(wire.ReadLinkRequest{Link: enPassantLink}))
	if link.Variant != "triboard" || !link.Study || link.LastMove != "h7h5" || len(link.Notices) != 3 || link.Notices[2] != "en passant is possible: a5xh7" ||
		!strings.Contains(link.Notices[0], "g1") || !strings.Contains(link.Notices[1], "White has no king") {
		t.Errorf("link = %+v", link)
	}
	line := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: link.Variant, Position: link.Position, Study: link.Study}))
	s := line.State
	if !s.Study || s.Pieces["g1"] != "N" || s.Turn.String() != "white" {
		t.Errorf("state = %+v", s)
	}
	var from []string
	for _, m := range s.Moves {
		if m.From == "a5" {
			from = append(from, m.Move)
			if m.Capture != (m.To == "h7") {
				t.Errorf("%s: Capture = %v", m.Move, m.Capture)
			}
		}
	}
	if !slices.Equal(from, []string{"a5a6", "a5h7"}) {
		t.Errorf("moves of the pawn = %v", from)
	}
	line = must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: "triboard", Position: link.Position, Study: true, Moves: []string{"a5h7"}}))
	if p := line.State.Pieces; p["h7"] != "P" || p["h5"] != "" || p["a5"] != "" || len(line.Steps) != 1 || line.Steps[0].SAN != "axh7 e.p." {
		t.Errorf("line after the capture = %+v", line)
	}
	_, err := service.Line(wire.LineRequest{Variant: "triboard", Position: link.Position})
	if why := failure(t, err, wire.CodePosition); len(why.Faults) != 1 || why.Faults[0].Code != "no-king" {
		t.Errorf("failure without study = %+v", why)
	}
}

// TestState checks the description of a position with its pieces, checks and claims.
func TestState(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		info := r.Info()
		line := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: strings.ToUpper(info.Name)}))
		s := line.State
		if line.Start != info.Start || s.Position != info.Start || s.Variant != info.Name || len(s.Key) != 16 || s.Study || len(line.Steps) != 0 {
			t.Errorf("%s: first state = %+v", info.Name, line)
		}
		known := map[string]bool{}
		for _, q := range info.Squares {
			known[q.Name] = true
		}
		for _, name := range s.Squares {
			if !known[name] {
				t.Errorf("%s: square %s not found", info.Name, name)
			}
		}
		for name := range s.Pieces {
			if !slices.Contains(s.Squares, name) {
				t.Errorf("%s: a piece is on unknown square %s", info.Name, name)
			}
		}
		if len(s.Squares) != 64*max(1, info.Shape.Planes) || len(s.Pieces) != 32 || len(s.Checked) != 0 || s.Outcome.Result != "" {
			t.Errorf("%s: %d squares, %d pieces, %v in check, %+v", info.Name, len(s.Squares), len(s.Pieces), s.Checked, s.Outcome)
		}
		if !slices.IsSortedFunc(s.Moves, func(a, b wire.MoveInfo) int { return strings.Compare(a.Move, b.Move) }) || len(s.Moves) == 0 {
			t.Errorf("%s: the moves are not sorted", info.Name)
		}
	}
	mate := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: "chess", Moves: []string{"f3", "e5", "g2g4", "Qh4"}}))
	s := mate.State
	if s.Outcome.Result != "0-1" || !slices.Equal(s.Checked, []string{"e1"}) || len(s.Moves) != 0 || s.Moves == nil {
		t.Errorf("mate is %+v", s)
	}
	if last := mate.Steps[3]; last.Move != "d8h4" || last.SAN != "Qh4#" || last.Position != s.Position || last.Key != s.Key || last.Turn != s.Turn {
		t.Errorf("last step = %+v", last)
	}
	knights := strings.Fields("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	twice := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: "chess", Moves: knights}))
	if claim := twice.State.Outcome.Claim; !slices.Equal(claim, []rules.Reason{rules.Threefold}) || twice.State.Key != twice.Steps[3].Key {
		t.Errorf("claim after a repetition = %v", claim)
	}
	one := must[wire.State](t)(service.State(wire.PositionRequest{Variant: "chess", Position: twice.State.Position}))
	if len(one.Outcome.Claim) != 0 || one.Key != twice.State.Key {
		t.Errorf("outcome of the position alone = %+v", one.Outcome)
	}
}

// TestStudyWithNewKing checks that a line that starts as a study remains one, so that its states can be
// requested again.
func TestStudyWithNewKing(t *testing.T) {
	start := "4k3/8/8/8/8/8/8/8 b - - 0 1"
	line := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: "mirrorsquare", Position: start, Study: true, Moves: []string{"e8e7"}}))
	if s := line.State; s.Pieces["d2"] != "K" || !s.Study {
		t.Errorf("state = %+v", s)
	}
}

// TestMountedBoards checks the reported positions of the boards in tri-dimensional chess, and which squares
// move with them.
func TestMountedBoards(t *testing.T) {
	const rider = "W:4/4/PPPP/1BB1|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:2/N1|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w - - - 0 9"
	for _, name := range []string{"trid", "meder"} {
		before := must[wire.State](t)(service.State(wire.PositionRequest{Variant: name, Position: rider}))
		line := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: name, Position: rider, Moves: []string{"QL1-QL2"}}))
		after := line.State
		if len(before.Stands) != 4 || before.Stands[0].Mount != "QL1" || !slices.ContainsFunc(after.Stands, func(s wire.MountedBoard) bool {
			return s.Mount == "QL2" && s.Owner.String() == "white" && !s.Turned
		}) {
			t.Errorf("%s: Stands = %+v, then %+v", name, before.Stands, after.Stands)
		}
		step := line.Steps[0]
		for _, gone := range step.Changes[0].Gone {
			if !slices.Contains(before.Squares, gone) || slices.Contains(after.Squares, gone) {
				t.Errorf("%s: square %s still exists", name, gone)
			}
		}
		for _, came := range step.Changes[0].Came {
			if slices.Contains(before.Squares, came) || !slices.Contains(after.Squares, came) {
				t.Errorf("%s: square %s is missing", name, came)
			}
		}
		if len(after.Squares) != 64 || before.Pieces["z0QL1"] != "N" || after.Pieces["z4QL2"] != "N" || len(step.Changes[0].Gone) != 4 {
			t.Errorf("%s: %+v", name, step)
		}
		ride := must[wire.Explanation](t)(service.Explain(wire.ExplainRequest{Variant: name, Position: rider, From: "ql1", To: "QL2"}))
		if !ride.Legal || len(ride.Moves) == 0 || ride.Moves[0].Move != "QL1-QL2" {
			t.Errorf("%s: explanation of the ride = %+v", name, ride)
		}
	}
}

// TestBoard checks the pins to which a board may move, and the reasons why it may not move to others. The
// reasons are the same as for single moves.
func TestBoard(t *testing.T) {
	const rider = "W:4/4/P1PP/1BBN|N:N3/4/4/4|B:nbbn/pppp/4/4|QL1w:P1/2|QL4b:2/1q|KL2w:PP/RK|KL6b:kr/pp w - - - 0 12"
	for _, c := range []struct{ pin, legal, why string }{
		{"ql1", "QL1 QL2 KL1", "KL2 is occupied by another board"},
		{"KL2", "", "the board on KL2 carries 4 pieces: a board with more than one piece cannot move"},
	} {
		a := must[wire.BoardAnswer](t)(service.Board(wire.BoardRequest{Variant: "trid", Position: rider, Pin: c.pin}))
		var legal, reasons []string
		for _, g := range a.Goals {
			if g.Legal {
				legal = append(legal, g.Pin)
				continue
			}
			if g.Neighbour {
				reasons = append(reasons, g.Message)
			}
			move := a.Pin + "-" + g.Pin
			if g.Pin == a.Pin {
				move = a.Pin + "^180"
			}
			one := must[wire.Explanation](t)(service.Explain(wire.ExplainRequest{Variant: "trid", Position: rider, Move: move}))
			if one.Code != g.Code || one.Message != g.Message {
				t.Errorf("%s: reason %+v in the list, %+v for the single move", move, g, one)
			}
		}
		if len(a.Goals) != 12 || strings.Join(legal, " ") != c.legal || !slices.Contains(reasons, c.why) {
			t.Errorf("board on %s: legal pins %v, reasons %q", c.pin, legal, reasons)
		}
	}
	if _, err := service.Board(wire.BoardRequest{Variant: "chess", Pin: "QL1"}); err == nil || err.Error() != "chess has no pins: its boards do not move" {
		t.Errorf("chess has pins: %v", err)
	}
}

// TestLongLine plays more moves than the public limit, as a browser may.
func TestLongLine(t *testing.T) {
	q := wire.LineRequest{Variant: "chess"}
	for len(q.Moves) < api.MaxGame {
		q.Moves = append(q.Moves, "b1c3", "b8c6", "c3b1", "c6b8")
	}
	long := api.NewLongService(variant.Builtin())
	if line, err := long.Play(q); err != nil || line.Ply() != api.MaxGame {
		t.Errorf("longest line: %v", err)
	}
	short := q
	short.Moves = q.Moves[:api.MaxMoves+1]
	_, err := service.Play(short)
	failure(t, err, wire.CodeTooLong)
	q.Moves = append(q.Moves, "b1c3")
	_, err = long.Play(q)
	failure(t, err, wire.CodeTooLong)
}

// TestPlayErrors checks that the error names the first move of a line that cannot be played.
func TestPlayErrors(t *testing.T) {
	_, err := service.Line(wire.LineRequest{Variant: "mirrorsquare", Moves: []string{"e2e4", "d7d5"}})
	why := failure(t, err, string(rules.CodeOwnPiece))
	if why.Ply == nil || *why.Ply != 1 || !strings.Contains(why.Error(), "move 2, d7d5") {
		t.Errorf("failure = %+v", why)
	}
	_, err = service.Line(wire.LineRequest{Variant: "chess", Moves: []string{"e2e4", "?!"}})
	failure(t, err, wire.CodeSyntax)
	_, err = service.Line(wire.LineRequest{Variant: "chess", Moves: make([]string, api.MaxMoves+1)})
	failure(t, err, wire.CodeTooLong)
	_, err = service.Line(wire.LineRequest{Variant: "checkers"})
	failure(t, err, wire.CodeVariant)
	_, err = service.Line(wire.LineRequest{})
	failure(t, err, wire.CodeVariant)
	_, err = service.Line(wire.LineRequest{Variant: "chess", Position: "8/8 w"})
	if why := failure(t, err, wire.CodePosition); len(why.Faults) == 0 {
		t.Errorf("no faults are listed: %+v", why)
	}
}

// TestExplain checks the reasons given for illegal moves.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		q        wire.ExplainRequest
		code     string
		moves    int
		contains string
	}{
		{wire.ExplainRequest{Variant: "chess", From: "e2", To: "e4"}, "", 1, "White pawn to e4"},
		{wire.ExplainRequest{Variant: "chess", From: "E2", To: "E5"}, string(rules.CodeUnreachable), 0, ""},
		{wire.ExplainRequest{Variant: "chess", From: "a1", To: "a5"}, string(rules.CodeBlocked), 0, "a2"},
		{wire.ExplainRequest{Variant: "chess", From: "e5", To: "e6"}, string(rules.CodeEmpty), 0, "e5"},
		{wire.ExplainRequest{Variant: "chess", From: "e2", To: "zz"}, string(rules.CodeNoSquare), 0, `unknown square "zz": squares are written like a1`},
		{wire.ExplainRequest{Variant: "chess", From: "N", To: "f3"}, string(rules.CodeNoSquare), 0, `unknown square "N"`},
		{wire.ExplainRequest{Variant: "chess", From: "e2", To: "e4=q"}, string(rules.CodeNoSquare), 0, `unknown square "e4=q"`},
		{wire.ExplainRequest{Variant: "trid", From: "b2W", To: "zz"}, string(rules.CodeNoSquare), 0, `unknown square "zz"`},
		{wire.ExplainRequest{Variant: "trid", From: "b2W", To: "e4W"}, string(rules.CodeNoSquare), 0, "level W has files a-d"},
		{wire.ExplainRequest{Variant: "trid", From: "b2", To: "b3"}, wire.CodeSyntax, 2, "the level is missing"},
		{wire.ExplainRequest{Variant: "trid", From: "QL1", To: "zz"}, string(rules.CodeNoSquare), 0, `unknown square "zz"`},
		{wire.ExplainRequest{Variant: "chess", Move: "Nf3"}, "", 1, "knight"},
		{wire.ExplainRequest{Variant: "chess", Move: "e8=%"}, wire.CodeSyntax, 0, ""},
		{wire.ExplainRequest{Variant: "chess", Position: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", From: "a7", To: "a8"}, "", 4, "promotes"},
		{wire.ExplainRequest{Variant: "chess", Position: "r3k3/P7/8/8/8/8/8/4K3 w - - 0 1", From: "a7", To: "a8"}, string(rules.CodeBlocked), 0, ""},
		{wire.ExplainRequest{Variant: "chess", Position: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", From: "e1", To: "g1"}, "", 1, "castles"},
		{wire.ExplainRequest{Variant: "cylinder", Position: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", From: "a1", To: "h1"}, "", 1, "over the seam"},
		{wire.ExplainRequest{Variant: "chess", Position: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Move: "a8"}, string(rules.CodePromotionMissing), 4, "queen"},
		{wire.ExplainRequest{Variant: "chess", Position: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Move: "a7a8"}, string(rules.CodePromotionMissing), 4, "queen"},
		{wire.ExplainRequest{Variant: "chess", Position: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", Move: "Nd2"}, string(notation.CodeAmbiguous), 2, "Nbd2 or Nfd2"},
		{wire.ExplainRequest{Variant: "trid", Move: "Nb3"}, wire.CodeSyntax, 2, "the level is missing: b3W or b3N"},
		{wire.ExplainRequest{Variant: "trid", Move: "b2b3"}, wire.CodeSyntax, 2, "the level is missing"},
		{wire.ExplainRequest{Variant: "trid", From: "QL1", To: "QL2"}, "*", 0, ""},
		{wire.ExplainRequest{Variant: "trid", From: "ql1", To: "QL1"}, "*", 0, ""},
	} {
		e := must[wire.Explanation](t)(service.Explain(c.q))
		code := e.Code
		if c.code == "*" && code != "" && code != wire.CodeSyntax && code != wire.CodeInternal {
			code = "*"
		}
		if e.Legal != (c.code == "") || code != c.code || len(e.Moves) != c.moves || e.Moves == nil || e.Message == "" || !strings.Contains(e.Message, c.contains) {
			t.Errorf("Explain(%+v) = %+v", c.q, e)
		}
	}
	for _, q := range []wire.ExplainRequest{{}, {From: "e2"}, {To: "e4"}, {Move: "e4", From: "e2", To: "e4"}} {
		q.Variant = "chess"
		_, err := service.Explain(q)
		failure(t, err, wire.CodeRequest)
	}
}

// TestCheck checks the reported faults, and that a position without a king is a study.
func TestCheck(t *testing.T) {
	good := must[wire.Checked](t)(service.Check(wire.CheckRequest{Variant: "chess", Position: " 4k3/8/8/8/8/8/8/4K3 w - - "}))
	if good.Position != "4k3/8/8/8/8/8/8/4K3 w - - 0 1" || good.Study || good.Faults == nil || len(good.Faults) != 0 {
		t.Errorf("check of a valid position = %+v", good)
	}
	study := must[wire.Checked](t)(service.Check(wire.CheckRequest{Variant: "chess", Position: "4k3/8/8/8/8/8/8/8 w - - 0 1"}))
	if study.Position == "" || !study.Study || len(study.Faults) != 0 {
		t.Errorf("check of a study = %+v", study)
	}
	bad := must[wire.Checked](t)(service.Check(wire.CheckRequest{Variant: "chess", Position: "P3k3/8/8/8/8/8/8/7x w - - 0 1"}))
	if bad.Position != "" || len(bad.Faults) != 2 {
		t.Errorf("check of an invalid position = %+v", bad)
	}
	empty := must[wire.Checked](t)(service.Check(wire.CheckRequest{Variant: "trid"}))
	if len(empty.Faults) == 0 {
		t.Error("empty text was accepted as a position")
	}
}

// TestWriteLink writes links and reads them back.
func TestWriteLink(t *testing.T) {
	first := must[wire.LinkAnswer](t)(service.ReadLink(wire.ReadLinkRequest{Link: enPassantLink}))
	link := must[wire.Link](t)(service.WriteLink(wire.WriteLinkRequest{Variant: first.Variant, Position: first.Position}))
	again := must[wire.LinkAnswer](t)(service.ReadLink(wire.ReadLinkRequest(link)))
	if again.Position != first.Position || again.Variant != first.Variant {
		t.Errorf("reading link %s = %+v", link.Link, again)
	}
	_, err := service.WriteLink(wire.WriteLinkRequest{Variant: "trid"})
	failure(t, err, wire.CodeNoLink)
	_, err = service.ReadLink(wire.ReadLinkRequest{Link: "?board=w:Zz9"})
	if why := failure(t, err, wire.CodePosition); len(why.Faults) == 0 {
		t.Errorf("no faults are listed: %+v", why)
	}
}

// TestDraw draws positions, and checks the errors for invalid requests.
func TestDraw(t *testing.T) {
	q := wire.PictureRequest{Variant: "triboard", Position: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", Chosen: "a5", LastMove: "h7h5", Move: "a5h7", Theme: "dark", Coords: true, Width: 700}
	picture := must[wire.Picture](t)(service.Draw(q))
	if !strings.Contains(picture.SVG, `width="700"`) || !strings.Contains(picture.SVG, "en passant") {
		t.Errorf("picture = %.400s", picture.SVG)
	}
	for _, spoil := range []func(q *wire.PictureRequest){
		func(q *wire.PictureRequest) { q.Theme = "pink" },
		func(q *wire.PictureRequest) { q.View = "oblique" },
		func(q *wire.PictureRequest) { q.Width = 1 << 20 },
		func(q *wire.PictureRequest) { q.LastMove = "O-O" },
		func(q *wire.PictureRequest) { q.Chosen = "e4" },
	} {
		bad := q
		spoil(&bad)
		if _, err := service.Draw(bad); err == nil {
			t.Errorf("Draw(%+v) succeeded, want a failure", bad)
		} else if why := wire.FailureOf(err); why.Code != wire.CodeDraw && why.Code != wire.CodeSyntax {
			t.Errorf("Draw(%+v): got failure %+v", bad, why)
		}
	}
	q.Move = "a5h6"
	_, err := service.Draw(q)
	failure(t, err, string(rules.CodeEnPassantLanding))
}

// TestVariants checks that all rule sets are listed, with pins if boards can move.
func TestVariants(t *testing.T) {
	list := service.Variants().Variants
	if len(list) != len(variant.Builtin().All()) {
		t.Fatalf("got %d variants", len(list))
	}
	for i, v := range list {
		if v.Name != variant.Builtin().All()[i].Info().Name || (len(v.Pins) > 0) != (len(v.Levels) > 0) || len(v.Squares) < 64 {
			t.Errorf("%s: %d pins, %d levels, %d squares", v.Name, len(v.Pins), len(v.Levels), len(v.Squares))
		}
	}
}

// TestCall sends requests and receives responses as JSON.
func TestCall(t *testing.T) {
	for _, c := range []struct{ method, request, code string }{
		{"variants", "", ""},
		{"variants", "{}", ""},
		{"line", `{"variant":"chess","moves":["e4"]}`, ""},
		{"state", `{"variant":"chess"}`, ""},
		{"explain", `{"variant":"chess","move":"e5"}`, ""},
		{"board", `{"variant":"trid","pin":"ql1"}`, ""},
		{"board", `{"variant":"trid","pin":"QL2"}`, "no-board"},
		{"board", `{"variant":"trid","pin":"b2W"}`, wire.CodeRequest},
		{"board", `{"variant":"trid"}`, wire.CodeRequest},
		{"board", `{"variant":"chess","pin":"QL1"}`, wire.CodeRequest},
		{"check", `{"variant":"chess","position":"x"}`, ""},
		{"readLink", `{"link":"?board=w:Ke1;b:Ke8"}`, ""},
		{"writeLink", `{"variant":"chess"}`, ""},
		{"readPgn", `{"text":"1. e4 *"}`, ""},
		{"writePgn", `{"game":{"variant":"chess"}}`, ""},
		{"draw", `{"variant":"meder","view":"oblique"}`, ""},
		{"divine", `{}`, wire.CodeMethod},
		{"line", `{"variant":"chess","move":"e4"}`, wire.CodeRequest},
		{"line", `{"variant":7}`, wire.CodeRequest},
		{"line", `{"variant":"chess"} {}`, wire.CodeRequest},
		{"line", `{"variant":`, wire.CodeRequest},
		{"line", strings.Repeat(" ", wire.MaxRequest+1), wire.CodeTooLong},
	} {
		var answer map[string]json.RawMessage
		text := service.Call(c.method, []byte(c.request))
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatalf("%s %.60s: %v: %s", c.method, c.request, err, text)
		}
		var why wire.Failure
		if raw, failed := answer["error"]; failed {
			if err := json.Unmarshal(raw, &why); err != nil {
				t.Errorf("json.Unmarshal: %v", err)
			}
		}
		if why.Code != c.code || len(answer) == 0 {
			t.Errorf("%s %.60s: %.200s", c.method, c.request, text)
		}
	}
}

// TestLongInputIsTruncated checks that client input in messages is truncated.
func TestLongInputIsTruncated(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for method, request := range map[string]any{
		"line":     map[string]any{"variant": long},
		"state":    map[string]any{long: 1},
		"explain":  map[string]any{"variant": "chess", "move": long},
		"check":    map[string]any{"variant": "chess", "position": long},
		"board":    map[string]any{"variant": "trid", "pin": long},
		"draw":     map[string]any{"variant": "trid", "view": long},
		"readLink": map[string]any{"link": long},
		"readPgn":  map[string]any{"text": "1. " + long},
		"writePgn": map[string]any{"game": map[string]any{"variant": "chess", "result": long}},
		long:       nil,
	} {
		if answer := service.Call(method, wire.Encode(request)); len(answer) > 2000 {
			t.Errorf("method %.20s: answer of %d bytes: %.300s", method, len(answer), answer)
		}
	}
}

// TestListsAreNeverNull checks that responses contain no null lists, because pages iterate over lists without
// checking.
func TestListsAreNeverNull(t *testing.T) {
	for method, request := range map[string]string{
		"variants": "", "state": `{"variant":"chess","position":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}`,
		"line": `{"variant":"trid"}`, "explain": `{"variant":"chess","move":"zz"}`, "board": `{"variant":"meder","pin":"QL1"}`,
		"check": `{"variant":"chess","position":"x"}`, "readPgn": `{"text":"*"}`,
		"readLink": `{"link":"?board=w:Ke1;b:Ke8"}`,
	} {
		if answer := string(service.Call(method, []byte(request))); strings.Contains(answer, "null") {
			t.Errorf("%s: %.300s", method, answer)
		}
	}
}

// FuzzCall sends arbitrary requests.
func FuzzCall(f *testing.F) {
	for _, method := range []string{"variants", "rulebook", "line", "state", "explain", "board", "check", "readLink", "writeLink", "readPgn", "writePgn", "draw"} {
		for _, request := range []string{
			"", "{}", "null", `{"variant":"trid","moves":["b2Wb4N"]}`, `{"variant":"chess","position":"8/8/8/8/8/8/8/8 w - - 0 1"}`,
			`{"variant":"trid","from":"QL1","to":"QL2"}`, `{"variant":"trid","pin":"QL1"}`, `{"variant":"meder","reason":"time","side":"black"}`, `{"variant":"nachfolger","move":"Qh5","chosen":"d1"}`,
			`{"link":"?board=w:Pa5;b:Ph5&lastMove=h7h5&study=1"}`, `{"text":"1. e4 (1. d4 {x} d5) e5 *"}`,
			`{"game":{"variant":"chess","root":{"comment":"x","children":[{"move":"e2e4","nags":[1],"children":[]},{"san":"d4","children":[]}]}}}`,
		} {
			f.Add(method, request)
		}
	}
	f.Fuzz(func(t *testing.T, method, request string) {
		answer := service.Call(method, []byte(request))
		if !json.Valid(answer) {
			t.Fatalf("answer is not JSON: %s", answer)
		}
		var failed struct{ Error *wire.Failure }
		if err := json.Unmarshal(answer, &failed); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		if failed.Error != nil && (failed.Error.Code == wire.CodeInternal || failed.Error.Message == "") {
			t.Fatalf("answer = %s, want no internal error and a message", answer)
		}
		if again := service.Call(method, []byte(request)); !reflect.DeepEqual(again, answer) {
			t.Fatalf("answers to the same request differ:\n%s\n%s", answer, again)
		}
	})
}

// TestForeignRules uses a rule set that has its own board and whose guide returns errors without codes.
func TestForeignRules(t *testing.T) {
	d := api.NewService(registry.New(tiny.Rules))
	state := must[wire.State](t)(d.State(wire.PositionRequest{Variant: "tiny"}))
	if len(state.Squares) != 25 || state.Pieces["e1"] != "R" || len(state.Moves) != 10 {
		t.Errorf("state = %+v", state)
	}
	_, err := d.State(wire.PositionRequest{Variant: "tiny", Position: "nonsense"})
	if why := failure(t, err, wire.CodePosition); why.Error() != "a position needs five ranks and a side" {
		t.Errorf("failure of an invalid position = %+v", why)
	}
	_, err = d.Check(wire.CheckRequest{Variant: "tiny", Position: "nonsense"})
	failure(t, err, wire.CodePosition)
	_, err = d.Line(wire.LineRequest{Variant: "tiny", Moves: []string{"e1e2", "nonsense"}})
	if why := failure(t, err, wire.CodeSyntax); why.Error() != "move 2, nonsense: a move needs two squares" {
		t.Errorf("failure of a malformed move = %+v", why)
	}
	if why := must[wire.Explanation](t)(d.Explain(wire.ExplainRequest{Variant: "tiny", Move: "e1a5"})); why.Legal || why.Message != "the piece cannot move there" {
		t.Errorf("failure of an illegal move = %+v", why)
	}
}

// TestOtherPieces checks the description of a rule set with its own board and pieces, and the letters and names of
// the pieces in its positions and moves.
func TestOtherPieces(t *testing.T) {
	const definition = `{"name": "six", "start": "2k3/p5/6/6/5p/A1K3 w - - 0 1", "board": {"files": 6, "ranks": 6},
		"seam": {"crossing": "wrap", "kinds": "n"}, "ends": {"crossing": "pole", "kinds": "n"},
		"pieces": {"a": {"move": "BN", "name": "archbishop"}, "h": "mRcpR"}, "pawn": {"promotes": "qh"}}`
	info := *must[wire.Defined](t)(service.Define(wire.DefineRequest{Text: definition})).Info
	if want := (&wire.Shape{Files: 6, Ranks: 6, Seam: rules.Wrapped, Ends: rules.Poles, Copies: true}); !reflect.DeepEqual(info.Shape, want) {
		t.Errorf("shape = %+v, want %+v", info.Shape, want)
	}
	others := slices.DeleteFunc(info.Kinds, func(k wire.PieceKind) bool { return strings.Contains("pnbrqk", k.Letter) })
	if want := []wire.PieceKind{
		{Letter: "a", Name: "archbishop", Picture: "archbishop", Betza: "BN"}, {Letter: "h", Name: "cannon", Picture: "cannon", Betza: "mRcpR"},
	}; !reflect.DeepEqual(others, want) {
		t.Errorf("kinds = %+v, want %+v", others, want)
	}
	line := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: definition, Moves: []string{"a1b3", "f2f1h"}}))
	if got := line.State.Pieces; got["b3"] != "A" || got["f1"] != "h" {
		t.Errorf("pieces = %v", got)
	}
	if s := line.Steps[0]; s.Changes[0].Piece != "A" || s.Text != "White archbishop to b3" {
		t.Errorf("step = %+v", s)
	}
	if s := line.Steps[1]; s.Changes[1].Into != "h" || s.Text != "Black pawn to f1, promotes to a cannon" {
		t.Errorf("step = %+v", s)
	}
}
