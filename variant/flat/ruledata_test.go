package flat_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// byData plays with only the rule data, like a third-party program that has read the JSON.
type byData struct{ flat.Data }

func readData(t *testing.T, r rules.Rules) *byData {
	t.Helper()
	text, err := ruledata.Encode(ruledata.Of(r))
	if err != nil {
		t.Fatalf("ruledata.Encode: %v", err)
	}
	d := &byData{}
	if err := json.Unmarshal(text, &d.Data); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	return d
}

// letter returns the letter of a piece in the position text.
func letter(role string, white bool) string {
	k := map[string]byte{"pawn": 'p', "knight": 'n', "bishop": 'b', "rook": 'r', "queen": 'q', "king": 'k'}[role]
	if white {
		k -= 'a' - 'A'
	}
	return string(k)
}

func role(letter string) string {
	return map[string]string{"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}[string(letter[0]|0x20)]
}

func pieces(p *board.Position) map[string]string {
	all := map[string]string{}
	for s := range board.Square(64) {
		if pc := p.Piece(s); pc != board.NoPiece {
			all[s.String()] = string(pc.Letter())
		}
	}
	return all
}

// play plays a UCI move on a map from squares to pieces.
func (d *byData) play(at map[string]string, enPassant, uci string) {
	from, to := uci[:2], uci[2:4]
	piece := at[from]
	white := piece[0] < 'a'
	kind := role(piece)
	delete(at, from)
	if kind == "king" {
		for _, c := range d.Castling.Moves {
			if c.UCI == uci && c.King[0] == from {
				at[to], at[c.Rook[1]] = piece, at[c.Rook[0]]
				delete(at, c.Rook[0])
				return
			}
		}
	}
	quiet := at[to] == ""
	if kind == "pawn" && enPassant != "-" {
		for _, push := range d.EnPassant {
			for _, c := range push.Captures {
				if push.Crossed == enPassant && c.UCI == uci {
					delete(at, push.To)
					quiet = false
				}
			}
		}
	}
	promoted := len(uci) == 5
	if promoted {
		kind = role(uci[4:])
		piece = letter(kind, white)
	}
	at[to] = piece
	image, r := d.Mirror[to], d.Reflection
	rank, _ := strconv.Atoi(image[1:])
	switch {
	case !r.Applies || !quiet && !r.Captures || promoted && !r.Promotions || at[image] != "":
	case slices.Contains(r.GoesOn, kind):
		if !promoted {
			delete(at, to)
			at[image] = piece
		}
	case r.Makes[kind] == "pawn" && slices.Contains(r.NoPawnsOn, rank):
	case r.Makes[kind] != "":
		at[image] = letter(r.Makes[kind], white == (r.Colour == "own"))
	}
}

// rulesets returns the built-in flat rule sets and some definitions.
func rulesets(t *testing.T) []rules.Rules {
	t.Helper()
	all := positions.Flat(variant.Builtin())
	for _, text := range []string{
		`{"name": "some-wrap", "title": "Some wrap", "seam": {"crossing": "wrap", "kinds": "pbk", "en_passant": "home"}, "promotes": "nq", "stalemate": "loss"}`,
		`{"name": "own-left", "title": "Left", "reflection": {"map": "files", "makes": {"p": "n", "n": "p", "q": "b"}, "colour": "own", "goes_on": "rk", "captures": true}}`,
		`{"name": "down", "title": "Down", "double_push": false, "castling": false, "reflection": {"map": "ranks", "makes": {"p": "p", "b": "r"}, "promotions": true}}`,
	} {
		d, _, err := definition.Parse(text)
		if err != nil {
			t.Fatalf("definition.Parse(%q): %v", text, err)
		}
		all = append(all, d.Compile())
	}
	return all
}

// TestRuleDataPlays plays every legal move in positions from random games with only the data, and compares
// the pieces on the board with the rule set's.
func TestRuleDataPlays(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 3
	}
	for _, r := range rulesets(t) {
		t.Run(r.Info().Name, func(t *testing.T) {
			d := readData(t, r)
			for p, m := range positions.Games(t, r, 21, games, 80, positions.Captures) {
				if m == board.NoMove {
					continue
				}
				for _, m := range rules.LegalMoves(r, p) {
					uci := r.Guide().FormatUCI(p, m)
					at, next := pieces(p), positions.After(t, r, p, m)
					d.play(at, p.EnPassant().String(), uci)
					for s := range board.Square(64) {
						want := ""
						if pc := next.Piece(s); pc != board.NoPiece {
							want = string(pc.Letter())
						}
						if at[s.String()] != want {
							t.Fatalf("%s in %s: the data puts %q on %v, but the rules put %q there", uci, r.Guide().FormatPosition(p), at[s.String()], s, want)
						}
					}
				}
			}
		})
	}
}

// TestRuleDataSteps compares the steps in the data, including steps over the seam, with the moves of the
// pieces.
func TestRuleDataSteps(t *testing.T) {
	for _, r := range rulesets(t) {
		d := readData(t, r)
		if d.Seam.Crossing == "hop" {
			continue // hops over the edge are not repeated steps
		}
		g := r.(*flat.Rules).Topology
		for _, piece := range d.Pieces[1:] {
			k, _ := board.ParseRole(piece.Letter[0])
			for s := range board.Square(64) {
				var reach board.Bitboard
				for _, step := range piece.Steps {
					for file, rank, ok := s.File(), s.Rank(), true; ok; ok = piece.Rides {
						file, rank = file+step[0], rank+step[1]
						if d.Seam.Crossing == "wrap" && slices.Contains(d.Seam.Roles, piece.Role) {
							file = (file + 8) % 8
						}
						if file < 0 || file > 7 || rank < 0 || rank > 7 || board.At(file, rank) == s {
							break
						}
						reach |= board.At(file, rank).Bit()
					}
				}
				if want := g.Attacks(k, s, 0); reach != want {
					t.Fatalf("%s: a %s on %v reaches %v according to the data, want %v", d.Name, piece.Role, s, reach, want)
				}
			}
		}
	}
}

// TestRuleDataSeam compares the seam and en passant data with the rulebooks (cylinder 2.4 and 2.5, triboard
// 3.3).
func TestRuleDataSeam(t *testing.T) {
	landings := func(d *byData, push string) (all []string) {
		for _, p := range d.EnPassant {
			for _, c := range p.Captures {
				if p.From+p.To == push {
					all = append(all, c.UCI)
				}
			}
		}
		return all
	}
	for name, want := range map[string]struct {
		crossing, lands string
		h7h5, a2a4      []string
		steps           int
	}{
		"chess":        {"none", "crossed", []string{"g5h6"}, []string{"b4a3"}, 0},
		"mirrorsquare": {"none", "crossed", []string{"g5h6"}, []string{"b4a3"}, 0},
		"nachfolger":   {"none", "crossed", []string{"g5h6"}, []string{"b4a3"}, 0},
		"cylinder":     {"wrap", "crossed", []string{"a5h6", "g5h6"}, []string{"b4a3", "h4a3"}, 1},
		"triboard":     {"wrap", "home", []string{"a5h7", "g5h6"}, []string{"b4a3", "h4a2"}, 1},
	} {
		d := readData(t, positions.Rules(t, variant.Builtin(), name))
		if d.Seam.Crossing != want.crossing || d.Seam.EnPassant != want.lands || len(d.EnPassant) != 16 || (len(d.Seam.Steps) > 0) != (want.steps > 0) {
			t.Errorf("%s: seam crossing %s, en passant %s, %d steps", name, d.Seam.Crossing, d.Seam.EnPassant, len(d.Seam.Steps))
		}
		if got := landings(d, "h7h5"); !slices.Equal(got, want.h7h5) {
			t.Errorf("%s: en passant captures after h7h5 = %v", name, got)
		}
		if got := landings(d, "a2a4"); !slices.Equal(got, want.a2a4) {
			t.Errorf("%s: en passant captures after a2a4 = %v", name, got)
		}
		if d.Mirror["a1"] != "h8" || d.Mirror["e2"] != "d7" || len(d.Mirror) != 64 {
			t.Errorf("%s: mirror = %v", name, d.Mirror)
		}
	}
}

// TestRuleDataDead compares the dead material in the data with the rules.
func TestRuleDataDead(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		d := readData(t, r)
		for fen, beside := range map[string]struct {
			role   string
			count  int
			colour bool // all on squares of one colour
		}{
			"4k3/8/8/8/8/8/8/4K3 w - - 0 1":       {"none", 0, true},
			"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1":     {"knight", 1, true},
			"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1":   {"knight", 2, false},
			"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1":     {"bishop", 1, true},
			"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1":    {"bishop", 2, true},
			"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1":   {"bishop", 2, false},
			"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":     {"pawn", 1, true},
			"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1":     {"rook", 1, true},
			"3qk3/8/8/8/8/8/8/4K3 w - - 0 1":      {"queen", 1, true},
			"4k3/8/8/8/8/8/8/2K1K3 w - - 0 1":     {"king", 0, true},
			"4kb2/8/8/3b4/8/8/8/B1B1K3 w - - 0 1": {"bishop", 4, false},
		} {
			p := positions.From(t, r, fen)
			dead := slices.ContainsFunc(d.Dead.With, func(m ruledata.Remains) bool {
				return m.Role == beside.role && (m.Most < 0 || beside.count <= m.Most) && (!m.OneColour || beside.colour)
			})
			if r.Dead(&p) != dead {
				t.Errorf("%s: %s: Dead = %t, but %t according to the data", d.Name, fen, r.Dead(&p), dead)
			}
		}
	}
}

// TestRuleDataOtherRules derives the data for a rule set that is neither built in nor a definition.
func TestRuleDataOtherRules(t *testing.T) {
	made := [8]board.Role{board.Knight: board.Queen, board.Pawn: board.Bishop}
	r := flat.New(flat.Rules{
		Details:  rules.Info{Name: "own", Title: "A custom game", Start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
		Topology: topology.Cylinder, SeamHome: true, NoCastling: true,
		Reflection: &flat.Reflection{Made: made, GoesOn: [8]bool{board.Rook: true}},
	})
	d := readData(t, r)
	if d.Reflection.Makes["knight"] != "queen" || d.Reflection.Makes["pawn"] != "bishop" || len(d.Reflection.Makes) != 2 ||
		!slices.Equal(d.Reflection.GoesOn, []string{"rook"}) || d.Castling.Applies || d.Seam.EnPassant != "home" || len(d.Dead.With) != 0 {
		t.Errorf("rule data = %+v, %+v, %+v", d.Reflection, d.Castling, d.Dead)
	}
	if len(d.Refusals) < 20 || len(d.Examples) < 15 {
		t.Errorf("%d refusals, %d examples", len(d.Refusals), len(d.Examples))
	}
	if _, err := ruledata.Schema(r); err != nil {
		t.Errorf("ruledata.Schema: %v", err)
	}
}

// TestRuleDataOfDefinitions checks the data for definitions.
func TestRuleDataOfDefinitions(t *testing.T) {
	by := map[string]*byData{}
	for _, r := range rulesets(t) {
		by[r.Info().Name] = readData(t, r)
	}
	if d := by["portal"]; d.Seam.Crossing != "hop" || len(d.Seam.Roles) != 6 {
		t.Errorf("portal: %+v", d.Seam)
	}
	if d := by["some-wrap"]; d.Seam.Crossing != "wrap" || !slices.Equal(d.Seam.Roles, []string{"pawn", "bishop", "king"}) ||
		!slices.Equal(d.Promotion.Roles, []string{"knight", "queen"}) || d.Ends[1].Result != "loss" || d.Seam.EnPassant != "home" || d.Hash == "" {
		t.Errorf("some-wrap: %v, %v, %v, hash %q", d.Seam.Roles, d.Promotion, d.Ends[1], d.Hash)
	}
	// A lone king can win by stalemate in some-wrap, so the other side always loses on time.
	for name, drawn := range map[string]bool{"chess": true, "portal": true, "some-wrap": false, "down": false} {
		n := slices.IndexFunc(by[name].Ends, func(e ruledata.End) bool { return e.Reason == string(rules.Time) })
		if n < 0 || (by[name].Ends[n].DrawIf != "") != drawn {
			t.Errorf("%s: the ends are %+v; want a loss on time that may be a draw = %t", name, by[name].Ends, drawn)
		}
	}
	if d := by["own-left"]; d.Mirror["a1"] != "h1" || d.Reflection.Map != "files" || d.Reflection.Colour != "own" || !d.Reflection.Captures {
		t.Errorf("own-left: %+v", d.Reflection)
	}
	if d := by["down"]; d.Mirror["a1"] != "a8" || len(d.EnPassant) != 0 || d.Pawns.White.DoubleFrom != 0 || d.Castling.Applies || !slices.Equal(d.Reflection.NoPawnsOn, []int{1, 8}) {
		t.Errorf("down: %+v, %v, %v", d.Reflection, d.EnPassant, d.Pawns)
	}
}
