package game

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Command is what a player wants to do: one of the types below. A command that
// was carried out before is carried out no second time, and that is no error.
type Command interface{ command() }

// Action is what is done with an offer.
type Action string

// The actions. To offer what the opponent has offered is to accept it.
const (
	Offer    Action = "offer"
	Accept   Action = "accept"
	Decline  Action = "decline"
	Withdraw Action = "withdraw"
)

// Move plays a move, in any form the rule set takes. Ply is how many moves the
// player has seen, Takebacks how many takebacks, and Key the key of the
// position they led to: a move made for another position is stale, and so is
// one from before a takeback that led back to the same.
type Move struct {
	Ply, Takebacks int
	Key            string
	Move           string
}

// Resign gives the game up.
type Resign struct{}

// Draw offers a draw or answers an offer. An offer stands until the opponent
// moves.
type Draw struct {
	Ply, Takebacks int
	Do             Action
}

// Claim claims a draw by threefold repetition or fifty moves.
type Claim struct{ Ply, Takebacks int }

// Takeback asks to take one's last move back, with what followed it, or answers
// that. It stands until anybody moves. The computer grants it at once, and so
// does one who holds both seats.
type Takeback struct {
	Ply, Takebacks int
	Do             Action
}

// Rematch offers another game with colours swapped, after the end.
type Rematch struct{ Do Action }

// Abort ends a game that has not begun: while a seat is free, or before both
// sides have moved.
type Abort struct{}

func (Move) command()     {}
func (Resign) command()   {}
func (Draw) command()     {}
func (Claim) command()    {}
func (Takeback) command() {}
func (Rematch) command()  {}
func (Abort) command()    {}

// MaxEvents is how many events a game may have before it can only be ended.
const MaxEvents = 20_000

// decide returns what comes of a command of the one at a seat. Nothing at all
// means that it was carried out before.
func (g *Game) decide(seat Side, c Command, now int64) ([]Event, error) {
	if seat == Nobody {
		return nil, refuse(CodeNoSeat, "only the players may do that; you are watching")
	}
	if g.events >= MaxEvents && grows(c) {
		return nil, refuse(CodeLimit, "this game has become too long to go on: agree on a draw, or resign")
	}
	me := seat
	if seat == Both {
		me = SideOf(g.turn())
	}
	d := decision{Game: g, seat: seat, me: me, now: now}
	switch c := c.(type) {
	case Move:
		return d.move(c)
	case Resign:
		return d.resign()
	case Draw:
		return d.draw(c)
	case Claim:
		return d.claim(c)
	case Takeback:
		return d.takeback(c)
	case Rematch:
		return d.rematch(c)
	case Abort:
		return d.abort()
	}
	return nil, refuse(CodeInvalid, "there is no such command")
}

// grows reports whether a command can be given for ever.
func grows(c Command) bool {
	var do Action
	switch c := c.(type) {
	case Move, Takeback:
		return true
	case Draw:
		do = c.Do
	case Rematch:
		do = c.Do
	}
	return do == Decline || do == Withdraw
}

// decision is what a command is decided on: the game, who asks, and when. Me is
// the colour that acts; one who holds both seats acts for the side to move.
type decision struct {
	*Game
	seat, me Side
	now      int64
}

func (d *decision) event(e Event) []Event {
	e.At = d.now
	return []Event{e}
}

// going refuses what needs a game that is in play.
func (d *decision) going() error {
	switch {
	case d.result != nil:
		return refuse(CodeOver, "the game is over: %s", d.result.Sentence)
	case d.waiting():
		return refuse(CodeWaiting, "your opponent has not joined yet")
	}
	return nil
}

// current refuses what was meant for another position, or for the same one
// before it was left and come back to.
func (d *decision) current(ply, takebacks int) error {
	switch {
	case ply != d.Ply():
		return refuse(CodeStale, "the game has gone on: it is at half-move %d, not %d", d.Ply(), ply)
	case takebacks != d.takebacks:
		return refuse(CodeStale, "the game has gone on: there have been %d takebacks, not %d", d.takebacks, takebacks)
	}
	return nil
}

// endedBy reports whether the game has ended for one of these reasons.
func (d *decision) endedBy(reasons ...string) bool {
	return d.result != nil && slices.Contains(reasons, d.result.Reason)
}

func (d *decision) move(c Move) ([]Event, error) {
	if d.repeats(c) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	p := d.line.Position()
	if !strings.EqualFold(c.Key, keyText(&p)) {
		return nil, refuse(CodeStale, "the move was made for another position than the one at half-move %d", c.Ply)
	}
	if !d.seat.Holds(p.Side) {
		return nil, refuse(CodeTurn, "it is %s's turn", rules.SideName(p.Side))
	}
	played, err := rules.Play(d.rules, &p, c.Move)
	if err != nil {
		return nil, refuseMove(err)
	}
	return d.event(Event{Type: Moved, Move: d.rules.Guide().FormatUCI(&p, played.Move)}), nil
}

// repeats reports whether a move has been played already, in the position it
// was made for and by the one who asks.
func (d *decision) repeats(c Move) bool {
	if c.Ply < 0 || c.Ply >= d.Ply() {
		return false
	}
	p, _ := d.line.At(c.Ply)
	if !strings.EqualFold(c.Key, keyText(&p)) || !d.seat.Holds(p.Side) {
		return false
	}
	guide := d.rules.Guide()
	m, err := guide.ParseMove(&p, c.Move)
	return err == nil && guide.FormatUCI(&p, m) == d.moves[c.Ply].Move
}

func (d *decision) resign() ([]Event, error) {
	if d.endedBy(Resignation) && (d.seat == Both || d.loser == d.me) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	return d.event(Event{Type: Resigned, Side: d.me}), nil
}

func (d *decision) claim(c Claim) ([]Event, error) {
	if d.endedBy(string(rules.Threefold), string(rules.Fifty)) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	switch {
	case !d.seat.Holds(d.turn()):
		return nil, refuse(CodeTurn, "only the side to move may claim a draw")
	case len(d.Game.claim) == 0:
		return nil, refuse(CodeNothing, "there is no draw to claim: that takes the same position three times, or fifty moves without a capture or a pawn move")
	}
	return d.event(Event{Type: Claimed, Side: d.me, Reason: string(d.Game.claim[0])}), nil
}

func (d *decision) abort() ([]Event, error) {
	switch {
	case d.endedBy(Abortion):
		return nil, nil
	case d.result != nil:
		return nil, d.going()
	case !d.waiting() && d.Ply() >= freePlies:
		return nil, refuse(CodeTooLate, "a game in which both have moved cannot be aborted; you may resign")
	}
	return d.event(Event{Type: Aborted, Side: d.me}), nil
}

// join returns what comes of somebody who wants the free seat.
func (g *Game) join(by Hash, t Ticket, now int64) ([]Event, error) {
	switch {
	case by == Hash{}:
		return nil, refuse(CodeNoSeat, "a player needs a cookie: allow cookies for this site")
	case g.seat(by) != Nobody:
		return nil, nil
	case g.result != nil:
		return nil, refuse(CodeOver, "the game is over: %s", g.result.Sentence)
	case !g.waiting():
		return nil, refuse(CodeTaken, "both seats are taken; you may watch")
	case !g.start.Open && !tokenHash(t.Token).same(g.start.Invite):
		return nil, refuse(CodeToken, "that is not the invitation to this game: ask for the whole link")
	}
	side := White
	if !g.seats[board.White].Free() {
		side = Black
	}
	return []Event{{Type: Joined, At: now, Side: side, Player: &Seat{Browser: by, Name: CleanName(t.Name)}}}, nil
}
