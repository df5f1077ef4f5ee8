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

// drawClock is the half-move clock at which a draw may be claimed.
const drawClock = 100

// maxProof is the maximum length of a line to mate, in plies. No table contains a longer line.
const maxProof = 300

// Search returns the tables of a rule set for an engine, or nil if there are none.
func (t Tables) Search(r rules.Rules) search.Tables {
	if set := t(r); set != nil {
		return set
	}
	return nil
}

// Tables probes the endgame tables for a position. If no table contains it, the failure explains why.
func (d *Service) Tables(q wire.PositionRequest) (wire.TablesAnswer, error) {
	return d.TablesIn(q, func(_ *tablebase.Set, _ *board.Position, look func() error) error { return look() })
}

// TablesIn is like Tables, but passes the lookup to run, which either calls it or returns an error.
func (d *Service) TablesIn(q wire.PositionRequest, run func(*tablebase.Set, *board.Position, func() error) error) (a wire.TablesAnswer, err error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.TablesAnswer{}, err
	}
	r, p := o.Rules, &o.Position
	set, err := d.tablesOf(r, p)
	if err != nil {
		return wire.TablesAnswer{}, err
	}
	err = run(set, p, func() error {
		a, err = d.lookUp(set, &o)
		return err
	})
	return a, err
}

// lookUp probes the tables for a position and its moves, and computes the line to mate.
func (d *Service) lookUp(set *tablebase.Set, o *Opened) (wire.TablesAnswer, error) {
	r, p := o.Rules, &o.Position
	v, known := set.Probe(p)
	if !known {
		return wire.TablesAnswer{}, missingTable(r, p)
	}
	line := set.Line(p, maxProof)
	a := wire.TablesAnswer{
		Variant: r.Info().Name, Position: o.Text(), Material: string(tablebase.MaterialOf(r, p)), Turn: p.Side, TableValue: tableValue(v, true),
		OtherWins: tablebase.OtherWins(r), Fifty: v != tablebase.Draw && v.Plies()+int(p.HalfmoveClock) > drawClock,
		Line: append([]string{}, engine.UCI(r, p, line)...), SAN: append([]string{}, engine.SAN(r, p, line)...),
		Moves: []wire.TableMove{}, Notes: o.Notes(),
	}
	for _, m := range set.Moves(p) {
		a.Moves = append(a.Moves, wire.TableMove{
			Move: r.Guide().FormatUCI(p, m.Move), SAN: r.Guide().FormatSAN(p, m.Move), TableValue: tableValue(m.Value, m.Known),
		})
	}
	if v != tablebase.Draw && len(a.Moves) == 0 {
		a.Sentence = d.text(rules.OutcomeOf(r, p).Message)
	} else {
		a.Sentence = d.text(tablesSentence(v, &a))
	}
	return a, nil
}

// TablesList lists the endgame tables of a rule set or, if variant is empty, of all built-in ones.
func (d *Service) TablesList(variant string) (wire.TablesList, error) {
	all := d.known.All()
	if variant != "" {
		r, err := d.Rules(variant)
		if err != nil {
			return wire.TablesList{}, err
		}
		all = []rules.Rules{r}
	}
	list := wire.TablesList{Tables: []wire.TablesOf{}}
	for _, r := range all {
		set := d.tables(r)
		if set == nil {
			continue
		}
		of := wire.TablesOf{Variant: r.Info().Ref()}
		for _, m := range set.Materials() {
			of.Materials = append(of.Materials, string(m))
		}
		list.Tables = append(list.Tables, of)
	}
	return list, nil
}

// tablesOf returns the tables that may contain a position, or an error that explains why none can.
func (d *Service) tablesOf(r rules.Rules, p *board.Position) (*tablebase.Set, error) {
	name := r.Info().Name
	if !tablebase.Supports(r) {
		return nil, noTable("tables.variant", message.Args{"name": name})
	}
	if !tablebase.HasRoyals(r, p) {
		return nil, noTable("tables.king", message.Args{"name": name})
	}
	all := tablebase.MaterialsOf(r, tablebase.MaxPieces)
	n, most := p.Occupied().Count(), all[len(all)-1].Pieces()
	switch {
	case n > most:
		return nil, noTable("tables.pieces", message.Args{"name": name, "count": n, "most": most})
	case n >= tablebase.MinPieces && tablebase.MaterialOf(r, p).Pieces() < n:
		return nil, noTable("tables.kinds", message.Args{"name": name})
	case n >= tablebase.MinPieces && !slices.Contains(all, tablebase.MaterialOf(r, p)):
		return nil, noTable("tables.pawns", message.Args{"name": name})
	case p.Castling() != 0:
		return nil, noTable("tables.castling", nil)
	}
	if set := d.tables(r); set != nil {
		return set, nil
	}
	return nil, missingTable(r, p)
}

func noTable(why message.Code, args message.Args) error {
	return wire.NewFailure(wire.CodeNoTable, why, args)
}

// missingTable returns an error that names the table that would contain a position.
func missingTable(r rules.Rules, p *board.Position) error {
	return noTable("tables.missing", message.Args{"material": string(tablebase.MaterialOf(r, p)), "name": r.Info().Name})
}

// tableValue converts the value of a position, from the point of view of the side to move.
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

// tablesSentence returns a message that explains a value to people.
func tablesSentence(v tablebase.Value, a *wire.TablesAnswer) message.Message {
	winner := a.Turn
	if v.Loses() {
		winner = winner.Other()
	}
	switch {
	case v == tablebase.Draw:
		return locale.New("tables.draw", nil)
	case a.OtherWins && a.Fifty:
		return locale.New("tables.wins-fifty", message.Args{"side": winner, "moves": a.Mate})
	case a.OtherWins:
		return locale.New("tables.wins", message.Args{"side": winner, "moves": a.Mate})
	case a.Fifty:
		return locale.New("tables.fifty", message.Args{"side": winner, "moves": a.Mate})
	}
	return locale.New("tables.mates", message.Args{"side": winner, "moves": a.Mate})
}
