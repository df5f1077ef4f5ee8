package room

import (
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// link connects a room to the other nodes that have its game.
type link struct {
	nodes *cluster.Nodes
	bus   cluster.Bus
	game  string

	cancel     func() // nil while the room is not subscribed
	announcing bool   // whether an announcement is scheduled
}

// open subscribes to the game's messages, and asks the other nodes who is present there. Their
// responses also reveal events committed before this subscription was active. It does nothing if the
// link is already open.
func (l *link) open(deliver func(cluster.Committed)) {
	if l.cancel == nil {
		l.cancel = l.bus.Subscribe(l.game, deliver)
		l.send(cluster.Note{Ask: true})
	}
}

// close ends the subscription.
func (l *link) close() {
	if l.cancel != nil {
		l.cancel()
		l.cancel = nil
	}
}

// send sends a note to the other nodes that have the game.
func (l *link) send(n cluster.Note) {
	if l.nodes.On() {
		n.Node = l.nodes.Self()
		l.bus.Publish(cluster.Committed{Game: l.game, Note: &n})
	}
}

// schedule calls announce shortly after a commit. It does nothing if a call is already scheduled.
func (l *link) schedule(announce func()) {
	if l.announcing || !l.nodes.On() {
		return
	}
	l.announcing = true
	time.AfterFunc(headAfter, announce)
}

// handover tracks players whom another node has sent here. The time they take to arrive is not charged to
// them.
type handover struct {
	moving [2]int64 // when each player's move to this node began, in hub time; 0 if not moving
	owing  [2]int64 // milliseconds to refund to each player
}

// depart records that a player is moving here.
func (h *handover) depart(side board.Colour, now int64) { h.moving[side] = now }

// arrive records that a player has arrived.
func (h *handover) arrive(seat game.Side, now int64) {
	for c, since := range h.moving {
		if since != 0 && seat.Holds(board.Colour(c)) {
			h.owing[c] += max(0, now-since) // the game limits the refund
			h.moving[c] = 0
		}
	}
}

// refund returns the milliseconds to refund to a player, and resets them.
func (h *handover) refund(seat game.Side) (owed int64) {
	for c := range h.owing {
		if seat.Holds(board.Colour(c)) {
			owed += h.owing[c]
			h.owing[c] = 0
		}
	}
	return owed
}

// headAfter is how long after a commit the event count is announced. Other nodes use it to detect that they
// have missed the last event.
const headAfter = 300 * time.Millisecond
