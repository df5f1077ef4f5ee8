// Command capacity estimates the resources that a cluster needs for a number of concurrent games, from
// the measurements in docs/results/scale.json. It prints the rows of the table of estimates in that
// file:
//
//	go run ./internal/tool/capacity
//
// The measurements come from scripts/bench-scale.mjs. docs/scale.md explains the result.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
)

// Assumptions about play and machines that are not measured.
const (
	movesPerGame   = 0.1  // moves per second: one every ten seconds
	socketsPerGame = 2.2  // two players, and a spectator in every fifth game
	eventsPerGame  = 80.0 // number of events in a finished game
	computerGames  = 0.1  // share of games against the computer, which makes half of their moves
	searchTime     = 1.5  // seconds of a worker thread per computer move, as in the setting games.turn-time

	cores      = 8.0   // cores of a node or an HAProxy machine
	memory     = 16e9  // memory of a node in bytes
	dbCores    = 32.0  // cores of a PostgreSQL primary
	dbLog      = 100e6 // bytes per second of log that a primary's disk, standby and archive can handle
	busy       = 0.6   // share of a machine's capacity to use
	frontPorts = 60e3  // sockets from one HAProxy address to one node
)

// need holds the estimated resources for a number of concurrent games.
type need struct {
	games, moves, sockets       float64
	nodes, fronts, databases    float64
	nodeCores, dbCores          float64
	log, rows, bytes            float64 // bytes per second, rows per day, bytes per day
	busBytes, busPackets, peers float64 // bytes and packets per second, heartbeats per second
	threads                     float64 // worker threads
}

// plan returns the smallest cluster that the model considers sufficient.
func plan(m model, c costs, games float64) need {
	n := need{games: games, moves: games * movesPerGame, sockets: games * socketsPerGame}
	var p point
	for n.nodes = 3; ; n.nodes++ { // with three nodes, two remain if one is lost
		p = m.predict(n.nodes, n.moves)
		left := n.nodes - 1
		cpu, ram := n.moves*p.node/1e6, n.sockets*c.socket+games*c.game
		if cpu <= left*cores*busy && ram <= left*memory*busy {
			break
		}
	}
	n.nodeCores, n.dbCores, n.log = n.moves*p.node/1e6, n.moves*p.database/1e6, n.moves*p.wal
	n.databases = math.Ceil(max(n.dbCores/(dbCores*busy), n.log/(dbLog*busy)))
	n.fronts = 1 + math.Ceil(max(n.moves*p.front/1e6/(cores*busy), n.sockets/(frontPorts*n.nodes)))
	n.rows = n.moves * 86400
	n.bytes = n.rows * (c.event + c.record/eventsPerGame)
	n.busBytes, n.busPackets, n.peers = n.moves*p.bus, n.moves*p.packets, 4*n.nodes*(n.nodes-1)
	n.threads = n.moves * computerGames / 2 * searchTime
	return n
}

// rows returns the table of docs/results/scale.json for several numbers of games.
func rows(m model, c costs) [][]string {
	table := [][]string{{"moves per second"}, {"sockets"}, {"nodes (8 cores, 16 GB), including one spare"}, {"HAProxy (8 cores), including one spare"},
		{"PostgreSQL primaries (32 cores)"}, {"cores of all nodes"}, {"cores of PostgreSQL"}, {"PostgreSQL's log, MB/s"},
		{"events per day, millions"}, {"database growth per day, GB"}, {"bus, MB/s"}, {"bus, packets per second"}, {"heartbeats per second"}, {"worker threads"}}
	for _, games := range []float64{1e4, 1e5, 1e6} {
		n := plan(m, c, games)
		for i, v := range []float64{n.moves, n.sockets, n.nodes, n.fronts, n.databases, n.nodeCores, n.dbCores, n.log / 1e6,
			n.rows / 1e6, n.bytes / 1e9, n.busBytes / 1e6, n.busPackets, n.peers, n.threads} {
			table[i] = append(table[i], format(v))
		}
	}
	return table
}

// format rounds a number to two significant digits and separates thousands.
func format(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.2g", v)
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	text := fmt.Sprintf("%.0f", math.Round(v/unit)*unit)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func main() {
	points, c, err := read("docs/results/scale.json")
	if err != nil {
		fmt.Fprintln(os.Stderr, "capacity:", err)
		os.Exit(1)
	}
	m := fit(points)
	for _, p := range points {
		q := m.predict(p.nodes, p.rate)
		fmt.Fprintf(os.Stderr, "%.0f nodes, %.0f moves per second: node %.0f µs (model %.0f), database %.0f (%.0f), HAProxy %.0f (%.0f), bus %.0f bytes (%.0f)\n",
			p.nodes, p.rate, p.node, q.node, p.database, q.database, p.front, q.front, p.bus, q.bus)
	}
	for _, row := range rows(m, c) {
		text, _ := json.Marshal(row)
		fmt.Println(string(text) + ",")
	}
}
