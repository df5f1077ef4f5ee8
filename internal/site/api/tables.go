package api

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// drawClock is the count of the halfmove clock at which a draw may be claimed.
const drawClock = 100

// maxProof bounds the line to a mate; no table knows one that is longer.
const maxProof = 300

// Search returns the tables as an engine asks them.
func (t Tables) Search(r rules.Rules) search.Tables {
	if set := t(r); set != nil {
		return set
	}
	return nil
}

// Tables tells what endgame tables know of a position. Where none knows anything
// the failure says why.
func (d *Service) Tables(q wire.PositionRequest) (wire.TablesAnswer, error) {
	return d.TablesAfter(q, nil)
}

// TablesAfter is Tables where somebody pays: begin is asked before any table is, and
// returns what is called when all is done, or why nothing is.
func (d *Service) TablesAfter(q wire.PositionRequest, begin func(*tablebase.Set, *board.Position) (done func(), err error)) (wire.TablesAnswer, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.TablesAnswer{}, err
	}
	r, p := o.Rules, &o.Position
	set, err := d.tablesOf(r, p)
	if err != nil {
		return wire.TablesAnswer{}, err
	}
	if begin != nil {
		done, err := begin(set, p)
		if err != nil {
			return wire.TablesAnswer{}, err
		}
		defer done()
	}
	v, known := set.Probe(p)
	if !known {
		return wire.TablesAnswer{}, noTable(missingTable(r, p))
	}
	line := set.Line(p, maxProof)
	a := wire.TablesAnswer{
		Variant: r.Info().Name, Position: o.Text(), Material: string(tablebase.MaterialOf(p)), Turn: p.Side, TableValue: tableValue(v, true),
		Fifty: v != tablebase.Draw && v.Plies()+int(p.HalfmoveClock) > drawClock,
		Line:  append([]string{}, engine.UCI(r, p, line)...), SAN: append([]string{}, engine.SAN(r, p, line)...),
		Moves: []wire.TableMove{}, Notes: o.Notes(),
	}
	a.Sentence = d.text(tablesSentence(v, a.Mate, a.Fifty, p.Side))
	for _, m := range set.Moves(p) {
		a.Moves = append(a.Moves, wire.TableMove{
			Move: r.Guide().FormatUCI(p, m.Move), SAN: r.Guide().FormatSAN(p, m.Move), TableValue: tableValue(m.Value, m.Known),
		})
	}
	return a, nil
}

// TablesList lists which endgame tables there are.
func (d *Service) TablesList() wire.TablesList {
	list := wire.TablesList{Tables: []wire.TablesOf{}}
	for _, r := range d.known.All() {
		set := d.tables(r)
		if set == nil {
			continue
		}
		of := wire.TablesOf{Variant: r.Info().Name}
		for _, m := range set.Materials() {
			of.Materials = append(of.Materials, string(m))
		}
		list.Tables = append(list.Tables, of)
	}
	return list
}

// tablesOf returns the tables that may know a position, or why none can.
func (d *Service) tablesOf(r rules.Rules, p *board.Position) (*tablebase.Set, error) {
	none := func(why message.Message) (*tablebase.Set, error) { return nil, noTable(why) }
	if !tablebase.Supports(r) {
		return none(locale.New("tables.variant", message.Args{"name": r.Info().Name}))
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		if kings, _ := r.Kings(p, side); kings.Count() != 1 {
			return none(locale.New("tables.king", nil))
		}
	}
	all := tablebase.MaterialsOf(r, tablebase.MaxPieces)
	n, most := p.Occupied().Count(), all[len(all)-1].Pieces()
	switch {
	case n > most:
		return none(locale.New("tables.pieces", message.Args{"name": r.Info().Name, "count": n, "most": most}))
	case n >= tablebase.MinPieces && !slices.Contains(all, tablebase.MaterialOf(p)):
		return none(locale.New("tables.pawns", message.Args{"name": r.Info().Name}))
	}
	if p.Castling() != 0 {
		return none(locale.New("tables.castling", nil))
	}
	if set := d.tables(r); set != nil {
		return set, nil
	}
	return none(missingTable(r, p))
}

func noTable(why message.Message) error {
	return &wire.Failure{Code: wire.CodeNoTable, Said: wire.Message{Message: why}}
}

// missingTable says which table would know a position.
func missingTable(r rules.Rules, p *board.Position) message.Message {
	return locale.New("tables.missing", message.Args{"material": string(tablebase.MaterialOf(p)), "name": r.Info().Name})
}

// tableValue writes a value for the side that moves.
func tableValue(v tablebase.Value, known bool) wire.TableValue {
	w := wire.TableValue{Result: wire.TableDraw, Mate: (v.Plies() + 1) / 2, Plies: v.Plies()}
	switch {
	case !known:
		return wire.TableValue{Result: wire.TableUnknown}
	case v.Wins():
		w.Result = wire.TableWin
	case v.Loses():
		w.Result = wire.TableLoss
	}
	return w
}

// tablesSentence says what a position is.
func tablesSentence(v tablebase.Value, moves int, late bool, turn board.Colour) message.Message {
	winner := turn
	if v.Loses() {
		winner = turn.Other()
	}
	switch {
	case v == tablebase.Draw:
		return locale.New("tables.draw", nil)
	case moves == 0:
		return rules.Checkmate.Message(rules.Wins(winner), winner.Other())
	case late:
		return locale.New("tables.fifty", message.Args{"side": winner, "moves": moves})
	}
	return locale.New("tables.mates", message.Args{"side": winner, "moves": moves})
}
