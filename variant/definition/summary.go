package definition

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Summary says in one line what is different from orthodox chess, or from the base.
func (d *Definition) Summary() string { return d.SummaryMessage().String() }

// SummaryMessage is the same as a message.
func (d *Definition) SummaryMessage() locale.Message {
	if d.Base != "" {
		return d.spaceSummary()
	}
	var all locale.List
	for _, group := range d.groups() {
		all = append(all, group...)
	}
	if all == nil {
		return locale.New("differ.nothing", nil)
	}
	return line(all)
}

// Differences says what is different from orthodox chess in at most three lines:
// the seam, what moves make, and the rest.
func (d *Definition) Differences() []string { return locale.Texts(d.DifferenceMessages()) }

// DifferenceMessages are the same as messages.
func (d *Definition) DifferenceMessages() []locale.Message {
	if d.Base != "" {
		return d.spaceDifferences()
	}
	var lines []locale.Message
	for i, group := range d.groups() {
		if i == 2 && d.Start != New("").Start {
			group = append(group, locale.New("part.differ.start", nil))
		}
		if group != nil {
			lines = append(lines, line(group))
		}
	}
	return lines
}

// groups says what is different in three groups.
func (d *Definition) groups() (all [3]locale.List) {
	say := func(group int, when bool, m locale.Message) {
		if when {
			all[group] = append(all[group], m)
		}
	}
	kinds := names(d.Seam.Kinds)
	riders := d.Seam.Kinds[board.Bishop] || d.Seam.Kinds[board.Rook] || d.Seam.Kinds[board.Queen]
	say(0, d.Seam.Crossing == topology.Wrap, locale.New("part.differ.wrap", locale.Args{"kinds": kinds}))
	say(0, d.Seam.Crossing == topology.Hop, locale.New("part.differ.hop", locale.Args{"kinds": kinds, "riders": riders}))
	say(0, d.Seam.Home && d.Seam.Crossing != topology.NoCrossing && d.Seam.Kinds[board.Pawn], locale.New("part.differ.home", nil))
	if r := d.Reflection; r != nil {
		all[1] = r.summary(d.Promotes)
	}
	say(2, !d.Castling, locale.New("part.differ.castling", nil))
	say(2, !d.DoublePush, locale.New("part.differ.push", nil))
	var become locale.List
	for _, k := range d.Promotes {
		become = append(become, locale.New("part.kind.become", locale.Args{"role": k}))
	}
	say(2, sequence(d.Promotes) != sequence(orthodox), locale.New("part.differ.promotes", locale.Args{"roles": become}))
	say(2, d.Stalemate == rules.StalemateLoses, locale.New("part.differ.stalemate.loses", nil))
	say(2, d.Stalemate == rules.StalemateWins, locale.New("part.differ.stalemate.wins", nil))
	return all
}

// line makes a sentence of its parts.
func line(parts locale.List) locale.Message {
	return locale.New("differ.line", locale.Args{"clauses": locale.New("part.differ.clauses", locale.Args{"all": parts})})
}

// promoted reports whether a promotion to a role makes something. It lands on a
// last rank, and so does its image, where no pawn is made.
func (r *Reflection) promoted(k board.Role, promotes []board.Role) bool {
	return r.Promotions && r.Makes[k] != board.NoRole && r.Makes[k] != board.Pawn && slices.Contains(promotes, k)
}

// image names the map, which entries of the catalogue choose by.
func (r *Reflection) image() string {
	switch r.Map {
	case topology.Files:
		return "files"
	case topology.Ranks:
		return "ranks"
	}
	return "rotate"
}

func (r *Reflection) summary(promotes []board.Role) (all locale.List) {
	same, spared := true, false
	var makers, pairs, becoming locale.List
	for k := board.Pawn; k <= board.King; k++ {
		made := r.Makes[k]
		spared = spared || !r.Promotions && made != board.NoRole && made != board.Pawn && slices.Contains(promotes, k)
		switch {
		case made == board.NoRole:
		case !r.GoesOn[k]:
			same, makers = same && made == k, append(makers, locale.New("part.kind.of", locale.Args{"role": k}))
			pairs = append(pairs, locale.New("part.differ.pair", locale.Args{"role": k, "made": made, "first": pairs == nil}))
		case r.promoted(k, promotes): // only as a new piece
			becoming = append(becoming, locale.New("part.differ.becomes", locale.Args{"role": k, "made": made, "first": becoming == nil}))
		}
	}
	some := makers != nil
	switch {
	case same && len(makers) == 6:
		all = append(all, locale.New("part.differ.same", locale.Args{"captures": r.Captures, "own": r.Own, "image": r.image()}))
	case some && same:
		all = append(all, locale.New("part.differ.another", locale.Args{"captures": r.Captures, "roles": makers, "own": r.Own, "image": r.image()}))
	case some:
		all = append(all, locale.New("part.differ.pairs", locale.Args{"captures": r.Captures, "pairs": pairs, "own": r.Own, "image": r.image()}))
	}
	if becoming != nil {
		all = append(all, locale.New("part.differ.becoming", locale.Args{"captures": r.Captures, "pairs": becoming, "there": some, "own": r.Own, "image": r.image()}))
	}
	some = some || becoming != nil
	if spared {
		all = append(all, locale.New("part.differ.spared", nil))
	}
	if r.GoesOn != [8]bool{} {
		all = append(all, locale.New("part.differ.goes-on", locale.Args{"kinds": names(r.GoesOn), "there": some, "image": r.image()}))
	}
	return all
}

// names lists roles in the plural; all of them are "pieces".
func names(set [8]bool) locale.Message {
	var all locale.List
	for k := board.Pawn; k <= board.King; k++ {
		if set[k] {
			all = append(all, locale.New("part.kind.many", locale.Args{"role": k}))
		}
	}
	if len(all) == 6 {
		return locale.New("part.kinds.all", nil)
	}
	return locale.New("part.kinds", locale.Args{"roles": all})
}
