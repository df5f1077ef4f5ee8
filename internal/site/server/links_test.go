package server_test

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
)

const (
	link    = "?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7h5"
	printed = "?board=w:Pa5,Bc1,Bf1,Kg1,Qd2,Ra1,Rh1,Nb1,Ng1,Pc2,Pe2,Pf2,Pg2;" +
		"b:Ra8,Rh8,Bc8,Bf8,Nb8,Ng8,Ke8,Pb7,Pc7,Pd5,Pe6,Pf6,Pg6,Ph5,Qd8&turn=white&lastMove=h7h5"
)

// TestLinksAccepted uses links as the position of five kinds of requests.
func TestLinksAccepted(t *testing.T) {
	me := open(t, nil).somebody()
	const possible = "en passant is possible: a5xh7"
	type answer struct {
		Variant, Position, LastMove string
		Study                       bool
		Notices                     []string
		Steps                       []struct{ SAN string }
		State                       struct{ Position string }
	}
	var state answer
	me.want(200, "POST", "/api/v1/position", `{"position":"`+printed+`"}`, &state)
	want := []string{"g1 is given twice: the white king was dropped, the white knight stays", "White has no king: opened as a position without a king", possible}
	if state.Variant != "triboard" || !state.Study || state.LastMove != "h7h5" || !slices.Equal(state.Notices, want) {
		t.Errorf("example: variant %s, study %v, last move %q, notices %q", state.Variant, state.Study, state.LastMove, state.Notices)
	}
	var line answer
	me.want(200, "POST", "/api/v1/line", `{"variant":"triboard","position":"`+strings.ReplaceAll(link, ";", "%3B")+`","moves":["a5→h7"]}`, &line)
	if line.LastMove != "h7h5" || !slices.Equal(line.Notices, []string{possible}) || len(line.Steps) != 1 || line.Steps[0].SAN != "axh7 e.p." {
		t.Errorf("line = %+v, notices %q", line.Steps, line.Notices)
	}
	var plan answer
	me.want(200, "POST", "/api/v1/plan", `{"position":"`+link+`","plan":"a5→h7; Kd2"}`, &plan)
	if plan.LastMove != "h7h5" || !slices.Equal(plan.Notices, []string{possible}) || len(plan.Steps) != 2 {
		t.Errorf("plan = %+v, notices %q", plan.Steps, plan.Notices)
	}
	var why struct {
		Code    string
		Notices []string
	}
	me.want(200, "POST", "/api/v1/explain", `{"position":"`+link+`","move":"a5->h6"}`, &why)
	if why.Code != "en-passant-landing" || !slices.Equal(why.Notices, []string{possible}) {
		t.Errorf("explanation = %+v", why)
	}
	var found struct {
		Lines    []any
		LastMove string
	}
	me.want(200, "POST", "/api/v1/analyse", `{"position":"`+link+`","depth":2}`, &found)
	if len(found.Lines) != 1 || found.LastMove != "h7h5" {
		t.Errorf("analysis = %+v", found)
	}
	// A 3D position is given as text, not as a link.
	var there answer
	me.want(200, "POST", "/api/v1/line", `{"variant":"trid","moves":["b2W→b4W"]}`, &line)
	me.want(200, "POST", "/api/v1/position", `{"position":"?variant=trid&lastMove=b2W-b4W&position=`+url.QueryEscape(line.State.Position)+`"}`, &there)
	if there.Position != line.State.Position || there.LastMove != "b2Wb4W" {
		t.Errorf("3D board: position %s, last move %q", there.Position, there.LastMove)
	}
}

// TestLinksRefused checks the errors for invalid links.
func TestLinksRefused(t *testing.T) {
	me := open(t, nil).somebody()
	const fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	for _, c := range []struct{ code, path, body, says string }{
		{"position", "position", `{"variant":"chess","position":"` + link + `&variant=triboard"}`, "the link is for triboard, not for chess"},
		{"position", "position", `{"position":"?board=w:Zz9;b:Ke8"}`, `"Zz9"`},
		{"position", "line", `{"position":"` + link + `&turn=black"}`, "h7h5 was Black's move, so it is White's turn; turn says black"},
		{"position", "games", `{"opponent":"self","position":"?board=w:Zz9;b:Ke8"}`, `"Zz9"`},
		{"invalid", "games", `{"opponent":"self","position":"` + printed + `"}`, "White has no king"},
	} {
		if said := me.refused(400, c.code, "POST", "/api/v1/"+c.path, c.body); !strings.Contains(said, c.says) {
			t.Errorf("%s %s: got error %q, want %q", c.path, c.body, said, c.says)
		}
	}
	for query, says := range map[string]string{
		"variant=chess&turn=white":          "turn and castling require a board",
		"board=w:Ke1;b:Ke8&position=" + fen: "board and position cannot be combined",
		"position=" + fen + "&fen=" + fen:   "position is given 2 times; give it once",
	} {
		if said := me.refused(400, "request", "GET", "/api/v1/diagram.svg?"+strings.ReplaceAll(query, " ", "+"), ""); !strings.Contains(said, says) {
			t.Errorf("%s: got error %q, want %q", query, said, says)
		}
	}
}

// TestLinkDiagrams draws a link, with its last move, in every query format.
func TestLinkDiagrams(t *testing.T) {
	me := open(t, nil).somebody()
	var first []byte
	for _, query := range []string{
		"board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7h5",
		"board=w:Ke1,Pa5%3Bb:Ke8,Ph5&turn=white&lastMove=h7%E2%86%92h5&variant=triboard",
		"position=" + url.QueryEscape(link),
		"position=" + link,
		"position=" + link[1:] + "&turn=white",
		"variant=triboard&lastMove=h7-h5&position=" + url.QueryEscape("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"),
		"BOARD=w:Ke1,Pa5;b:Ke8,Ph5&Turn=w&lastmove=h7h5",
		"variant=triboard&lastMove=h7h5&fen=" + url.QueryEscape("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"),
	} {
		svg := me.want(200, "GET", "/api/v1/diagram.svg?"+query+"&chosen=a5", "", nil).body
		for _, mark := range []string{`class="last" data-square="h5"`, `class="last" data-square="h7"`, `class="capture" data-square="h7"`} {
			if !bytes.Contains(svg, []byte(mark)) {
				t.Errorf("%s lacks %s", query, mark)
			}
		}
		if first == nil {
			first = svg
		}
		if !bytes.Equal(svg, first) {
			t.Errorf("%s: picture differs", query)
		}
	}
}

// TestGameFromLink starts a game from a link. It checks that the game has the link's position and last move,
// and that the PGN has the position.
func TestGameFromLink(t *testing.T) {
	s := open(t, nil)
	me := s.somebody()
	const fen = "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"
	for _, position := range []string{link, fen} {
		var made wire.OneGame
		me.want(201, "POST", "/api/v1/games", `{"variant":"triboard","opponent":"self","position":"`+position+`"}`, &made)
		g := made.Game
		if g.Start != fen || g.Variant != "triboard" || (g.LastMove == "h7h5") != (position == link) || (len(made.Notices) == 1) != (position == link) {
			t.Errorf("game from %s: start %s, last move %q, notices %q", position, g.Start, g.LastMove, made.Notices)
		}
		pgn := string(me.want(200, "GET", "/api/v1/games/"+g.ID+"/pgn", "", nil).body)
		if !strings.Contains(pgn, `[SetUp "1"]`) || !strings.Contains(pgn, `[FEN "`+fen+`"]`) {
			t.Errorf("record = %s", pgn)
		}
	}
}
