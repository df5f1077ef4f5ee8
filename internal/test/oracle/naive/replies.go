package naive

// Reply is a legal move and what comes of it.
type Reply struct {
	UCI, SAN string
	After    *Pos
}

// Replies gives the position after every legal move, by its UCI notation: as
// Moves and Play do, but the legal moves are worked out only once.
func (p *Pos) Replies() map[string]*Pos {
	replies := map[string]*Pos{}
	for _, m := range p.legal() {
		replies[m.text()] = p.apply(m)
	}
	return replies
}

// Written gives every legal move with both its notations, in no order.
func (p *Pos) Written() []Reply {
	var all []Reply
	legal := p.legal()
	for _, m := range legal {
		all = append(all, Reply{m.text(), p.san(m, legal), p.apply(m)})
	}
	return all
}
