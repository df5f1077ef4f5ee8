package naive

// portal is chess whose edges are a portal for everyone (11): steps wrap, and
// lines hop (11.1).
var portal = rules{crossers: "pnbrqk", hop: true, castles: true}
