package board

// homes says from which files king and rook of each right castle: six bits a
// right, three for the king and three for the rook, each as its difference
// (exclusive or) from the usual e-file and h- or a-file. So the homes of orthodox
// chess are 0, and nothing that plays only that ever looks further.
type homes uint32

// usualFiles are the usual files of king and rook, short and long.
var usualFiles = [2]homes{4<<3 | 7, 4 << 3}

// homesOf holds, for each set of rights, the bits that tell of their homes.
var homesOf = func() (masks [16]homes) {
	for rights := range masks {
		for i := range 4 {
			if rights>>i&1 != 0 {
				masks[rights] |= 63 << (6 * i)
			}
		}
	}
	return masks
}()

// UsualHomes reports whether every right that is left is that of a king on the
// e-file and a rook on the a- or h-file, as in orthodox chess. In Chess960 they
// may stand elsewhere.
func (p *Position) UsualHomes() bool { return p.homes == 0 }

// CastlingHome returns where king and rook stand that castle by one of the four
// rights, while it is left. Without it the answer is the usual squares.
func (p *Position) CastlingHome(right Castling) (king, rook Square) {
	i := right.index()
	files := p.homes>>(6*i)&63 ^ usualFiles[i&1]
	rank := 7 * (i >> 1)
	return At(int(files>>3), rank), At(int(files&7), rank)
}

// GrantCastling adds one of the four rights, for a king and a rook on these files
// of the side's first rank.
func (p *Position) GrantCastling(right Castling, king, rook Square) {
	i := right.index()
	p.SetCastling(p.castling | right)
	files := homes(king.File()<<3|rook.File()) ^ usualFiles[i&1]
	p.setHomes(p.homes&^(63<<(6*i)) | files<<(6*i))
}

// index returns the place of a single right in the order KQkq.
func (c Castling) index() int {
	for i := range 3 {
		if c>>i&1 != 0 {
			return i
		}
	}
	return 3
}

func (p *Position) setHomes(h homes) {
	p.Hash ^= p.homes.hash() ^ h.hash()
	p.homes = h
}

func (h homes) hash() (hash uint64) {
	for i := 0; h != 0; h >>= 6 {
		hash ^= homeKeys[i][h&63]
		i++
	}
	return hash
}
