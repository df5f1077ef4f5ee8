// Package profile computes the figures of a player's profile from their games: results by rule set, best wins, the
// opening tree, and streaks of daily puzzles.
//
// The package is pure. Stores implement [Store].
package profile

import (
	"cmp"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/rules"
)

// Result is the result of a game for one player.
type Result string

// The results.
const (
	Win  Result = "win"
	Draw Result = "draw"
	Loss Result = "loss"
)

// Game is a game that has ended, as one of its players sees it.
type Game struct {
	room.Entry
	// Pool contains the rules and the speed, which is "" without a clock.
	Pool     rating.Pool
	Colour   game.Side
	Opponent *game.Player
	// Account reports whether the opponent has an account.
	Account bool
	Score   Result
	// Own and Other are the ratings of the player and the opponent; nil unless the game was rated.
	Own, Other *rating.Player
}

// Finished is a stored game that has ended.
type Finished struct {
	Entry room.Entry
	Rated *rating.Game // nil unless the game was rated
	// Accounts reports which players have accounts, White first.
	Accounts [2]bool
}

// Of returns the game as a player sees it. It returns false if the game was aborted, or if they did not play exactly one
// side.
func (f *Finished) Of(who game.Hash) (g Game, ok bool) {
	e := &f.Entry
	seats := [2]game.Seat{e.White, e.Black}
	g = Game{Entry: *e, Colour: game.SeatOf(seats, who)}
	if e.Result == nil || g.Colour != game.White && g.Colour != game.Black {
		return g, false
	}
	var control clock.Control
	if e.Control != nil {
		control = *e.Control
	}
	g.Pool = rating.PoolOf(e.Variant, control)
	switch own, _ := map[game.Side]rules.Result{game.White: rules.WhiteWins, game.Black: rules.BlackWins}[g.Colour]; e.Result.Result {
	case own:
		g.Score = Win
	case rules.Draw:
		g.Score = Draw
	case rules.WhiteWins, rules.BlackWins:
		g.Score = Loss
	default:
		return g, false
	}
	other := g.Colour.Other().Colour()
	g.Opponent, g.Account = seats[other].Player(false), f.Accounts[other]
	if r := f.Rated; r != nil {
		both := [2]*rating.Player{&r.White, &r.Black}
		g.Own, g.Other = both[g.Colour.Colour()], both[other]
	}
	return g, g.Opponent != nil
}

// Public reports whether everybody may find the game on the player's profile: those games that are rated or that
// everybody could watch.
func (g *Game) Public() bool { return g.Rated || g.Listed }

// Filter selects games. The zero value selects all of them.
type Filter struct {
	Variant  string // as in [rating.Pool]
	Speed    clock.Speed
	Colour   game.Side
	Score    Result
	Rated    *bool
	Opponent string // name
}

// Select returns the games that match.
func (f *Filter) Select(games []Game) (list []Game) {
	opponent := name.Skeleton(f.Opponent)
	for _, g := range games {
		if matches(f.Variant, g.Pool.Variant) && matches(f.Speed, g.Pool.Speed) && matches(f.Colour, g.Colour) && matches(f.Score, g.Score) &&
			(f.Rated == nil || *f.Rated == g.Rated) && (f.Opponent == "" || opponent == name.Skeleton(g.Opponent.Name)) {
			list = append(list, g)
		}
	}
	return list
}

func matches[T comparable](want, got T) bool {
	var zero T
	return want == zero || want == got
}

// Count is the number of games by result.
type Count struct{ Wins, Draws, Losses int }

// Games returns the number of all games.
func (c Count) Games() int { return c.Wins + c.Draws + c.Losses }

func (c *Count) add(r Result) {
	switch r {
	case Win:
		c.Wins++
	case Draw:
		c.Draws++
	case Loss:
		c.Losses++
	}
}

// Total is the number of games with one rule set.
type Total struct {
	Variant string
	Count
}

// Totals returns the number of games with each rule set, most games first.
func Totals(games []Game) (list []Total) {
	at := map[string]int{}
	for _, g := range games {
		i, ok := at[g.Pool.Variant]
		if !ok {
			i = len(list)
			at[g.Pool.Variant] = i
			list = append(list, Total{Variant: g.Pool.Variant})
		}
		list[i].add(g.Score)
	}
	slices.SortFunc(list, func(a, b Total) int { return cmp.Or(b.Games()-a.Games(), cmp.Compare(a.Variant, b.Variant)) })
	return list
}

// BestWins returns up to limit games that the player won against the highest-rated opponents, best first. Games that do not
// count for the player do not count here either. Each opponent counts once.
func BestWins(games []Game, limit int) (wins []Game) {
	for _, g := range games {
		if g.Score == Win && g.Own != nil && (g.Own.Bot || !g.Other.Bot) {
			wins = append(wins, g)
		}
	}
	slices.SortStableFunc(wins, func(a, b Game) int {
		return cmp.Or(cmp.Compare(b.Other.Before.Points, a.Other.Before.Points), cmp.Compare(b.Updated, a.Updated), cmp.Compare(a.ID, b.ID))
	})
	beaten := map[game.Hash]bool{}
	wins = slices.DeleteFunc(wins, func(g Game) bool {
		before := beaten[g.Other.Person]
		beaten[g.Other.Person] = true
		return before
	})
	return wins[:min(limit, len(wins))]
}

// Node is a position of an opening tree, with the results of the games that reached it.
type Node struct {
	Move string // the move that led to the position in SAN; "" for the root
	Count
	Moves []*Node // most games first
}

// Tree returns the opening tree of games, with the most frequent moves. It has at most limit nodes below the root.
func Tree(games []Game, limit int) *Node {
	root := &Node{}
	type ranked struct {
		node  *Node
		depth int
	}
	var all []ranked
	for _, g := range games {
		at := root
		at.add(g.Score)
		for depth, move := range g.Opening {
			i := slices.IndexFunc(at.Moves, func(n *Node) bool { return n.Move == move })
			if i < 0 {
				i = len(at.Moves)
				at.Moves = append(at.Moves, &Node{Move: move})
				all = append(all, ranked{at.Moves[i], depth})
			}
			at = at.Moves[i]
			at.add(g.Score)
		}
	}
	// A move has no more games than the one before it, so the moves that are kept form a tree.
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Or(b.node.Games()-a.node.Games(), a.depth-b.depth) })
	kept := map[*Node]bool{}
	for _, r := range all[:min(limit, len(all))] {
		kept[r.node] = true
	}
	root.prune(kept)
	return root
}

// prune removes the moves that are not kept, and sorts the others.
func (n *Node) prune(kept map[*Node]bool) {
	n.Moves = slices.DeleteFunc(n.Moves, func(m *Node) bool { return !kept[m] })
	slices.SortFunc(n.Moves, func(a, b *Node) int { return cmp.Or(b.Games()-a.Games(), cmp.Compare(a.Move, b.Move)) })
	for _, m := range n.Moves {
		m.prune(kept)
	}
}

// Day is a date in UTC, such as 2026-11-16.
type Day string

// DayOf returns the date of a time in milliseconds.
func DayOf(at int64) Day { return Day(time.UnixMilli(at).UTC().Format(time.DateOnly)) }

// before returns the preceding date.
func (d Day) before() Day {
	t, _ := time.Parse(time.DateOnly, string(d)) // days come from DayOf
	return DayOf(t.UnixMilli() - (24 * time.Hour).Milliseconds())
}

// Streaks returns the number of days in a row up to today or yesterday, and the largest such number. The days are given
// latest first.
func Streaks(days []Day, today Day) (current, best int) {
	run := 0
	for i, d := range days {
		if i > 0 && days[i-1].before() == d {
			run++
		} else {
			run = 1
		}
		best = max(best, run)
		if run == i+1 && (days[0] == today || days[0] == today.before()) {
			current = run
		}
	}
	return current, best
}
