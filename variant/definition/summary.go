package definition

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
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
// flat board, the lines cover the board and its edges, what moves do besides moving a piece, and all other
// rules.
func (d *Definition) Differences() []message.Message {
	if d.Base != "" {
		return d.spaceDifferences()
	}
	var lines []message.Message
	for i, group := range d.groups() {
		if i == 2 && d.Start != d.usualStart() {
			group = append(group, message.New("part.differ.start", "the game has its own starting position", nil))
		}
		if group != nil {
			lines = append(lines, line(group))
		}
	}
	return lines
}

// groups returns the differences in the board and its edges, in what moves do besides moving a piece, and in
// all other rules.
func (d *Definition) groups() [3]message.List {
	return [3]message.List{d.boardSummary(), d.effectSummary(), d.otherSummary()}
}

// clauses collects the clauses of a summary.
type clauses message.List

func (c *clauses) say(when bool, m message.Message) {
	if when {
		*c = append(*c, m)
	}
}

// boardSummary returns the differences in the board and its edges.
func (d *Definition) boardSummary() message.List {
	var all clauses
	b := &d.Board
	all.say(b.Files != 8 || b.Ranks != 8, message.New("part.differ.size",
		"the board has {files} files and {ranks} ranks", message.Args{"files": b.Files, "ranks": b.Ranks}))
	all.say(b.Planes > 1, message.New("part.differ.planes", "there are two boards, A and B", nil))
	holes := strings.Fields(b.list(b.Holes))
	all.say(len(holes) > 0, message.New("part.differ.holes",
		"{count, plural, one {one square does} other {# squares do}} not exist{few, select, true {: {squares, and}} other {}}",
		message.Args{"count": len(holes), "few": len(holes) <= mostListed, "squares": message.Strings(holes)}))
	there := d.appearing()
	crossers, seam := d.Seam.Kinds.and(there), d.Seam.Crossing
	if !d.pawnsCaptureSideways() { // pawns cross the seam only in captures
		crossers = crossers.without('p')
	}
	if crossers == "" {
		seam = NoCrossing
	}
	kinds, riders := d.names(crossers), crossers.and("brq") != ""
	all.say(seam == Wrap && b.Files == 8, message.New("part.differ.wrap",
		"{kinds} cross the edge as if files a and h were neighbours", message.Args{"kinds": kinds}))
	all.say(seam == Wrap && b.Files != 8, message.New("part.differ.wrap.any",
		"{kinds} cross the edge as if the first and the last file were neighbours", message.Args{"kinds": kinds}))
	all.say(seam == Hop, message.New("part.differ.hop",
		"{kinds} cross from one edge to the other{riders, select, true {, sliding pieces on the same rank} other {}}", message.Args{"kinds": kinds, "riders": riders}))
	all.say(seam == Twist, message.New("part.differ.twist",
		"{kinds} cross from the left or right edge to the other one, with the ranks in reverse order", message.Args{"kinds": kinds}))
	all.say(d.Seam.Home && seam != NoCrossing && crossers.Has('p'), message.New("part.differ.home",
		"en passant over the edge lands on the square that the captured pawn came from", nil))
	over := d.Ends.Kinds.and(there).without('p') // pawns never cross the ends
	all.say(d.Ends.Crossing != NoCrossing && over != "", message.New("part.differ.ends",
		"{kinds} cross {how, select, wrap {from the last rank to the first, and back} twist {from the last rank to the first with the files in reverse order, and back} other {the first and the last rank like the poles of a globe, and return half the board further on}}",
		message.Args{"kinds": d.names(over), "how": endsWords[slices.Index(endsValues, d.Ends.Crossing)]}))
	var pairs message.List
	for _, l := range d.Links {
		pairs = append(pairs, l.From+"-"+l.To)
	}
	all.say(len(d.Links) > 0, message.New("part.differ.links",
		"{count, plural, one {one link joins} other {# links join}} distant squares{few, select, true {: {pairs, and}} other {}}",
		message.Args{"count": len(d.Links), "few": len(pairs) <= mostListed, "pairs": pairs}))
	return message.List(all)
}

// pawnsCaptureSideways reports whether pawns can capture to the side, straight or diagonally.
func (d *Definition) pawnsCaptureSideways() bool {
	for _, p := range d.Pieces {
		if p.Kind == 'p' {
			atoms, _ := betza.Parse(p.Move) // Parse has checked it
			return slices.ContainsFunc(atoms, func(a betza.Atom) bool { return a.CapturesSideways() })
		}
	}
	return true
}

// mostListed is the maximum number of squares or pieces that a summary lists.
const mostListed = 6

// effectSummary returns the differences in what moves do besides moving a piece.
func (d *Definition) effectSummary() message.List {
	var all clauses
	if d.Reflection != nil {
		all = clauses(d.reflectionSummary())
	}
	all.say(d.Rebirth != NoRebirth, message.New("part.differ.rebirth",
		"a captured piece comes back on a square where {mirror, select, true {the other side} other {its side}} has such a piece at the start, if that square is empty",
		message.Args{"mirror": d.Rebirth == MirrorRebirth}))
	all.say(d.Passing, message.New("part.differ.passing", "a piece that moves passes to the same square of the other board, which must be empty", nil))
	return message.List(all)
}

// otherSummary returns the differences in pieces, castling, pawns and the end of the game.
func (d *Definition) otherSummary() message.List {
	var all clauses
	there := d.appearing()
	pawns := there.Has('p')
	pieces := slices.DeleteFunc(slices.Clone(d.Pieces), func(p Piece) bool { return !there.Has(p.Kind) })
	all.say(len(pieces) > mostListed, message.New("part.differ.pieces", "{count} kinds of pieces move in their own ways", message.Args{"count": len(pieces)}))
	for _, p := range pieces {
		word := d.kindWord(p.Kind)
		if letter := strings.ToUpper(string(p.Kind)); word != message.Kind(letter) {
			word = message.New("part.kind.named", "{role} ({letter})", message.Args{"role": word, "letter": letter})
		}
		all.say(len(pieces) <= mostListed, message.New("part.differ.piece", "the Betza notation for the {piece} is {move}", message.Args{"piece": word, "move": p.Move}))
	}
	all.say(d.Royal != "k", message.New("part.differ.royal", "{kinds} are royal: an attack on one is check", message.Args{"kinds": d.names(d.Royal)}))
	all.say(!d.Castling, message.New("part.differ.castling", "there is no castling", nil))
	all.say(d.Chess960, message.New("part.differ.chess960", "kings castle from any square, as in Chess960", nil))
	all.say(!d.DoublePush && !d.own('p') && pawns, message.New("part.differ.push", "pawns advance one square at a time", nil))
	var become message.List
	for _, k := range []byte(d.Promotes) {
		become = append(become, message.New("part.kind.become", "{role, a}", message.Args{"role": d.kindWord(k)}))
	}
	all.say(d.Promotes != "qrbn" && pawns, message.New("part.differ.promotes", "pawns promote only to {roles, or}", message.Args{"roles": become}))
	all.say(d.Pawn.Zone > 1 && pawns, message.New("part.differ.zone",
		"pawns {optional, select, true {may promote} other {promote}} on the last {count} ranks", message.Args{"optional": d.Pawn.Optional, "count": d.Pawn.Zone}))
	all.say(d.Stalemate == rules.StalemateLoses, message.New("part.differ.stalemate.loses", "a stalemated side loses", nil))
	all.say(d.Stalemate == rules.StalemateWins, message.New("part.differ.stalemate.wins", "a stalemated side wins", nil))
	all.say(d.Goal.Checks > 0, message.New("part.differ.checks",
		"{count, plural, one {the first check wins} other {a side that has given check # times wins}}", message.Args{"count": d.Goal.Checks}))
	for _, reach := range d.Goal.Reach {
		squares := strings.Fields(d.Board.list(reach.Squares))
		all.say(there.Has(reach.Kind), message.New("part.differ.reach", "{role, a} on {few, select, true {{squares, or}} other {one of {count} squares}} wins",
			message.Args{"role": d.kindWord(reach.Kind), "few": len(squares) <= mostListed, "squares": message.Strings(squares), "count": len(squares)}))
	}
	return message.List(all)
}

// line joins clauses into a sentence.
func line(parts message.List) message.Message {
	return message.New("differ.line", "{clauses, capital}.", message.Args{"clauses": message.New("part.differ.clauses", "{all, each}", message.Args{"all": parts})})
}

// promoted reports whether a promotion to a kind spawns a piece. On the last rank a pawn is never spawned,
// because the image of the landing square is on the first or last rank.
func (d *Definition) promoted(k byte) bool {
	r := d.Reflection
	return r.Promotions && r.Makes[k] != 0 && (r.Makes[k] != 'p' || d.Pawn.Zone > 1) && strings.IndexByte(d.Promotes, k) >= 0
}

func (d *Definition) reflectionSummary() (all message.List) {
	r := d.Reflection
	image := mapWords[slices.Index(mapValues, r.Map)]
	there := d.appearing()
	same, spared := true, false
	var spawned []byte // without duplicates
	var makers, pairs, becoming message.List
	for _, k := range slices.SortedFunc(maps.Keys(r.Makes), compareKinds) {
		if !there.Has(k) {
			continue
		}
		made := r.Makes[k]
		spared = spared || !r.Promotions && there.Has('p') && made != 'p' && strings.IndexByte(d.Promotes, k) >= 0
		switch {
		case !r.GoesOn.Has(k):
			if !slices.Contains(spawned, made) {
				spawned = append(spawned, made)
			}
			same, makers = same && made == k, append(makers, message.New("part.kind.of", "{role}", message.Args{"role": d.kindWord(k)}))
			pairs = append(pairs, message.New("part.differ.pair",
				"of a {role}{first, select, true { spawns} other {}} a {made}", message.Args{"role": d.kindWord(k), "made": d.kindWord(made), "first": pairs == nil}))
		case there.Has('p') && d.promoted(k): // spawns a piece only after a promotion
			becoming = append(becoming, message.New("part.differ.becomes",
				"to a {role}{first, select, true { spawns} other {}} a {made}", message.Args{"role": d.kindWord(k), "made": d.kindWord(made), "first": becoming == nil}))
		}
	}
	some := makers != nil
	switch {
	case same && len(makers) == len(there):
		all = append(all, message.New("part.differ.same",
			"{captures, select, true {a move} other {a quiet move}} spawns a piece of the same kind, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "own": r.Own, "image": image}))
	case some && same:
		all = append(all, message.New("part.differ.another",
			"{captures, select, true {a move} other {a quiet move}} of a {roles, or} spawns another, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "roles": makers, "own": r.Own, "image": image}))
	case len(makers) > 1 && len(spawned) == 1:
		all = append(all, message.New("part.differ.one",
			"{captures, select, true {a move} other {a quiet move}} of a {roles, or} spawns a {made}, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "roles": makers, "made": d.kindWord(spawned[0]), "own": r.Own, "image": image}))
	case some:
		all = append(all, message.New("part.differ.pairs",
			"{captures, select, true {a move} other {a quiet move}} {pairs, comma}, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}", message.Args{"captures": r.Captures, "pairs": pairs, "own": r.Own, "image": image}))
	}
	if becoming != nil {
		all = append(all, message.New("part.differ.becoming",
			"{captures, select, true {a promotion} other {a quiet promotion}} {pairs, comma}{there, select, true { there} other {, {own, select, true {in the mover's colour} other {in the opponent's colour}}, on the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}}}", message.Args{"captures": r.Captures, "pairs": becoming, "there": some, "own": r.Own, "image": image}))
	}
	some = some || becoming != nil
	if spared {
		all = append(all, message.New("part.differ.spared", "a promotion spawns nothing", nil))
	}
	if r.GoesOn.and(there) != "" {
		all = append(all, message.New("part.differ.goes-on",
			"{there, select, true {{kinds} go on there themselves} other {after {captures, select, true {a move} other {a quiet move}}, {kinds} go on to the square {image, select, files {mirrored left to right} ranks {mirrored top to bottom} other {rotated 180° about the centre}}}}", message.Args{"kinds": d.names(r.GoesOn), "there": some, "captures": r.Captures, "image": image}))
	}
	return all
}

// names lists kinds in the plural, without those that cannot appear in the game. It returns "pieces" if the
// list would contain every kind that can.
func (d *Definition) names(kinds Kinds) message.Message {
	there := d.Kinds()
	if d.Base == "" {
		there = d.appearing()
	}
	if kinds = kinds.and(there); kinds == there {
		return message.New("part.kinds.all", "pieces", nil)
	}
	var all message.List
	for _, k := range []byte(kinds) {
		all = append(all, message.New("part.kind.many", "{role, many}", message.Args{"role": d.kindWord(k)}))
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

// spaceGroups returns the differences from the base in where boards can move, and all other differences.
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
	say(1, riders == "", message.New("part.differ.riders.none", "no piece may ride", nil))
	say(1, riders != "" && riders != orthodox, message.New("part.differ.riders",
		"only {kinds} may ride", message.Args{"kinds": d.names(riders)}))
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
