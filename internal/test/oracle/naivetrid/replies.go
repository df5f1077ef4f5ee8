package naivetrid

// Replies returns the position after every legal move, keyed by UCI notation. It combines Moves
// and Play in one pass.
func (p *Pos) Replies() map[string]*Pos {
	replies := map[string]*Pos{}
	for _, m := range p.legal() {
		replies[m.text] = m.after
	}
	return replies
}
