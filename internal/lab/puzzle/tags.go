package puzzle

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Theme tags, in display order. Tags that apply only to some rule sets come first.
const (
	TagSeam           = "over-the-seam"   // a solver move crosses the seam
	TagReflectionMate = "reflection-mate" // a spawned piece, or the moved piece going on, gives mate
	TagHeld           = "held-reflection" // the reflected square of a quiet solver move is occupied
	TagMade           = "made-piece"      // a spawned piece is captured or moves
	TagChain          = "successor-chain" // a spawned piece spawns the next
	TagGoesOn         = "goes-on"         // a solver piece goes on to the reflected square
	TagKings          = "several-kings"   // a side has several kings
	TagRide           = "board-ride"      // a board carries a piece
	TagBoard          = "board-move"      // a board moves, empty or not
	TagLevel          = "level-change"    // a solver piece moves to another level
	TagQuiet          = "quiet-move"      // a solver move neither captures, promotes nor checks
	TagSacrifice      = "sacrifice"       // the solver temporarily gives up material
	TagPromotion      = "promotion"
	TagUnder          = "underpromotion"
	TagEnPassant      = "en-passant"
	TagCastling       = "castling"
	TagDoubleCheck    = "double-check"
	TagDiscovered     = "discovered-check"
	TagDefence        = "in-check" // the solver starts in check
)

// Tags lists all theme tags.
var Tags = []string{
	TagSeam, TagReflectionMate, TagHeld, TagMade, TagChain, TagGoesOn, TagKings, TagRide, TagBoard, TagLevel, TagQuiet,
	TagSacrifice, TagPromotion, TagUnder, TagEnPassant, TagCastling, TagDoubleCheck, TagDiscovered, TagDefence,
}

// Goal tags. goalMate is followed by the number of moves.
const (
	goalMaterial = "material"
	goalMate     = "mate-in-"
)

// Goal parses a goal tag. It returns the number of moves to mate, or 0 for a gain of material. Ok is false if
// the tag is not a goal.
func Goal(tag string) (mate int, ok bool) {
	if tag == goalMaterial {
		return 0, true
	}
	text, ok := strings.CutPrefix(tag, goalMate)
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n >= 1 && n <= 9 && text == strconv.Itoa(n)
}

// proof is a proved solution.
type proof struct {
	line []board.Move // starts and ends with a solver move
	mate int          // number of moves to mate, or 0 for a gain
	gain int          // gain of material at the end of the searched line, in centipawns
}

// goalTag returns the goal tag of a proof.
func goalTag(f proof) string {
	if f.mate == 0 {
		return goalMaterial
	}
	return goalMate + strconv.Itoa(f.mate)
}

// tagger examines a solution move by move.
type tagger struct {
	rules rules.Rules
	found map[string]bool
	made  map[string]bool // squares of spawned pieces
}

// tagsOf returns the tags of a solution, goal first.
func tagsOf(r rules.Rules, start *board.Position, f proof) []string {
	t := tagger{rules: r, found: map[string]bool{}, made: map[string]bool{}}
	at := *start
	t.found[TagDefence] = rules.InCheck(r, &at)
	low := 0
	for ply, m := range f.line {
		var next board.Position
		r.Apply(&at, m, &next)
		t.look(&at, &next, m, ply%2 == 0, ply == len(f.line)-1)
		if lost := balance(&next, start.Side) - balance(start, start.Side); ply%2 == 1 {
			low = min(low, lost)
		}
		for _, side := range []board.Colour{board.White, board.Black} {
			kings, _ := r.Kings(&next, side)
			t.mark(TagKings, kings.Many())
		}
		at = next
	}
	t.found[TagSacrifice] = low <= -200
	tags := []string{goalTag(f)}
	for _, tag := range Tags {
		if t.found[tag] {
			tags = append(tags, tag)
		}
	}
	return tags
}

// mark adds a tag if it applies.
func (t *tagger) mark(tag string, applies bool) { t.found[tag] = t.found[tag] || applies }

func (t *tagger) look(at, next *board.Position, m board.Move, solver, last bool) {
	guide := t.rules.Guide()
	class := guide.Class(at, m)
	changes := describe.Changes(t.rules, at, next, m)
	has := func(e describe.Effect) bool {
		return slices.ContainsFunc(changes, func(c describe.Change) bool { return c.Effect == e })
	}
	for _, c := range changes {
		// A spawned piece moves or is captured.
		if c.From != "" && t.made[c.From] && (c.Effect == describe.Moved || c.Effect == describe.Captured) {
			t.found[TagMade] = true
			t.mark(TagChain, c.Effect == describe.Moved && t.succeeds(c.Piece, changes))
		}
	}
	for _, c := range changes {
		if c.Effect == describe.Appeared {
			t.made[c.To] = true
		}
	}
	if !solver {
		return
	}
	quiet := class&(rules.Capture|rules.Promotion) == 0
	if class&rules.BoardMove == 0 {
		ways := guide.Ways(at, m)
		t.mark(TagSeam, len(ways) > 0 && ways[0].Seam())
	}
	t.mark(TagQuiet, quiet && !rules.InCheck(t.rules, next))
	t.mark(TagRide, has(describe.Carried))
	t.mark(TagBoard, class&rules.BoardMove != 0)
	t.mark(TagGoesOn, t.rules.Info().Reflects && has(describe.WentOn))
	t.mark(TagPromotion, m.Promotion() != board.NoRole)
	t.mark(TagUnder, m.Promotion() != board.NoRole && m.Promotion() != board.Queen)
	t.mark(TagEnPassant, class&rules.EnPassant != 0)
	t.mark(TagCastling, class&rules.Castling != 0)
	t.mark(TagHeld, quiet && t.held(next, m, class, has(describe.Appeared) || has(describe.WentOn)))
	t.mark(TagLevel, t.changesLevel(at, m, class))
	t.mark(TagReflectionMate, last && t.mated(next) && t.byReflection(next, changes))
	t.lookAtCheck(at, next, m, changes)
}

// succeeds reports whether a move spawned a piece with a role different from that of the moved piece.
func (t *tagger) succeeds(moved board.Piece, changes []describe.Change) bool {
	return slices.ContainsFunc(changes, func(c describe.Change) bool {
		return c.Effect == describe.Appeared && c.Piece.Role() != moved.Role()
	})
}

// held reports whether a move would have reflected if the reflected square had been empty.
func (t *tagger) held(next *board.Position, m board.Move, class rules.Class, reflected bool) bool {
	r, ok := t.rules.(rules.Reflecting)
	if !ok || reflected || class&rules.Castling != 0 || !t.rules.Info().Reflects {
		return false
	}
	image := r.Reflected(m.To())
	return image != board.NoSquare && next.Piece(image) != board.NoPiece
}

// changesLevel reports whether a piece moves to another level, in games whose boards have levels.
func (t *tagger) changesLevel(at *board.Position, m board.Move, class rules.Class) bool {
	if len(t.rules.Info().Levels) == 0 || class&(rules.BoardMove|rules.Castling) != 0 {
		return false
	}
	return t.level(at, m.From()) != t.level(at, m.To())
}

// level returns the level of a square.
func (t *tagger) level(at *board.Position, s board.Square) string {
	name := t.rules.Guide().SquareName(at, s)
	for _, info := range t.rules.Info().Squares {
		if info.Name == name {
			return info.Level
		}
	}
	return ""
}

// mated reports whether the side to move is checkmated.
func (t *tagger) mated(p *board.Position) bool {
	return rules.InCheck(t.rules, p) && len(rules.LegalMoves(t.rules, p)) == 0
}

// byReflection reports whether a mate depends on a spawned piece or on the moved piece going on.
func (t *tagger) byReflection(next *board.Position, changes []describe.Change) bool {
	for _, c := range changes {
		switch c.Effect {
		case describe.WentOn:
			if t.rules.Info().Reflects { // otherwise, the piece passed to the other board
				return true
			}
		case describe.Appeared:
			s, err := t.rules.Guide().ParseSquare(next, c.To)
			if err != nil {
				continue
			}
			without := *next
			without.Take(s, without.Piece(s))
			if kings, _ := t.rules.Kings(&without, without.Side); kings.Empty() || !t.mated(&without) {
				return true
			}
		}
	}
	return false
}

// lookAtCheck tags double and discovered checks, in which a piece other than the moved piece gives check.
func (t *tagger) lookAtCheck(at, next *board.Position, m board.Move, changes []describe.Change) {
	if m.Type() != board.Step || !rules.InCheck(t.rules, next) {
		return
	}
	to := m.To()
	for _, c := range changes {
		if c.Effect == describe.WentOn {
			if s, err := t.rules.Guide().ParseSquare(next, c.To); err == nil {
				to = s
			}
		}
	}
	pc := next.Piece(to)
	if pc == board.NoPiece || pc.Role() == board.King || pc.Colour() != at.Side {
		return
	}
	// Replace the piece with an enemy knight, which blocks the lines behind it and does not check the enemy
	// king.
	stopped := func(p *board.Position, s board.Square) {
		p.Set(s, board.NewPiece(at.Side.Other(), board.Knight))
	}
	without := *next
	stopped(&without, to)
	if !rules.InCheck(t.rules, &without) {
		return
	}
	alone := *next
	for s, pc := range next.All() {
		if pc.Colour() == at.Side && pc.Role() != board.King && s != to {
			stopped(&alone, s)
		}
	}
	if rules.InCheck(t.rules, &alone) {
		t.found[TagDoubleCheck] = true
	} else {
		t.found[TagDiscovered] = true
	}
}

// values holds piece values in centipawns. Kings do not count.
var values = [7]int{board.Pawn: 100, board.Knight: 300, board.Bishop: 300, board.Rook: 500, board.Queen: 900}

// balance returns a side's material minus the opponent's, in centipawns.
func balance(p *board.Position, side board.Colour) (sum int) {
	for _, pc := range p.All() {
		switch k := pc.Role(); {
		case k > board.Queen:
		case pc.Colour() == side:
			sum += values[k]
		default:
			sum -= values[k]
		}
	}
	return sum
}
