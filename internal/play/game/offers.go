package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
)

// opponentPlays reports whether the other seat is held by the computer.
func (d *decision) opponentPlays() bool { return d.computer(d.me.Other().Colour()) > 0 }

// alone reports whether nobody else has to be asked.
func (d *decision) alone() bool { return d.seat == Both }

// answer decides what is not an acceptance: an offer, its withdrawal or its
// refusal. What has no offer to speak of has been done already.
func (d *decision) answer(what Subject, do Action) ([]Event, error) {
	standing := *d.offer(what)
	switch do {
	case Offer:
		if standing == d.me {
			return nil, nil
		}
		// An offer that was withdrawn is no more made anew than one that was
		// declined: the message may be the old one, sent again.
		if d.bars(what, d.me) {
			if what == OfRematch {
				return nil, refuse(CodeTooSoon, "that was declined or withdrawn: your opponent may still ask")
			}
			return nil, refuse(CodeTooSoon, "that was declined or withdrawn a moment ago: make a move first")
		}
		return d.event(Event{Type: Offered, Side: d.me, What: what}), nil
	case Decline:
		if standing != d.me.Other() {
			return nil, nil
		}
		return d.event(Event{Type: Declined, Side: d.me, What: what}), nil
	case Withdraw:
		if standing != d.me {
			return nil, nil
		}
		return d.event(Event{Type: Withdrawn, Side: d.me, What: what}), nil
	}
	return nil, refuse(CodeInvalid, "%q is none of offer, accept, decline and withdraw", notation.Clip(string(do)))
}

// bars reports whether a side may not offer something: its last offer was
// declined or withdrawn, and it has not moved since.
func (g *Game) bars(what Subject, side Side) bool {
	at, ok := g.settled[settled{what, side}]
	played := g.Ply() - at
	// Sides take turns: of two moves one is the player's, and a single one is
	// if it is the opponent's turn now.
	return ok && played <= 1 && (played == 0 || g.turn() == side.Colour())
}

func (d *decision) draw(c Draw) ([]Event, error) {
	if d.endedBy(Agreement) && (c.Do == Offer || c.Do == Accept) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	offered := d.offers.Draw == d.me.Other()
	switch {
	case c.Do == Offer && (offered || d.alone()), c.Do == Accept && offered:
		return d.event(Event{Type: Agreed}), nil
	case c.Do == Accept:
		return nil, refuse(CodeNothing, "no draw is offered to you")
	}
	events, err := d.answer(OfDraw, c.Do)
	if c.Do == Offer && len(events) > 0 && d.opponentPlays() && d.Ply() < late {
		// The computer takes no early draw, and need not think about it.
		events = append(events, Event{Type: Declined, At: d.now, Side: d.me.Other(), What: OfDraw})
	}
	return events, err
}

// undone returns to how many moves a takeback by a side leads: before the last
// move of its own, and one who holds both seats before the last of all.
func (d *decision) undone(side board.Colour) (int, error) {
	n := 1
	if !d.alone() && d.turn() == side {
		n = 2
	}
	if d.Ply() < n {
		return 0, refuse(CodeNothing, "there is no move to take back yet")
	}
	return d.Ply() - n, nil
}

func (d *decision) takeback(c Takeback) ([]Event, error) {
	if err := d.going(); err != nil {
		return nil, err
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	asker := d.me
	switch offered := d.offers.Takeback == d.me.Other(); {
	case c.Do == Accept && !offered:
		return nil, refuse(CodeNothing, "nobody asks you to let a move be taken back")
	case c.Do == Accept:
		asker = d.me.Other()
	case c.Do == Offer && offered:
		return nil, refuse(CodeTooSoon, "your opponent asks for the same: answer that first")
	}
	ply, err := d.undone(asker.Colour())
	if err != nil && (c.Do == Offer || c.Do == Accept) {
		return nil, err
	}
	if c.Do == Accept || c.Do == Offer && (d.alone() || d.opponentPlays()) {
		return d.event(Event{Type: TakenBack, Side: asker, Ply: ply}), nil
	}
	return d.answer(OfTakeback, c.Do)
}

func (d *decision) rematch(c Rematch) ([]Event, error) {
	switch {
	case d.result == nil:
		return nil, refuse(CodeNotOver, "the game is not over")
	case d.waiting():
		return nil, refuse(CodeNothing, "nobody played against you")
	case d.next != "":
		return nil, nil
	}
	offered := d.offers.Rematch == d.me.Other()
	switch {
	case c.Do == Offer && (offered || d.alone() || d.opponentPlays()), c.Do == Accept && offered:
		return d.event(Event{Type: Rematched, Next: newID()}), nil
	case c.Do == Accept:
		return nil, refuse(CodeNothing, "no rematch is offered to you")
	}
	return d.answer(OfRematch, c.Do)
}

// again returns the start of the rematch: the same game with colours swapped.
func (g *Game) again(id string) Start {
	s := g.start
	s.ID, s.Previous, s.Invite, s.Open = id, g.start.ID, Hash{}, false
	s.White, s.Black = g.seats[board.Black], g.seats[board.White]
	if g.seats[0].Browser == g.seats[1].Browser {
		// Two people at one screen keep the names of their colours.
		s.White.Name, s.Black.Name = g.seats[0].Name, g.seats[1].Name
	}
	return s
}
