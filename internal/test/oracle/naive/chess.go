package naive

// chess is orthodox chess (1).
var chess = rules{castles: true}
