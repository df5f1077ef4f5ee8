package text

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// FormatSAN writes a legal move in Meder's notation, check signs included.
func (x Space) FormatSAN(p *board.Position, m board.Move) string {
	text := x.written(p, m, rules.LegalMoves(x.Rules, p))
	var next board.Position
	x.Rules.Make(p, m, &next)
	if _, attacked := x.Rules.Kings(&next, next.Side); attacked == 0 {
		return text
	}
	if x.Rules.Count(&next) == 0 {
		return text + "#"
	}
	return text + "+"
}

// written writes one of the legal moves without check signs.
func (x Space) written(p *board.Position, m board.Move, legal []board.Move) string {
	promotion := ""
	if k := m.Promotion(); k != board.NoRole {
		promotion = string(rune(k.Letter()))
	}
	if m.Type() >= board.BoardShift {
		if promotion != "" {
			promotion = "=" + promotion
		}
		rival := slices.ContainsFunc(legal, func(o board.Move) bool {
			return o.Type() == board.BoardShift && o.To() == m.To() && o.From() != m.From()
		})
		return formatBoard(m, rival) + promotion
	}
	if m.Type() != board.Step {
		return x.FormatUCI(p, m)
	}
	from, to := geometry.NameOf(p, m.From()), geometry.NameOf(p, m.To())
	role := p.Piece(m.From()).Role()
	takes, passing := "", ""
	if class := x.Rules.Guide().Class(p, m); class&rules.Capture != 0 {
		takes = "x"
		if class&rules.EnPassant != 0 {
			passing = " e.p."
		}
	}
	if role == board.Pawn {
		origin := from.Column.Name()[:1] + from.Level.String()
		if takes == "" && len(rivals(p, m, legal)) == 0 {
			origin = ""
		}
		return origin + takes + to.String() + promotion + passing
	}
	return string(rune(role.Letter())) + distinct(from, rivals(p, m, legal)) + takes + to.String()
}

// rivals returns the origins of other legal moves of the same role of piece to
// the same square. A pawn's capture is told by its sign, so it rivals no step.
func rivals(p *board.Position, m board.Move, legal []board.Move) (all []geometry.Name) {
	role := p.Piece(m.From()).Role()
	file := geometry.NameOf(p, m.From()).Column.File()
	for _, o := range legal {
		if o.Type() != board.Step || o.To() != m.To() || o.From() == m.From() || p.Piece(o.From()).Role() != role {
			continue
		}
		n := geometry.NameOf(p, o.From())
		if role == board.Pawn && n.Column.File() != file || slices.Contains(all, n) {
			continue
		}
		all = append(all, n)
	}
	return all
}

// distinct tells as much of an origin as sets it apart from its rivals: the
// file, the rank or the level if one of them will do, otherwise two of them or
// all three.
func distinct(from geometry.Name, rivals []geometry.Name) string {
	if len(rivals) == 0 {
		return ""
	}
	const file, rank, plane = 1, 2, 4
	for _, tell := range [...]int{file, rank, plane, file | rank, file | plane, rank | plane} {
		alike := func(o geometry.Name) bool {
			return (tell&file == 0 || o.Column.File() == from.Column.File()) &&
				(tell&rank == 0 || o.Column.Rank() == from.Column.Rank()) &&
				(tell&plane == 0 || o.Level == from.Level)
		}
		if slices.ContainsFunc(rivals, alike) {
			continue
		}
		text := ""
		if tell&file != 0 {
			text += from.Column.Name()[:1]
		}
		if tell&rank != 0 {
			text += from.Column.Name()[1:]
		}
		if tell&plane != 0 {
			text += from.Level.String()
		}
		return text
	}
	return from.String()
}
