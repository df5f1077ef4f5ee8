package zillions

import "slices"

// goal is a condition that ends the game.
type goal struct {
	result  string // win, loss or draw
	players []int
	holds   goalTest
	reason  string
}

// ending is a position whose goals are checked.
type ending struct {
	State
	legal []Move
	check map[int]bool // by player: whether royal pieces are attacked; cached
}

// goalTest reports whether a goal holds for a player.
type goalTest func(s *ending, player int) bool

// Outcome is the state of a game: whether it is over, and how it ended.
type Outcome struct {
	Over bool
	// Winner is "" for a draw.
	Winner string
	// Reason is the condition in the file.
	Reason string
}

// Outcome reports whether a goal has been reached. A position without moves is a draw if no goal
// applies.
func (s State) Outcome() (Outcome, error) {
	all, err := s.legal()
	if err != nil {
		return Outcome{}, err
	}
	return s.outcome(all), nil
}

func (s State) outcome(legal []Move) Outcome {
	g, e := s.g, &ending{State: s, legal: legal, check: map[int]bool{}}
	for i := range g.goals {
		o := &g.goals[i]
		for _, p := range o.players {
			if !o.holds(e, p) {
				continue
			}
			out := Outcome{Over: true, Reason: o.reason}
			switch o.result {
			case "win":
				out.Winner = g.players.list[p]
			case "loss":
				out.Winner = g.players.list[g.opponent(p)]
			}
			return out
		}
	}
	if len(legal) == 0 {
		return Outcome{Over: true, Reason: "no moves"}
	}
	return Outcome{}
}

// readGoal reads (loss-condition (PLAYERS) CONDITION) and similar conditions.
func (g *Game) readGoal(n *node) error {
	args := n.args()
	if len(args) != 2 || args[0].kind != list {
		return n.errorf("%s requires players in brackets and one condition", n.head())
	}
	o := goal{result: map[string]string{"win-condition": "win", "loss-condition": "loss", "draw-condition": "draw"}[n.head()], reason: args[1].String()}
	for _, p := range args[0].list {
		i, err := g.players.find(p)
		if err != nil {
			return err
		}
		o.players = append(o.players, i)
	}
	var err error
	if o.holds, err = g.goalTest(args[1], &o); err != nil {
		return err
	}
	g.goals = append(g.goals, o)
	return nil
}

func (g *Game) goalTest(n *node, o *goal) (goalTest, error) {
	name, args := n.text, []*node(nil)
	if n.kind == list {
		name, args = n.head(), n.args()
	}
	if g.words += 1 + len(args); g.words > maxGoals {
		return nil, n.errorf("the goals have more than %d words", maxGoals)
	}
	switch name {
	case "and", "or":
		return g.goalCombined(name == "or", n, args, o)
	case "not":
		if len(args) != 1 {
			return nil, n.errorf("not requires one condition")
		}
		c, err := g.goalTest(args[0], o)
		return func(s *ending, p int) bool { return !c(s, p) }, err
	case "stalemated":
		return func(s *ending, p int) bool {
			return p == s.player() && len(s.legal) == 0 && !s.attackedRoyal(p, s.g.royal[p])
		}, none(n, args)
	case "repetition":
		g.repeats = true
		return func(s *ending, _ int) bool { return s.repeated() }, none(n, args)
	case "checkmated":
		kinds, err := g.kinds(args)
		if err != nil {
			return nil, err
		}
		if len(args) == 0 {
			return nil, n.errorf("checkmated requires a piece")
		}
		if o.result == "loss" {
			for _, p := range o.players {
				for t, on := range kinds {
					g.royal[p][t] = g.royal[p][t] || on
				}
			}
		}
		return func(s *ending, p int) bool {
			return p == s.player() && len(s.legal) == 0 && s.attackedRoyal(p, kinds)
		}, nil
	case "captured":
		kinds, err := g.kinds(args)
		return func(s *ending, p int) bool {
			return slices.ContainsFunc(s.taken, func(c cell) bool { return c.owner() == p && kinds[c.kind()] })
		}, err
	case "pieces-remaining", "total-piece-count":
		return g.goalCount(name, n, args)
	case "absolute-config":
		return g.absolute(n, args)
	case "relative-config":
		return g.relative(n, args)
	}
	return nil, n.errorf("%s is not a supported goal", n)
}

func (g *Game) goalCombined(stop bool, n *node, args []*node, o *goal) (goalTest, error) {
	if len(args) == 0 {
		return nil, n.errorf("%s has no conditions", n.head())
	}
	var parts []goalTest
	for _, a := range args {
		c, err := g.goalTest(a, o)
		if err != nil {
			return nil, err
		}
		parts = append(parts, c)
	}
	return func(s *ending, p int) bool {
		for _, c := range parts {
			if c(s, p) == stop {
				return stop
			}
		}
		return !stop
	}, nil
}

// kinds returns the piece types named by nodes, or all types if nodes is empty.
func (g *Game) kinds(args []*node) ([]bool, error) {
	out := make([]bool, len(g.types.list))
	for _, a := range args {
		t, err := g.types.find(a)
		if err != nil {
			return out, err
		}
		out[t] = true
	}
	if len(args) == 0 {
		for t := range out {
			out[t] = true
		}
	}
	return out, nil
}

// attackedRoyal reports whether a player has a royal piece of the given types and is in check.
func (s *ending) attackedRoyal(player int, kinds []bool) bool {
	if !slices.ContainsFunc(s.board, func(c cell) bool {
		return c.owner() == player && kinds[c.kind()] && s.g.royal[player][c.kind()]
	}) {
		return false
	}
	check, ok := s.check[player]
	if !ok {
		left, endless := maxSteps, false
		check = s.g.exposed(slices.Clone(s.board), player, s.lastFrom, s.lastTo, &left, &endless)
		s.check[player] = check
	}
	return check
}

// repeated reports whether the position has occurred for the third time.
func (s *ending) repeated() bool {
	times := 0
	for p := s.past; p != nil; p = p.before {
		if p.key == s.past.key {
			times++
		}
	}
	return times >= 3
}

// goalCount compiles (pieces-remaining N TYPES) for one player, or (total-piece-count N TYPES)
// for all players.
func (g *Game) goalCount(name string, n *node, args []*node) (goalTest, error) {
	if len(args) == 0 {
		return nil, n.errorf("%s requires a number", name)
	}
	want, err := number(args[0])
	if err != nil {
		return nil, err
	}
	kinds, err := g.kinds(args[1:])
	return func(s *ending, p int) bool {
		k := 0
		for _, c := range s.board {
			if c != 0 && kinds[c.kind()] && (name == "total-piece-count" || c.owner() == p) {
				k++
			}
		}
		return k == want
	}, err
}

// occupant compiles PIECE, (any-owner PIECE) or (opponent PIECE), which a goal matches against
// the piece on a position.
func (g *Game) occupant(n *node) (func(c cell, p int) bool, error) {
	whose := ""
	if n.kind == list && len(n.list) == 2 {
		if whose = n.head(); whose != "any-owner" && whose != "opponent" {
			return nil, n.errorf("%s is not a piece of a goal", n)
		}
		n = n.list[1]
	}
	t, err := g.types.find(n)
	return func(c cell, p int) bool {
		if c == 0 || c.kind() != t {
			return false
		}
		return whose == "any-owner" || (c.owner() == p) == (whose == "")
	}, err
}

// absolute compiles (absolute-config PIECES (POSITIONS)): each position holds one of the pieces. A zone
// matches if any of its positions does.
func (g *Game) absolute(n *node, args []*node) (goalTest, error) {
	if len(args) < 2 || args[len(args)-1].kind != list {
		return nil, n.errorf("absolute-config requires pieces, and positions in brackets")
	}
	var who []func(cell, int) bool
	for _, a := range args[:len(args)-1] {
		o, err := g.occupant(a)
		if err != nil {
			return nil, err
		}
		who = append(who, o)
	}
	var where [][][]int // by place and player: positions
	for _, a := range args[len(args)-1].list {
		by := make([][]int, len(g.players.list))
		if z, ok := g.layout.zones.at[a.text]; ok && a.kind != list {
			by = g.zoneLists(z)
		} else {
			at, err := g.position(a)
			if err != nil {
				return nil, err
			}
			for p := range by {
				by[p] = []int{at}
			}
		}
		if g.words += len(by); g.words > maxGoals {
			return nil, n.errorf("the goals have more than %d words", maxGoals)
		}
		for _, l := range by {
			for _, at := range l {
				g.goalAt(at)
			}
		}
		where = append(where, by)
	}
	return func(s *ending, p int) bool {
		for _, by := range where {
			if !slices.ContainsFunc(by[p], func(at int) bool {
				return slices.ContainsFunc(who, func(o func(cell, int) bool) bool { return o(s.board[at], p) })
			}) {
				return false
			}
		}
		return true
	}, nil
}

// zoneLists returns the positions of a zone by player.
func (g *Game) zoneLists(z int) [][]int {
	by, ok := g.inGoal[z]
	if !ok {
		by = make([][]int, len(g.players.list))
		for p, in := range g.zoneTable(z) {
			for at, is := range in {
				if is {
					by[p] = append(by[p], at)
				}
			}
		}
		g.inGoal[z] = by
	}
	return by
}

// relative compiles (relative-config PIECE DIRECTION PIECE ...): it holds if the pieces are
// arranged this way anywhere on the board.
func (g *Game) relative(n *node, args []*node) (goalTest, error) {
	type link struct {
		direction int // -1 for a piece
		piece     func(cell, int) bool
	}
	var chain []link
	for _, a := range args {
		if _, ok := g.layout.directions.at[a.text]; ok && a.kind == word || a.head() == "opposite" {
			d, err := g.direction(a)
			if err != nil {
				return nil, err
			}
			chain = append(chain, link{direction: d})
			continue
		}
		o, err := g.occupant(a)
		if err != nil {
			return nil, err
		}
		chain = append(chain, link{-1, o})
	}
	if len(chain) == 0 {
		return nil, n.errorf("relative-config requires pieces and directions")
	}
	return func(s *ending, p int) bool {
		for at := range s.board {
			holds := true
			for _, l := range chain {
				if l.direction < 0 {
					holds = l.piece(s.board[at], p)
				} else {
					at = s.g.link[p][l.direction*s.g.size+at]
					holds = at >= 0
				}
				if !holds {
					break
				}
			}
			if holds {
				return true
			}
		}
		return false
	}, nil
}

// goalAt records a position of an absolute-config, for goal-position?.
func (g *Game) goalAt(at int) {
	if g.target == nil {
		g.target = make([]bool, g.size)
	}
	g.target[at] = true
}

func (g *Game) goalPosition(at int) bool { return g.target != nil && g.target[at] }
