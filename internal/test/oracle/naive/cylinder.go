package naive

// cylinder joins the a-file to the h-file (2). Everything follows from the
// wrapping step: slides, jumps, pawn captures and en passant over the seam (2.1
// to 2.5). Pushes keep their file and castling names its squares, so neither
// ever wraps (2.4, 2.6).
var cylinder = rules{crossers: "pnbrqk", castles: true}
