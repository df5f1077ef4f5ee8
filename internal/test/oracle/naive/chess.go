package naive

// chess is the plain game (1).
var chess = rules{castles: true}
