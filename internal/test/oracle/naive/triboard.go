package naive

// triboard is the cylinder (3.1) with a special en passant rule over the seam. The side boards
// need no squares of their own: they show the same pieces, so a step onto a side board is a
// step to the square of the same name on the centre board.
var triboard = rules{crossers: "pnbrqk", castles: true, epLanding: seamLanding}

// seamLanding returns the landing square of an en passant capture. Over the seam it is the home
// square of the pushed pawn, one rank beyond the crossed square; otherwise it is the crossed
// square (3.3).
func seamLanding(from, crossed int) int {
	overSeam := file(from) == 0 && file(crossed) == 7 || file(from) == 7 && file(crossed) == 0
	if !overSeam {
		return crossed
	}
	return square(file(crossed), rank(crossed)+rank(crossed)-rank(from))
}
