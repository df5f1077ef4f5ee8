package naive

// chess is orthodox chess.
var chess = rules{castles: true}
