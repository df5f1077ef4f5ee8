package zillions

import (
	"strconv"
	"strings"
)

// names assigns a number to each name of one kind, such as players.
type names struct {
	what string
	list []string
	at   map[string]int
	max  int
}

func newNames(what string, max int) *names { return &names{what: what, at: map[string]int{}, max: max} }

// add adds a name unless it exists, and returns its number.
func (l *names) add(n *node, name string) (int, error) {
	if i, ok := l.at[name]; ok {
		return i, nil
	}
	if name == "" {
		return 0, n.errorf("a %s without a name", l.what)
	}
	if len(name) > maxName {
		return 0, n.errorf("the name of a %s has more than %d bytes", l.what, maxName)
	}
	if len(l.list) >= l.max {
		return 0, n.errorf("more than %d %ss", l.max, l.what)
	}
	l.at[name] = len(l.list)
	l.list = append(l.list, name)
	return len(l.list) - 1, nil
}

// find returns the number of an existing name.
func (l *names) find(n *node) (int, error) {
	if n.kind == list {
		return 0, n.errorf("got %s, want a %s", n, l.what)
	}
	if i, ok := l.at[n.text]; ok {
		return i, nil
	}
	return 0, n.errorf("no %s is named %q", l.what, n.text)
}

// layout is the board as read from the file.
type layout struct {
	positions, directions *names
	link                  [][]int // by direction and position: destination, or -1
	killed, dummy         map[int]bool
	symmetry              map[int]map[int]int // by player and direction: the direction to use instead
	zones                 *names
	zone                  map[[2]int]map[int]bool // positions, by zone and player
}

// connect makes a direction lead from one position to another, or nowhere if to is -1.
func (b *layout) connect(direction, from, to int) {
	for len(b.link) <= direction {
		b.link = append(b.link, nil)
	}
	for len(b.link[direction]) <= from {
		b.link[direction] = append(b.link[direction], -1)
	}
	b.link[direction][from] = to
}

// step returns the position that a direction leads to, or -1 if there is none.
func (b *layout) step(direction, from int) int {
	if direction >= len(b.link) || from >= len(b.link[direction]) {
		return -1
	}
	return b.link[direction][from]
}

// readBoard reads (board ...).
func (g *Game) readBoard(n *node) error {
	b := &g.layout
	var late []*node // parts that may refer to directions and positions in other parts
	for _, part := range n.args() {
		var err error
		switch part.head() {
		case "image", "title", "help", "description":
		case "grid":
			err = b.grid(part)
		case "positions":
			err = b.listed(part)
		case "links":
			err = b.links(part)
		case "unlink":
			err = b.unlink(part)
		case "kill-positions":
			err = b.mark(part, b.killed)
		case "dummy":
			err = b.mark(part, b.dummy)
		case "zone", "symmetry":
			late = append(late, part)
		default:
			err = part.errorf("%s is not part of a board", part)
		}
		if err != nil {
			return err
		}
	}
	for _, part := range late {
		read := g.readZone
		if part.head() == "symmetry" {
			read = g.readSymmetry
		}
		if err := read(part); err != nil {
			return err
		}
	}
	return nil
}

// grid reads (grid (start-rectangle ...) (dimensions ...) (directions ...)).
func (b *layout) grid(n *node) error {
	var dims [][]string
	var directions *node
	for _, part := range n.args() {
		switch part.head() {
		case "start-rectangle":
			if len(part.args()) != 4 {
				return part.errorf("a start-rectangle has four numbers")
			}
			for _, a := range part.args() {
				if _, err := number(a); err != nil {
					return err
				}
			}
		case "dimensions":
			for _, d := range part.args() {
				if d.kind != list || len(d.list) != 2 || d.list[0].kind == list || d.list[1].kind != list || len(d.list[1].list) != 2 {
					return d.errorf(`a dimension consists of names and their distance in the picture: ("a/b/c" (49 0)), not %s`, d)
				}
				for _, a := range d.list[1].list {
					if _, err := number(a); err != nil {
						return err
					}
				}
				names := strings.Split(d.list[0].text, "/")
				for _, name := range names {
					if len(name) > maxName {
						return d.errorf("a name has more than %d bytes", maxName)
					}
				}
				dims = append(dims, names)
			}
		case "directions":
			directions = part
		default:
			return part.errorf("%s is not part of a grid", part)
		}
	}
	if len(dims) == 0 || len(dims) > 8 {
		return n.errorf("a grid has one to eight dimensions, not %d", len(dims))
	}
	size := 1
	for _, d := range dims {
		if size *= len(d); size > maxPositions {
			return n.errorf("the grid has more than %d positions", maxPositions)
		}
	}
	at := make([]int, size)
	for i := range at {
		name := ""
		for d, rest, below := 0, i, size; d < len(dims); d++ {
			below /= len(dims[d])
			name += dims[d][rest/below]
			rest %= below
		}
		if _, ok := b.positions.at[name]; ok {
			return n.errorf("the position %q is listed twice", name)
		}
		var err error
		if at[i], err = b.positions.add(n, name); err != nil {
			return err
		}
	}
	if directions == nil {
		return nil
	}
	if len(directions.args()) > maxWords {
		return directions.errorf("more than %d directions", maxWords)
	}
	for _, d := range directions.args() {
		if d.head() == "" || len(d.args()) != len(dims) {
			return d.errorf("a direction is a name and a number for each of the %d dimensions, not %s", len(dims), d)
		}
		dir, err := b.directions.add(d, d.head())
		if err != nil {
			return err
		}
		delta := make([]int, len(dims))
		for k, a := range d.args() {
			if delta[k], err = number(a); err != nil {
				return err
			}
		}
		for i := range at {
			if j, ok := stepped(i, size, dims, delta); ok {
				b.connect(dir, at[i], at[j])
			}
		}
	}
	return nil
}

// stepped returns the index of the grid position at an offset from i, or false if it is off the grid.
func stepped(i, size int, dims [][]string, delta []int) (int, bool) {
	j := 0
	for d, rest, below := 0, i, size; d < len(dims); d++ {
		below /= len(dims[d])
		k := rest/below + delta[d]
		rest %= below
		if k < 0 || k >= len(dims[d]) {
			return 0, false
		}
		j += k * below
	}
	return j, true
}

// listed reads (positions (NAME left top right bottom) ...).
func (b *layout) listed(n *node) error {
	for _, p := range n.args() {
		if p.head() == "" || len(p.args()) != 4 {
			return p.errorf("a position is a name and four numbers, not %s", p)
		}
		for _, a := range p.args() {
			if _, err := number(a); err != nil {
				return err
			}
		}
		if _, ok := b.positions.at[p.head()]; ok {
			return p.errorf("the position %q is listed twice", p.head())
		}
		if _, err := b.positions.add(p, p.head()); err != nil {
			return err
		}
	}
	return nil
}

// links reads (links DIRECTION (FROM TO) ...); links are one-way.
func (b *layout) links(n *node) error {
	if len(n.args()) < 1 || n.list[1].kind != word {
		return n.errorf("links requires a direction and pairs of positions")
	}
	dir, err := b.directions.add(n, n.list[1].text)
	if err != nil {
		return err
	}
	for _, pair := range n.list[2:] {
		from, to, err := b.pair(pair)
		if err != nil {
			return err
		}
		b.connect(dir, from, to)
	}
	return nil
}

// unlink reads (unlink (FROM TO) ...), which removes all links between the two.
func (b *layout) unlink(n *node) error {
	for _, pair := range n.args() {
		p, q, err := b.pair(pair)
		if err != nil {
			return err
		}
		for d := range b.directions.list {
			for _, way := range [][2]int{{p, q}, {q, p}} {
				if b.step(d, way[0]) == way[1] {
					b.connect(d, way[0], -1)
				}
			}
		}
	}
	return nil
}

func (b *layout) pair(n *node) (from, to int, err error) {
	if n.kind != list || len(n.list) != 2 {
		return 0, 0, n.errorf("a link is two positions in brackets, not %s", n)
	}
	if from, err = b.positions.find(n.list[0]); err != nil {
		return
	}
	to, err = b.positions.find(n.list[1])
	return
}

func (b *layout) mark(n *node, into map[int]bool) error {
	for _, p := range n.args() {
		i, err := b.positions.find(p)
		if err != nil {
			return err
		}
		into[i] = true
	}
	return nil
}

// readZone reads (zone (name N) (players ...) (positions ...)). Without players the zone belongs to all
// players.
func (g *Game) readZone(n *node) error {
	var name *node
	var players []int
	cells := map[int]bool{}
	for _, part := range n.args() {
		switch part.head() {
		case "name":
			if len(part.args()) != 1 || part.list[1].kind == list {
				return part.errorf("a zone has one name")
			}
			name = part.list[1]
		case "players":
			for _, p := range part.args() {
				i, err := g.players.find(p)
				if err != nil {
					return err
				}
				players = append(players, i)
			}
		case "positions":
			if err := g.layout.mark(part, cells); err != nil {
				return err
			}
		default:
			return part.errorf("%s is not part of a zone", part)
		}
	}
	if name == nil {
		return n.errorf("a zone without a name")
	}
	z, err := g.layout.zones.add(name, name.text)
	if err != nil {
		return err
	}
	if players == nil {
		for i := range g.players.list {
			players = append(players, i)
		}
	}
	for _, p := range players {
		key := [2]int{z, p}
		if g.layout.zone[key] == nil {
			g.layout.zone[key] = map[int]bool{}
		}
		for c := range cells {
			g.layout.zone[key][c] = true
		}
	}
	return nil
}

// readSymmetry reads (symmetry PLAYER (DIRECTION INSTEAD) ...).
func (g *Game) readSymmetry(n *node) error {
	if len(n.args()) < 1 {
		return n.errorf("symmetry requires a player")
	}
	p, err := g.players.find(n.list[1])
	if err != nil {
		return err
	}
	m := g.layout.symmetry[p]
	if m == nil {
		m = map[int]int{}
		g.layout.symmetry[p] = m
	}
	for _, pair := range n.list[2:] {
		if pair.kind != list || len(pair.list) != 2 {
			return pair.errorf("symmetry has pairs of directions, not %s", pair)
		}
		d, err := g.layout.directions.find(pair.list[0])
		if err != nil {
			return err
		}
		if m[d], err = g.layout.directions.find(pair.list[1]); err != nil {
			return err
		}
	}
	return nil
}

// number reads an integer.
func number(n *node) (int, error) {
	i, err := strconv.Atoi(n.text)
	if n.kind != word || err != nil || i < -100_000 || i > 100_000 {
		return 0, n.errorf("got %s, want a number", n)
	}
	return i, nil
}
