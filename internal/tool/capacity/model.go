package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// point is a measurement of a cluster (scripts/bench-scale.mjs). Times are CPU times in microseconds
// per move.
type point struct {
	nodes    float64
	rate     float64 // moves per second on all nodes
	node     float64
	database float64
	front    float64 // HAProxy
	wal      float64 // bytes of PostgreSQL's log per move
	bus      float64 // bytes between nodes per move
	packets  float64 // packets between nodes per move
}

// costs are the costs of idle sockets and games.
type costs struct {
	socket, game float64 // bytes of a node's memory
	event        float64 // bytes of an event in the database, including indexes
	record       float64 // bytes of a game in the database without its events
}

// line is a linear model of two variables: p·x + q·y.
type line struct{ p, q float64 }

func (l line) at(x, y float64) float64 { return l.p*x + l.q*y }

// model predicts the work of a cluster per second. Each process has a cost per move and a cost per
// wake-up. The busier a process is, the more moves it handles per wake-up, so the number of wake-ups
// grows with the square root of the rate.
type model struct {
	node, database, front line // CPU time in microseconds
	bus, packets          line
	wal                   float64
	busiest               float64 // the highest measured rate of a node
}

// fit returns the model with the least relative error at the measured points.
func fit(points []point) model {
	m := model{
		node:     solve(points, moves, wakeUps, func(p point) float64 { return p.node * p.rate }),
		database: solve(points, moves, wakeUps, func(p point) float64 { return p.database * p.rate }),
		front:    solve(points, moves, func(p point) float64 { return math.Sqrt(p.rate) }, func(p point) float64 { return p.front * p.rate }),
		bus:      solve(points, remote, pairs, func(p point) float64 { return p.bus * p.rate }),
		packets:  solve(points, remote, pairs, func(p point) float64 { return p.packets * p.rate }),
	}
	for _, p := range points {
		m.wal += p.wal / float64(len(points))
		m.busiest = max(m.busiest, p.rate/p.nodes)
	}
	return m
}

func moves(p point) float64   { return p.rate }
func wakeUps(p point) float64 { return math.Sqrt(p.rate * p.nodes) } // sum over all nodes of √(rate of the node)
func pairs(p point) float64   { return p.nodes * (p.nodes - 1) }     // ordered pairs of nodes that exchange heartbeats
func remote(p point) float64  { return p.rate * (1 - 1/p.nodes) }    // moves of games that may be at another node

// solve fits a line by least squares of the relative error, without negative costs.
func solve(points []point, x, y, value func(point) float64) line {
	var xx, xy, yy, xv, yv float64
	for _, p := range points {
		v := value(p)
		if v == 0 {
			continue // a single node sends no data
		}
		a, b := x(p)/v, y(p)/v
		xx, xy, yy, xv, yv = xx+a*a, xy+a*b, yy+b*b, xv+a, yv+b
	}
	if d := xx*yy - xy*xy; d > 1e-9*xx*yy {
		if l := (line{(xv*yy - yv*xy) / d, (yv*xx - xv*xy) / d}); l.p >= 0 && l.q >= 0 {
			return l
		}
	}
	if xx > 0 && (yy == 0 || xv*xv/xx >= yv*yv/yy) {
		return line{p: xv / xx}
	}
	if yy == 0 {
		return line{}
	}
	return line{q: yv / yy}
}

// predict returns the costs per move for a number of nodes and a rate. It assumes that costs per move
// do not fall further beyond the highest measured rate of a node.
func (m model) predict(nodes, rate float64) point {
	p := point{nodes: nodes, rate: rate, wal: m.wal}
	capped := point{nodes: nodes, rate: min(rate, m.busiest*nodes)}
	p.node = m.node.at(moves(capped), wakeUps(capped)) / capped.rate
	p.database = m.database.at(moves(capped), wakeUps(capped)) / capped.rate
	p.front = m.front.at(capped.rate, math.Sqrt(capped.rate)) / capped.rate
	p.bus = m.bus.at(remote(p), pairs(p)) / rate
	p.packets = m.packets.at(remote(p), pairs(p)) / rate
	return p
}

// pointsTitle and costsTitle name the measurements in docs/results/scale.json.
const (
	pointsTitle = "Capacity model: measured points"
	costsTitle  = "Capacity model: sockets, games and events"
)

// read returns the measurements in a results file.
func read(file string) (points []point, c costs, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, c, err
	}
	var page struct {
		Results []struct {
			Title  string
			Tables []struct{ Rows [][]string }
		}
	}
	if err := json.Unmarshal(text, &page); err != nil {
		return nil, c, fmt.Errorf("%s: %w", file, err)
	}
	for _, r := range page.Results {
		if r.Title != pointsTitle && r.Title != costsTitle || len(r.Tables) == 0 {
			continue
		}
		for _, row := range r.Tables[0].Rows {
			numbers, err := parse(row)
			if err != nil {
				return nil, c, fmt.Errorf("%s: %s: %w", file, r.Title, err)
			}
			switch {
			case r.Title == costsTitle && len(numbers) == 4:
				c = costs{numbers[0], numbers[1], numbers[2], numbers[3]}
			case r.Title == pointsTitle && len(numbers) == 8:
				points = append(points, point{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7]})
			default:
				return nil, c, fmt.Errorf("%s: %s: a row has %d columns", file, r.Title, len(numbers))
			}
		}
	}
	if len(points) == 0 || c == (costs{}) {
		return nil, c, errors.New(file + " has no measurements for the model")
	}
	return points, c, nil
}

func parse(row []string) (numbers []float64, err error) {
	for _, s := range row {
		n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}
