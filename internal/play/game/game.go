package game

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Game is the state that a list of events leads to. It is not safe for use by
// several goroutines at once.
type Game struct {
	rules   rules.Rules
	start   Start
	seats   [2]Seat
	events  int
	created int64
	updated int64 // when the last event happened

	line  *rules.Line
	moves []PlayedMove
	times []times // after each move, and one for the start
	since int64   // when the turn began

	takebacks int

	offers  Offers
	settled map[settled]int // the ply at which an offer was declined or withdrawn
	claim   []rules.Reason

	result *Result
	ended  int64
	frozen bool // the end came during a turn, whose time counts
	loser  Side // who resigned
	next   string
}

// settled is an offer that was declined or withdrawn, and whose it was.
type settled struct {
	what Subject
	side Side
}

// Fold returns the game that events lead to. An error means that they are not
// those of a game.
func Fold(find notation.Finder, events []Event) (*Game, error) {
	if len(events) == 0 || events[0].Type != Created || events[0].Start == nil {
		return nil, fmt.Errorf("game: a list of %d events that does not begin with the start of a game", len(events))
	}
	s := *events[0].Start
	r, ok := find(s.Variant)
	if !ok {
		return nil, fmt.Errorf("game: %s is played by %q, which is no known rule set", s.ID, s.Variant)
	}
	p, err := r.Guide().ParsePosition(s.Position, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("game: %s starts where no game can: %w", s.ID, err)
	}
	g := &Game{
		rules: r, start: s, seats: [2]Seat{s.White, s.Black},
		line: rules.NewLine(r, p), times: []times{s.Control.begin()},
		created: events[0].At, updated: events[0].At, since: events[0].At, events: 1,
		settled: map[settled]int{},
	}
	g.judge(events[0].At)
	for i, e := range events[1:] {
		if err := g.apply(e); err != nil {
			return nil, fmt.Errorf("game: event %d of %s: %w", i+2, s.ID, err)
		}
	}
	return g, nil
}

// apply adds an event. It checks no more than it must to stay a game: what may
// happen is for decide.
func (g *Game) apply(e Event) error {
	if rematch := e.Type == Rematched || e.What == OfRematch && e.Type != Moved; rematch != g.Over() {
		return fmt.Errorf("%s does not happen at this stage", e.Type)
	}
	switch e.Type {
	case Joined:
		if e.Player == nil || e.Side != White && e.Side != Black || !g.seats[e.Side.Colour()].Free() {
			return fmt.Errorf("nobody can join as %q", e.Side)
		}
		g.seats[e.Side.Colour()] = *e.Player
		g.since = e.At
	case Moved:
		if err := g.move(e); err != nil {
			return err
		}
	case Offered:
		if offer := g.offer(e.What); offer != nil {
			*offer = e.Side
		}
	case Declined, Withdrawn:
		if offer := g.offer(e.What); offer != nil {
			g.settled[settled{e.What, *offer}] = g.Ply()
			*offer = Nobody
		}
	case TakenBack:
		if e.Ply < 0 || e.Ply >= g.Ply() {
			return fmt.Errorf("of %d moves all but %d cannot be taken back", g.Ply(), e.Ply)
		}
		g.takeBack(e)
	case Resigned, Flagged, Agreed, Claimed, Aborted:
		if err := g.end(e); err != nil {
			return err
		}
	case Rematched:
		g.next = e.Next
		g.offers.Rematch = Nobody
	default:
		return fmt.Errorf("there is no event called %q", e.Type)
	}
	g.events++
	g.updated = e.At
	return nil
}

// offer returns where an offer about a subject is kept.
func (g *Game) offer(what Subject) *Side {
	switch what {
	case OfDraw:
		return &g.offers.Draw
	case OfTakeback:
		return &g.offers.Takeback
	case OfRematch:
		return &g.offers.Rematch
	}
	return nil
}

func (g *Game) move(e Event) error {
	before, mover := g.line.Position(), g.turn()
	played, err := g.line.PlayText(e.Move)
	if err != nil {
		return fmt.Errorf("the move %q: %w", e.Move, err)
	}
	guide := g.rules.Guide()
	m := PlayedMove{
		Move: guide.FormatUCI(&before, played.Move),
		SAN:  guide.FormatSAN(&before, played.Move),
		Text: rules.Tell(g.rules, &before, played.Move),
		Key:  keyText(&played.Next),
		At:   e.At,
	}
	left := g.start.Control.after(g.left(), mover, e.At-g.since, len(g.moves) < freePlies)
	if g.start.Control != nil {
		clock := left[mover]
		m.Clock = &clock
	}
	g.moves, g.times, g.since = append(g.moves, m), append(g.times, left), e.At
	g.offers.Takeback = Nobody
	if g.offers.Draw == SideOf(mover.Other()) {
		g.offers.Draw = Nobody
	}
	g.judge(e.At)
	return nil
}

// takeBack returns to an earlier position. An offer of a draw was made in
// another one, and lapses.
func (g *Game) takeBack(e Event) {
	for g.line.Ply() > e.Ply {
		g.line.Undo()
	}
	g.moves, g.times, g.since = g.moves[:e.Ply:e.Ply], g.times[:e.Ply+1], e.At
	g.takebacks++
	g.offers = Offers{}
	clear(g.settled)
	g.judge(e.At)
}

// judge asks the rules how the position reached stands.
func (g *Game) judge(at int64) {
	o := g.line.Outcome()
	g.claim = o.Claim
	if o.Over() {
		g.finish(o, at)
	}
}

func (g *Game) finish(o rules.Outcome, at int64) {
	g.result = &Result{string(o.Result), string(o.Reason), o.Sentence()}
	g.ended, g.claim, g.offers = at, nil, Offers{}
}

// keyText writes a position's key as 16 digits.
func keyText(p *board.Position) string { return fmt.Sprintf("%016x", p.Hash) }

// ID returns the name of the game.
func (g *Game) ID() string { return g.start.ID }

// Ply returns how many moves have been played.
func (g *Game) Ply() int { return len(g.moves) }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.result != nil }

func (g *Game) turn() board.Colour {
	p := g.line.Position()
	return p.Side
}

// waiting reports whether a seat is free.
func (g *Game) waiting() bool { return g.seats[0].Free() || g.seats[1].Free() }

// seat returns the seat of a browser.
func (g *Game) seat(h Hash) Side {
	if h == (Hash{}) {
		return Nobody
	}
	white, black := g.seats[0].Browser.same(h), g.seats[1].Browser.same(h)
	switch {
	case white && black:
		return Both
	case white:
		return White
	case black:
		return Black
	}
	return Nobody
}

// computer returns the level of the computer at a seat, 0 if it is not there.
func (g *Game) computer(c board.Colour) int { return g.seats[c].Computer }

// Entry returns what a store looks the game up by.
func (g *Game) Entry() Entry {
	p := g.line.Position()
	return Entry{
		ID: g.start.ID, Variant: g.start.Variant, Control: g.start.Control,
		White: g.seats[board.White], Black: g.seats[board.Black],
		Open:    g.start.Open && g.waiting() && g.result == nil,
		Running: g.result == nil, Deadline: g.Deadline(),
		Turn: SideOf(p.Side), Ply: g.Ply(), Result: g.result,
		Position: g.rules.Guide().FormatPosition(&p),
		Created:  g.created, Updated: g.updated,
	}
}
