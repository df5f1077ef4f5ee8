package naive

// portal is chess in which every piece crosses the left and right edges: steps wrap, and lines hop.
var portal = rules{crossers: "pnbrqk", hop: true, castles: true}
