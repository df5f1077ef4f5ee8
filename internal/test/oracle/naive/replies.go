package naive

// Reply is a legal move and its result.
type Reply struct {
	UCI, SAN string
	After    *Pos
}

// Replies returns the position after every legal move, keyed by UCI notation. It combines Moves
// and Play in one pass.
func (p *Pos) Replies() map[string]*Pos {
	replies := map[string]*Pos{}
	for _, m := range p.legal() {
		replies[m.text()] = p.apply(m)
	}
	return replies
}

// Written returns every legal move in both notations, in no particular order.
func (p *Pos) Written() []Reply {
	var all []Reply
	legal := p.legal()
	for _, m := range legal {
		all = append(all, Reply{m.text(), p.san(m, legal), p.apply(m)})
	}
	return all
}
