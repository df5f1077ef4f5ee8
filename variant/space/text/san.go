package text

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// FormatSAN formats a legal move in Meder's notation, with check signs.
func (x Space) FormatSAN(p *board.Position, m board.Move) string {
	text := x.written(p, m, rules.LegalMoves(x.Rules, p))
	var next board.Position
	x.Rules.Make(p, m, &next)
	if !x.Rules.InCheck(&next, next.Side) {
		return text
	}
	if x.Rules.Count(&next) == 0 {
		return text + "#"
	}
	return text + "+"
}

// written formats one of the legal moves without check signs.
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

// rivals returns the origins of legal moves by other pieces of the same role to the same square. For a pawn
// it considers only pawns on the same file, because captures include the file.
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

// distinct returns the part of an origin that distinguishes it from its rivals. That is the file, rank or
// level if one of them suffices, otherwise two of them or all three.
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

// FormatUCI formats a move in UCI notation, as in b2Wb4N, d7Bd8Bq, O-O, QL1-QL2^180 or QL5-QL6=q.
func (x Space) FormatUCI(p *board.Position, m board.Move) string {
	promotion := ""
	if k := m.Promotion(); k >= board.Pawn && k <= board.King {
		promotion = strings.ToLower(string(rune(k.Letter())))
	}
	switch m.Type() {
	case board.Step:
		return geometry.NameOf(p, m.From()).String() + geometry.NameOf(p, m.To()).String() + promotion
	case board.CastleShort:
		return "O-O"
	case board.CastleLong:
		return "O-O-O"
	}
	if promotion != "" {
		promotion = "=" + promotion
	}
	return formatBoard(m, true) + promotion
}

// formatBoard formats a board move without its promotion. It includes the origin if full is true or the board
// turns, so that a turn in place differs from a move with a turn.
func formatBoard(m board.Move, full bool) string {
	from, to := geometry.PinName(m.From()%geometry.PinCount), geometry.PinName(m.To()%geometry.PinCount)
	switch f := m.Type(); {
	case f == board.BoardShift && !full:
		return to
	case f == board.BoardShift:
		return from + "-" + to
	case from != to:
		from += "-" + to
		fallthrough
	default:
		if f == board.BoardTurn0 {
			return from + "^0"
		}
		return from + "^180"
	}
}

// SquareName returns the name of a square in a position, such as b3N, or - for
// NoSquare.
func (x Space) SquareName(p *board.Position, s board.Square) string {
	if s >= 64 {
		return "-"
	}
	return geometry.NameOf(p, s).String()
}
