package naive

// chess is the plain game (1): nothing to add.
var chess = rules{castles: true}
