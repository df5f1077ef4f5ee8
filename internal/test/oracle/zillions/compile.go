package zillions

import "strings"

// compilePiece compiles the moves and drops of (piece ...).
func (g *Game) compilePiece(kind int, n *node) error {
	for _, part := range n.args() {
		var into *[]block
		switch part.head() {
		case "moves":
			into = &g.pieces[kind].moves
		case "drops":
			into = &g.pieces[kind].drops
		default:
			continue
		}
		moveType := -1
		for _, b := range part.args() {
			if b.kind != list {
				return b.errorf("a move consists of instructions in brackets, not %s", b)
			}
			if b.head() == "move-type" {
				if len(b.args()) != 1 || b.list[1].kind == list {
					return b.errorf("move-type requires one name")
				}
				var err error
				if moveType, err = g.moveTypes.add(b, b.list[1].text); err != nil {
					return err
				}
				continue
			}
			steps, err := g.steps(b.list)
			if err != nil {
				return err
			}
			*into = append(*into, block{moveType, steps})
		}
	}
	return nil
}

func (g *Game) steps(nodes []*node) ([]step, error) {
	var out []step
	for _, n := range nodes {
		s, err := g.step(n)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// step compiles one instruction: a word, or a word with arguments in brackets.
func (g *Game) step(n *node) (step, error) {
	name, args := n.text, []*node(nil)
	if n.kind == text {
		return nil, n.errorf("%s is not an instruction", n)
	}
	if n.kind == list {
		if name = n.head(); name == "" {
			return nil, n.errorf("%s is not an instruction: brackets within a move start with a word", n)
		}
		args = n.args()
	}
	switch name {
	case "if", "while", "verify":
		return g.control(name, n, args)
	case "opposite":
		d, err := g.direction(n)
		return g.walk(d), err
	case "add", "add-copy":
		var types []int
		for _, a := range args {
			t, err := g.types.find(a)
			if err != nil {
				return nil, err
			}
			types = append(types, t)
		}
		return func(r *run) bool { return r.add(name == "add-copy", types) }, nil
	case "add-partial", "add-copy-partial":
		return nil, n.errorf("%s is not supported by this reader", name)
	case "mark":
		return func(r *run) bool { r.mark = r.cur; return true }, none(n, args)
	case "back":
		return func(r *run) bool { r.cur = r.mark; return true }, none(n, args)
	case "from":
		return func(r *run) bool { r.from = r.cur; return true }, none(n, args)
	case "to":
		return func(r *run) bool { r.to = r.cur; return true }, none(n, args)
	case "cascade":
		return cascade, none(n, args)
	case "go":
		return g.jump(n, args)
	case "capture", "flip", "change-owner", "change-type", "create", "set-attribute":
		return g.action(name, n, args)
	case "set-flag", "set-position-flag":
		return g.setFlag(name, n, args)
	}
	if n.kind == word {
		if _, ok := g.layout.directions.at[name]; ok {
			d, err := g.direction(n)
			return g.walk(d), err
		}
		if _, ok := g.layout.positions.at[name]; ok {
			at, err := g.position(n)
			return func(r *run) bool { r.cur = at; return true }, err
		}
	}
	return nil, n.errorf("%s is not an instruction, direction, position or macro", n)
}

func none(n *node, args []*node) error {
	if len(args) > 0 {
		return n.errorf("%s takes no arguments", n.head())
	}
	return nil
}

// cascade ends one piece's move at the current position. The piece there moves next.
func cascade(r *run) bool {
	to := r.to
	if to < 0 {
		to = r.cur
	}
	if len(r.legs) >= maxActions {
		*r.endless, r.done = true, true
		return false
	}
	r.legs = append(r.legs, leg{r.from, to})
	r.from, r.to = r.cur, -1
	return true
}

// walk compiles a step in a direction. Stepping off the board ends the block.
func (g *Game) walk(d int) step {
	return func(r *run) bool {
		r.cur = r.g.link[r.player][d*r.g.size+r.cur]
		return r.cur >= 0
	}
}

// direction reads a direction or (opposite DIRECTION).
func (g *Game) direction(n *node) (int, error) {
	if n.head() != "opposite" {
		return g.layout.directions.find(n)
	}
	if len(n.args()) != 1 {
		return 0, n.errorf("opposite requires one direction")
	}
	d, err := g.direction(n.list[1])
	if err != nil {
		return 0, err
	}
	e, ok := g.back[d]
	if !ok {
		e = g.opposite(d)
		g.back[d] = e
	}
	if e >= 0 {
		return e, nil
	}
	return 0, n.errorf("%s has no opposite direction", n.list[1])
}

// opposite returns the direction that leads back from every destination of d, or -1 if there is none.
func (g *Game) opposite(d int) int {
	for e := range g.layout.directions.list {
		back, steps := true, false
		for at, to := range g.plain[d*g.size : (d+1)*g.size] {
			if to < 0 {
				continue
			}
			steps = true
			if back = g.plain[e*g.size+to] == at; !back {
				break
			}
		}
		if back && steps {
			return e
		}
	}
	return -1
}

func (g *Game) jump(n *node, args []*node) (step, error) {
	if len(args) == 1 && args[0].kind == word {
		var where func(*run) int
		switch args[0].text {
		case "from":
			where = func(r *run) int { return r.from }
		case "to":
			where = func(r *run) int { return r.to }
		case "mark":
			where = func(r *run) int { return r.mark }
		case "last-from":
			where = func(r *run) int { return r.lastFrom }
		case "last-to":
			where = func(r *run) int { return r.lastTo }
		}
		if where != nil {
			return func(r *run) bool {
				r.cur = where(r)
				return r.cur >= 0
			}, nil
		}
	}
	return nil, n.errorf("go requires from, to, mark, last-from or last-to")
}

// control compiles (if C ... else ...), (while C ...) and (verify C).
func (g *Game) control(name string, n *node, args []*node) (step, error) {
	if len(args) == 0 {
		return nil, n.errorf("%s requires a condition", name)
	}
	c, err := g.test(args[0])
	if err != nil {
		return nil, err
	}
	if name == "verify" {
		if len(args) > 1 {
			return nil, n.errorf("verify requires one condition; combine several with (and ...)")
		}
		return func(r *run) bool { return c(r) }, nil
	}
	then, otherwise := args[1:], []*node(nil)
	for i, a := range then {
		if name == "if" && a.kind == word && a.text == "else" {
			then, otherwise = then[:i], then[i+1:]
			break
		}
	}
	do, err := g.steps(then)
	if err != nil {
		return nil, err
	}
	if name == "while" {
		return func(r *run) bool {
			for c(r) {
				if r.spent() || !r.all(do) {
					return false
				}
			}
			return true
		}, nil
	}
	instead, err := g.steps(otherwise)
	if err != nil {
		return nil, err
	}
	return func(r *run) bool {
		if c(r) {
			return r.all(do)
		}
		return r.all(instead)
	}, nil
}

// place compiles a position, or a direction relative to the current position. A nil node means the
// current position. The compiled function returns -1 for a place off the board.
func (g *Game) place(n *node) (func(*run) int, error) {
	if n == nil {
		return func(r *run) int { return r.cur }, nil
	}
	if _, ok := g.layout.directions.at[n.text]; ok && n.kind == word || n.head() == "opposite" {
		d, err := g.direction(n)
		return func(r *run) int { return r.g.link[r.player][d*r.g.size+r.cur] }, err
	}
	if _, ok := g.layout.positions.at[n.text]; !ok || n.kind != word {
		return nil, n.errorf("%s is neither a direction nor a position", n)
	}
	at, err := g.position(n)
	return func(*run) int { return at }, err
}

// action compiles the changes of a move. Each takes an optional position as its last argument.
// Changes are applied when the move is made.
func (g *Game) action(name string, n *node, args []*node) (step, error) {
	a := action{a: -1, b: -1}
	owner := func(*run) int { return a.a }
	switch name {
	case "capture":
		a.kind = capturePiece
	case "flip":
		a.kind = flipOwner
	case "change-owner":
		a.kind = changeOwner
	case "change-type":
		a.kind = changeType
	case "create":
		a.kind = createPiece
	default:
		a.kind = setAttribute
		if len(args) < 2 {
			return nil, n.errorf("set-attribute requires a name and true or false")
		}
		i, err := g.attributes.find(args[0])
		if err != nil {
			return nil, err
		}
		if a.attrTrue, err = truth(args[1]); err != nil {
			return nil, err
		}
		a.attr = uint(i)
		args = args[2:]
	}
	opponent := false
	var where *node
	for _, arg := range args {
		p, isPlayer := g.players.at[arg.text]
		t, isType := g.types.at[arg.text]
		switch {
		case arg.kind == list && arg.head() != "opposite" || arg.kind == text:
			return nil, arg.errorf("%s is not allowed in %s", arg, name)
		case (name == "create" || name == "change-owner") && a.a < 0 && !opponent && arg.text == "opponent":
			opponent = true
		case isPlayer && (name == "create" || name == "change-owner") && a.a < 0 && !opponent:
			a.a = p
		case isType && (name == "create" || name == "change-type") && a.b < 0:
			a.b = t
		case where == nil:
			where = arg
		default:
			return nil, arg.errorf("%s is not allowed in %s", arg, name)
		}
	}
	if name == "change-type" && a.b < 0 {
		return nil, n.errorf("change-type requires a piece")
	}
	if opponent {
		owner = func(r *run) int { return r.g.opponent(r.player) }
	} else if a.a < 0 {
		owner = func(r *run) int { return r.player }
	}
	at, err := g.place(where)
	if err != nil {
		return nil, err
	}
	return func(r *run) bool {
		b := a
		if b.at = at(r); b.at < 0 {
			return false
		}
		b.a = owner(r)
		if b.kind == createPiece && b.b < 0 {
			b.b = r.piece.kind()
		}
		return r.act(b)
	}, nil
}

// opponent returns the next player who is not neutral.
func (g *Game) opponent(p int) int {
	for k := 1; k < len(g.neutral); k++ {
		if q := (p + k) % len(g.neutral); !g.neutral[q] {
			return q
		}
	}
	return p
}

// setFlag compiles instructions that set a flag of the move or of a position during generation. Unlike
// changes, flags take effect immediately.
func (g *Game) setFlag(name string, n *node, args []*node) (step, error) {
	if len(args) < 2 || args[0].kind != word || len(args) > 3 || name == "set-flag" && len(args) > 2 {
		return nil, n.errorf("%s requires a name and true or false", name)
	}
	on, err := truth(args[1])
	if err != nil {
		return nil, err
	}
	if name == "set-flag" {
		i, err := g.flags.add(n, args[0].text)
		return func(r *run) bool {
			r.flags &^= 1 << i
			if on {
				r.flags |= 1 << i
			}
			return true
		}, err
	}
	i, err := g.posFlags.add(n, args[0].text)
	if err != nil {
		return nil, err
	}
	var where *node
	if len(args) == 3 {
		where = args[2]
	}
	at, err := g.place(where)
	return func(r *run) bool {
		p := at(r)
		if p < 0 {
			return false
		}
		r.setFlagAt(i, p, on)
		return true
	}, err
}

// test compiles a condition.
func (g *Game) test(n *node) (test, error) {
	name, args := n.text, []*node(nil)
	if n.kind == list {
		name, args = n.head(), n.args()
	}
	if name == "" || n.kind == text {
		return nil, n.errorf("%s is not a condition", n)
	}
	switch name {
	case "true", "false":
		return func(*run) bool { return name == "true" }, none(n, args)
	case "and", "or", "not":
		return g.combined(name, n, args)
	}
	if c, err := g.simple(name, n, args); c != nil || err != nil {
		return c, err
	}
	if plain, ok := strings.CutPrefix(name, "not-"); ok {
		c, err := g.simple(plain, n, args)
		if err != nil {
			return nil, err
		}
		if c != nil {
			return func(r *run) bool { return !c(r) }, nil
		}
	}
	return nil, n.errorf("%s is not a condition, attribute or macro", n)
}

func (g *Game) combined(name string, n *node, args []*node) (test, error) {
	if len(args) == 0 || name == "not" && len(args) != 1 {
		return nil, n.errorf("%s has too few or too many conditions", name)
	}
	var parts []test
	for _, a := range args {
		c, err := g.test(a)
		if err != nil {
			return nil, err
		}
		parts = append(parts, c)
	}
	if name == "not" {
		return func(r *run) bool { return !parts[0](r) }, nil
	}
	stop := name == "or"
	return func(r *run) bool {
		for _, c := range parts {
			if c(r) == stop {
				return stop
			}
		}
		return !stop
	}, nil
}

// simple compiles a condition that is not a combination of others, or returns nil for an unknown name.
// The condition is false for a place off the board.
func (g *Game) simple(name string, n *node, args []*node) (test, error) {
	var what *node
	switch name {
	case "piece?", "in-zone?", "flag?", "position-flag?":
		if len(args) == 0 {
			return nil, n.errorf("%s requires a name", name)
		}
		what, args = args[0], args[1:]
	}
	holds, err := g.holds(name, n, what, &args)
	if holds == nil || err != nil {
		return nil, err
	}
	if len(args) > 1 {
		return nil, n.errorf("%s has too many arguments", name)
	}
	var where *node
	if len(args) == 1 {
		where = args[0]
	}
	at, err := g.place(where)
	return func(r *run) bool {
		*r.left--
		p := at(r)
		return p >= 0 && holds(r, p)
	}, err
}
