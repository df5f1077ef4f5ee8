package definition

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Summary says in one line what is different from orthodox chess, or from the base.
func (d *Definition) Summary() string { return d.SummaryMessage().String() }

// SummaryMessage is the same as a message.
func (d *Definition) SummaryMessage() message.Message {
	if d.Base != "" {
		return d.spaceSummary()
	}
	var all message.List
	for _, group := range d.groups() {
		all = append(all, group...)
	}
	if all == nil {
		return message.New("differ.nothing", "Same as orthodox chess.", nil)
	}
	return line(all)
}

// Differences says what is different from orthodox chess in at most three lines:
// the seam, what moves make, and the rest.
func (d *Definition) Differences() []string {
	lines := []string{}
	for _, m := range d.DifferenceMessages() {
		lines = append(lines, m.String())
	}
	return lines
}

// DifferenceMessages are the same as messages.
func (d *Definition) DifferenceMessages() []message.Message {
	if d.Base != "" {
		return d.spaceDifferences()
	}
	var lines []message.Message
	for i, group := range d.groups() {
		if i == 2 && d.Start != New("").Start {
			group = append(group, message.New("part.differ.start", "the game has its own starting position", nil))
		}
		if group != nil {
			lines = append(lines, line(group))
		}
	}
	return lines
}

// groups says what is different in three groups.
func (d *Definition) groups() (all [3]message.List) {
	say := func(group int, when bool, m message.Message) {
		if when {
			all[group] = append(all[group], m)
		}
	}
	kinds := names(d.Seam.Kinds)
	riders := d.Seam.Kinds[board.Bishop] || d.Seam.Kinds[board.Rook] || d.Seam.Kinds[board.Queen]
	say(0, d.Seam.Crossing == topology.Wrap, message.New("part.differ.wrap",
		"{kinds} cross the edge as if files a and h were neighbours", message.Args{"kinds": kinds}))
	say(0, d.Seam.Crossing == topology.Hop, message.New("part.differ.hop",
		"{kinds} cross from one edge to the other{riders, select, true {, sliding pieces on the same rank} other {}}", message.Args{"kinds": kinds, "riders": riders}))
	say(0, d.Seam.Home && d.Seam.Crossing != topology.NoCrossing && d.Seam.Kinds[board.Pawn], message.New("part.differ.home",
		"en passant over the edge lands on the square that the captured pawn came from", nil))
	if r := d.Reflection; r != nil {
		all[1] = r.summary(d.Promotes)
	}
	say(2, !d.Castling, message.New("part.differ.castling", "there is no castling", nil))
	say(2, !d.DoublePush, message.New("part.differ.push", "pawns advance one square at a time", nil))
	var become message.List
	for _, k := range d.Promotes {
		become = append(become, message.New("part.kind.become", "{role, a}", message.Args{"role": k}))
	}
	say(2, sequence(d.Promotes) != sequence(orthodox), message.New("part.differ.promotes", "pawns promote only to {roles, or}", message.Args{"roles": become}))
	say(2, d.Stalemate == rules.StalemateLoses, message.New("part.differ.stalemate.loses", "a stalemated side loses", nil))
	say(2, d.Stalemate == rules.StalemateWins, message.New("part.differ.stalemate.wins", "a stalemated side wins", nil))
	return all
}

// line joins parts into a sentence.
func line(parts message.List) message.Message {
	return message.New("differ.line", "{clauses, capital}.", message.Args{"clauses": message.New("part.differ.clauses", "{all, each}", message.Args{"all": parts})})
}

// promoted reports whether a promotion to a role spawns a piece. The reflection of
// a last rank is a last rank, where no pawn is spawned.
func (r *Reflection) promoted(k board.Role, promotes []board.Role) bool {
	return r.Promotions && r.Makes[k] != board.NoRole && r.Makes[k] != board.Pawn && slices.Contains(promotes, k)
}

// image names the map, for the select arguments of messages.
func (r *Reflection) image() string {
	switch r.Map {
	case topology.Files:
		return "files"
	case topology.Ranks:
		return "ranks"
	}
	return "rotate"
}

func (r *Reflection) summary(promotes []board.Role) (all message.List) {
	same, spared := true, false
	var makers, pairs, becoming message.List
	for k := board.Pawn; k <= board.King; k++ {
		made := r.Makes[k]
		spared = spared || !r.Promotions && made != board.NoRole && made != board.Pawn && slices.Contains(promotes, k)
		switch {
		case made == board.NoRole:
		case !r.GoesOn[k]:
			same, makers = same && made == k, append(makers, message.New("part.kind.of", "{role}", message.Args{"role": k}))
			pairs = append(pairs, message.New("part.differ.pair",
				"of a {role}{first, select, true { spawns} other {}} a {made}", message.Args{"role": k, "made": made, "first": pairs == nil}))
		case r.promoted(k, promotes): // only as a new piece
			becoming = append(becoming, message.New("part.differ.becomes",
				"to a {role}{first, select, true { spawns} other {}} a {made}", message.Args{"role": k, "made": made, "first": becoming == nil}))
		}
	}
	some := makers != nil
	switch {
	case same && len(makers) == 6:
		all = append(all, message.New("part.differ.same",
			"{captures, select, true {a move} other {a quiet move}} spawns a piece of the same kind, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "own": r.Own, "image": r.image()}))
	case some && same:
		all = append(all, message.New("part.differ.another",
			"{captures, select, true {a move} other {a quiet move}} of a {roles, or} spawns another, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "roles": makers, "own": r.Own, "image": r.image()}))
	case some:
		all = append(all, message.New("part.differ.pairs",
			"{captures, select, true {a move} other {a quiet move}} {pairs, comma}, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "pairs": pairs, "own": r.Own, "image": r.image()}))
	}
	if becoming != nil {
		all = append(all, message.New("part.differ.becoming",
			"{captures, select, true {a promotion} other {a quiet promotion}} {pairs, comma}{there, select, true { there} other {, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}}}", message.Args{"captures": r.Captures, "pairs": becoming, "there": some, "own": r.Own, "image": r.image()}))
	}
	some = some || becoming != nil
	if spared {
		all = append(all, message.New("part.differ.spared", "a promotion spawns nothing", nil))
	}
	if r.GoesOn != [8]bool{} {
		all = append(all, message.New("part.differ.goes-on",
			"{kinds} go on {there, select, true {there themselves} other {to the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}}}", message.Args{"kinds": names(r.GoesOn), "there": some, "image": r.image()}))
	}
	return all
}

// names lists roles in the plural; all six are "pieces".
func names(set [8]bool) message.Message {
	var all message.List
	for k := board.Pawn; k <= board.King; k++ {
		if set[k] {
			all = append(all, message.New("part.kind.many", "{role, many}", message.Args{"role": k}))
		}
	}
	if len(all) == 6 {
		return message.New("part.kinds.all", "pieces", nil)
	}
	return message.New("part.kinds", "{roles, and}", message.Args{"roles": all})
}
