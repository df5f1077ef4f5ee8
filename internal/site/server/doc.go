// Package server answers over HTTP and WebSocket: the pages of the client, the
// API about positions and games, and the sockets of games in play.
//
// The way of a request: the headers that guard browsers are set (security.go),
// a route of the table is found (routes.go), counted and logged (record.go,
// log.go), its asker's allowance and its origin are checked (proxy.go,
// address.go, visit.go, routes.go), and a handler answers: about positions (positions.go, diagram.go,
// analyse.go, analyses.go), about games (games.go), or with a page or file of the client
// (page.go, assets.go), or with a page for the frames of other sites (embed.go,
// oembed.go). A handler that returns an error has it told as
// {"error": ...} with a status from one table (errors.go, failure.go).
//
// Everything has a price (price.go): a request takes units from its asker's
// allowance, known work before it is done, the rest afterwards. What waits to
// be read is bounded, and one who does not read is left (flight.go); so is what headings
// take before anybody can be asked to pay for them (connections.go).
//
// The way of a socket: it is accepted for one game (socket.go); what the page
// says is decoded into one of a closed set of types (package view) and becomes
// a command that hub.Hub carries out; what the hub tells its watcher is
// written. Every frame is counted before it is read (frames.go). A sweep looks after all sockets (sweep.go).
//
// A program may have the same as lines of JSON instead, and post what it has to say
// (stream.go).
//
// Who waits to be paired has a socket too (pairing.go), and waits no longer than it
// stands.
//
// The server decides nothing about games. It holds no state that matters: the
// hub's store is the only truth, and what a client is told was committed
// before.
package server
