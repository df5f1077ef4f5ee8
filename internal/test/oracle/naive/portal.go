package naive

// portal is chess in which every piece crosses the left and right edges (11): steps wrap, and lines hop
// (11.1).
var portal = rules{crossers: "pnbrqk", hop: true, castles: true}
