package definition

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Summary says in one line what is different from orthodox chess, or from the base.
func (d *Definition) Summary() string {
	if d.Base != "" {
		return d.spaceSummary()
	}
	var all []string
	for _, group := range d.groups() {
		all = append(all, group...)
	}
	if all == nil {
		return "As orthodox chess."
	}
	return sentence(all)
}

// Differences says what is different from orthodox chess in at most three lines:
// the seam, what moves make, and the rest.
func (d *Definition) Differences() []string {
	if d.Base != "" {
		return d.spaceDifferences()
	}
	var lines []string
	for i, group := range d.groups() {
		if i == 2 && d.Start != New("").Start {
			group = append(group, "the game starts from a position of its own")
		}
		if group != nil {
			lines = append(lines, sentence(group))
		}
	}
	return lines
}

// groups says what is different in three groups.
func (d *Definition) groups() (all [3][]string) {
	say := func(group int, when bool, text string) {
		if when {
			all[group] = append(all[group], text)
		}
	}
	say(0, d.Seam.Crossing == topology.Wrap, names(d.Seam.Kinds)+" go round the board as if files a and h were neighbours")
	riders := d.Seam.Kinds[board.Bishop] || d.Seam.Kinds[board.Rook] || d.Seam.Kinds[board.Queen]
	say(0, d.Seam.Crossing == topology.Hop && riders, names(d.Seam.Kinds)+" cross between files a and h, riders at the same rank")
	say(0, d.Seam.Crossing == topology.Hop && !riders, names(d.Seam.Kinds)+" cross between files a and h")
	say(0, d.Seam.Home && d.Seam.Crossing != topology.NoCrossing && d.Seam.Kinds[board.Pawn], "en passant over the edge lands on the square the pushed pawn came from")
	if r := d.Reflection; r != nil {
		all[1] = r.summary(d.Promotes)
	}
	say(2, !d.Castling, "there is no castling")
	say(2, !d.DoublePush, "pawns go one square at a time")
	say(2, sequence(d.Promotes) != sequence(orthodox), "pawns become "+orList(d.Promotes))
	say(2, d.Stalemate == rules.StalemateLoses, "stalemate loses")
	say(2, d.Stalemate == rules.StalemateWins, "stalemate wins")
	return all
}

// sentence makes one of its parts.
func sentence(parts []string) string {
	text := strings.Join(parts, "; ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// promoted reports whether a promotion to a role makes something. It lands on a
// last rank, and so does its image, where no pawn is made.
func (r *Reflection) promoted(k board.Role, promotes []board.Role) bool {
	return r.Promotions && r.Makes[k] != board.NoRole && r.Makes[k] != board.Pawn && slices.Contains(promotes, k)
}

func (r *Reflection) summary(promotes []board.Role) (all []string) {
	where := "turned half round the centre"
	switch r.Map {
	case topology.Files:
		where = "mirrored left to right"
	case topology.Ranks:
		where = "mirrored top to bottom"
	}
	move, promotion, colour := "a quiet move", "a quiet promotion", "in the opponent's colour"
	if r.Captures {
		move, promotion = "a move", "a promotion"
	}
	if r.Own {
		colour = "in the mover's colour"
	}
	same, spared := true, false
	var makers []board.Role
	var pairs, becoming []string
	for k := board.Pawn; k <= board.King; k++ {
		made := r.Makes[k]
		spared = spared || !r.Promotions && made != board.NoRole && made != board.Pawn && slices.Contains(promotes, k)
		switch {
		case made == board.NoRole:
		case !r.GoesOn[k]:
			same, makers = same && made == k, append(makers, k)
			pairs = append(pairs, "of a "+k.String()+makes(pairs)+made.String())
		case r.promoted(k, promotes): // only as a new piece
			becoming = append(becoming, "to a "+k.String()+makes(becoming)+made.String())
		}
	}
	some := makers != nil
	switch {
	case same && len(makers) == 6:
		all = append(all, move+" makes a piece of the same kind, "+colour+", on the square "+where)
	case some && same:
		all = append(all, move+" of a "+orList(makers)+" makes another, "+colour+", on the square "+where)
	case some:
		all = append(all, move+" "+strings.Join(pairs, ", ")+", "+colour+", on the square "+where)
	}
	switch {
	case becoming != nil && some:
		all = append(all, promotion+" "+strings.Join(becoming, ", ")+" there")
	case becoming != nil:
		all = append(all, promotion+" "+strings.Join(becoming, ", ")+", "+colour+", on the square "+where)
	}
	some = some || becoming != nil
	if spared {
		all = append(all, "a promotion makes nothing")
	}
	if on := names(r.GoesOn); on != "" {
		there := "to the square " + where
		if some {
			there = "there themselves"
		}
		all = append(all, on+" go on "+there)
	}
	return all
}

// makes is the verb of the first of some pairs; the others do without.
func makes(before []string) string {
	if before == nil {
		return " makes a "
	}
	return " a "
}

// names lists roles in the plural; all of them are "pieces".
func names(set [8]bool) string {
	var all []string
	for k := board.Pawn; k <= board.King; k++ {
		if set[k] {
			all = append(all, k.String()+"s")
		}
	}
	if len(all) == 6 {
		return "pieces"
	}
	return join(all, "and")
}

func orList(roles []board.Role) string {
	var all []string
	for _, k := range roles {
		all = append(all, k.String())
	}
	return join(all, "or")
}

// join lists words: a, b and c.
func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
