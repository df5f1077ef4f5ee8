package fairy_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/fairy"
)

// dataOf returns the rule data, read back from JSON after validation against its schema.
func dataOf(t *testing.T, r *fairy.Rules) (d fairy.Data) {
	t.Helper()
	text, err := ruledata.Encode(ruledata.Of(r))
	if err != nil {
		t.Fatalf("ruledata.Encode: %v", err)
	}
	source, err := ruledata.Schema(r)
	if err != nil {
		t.Fatalf("ruledata.Schema: %v", err)
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		t.Fatalf("jsonschema.UnmarshalJSON: %v", err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(d.Schema, parsed); err != nil {
		t.Fatalf("compiler.AddResource: %v", err)
	}
	schema, err := compiler.Compile(d.Schema)
	if err != nil {
		t.Fatalf("compiler.Compile: %v", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("jsonschema.UnmarshalJSON: %v", err)
	}
	if err := schema.Validate(value); err != nil {
		t.Fatalf("the data does not match its schema: %v", err)
	}
	return d
}

// player plays by the data alone.
type player struct {
	fairy.Data
	at      map[string]string // FEN letters by square
	white   bool
	passant string
}

func (d *player) own(piece string) bool {
	return piece != "" && (piece == strings.ToUpper(piece)) == d.white
}

// targets returns the squares to which the piece on a square can go, except by castling and en passant.
func (d *player) targets(from string) (all []string) {
	piece := d.at[from]
	for _, k := range d.Pieces {
		if k.Letter != strings.ToUpper(piece) {
			continue
		}
		moves := k.Black
		if d.white {
			moves = k.White
		}
		for _, m := range moves {
			for _, line := range m.Lines[from] {
				hurdles := 0
				for leap := range strings.FieldsSeq(line) {
					empty, to, jumps := strings.Cut(leap, ":")
					if !jumps {
						empty, to = "", leap
					}
					if jumps && slices.ContainsFunc(strings.Split(empty, ","), func(s string) bool { return d.at[s] != "" }) {
						break
					}
					there := d.at[to]
					if m.Hurdle == "none" || hurdles == 1 {
						if there == "" && m.Mode != "capture" || there != "" && !d.own(there) && m.Mode != "move" {
							all = append(all, to)
						}
						if there != "" || m.Hurdle == "next" {
							break
						}
					} else if there != "" {
						hurdles++
					}
				}
			}
		}
	}
	for _, p := range d.EnPassant {
		for _, c := range p.Captures {
			if p.Text == d.passant && (p.Side == "black") == d.white && strings.EqualFold(piece, "p") && c.From == from && d.at[p.To] != "" {
				all = append(all, c.To)
			}
		}
	}
	if d.Passing {
		all = slices.DeleteFunc(all, func(s string) bool { return d.at[twin(s)] != "" || slices.Contains(d.Board.Holes, twin(s)) })
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// twin returns the same square of the other plane.
func twin(s string) string {
	if name, onA := strings.CutSuffix(s, "A"); onA {
		return name + "B"
	}
	return strings.TrimSuffix(s, "B") + "A"
}

// pass moves a piece to the other plane.
func (d *player) pass(s string) {
	if d.Passing {
		d.at[twin(s)] = d.at[s]
		delete(d.at, s)
	}
}

// play plays a legal move on the pieces.
func (d *player) play(from, to, promotion string) {
	for _, c := range d.Castling {
		king := "K"
		if c.Side == "black" {
			king = "k"
		}
		if c.King[0] == from && c.To == to && d.at[from] == king && !slices.Contains(d.targets(from), to) {
			rook := d.at[c.Rook[0]]
			delete(d.at, from)
			delete(d.at, c.Rook[0])
			d.at[c.King[1]], d.at[c.Rook[1]] = king, rook
			d.pass(c.King[1])
			d.pass(c.Rook[1])
			return
		}
	}
	piece, taken, where := d.at[from], d.at[to], to
	for _, p := range d.EnPassant {
		for _, c := range p.Captures {
			if taken == "" && p.Text == d.passant && (p.Side == "black") == d.white && strings.EqualFold(piece, "p") && c.From == from && c.To == to {
				taken, where = d.at[p.To], p.To
			}
		}
	}
	delete(d.at, where)
	delete(d.at, from)
	if promotion != "" {
		if piece = promotion; d.white {
			piece = strings.ToUpper(promotion)
		}
	}
	d.at[to] = piece
	d.pass(to)
	for _, b := range d.Rebirth {
		if b.Piece == taken && b.To[where] != "" && d.at[b.To[where]] == "" {
			d.at[b.To[where]] = taken
		}
	}
	image, f := d.Mirror[to], d.Reflection
	if image == "" || d.at[image] != "" || taken != "" && !f.Captures || promotion != "" && !f.Promotions {
		return
	}
	edge := slices.Contains(f.NoPawnsOn, image)
	kind := strings.ToUpper(piece)
	if slices.Contains(f.GoesOn, kind) && promotion == "" {
		if kind != "P" || !edge {
			delete(d.at, to)
			d.at[image] = piece
		}
		return
	}
	made := f.Makes[kind]
	if made == "" || made == "P" && edge {
		return
	}
	if (f.Colour == "own") != d.white {
		made = strings.ToLower(made)
	}
	d.at[image] = made
}

// TestRuleData plays random games with only the data and compares the moves and positions with the rule set's.
func TestRuleData(t *testing.T) {
	each(t, func(t *testing.T, r *fairy.Rules) {
		d := &player{Data: dataOf(t, r)}
		guide, n := r.Guide(), 0
		read := func(p *board.Position) map[string]string {
			at := map[string]string{}
			for s, pc := range p.All() {
				at[guide.SquareName(p, s)] = string(rune(r.Info().Letter(pc)))
			}
			return at
		}
		walk(t, r, func(p *board.Position) {
			if n++; n%5 != 0 {
				return
			}
			text := guide.FormatPosition(p)
			d.white, d.passant = p.Side == board.White, strings.Fields(text)[3]
			if p.EnPassant() == board.NoSquare {
				d.passant = "-" // the FEN names a square on which no capture is legal
			}
			var list board.MoveList
			r.PseudoLegal(p, &list)
			want := map[string][]string{}
			for _, m := range list.All() {
				if r.Class(p, m)&rules.Castling == 0 {
					want[guide.SquareName(p, m.From())] = append(want[guide.SquareName(p, m.From())], guide.SquareName(p, m.To()))
				}
			}
			d.at = read(p)
			for from, piece := range d.at {
				if !d.own(piece) || len(list.All()) == 0 {
					continue
				}
				slices.Sort(want[from])
				if got := d.targets(from); !slices.Equal(got, slices.Compact(want[from])) {
					t.Errorf("%s from %s: the data gives %v, the rules %v", piece, from, got, want[from])
				}
			}
			for _, m := range rules.LegalMoves(r, p) {
				var next board.Position
				r.Make(p, m, &next)
				d.at = read(p)
				promotion := ""
				if k := m.Promotion(); k != board.NoRole {
					promotion = strings.ToLower(string(rune(r.Info().Letter(board.NewPiece(board.Black, k)))))
				}
				d.play(guide.SquareName(p, m.From()), guide.SquareName(p, m.To()), promotion)
				after := read(&next)
				for s := range p.Size() {
					if name := guide.SquareName(p, s); d.at[name] != after[name] {
						t.Errorf("%s: the data puts %q on %s, the rules %q", guide.FormatUCI(p, m), d.at[name], name, after[name])
					}
				}
			}
		})
	})
}

// TestRuleDataExamples checks that the data of rule sets has examples, reasons and goals.
func TestRuleDataExamples(t *testing.T) {
	each(t, func(t *testing.T, r *fairy.Rules) {
		d := dataOf(t, r)
		if len(d.Examples) < 5 || len(d.Refusals) < 3 {
			t.Errorf("%d examples and %d reasons", len(d.Examples), len(d.Refusals))
		}
		for _, e := range d.Examples {
			if e.After == "" || e.Says == "" {
				t.Errorf("the example %+v is not legal", e)
			}
		}
		if spec := r.Spec(); spec.Checks != d.Goals.Checks || len(spec.Reach) != len(d.Goals.Reach) || (spec.Checks > 0) != slices.ContainsFunc(d.Ends, func(e ruledata.End) bool { return e.Reason == string(rules.ChecksGiven) }) {
			t.Errorf("goals %+v, ends %+v", d.Goals, d.Ends)
		}
	})
}
