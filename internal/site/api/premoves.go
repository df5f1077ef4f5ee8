package api

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Premoves tells where the pieces of the side that is not to move could go next:
// to every square that some answer of the other side would allow. A king that
// could castle may also be sent onto the rook.
func (d *Service) Premoves(q wire.PremovesRequest) (wire.Premoves, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.Premoves{}, err
	}
	r, p := o.Rules, o.Position
	answer := wire.Premoves{To: map[string][]string{}}
	seen := map[board.Move]bool{}
	add := func(from, to string) {
		if from != "" && from != "-" && to != "" && to != "-" && !slices.Contains(answer.To[from], to) {
			answer.To[from] = append(answer.To[from], to)
		}
	}
	for _, m := range rules.LegalMoves(r, &p) {
		var next board.Position
		if !r.Apply(&p, m, &next) {
			continue
		}
		for _, mine := range rules.LegalMoves(r, &next) {
			if seen[mine] {
				continue
			}
			seen[mine] = true
			var after board.Position
			r.Apply(&next, mine, &after)
			king, rook := "", ""
			for _, c := range describe.Changes(r, &next, &after, mine) {
				switch {
				case c.Effect == describe.Moved:
					add(c.From, c.To)
				case c.Effect == describe.Castled && c.Piece.Role() == board.King:
					king = c.From
					add(c.From, c.To)
				case c.Effect == describe.Castled:
					rook = c.From
				}
			}
			add(king, rook)
		}
	}
	for _, to := range answer.To {
		slices.Sort(to)
	}
	return answer, nil
}
