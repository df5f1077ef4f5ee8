package zillions

// holds compiles a condition on a position.
func (g *Game) holds(name string, n, what *node, args *[]*node) (func(*run, int) bool, error) {
	switch name {
	case "empty?":
		return func(r *run, at int) bool { return r.board[at] == 0 }, nil
	case "friend?":
		return func(r *run, at int) bool { return r.board[at].owner() == r.player }, nil
	case "enemy?":
		return func(r *run, at int) bool { return r.enemy(at) }, nil
	case "neutral?":
		return func(r *run, at int) bool { return r.board[at] != 0 && r.g.neutral[r.board[at].owner()] }, nil
	case "on-board?":
		return func(*run, int) bool { return true }, nil
	case "last-from?":
		return func(r *run, at int) bool { return r.lastFrom == at }, nil
	case "last-to?":
		return func(r *run, at int) bool { return r.lastTo == at }, nil
	case "marked?":
		return func(r *run, at int) bool { return r.mark == at }, nil
	case "adjacent-to-enemy?":
		return func(r *run, at int) bool { return r.beside(at) }, nil
	case "goal-position?":
		return func(r *run, at int) bool { return r.g.goalPosition(at) }, nil
	case "position?":
		if len(*args) != 1 {
			return nil, n.errorf("position? requires one position")
		}
		p, err := g.position((*args)[0])
		*args = nil
		return func(_ *run, at int) bool { return at == p }, err
	case "piece?":
		t, err := g.types.find(what)
		return func(r *run, at int) bool { return r.board[at] != 0 && r.board[at].kind() == t }, err
	case "in-zone?":
		z, err := g.layout.zones.find(what)
		if err != nil {
			return nil, err
		}
		in := g.zoneTable(z)
		return func(r *run, at int) bool { return in[r.player][at] }, nil
	case "flag?":
		if what.kind != word || len(*args) > 0 {
			return nil, n.errorf("flag? requires one name")
		}
		i, err := g.flags.add(n, what.text)
		return func(r *run, _ int) bool { return r.flags>>i&1 != 0 }, err
	case "position-flag?":
		if what.kind != word {
			return nil, n.errorf("position-flag? requires a name")
		}
		i, err := g.posFlags.add(n, what.text)
		return func(r *run, at int) bool { return r.flagAt(i, at) }, err
	case "attacked?", "defended?":
		return g.threat(name == "defended?", args), nil
	}
	if i, ok := g.attributes.at[name]; ok {
		return func(r *run, at int) bool { return r.board[at] != 0 && r.board[at].attributes()>>i&1 != 0 }, nil
	}
	return nil, nil
}

// zoneTable reports, by player, which positions are in a zone.
func (g *Game) zoneTable(z int) [][]bool {
	if in, ok := g.inZone[z]; ok {
		return in
	}
	in := make([][]bool, len(g.players.list))
	for p := range in {
		in[p] = make([]bool, g.size)
		for at := range g.layout.zone[[2]int{z, p}] {
			in[p][at] = true
		}
	}
	g.inZone[z] = in
	return in
}

// threat compiles attacked? and defended?. If the first argument is a move type, only moves of that
// type count. A move type may be used before the piece that defines it, so its name is looked up when
// the condition runs.
func (g *Game) threat(defended bool, args *[]*node) func(*run, int) bool {
	moveType := func() int { return -1 }
	if len(*args) > 0 && (*args)[0].kind == word {
		name := (*args)[0].text
		_, d := g.layout.directions.at[name]
		if _, p := g.layout.positions.at[name]; !d && !p {
			*args = (*args)[1:]
			moveType = func() int {
				if i, ok := g.moveTypes.at[name]; ok {
					return i
				}
				return len(g.moveTypes.list) // no move has this type
			}
		}
	}
	return func(r *run, at int) bool {
		if defended {
			victim := r.g.fresh(r.g.opponent(r.player), r.piece.kind())
			return r.attacked(at, r.player, victim, moveType())
		}
		for p := range r.g.players.list {
			if p != r.player && !r.g.neutral[p] && r.attacked(at, p, r.piece, moveType()) {
				return true
			}
		}
		return false
	}
}

func (r *run) enemy(at int) bool {
	c := r.board[at]
	return c != 0 && c.owner() != r.player && !r.g.neutral[c.owner()]
}

// beside reports whether an enemy piece is adjacent to a position in any direction.
func (r *run) beside(at int) bool {
	link := r.g.link[r.player]
	for d := range r.g.layout.directions.list {
		*r.left--
		if to := link[d*r.g.size+at]; to >= 0 && r.enemy(to) {
			return true
		}
	}
	return false
}
