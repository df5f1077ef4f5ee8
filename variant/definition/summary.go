package definition

import (
	"slices"
	"strconv"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/space"
)

// Summary describes the differences from orthodox chess, or from the base, in one line.
func (d *Definition) Summary() message.Message {
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

// Differences describes the differences from orthodox chess, or from the base, in at most three lines. For a
// flat board, these are about the seam, reflections, and all other rules.
func (d *Definition) Differences() []message.Message {
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

// groups returns the differences about the seam, about reflections, and about all other rules.
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

// line joins clauses into a sentence.
func line(parts message.List) message.Message {
	return message.New("differ.line", "{clauses, capital}.", message.Args{"clauses": message.New("part.differ.clauses", "{all, each}", message.Args{"all": parts})})
}

// promoted reports whether a promotion to a role spawns a piece. A pawn is never spawned, because the image
// of the landing square is on the first or last rank.
func (r *Reflection) promoted(k board.Role, promotes []board.Role) bool {
	return r.Promotions && r.Makes[k] != board.NoRole && r.Makes[k] != board.Pawn && slices.Contains(promotes, k)
}

// image returns the name of the map. Catalogue entries use the name to select their text.
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
	var spawned []board.Role // without duplicates
	var makers, pairs, becoming message.List
	for k := board.Pawn; k <= board.King; k++ {
		made := r.Makes[k]
		spared = spared || !r.Promotions && made != board.NoRole && made != board.Pawn && slices.Contains(promotes, k)
		switch {
		case made == board.NoRole:
		case !r.GoesOn[k]:
			if !slices.Contains(spawned, made) {
				spawned = append(spawned, made)
			}
			same, makers = same && made == k, append(makers, message.New("part.kind.of", "{role}", message.Args{"role": k}))
			pairs = append(pairs, message.New("part.differ.pair",
				"of a {role}{first, select, true { spawns} other {}} a {made}", message.Args{"role": k, "made": made, "first": pairs == nil}))
		case r.promoted(k, promotes): // spawns a piece only after a promotion
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
	case len(makers) > 1 && len(spawned) == 1:
		all = append(all, message.New("part.differ.one",
			"{captures, select, true {a move} other {a quiet move}} of a {roles, or} spawns a {made}, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "roles": makers, "made": spawned[0], "own": r.Own, "image": r.image()}))
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

// names lists roles in the plural. It returns "pieces" if all roles are included.
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

// spaceSummary describes the differences from the base in one line.
func (d *Definition) spaceSummary() message.Message {
	groups := d.spaceGroups()
	if all := slices.Concat(groups[0], groups[1]); all != nil {
		return message.New("differ.space.but", "Like {base}, but {all, and}.", message.Args{"base": d.Base, "all": all})
	}
	return message.New("differ.space.as", "Like {base}.", message.Args{"base": d.Base})
}

// spaceDifferences describes the base and the differences from it in at most three lines.
func (d *Definition) spaceDifferences() []message.Message {
	lines := []message.Message{message.New("differ.space.base", "Tri-dimensional chess, like {base}.", message.Args{"base": d.Base})}
	if d.policyForm() != nil {
		lines[0] = message.New("differ.space.boards", "Tri-dimensional chess, like {base} except for its attack boards.", message.Args{"base": d.Base})
	}
	for _, group := range d.spaceGroups() {
		if group != nil {
			lines = append(lines, line(group))
		}
	}
	return lines
}

// spaceGroups returns the differences from the base that concern where boards can move, and all other
// differences.
func (d *Definition) spaceGroups() (all [2]message.List) {
	o, usual := &d.Policy, bases[d.Base]
	say := func(group int, when bool, m message.Message) {
		if when {
			all[group] = append(all[group], m)
		}
	}
	say(0, !slices.Equal(o.Along, usual.Along), message.New("part.differ.along",
		"on its own side a board moves {levels}", message.Args{"levels": levelsApart(o.Along)}))
	say(0, !slices.Equal(o.Across, usual.Across), message.New("part.differ.across",
		"when crossing to the other side a board moves {levels}", message.Args{"levels": levelsApart(o.Across)}))
	say(0, o.Order != usual.Order, message.New("part.differ.forward",
		"forward depends on the {rank, select, true {rank} other {level}}", message.Args{"rank": o.Order == space.ByRank}))
	say(0, o.Sideways, message.New("part.differ.sideways", "a move to the other side is never backward", nil))
	say(1, o.Turns && !usual.Turns, message.New("part.differ.turns", "boards turn", nil))
	say(1, !o.Turns && usual.Turns, message.New("part.differ.turns.not", "boards do not turn", nil))
	say(1, o.Shadow && !usual.Shadow, message.New("part.differ.shadow", "no board may end a move above or below a piece other than a knight", nil))
	say(1, !o.Shadow && usual.Shadow, message.New("part.differ.shadow.not", "boards may end a move above or below pieces", nil))
	riders := passengers(o)
	say(1, riders == [8]bool{}, message.New("part.differ.riders.none", "no piece may ride", nil))
	say(1, riders != [8]bool{} && slices.Contains(riders[board.Pawn:board.King+1], false), message.New("part.differ.riders",
		"only {kinds} may ride", message.Args{"kinds": names(riders)}))
	say(1, o.Anyone, message.New("part.differ.anyone", "either side may move an empty board", nil))
	say(1, d.Start != space.Start, message.New("part.differ.start", "the game has its own starting position", nil))
	return all
}

// levelsApart describes a list of level differences.
func levelsApart(all []int) message.Message {
	if len(all) == 0 {
		return message.New("part.differ.nowhere", "nowhere", nil)
	}
	var levels message.List
	for _, n := range all {
		levels = append(levels, message.New("part.differ.level",
			"{away, select, 0 {to the same level} 1 {one level away} 2 {two levels away} 3 {three levels away} 4 {four levels away} other {five levels away}}", message.Args{"away": strconv.Itoa(n)}))
	}
	return message.New("part.differ.levels", "{levels, or}", message.Args{"levels": levels})
}
