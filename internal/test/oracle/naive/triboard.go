package naive

// triboard is the cylinder (3.1) with its own en passant over the seam. The
// side boards need no squares of their own: they show the same pieces, so a
// step onto one is a step to the same-named square of the Centre.
var triboard = rules{crossers: "pnbrqk", castles: true, epLanding: seamLanding}

// seamLanding sends a pawn that takes over the seam to the pushed pawn's home
// square, one rank beyond the crossed one, instead of the crossed one; from
// the inner neighbour file the capture is orthodox (3.3).
func seamLanding(from, crossed int) int {
	overSeam := file(from) == 0 && file(crossed) == 7 || file(from) == 7 && file(crossed) == 0
	if !overSeam {
		return crossed
	}
	return square(file(crossed), rank(crossed)+rank(crossed)-rank(from))
}
