package naive

// cylinder joins the a-file to the h-file (2). The wrapping step implies all of its rules:
// slides, jumps, pawn captures and en passant over the seam (2.1 to 2.5). Pushes stay on their
// file and castling uses fixed squares, so neither ever wraps (2.4, 2.6).
var cylinder = rules{crossers: "pnbrqk", castles: true}
