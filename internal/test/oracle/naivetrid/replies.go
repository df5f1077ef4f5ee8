package naivetrid

// Replies returns the position after every legal move, by its UCI notation. It
// is Moves and Play in one pass.
func (p *Pos) Replies() map[string]*Pos {
	replies := map[string]*Pos{}
	for _, m := range p.legal() {
		replies[m.text] = m.after
	}
	return replies
}
