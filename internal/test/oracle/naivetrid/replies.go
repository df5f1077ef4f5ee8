package naivetrid

// Replies gives the position after every legal move, by its UCI notation: as
// Moves and Play do, but the legal moves are worked out only once.
func (p *Pos) Replies() map[string]*Pos {
	replies := map[string]*Pos{}
	for _, m := range p.legal() {
		replies[m.text] = m.after
	}
	return replies
}
