package naive

// triboard is the cylinder (3.1) with its own en passant over the seam. The
// side boards need no squares: they show the same pieces, so a step onto one is
// a step to the same-named square of the centre.
var triboard = rules{crossers: "pnbrqk", castles: true, epLanding: seamLanding}

// seamLanding returns where en passant lands: over the seam on the pushed
// pawn's home square, one rank beyond the crossed one; otherwise on the crossed
// square (3.3).
func seamLanding(from, crossed int) int {
	overSeam := file(from) == 0 && file(crossed) == 7 || file(from) == 7 && file(crossed) == 0
	if !overSeam {
		return crossed
	}
	return square(file(crossed), rank(crossed)+rank(crossed)-rank(from))
}
