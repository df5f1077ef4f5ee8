package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// answer handles making, withdrawing and declining an offer, but not accepting it. Withdrawing or declining
// has no effect if there is no offer.
func (d *decision) answer(what Subject, do OfferAction) ([]Event, error) {
	standing := *d.offer(what)
	switch do {
	case Offer:
		if standing == d.me {
			return nil, nil
		}
		// A withdrawn offer cannot be repeated immediately either, because the new request may be the
		// old one sent again.
		if d.bars(what, d.me) {
			if what == OfRematch {
				return nil, Refuse("game.too-soon.rematch", "your offer was declined or withdrawn: your opponent can still make one", nil)
			}
			return nil, Refuse("game.too-soon.offer", "your offer was just declined or withdrawn: make a move first", nil)
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
	return nil, Refuse("game.invalid.action", "unknown action {text, quote}: use offer, accept, decline or withdraw", message.Args{"text": notation.Clip(string(do))})
}

func (c Draw) decide(d *decision) ([]Event, error) {
	if d.endedBy(rules.Agreement) && (c.Do == Offer || c.Do == Accept) {
		return nil, nil
	}
	if err := d.inPlay(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	offered := d.offers.Draw == d.me.Other()
	switch {
	case c.Do == Offer && (offered || d.alone()), c.Do == Accept && offered:
		return d.event(Event{Type: Agreed}), nil
	case c.Do == Accept:
		return nil, Refuse("game.nothing.draw", "your opponent has not offered a draw", nil)
	}
	events, err := d.answer(OfDraw, c.Do)
	if c.Do == Offer && len(events) > 0 && d.opponentPlays() && d.Ply() < drawFromPly {
		// The computer declines an early draw offer without searching.
		events = append(events, Event{Type: Declined, At: d.now, Side: d.me.Other(), What: OfDraw})
	}
	return events, err
}

// undoneTo returns the number of moves that remain after a takeback by a side. The takeback undoes the moves
// from the side's last one on, or only the last move of the game if one player holds both seats.
func (d *decision) undoneTo(side board.Colour) (int, error) {
	n := 1
	if !d.alone() && d.Turn() == side {
		n = 2
	}
	if d.Ply() < n {
		return 0, nothingToTakeBack()
	}
	return d.Ply() - n, nil
}

func (c Takeback) decide(d *decision) ([]Event, error) {
	if d.start.Local {
		return d.undo(c)
	}
	if err := d.inPlay(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	if d.start.Rated {
		return nil, Refuse("game.invalid.rated-takeback", "moves cannot be taken back in a rated game", nil)
	}
	asker := d.me
	switch offered := d.offers.Takeback == d.me.Other(); {
	case c.Do == Accept && !offered:
		return nil, Refuse("game.nothing.asked", "your opponent has not asked for a takeback", nil)
	case c.Do == Accept:
		asker = d.me.Other()
	case c.Do == Offer && offered:
		return nil, Refuse("game.too-soon.asked", "your opponent has already asked for the same: answer that request first", nil)
	}
	ply, err := d.undoneTo(asker.Colour())
	if err != nil && (c.Do == Offer || c.Do == Accept) {
		return nil, err
	}
	if c.Do == Accept || c.Do == Offer && (d.alone() || d.opponentPlays()) {
		return d.event(Event{Type: TakenBack, Side: asker, Ply: ply}), nil
	}
	return d.answer(OfTakeback, c.Do)
}

// awaits reports whether undo and redo in a local game may stop when it is a side's turn: a person plays that
// side, or no person plays.
func (d *decision) awaits(side board.Colour) bool {
	return d.seats[side].Person || d.LocalSeat() == Nobody
}

// undo handles a takeback in a local game. If the game ended on a person's turn for a reason other than its
// position, such as a resignation, undo reverts only the result. Otherwise it undoes moves until it is a
// person's turn.
func (d *decision) undo(c Takeback) ([]Event, error) {
	if c.Do != Offer {
		return d.answer(OfTakeback, c.Do)
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	if d.next != "" {
		return nil, d.going()
	}
	ended := d.result != nil && !d.result.OfPosition()
	if ended && d.awaits(d.Turn()) {
		return d.event(Event{Type: TakenBack, Ply: d.Ply()}), nil
	}
	for n := d.Ply() - 1; n >= 0; n-- {
		if p, _ := d.line.At(n); d.awaits(p.Side) {
			return d.event(Event{Type: TakenBack, Ply: n}), nil
		}
	}
	if ended {
		return d.event(Event{Type: TakenBack, Ply: d.Ply()}), nil
	}
	return nil, nothingToTakeBack()
}

func (c Rematch) decide(d *decision) ([]Event, error) {
	switch {
	case d.result == nil:
		return nil, Refuse("game.not-over", "the game is not over", nil)
	case d.Waiting():
		return nil, Refuse("game.nothing.opponent", "you had no opponent", nil)
	case d.next != "":
		return nil, nil
	}
	offered := d.offers.Rematch == d.me.Other()
	switch {
	case c.Do == Offer && (offered || d.alone() || d.opponentPlays()), c.Do == Accept && offered:
		return d.event(Event{Type: Rematched, Next: c.Next}), nil
	case c.Do == Accept:
		return nil, Refuse("game.nothing.rematch", "your opponent has not offered a rematch", nil)
	}
	return d.answer(OfRematch, c.Do)
}

// RematchStart returns the start of the rematch, the same game with colours swapped.
func (g *Game) RematchStart(id string) Start {
	s := g.start
	s.ID, s.Previous, s.Invite, s.Open = id, g.start.ID, Hash{}, false
	s.White, s.Black = g.seats[board.Black], g.seats[board.White]
	if g.seats[0].Session == g.seats[1].Session && g.seats[0].Computer == 0 && g.seats[1].Computer == 0 {
		// Two people at one screen keep their colours.
		s.White.Name, s.Black.Name = g.seats[0].Name, g.seats[1].Name
	}
	return s
}
