package zillions

import (
	"slices"
	"strings"
)

// Game is the game of a rules file, ready to play.
type Game struct {
	// Title is the game's name.
	Title string
	// Royal determines which royal pieces a player must protect if there are several. Load sets it to
	// AnyRoyal.
	Royal RoyalRule
	// If KeepDuplicates is true, Moves lists a move as often as the file generates it.
	KeepDuplicates bool

	players, types, attributes, flags, posFlags, moveTypes *names
	layout                                                 layout

	size     int              // number of positions
	link     [][]int          // by player: direction*size + position, -1 for none
	plain    []int            // like link, but ignoring the symmetry of players
	back     map[int]int      // opposite directions, cached
	inZone   map[int][][]bool // by zone and player: positions
	inGoal   map[int][][]int  // by zone and player: lists of positions
	neutral  []bool           // by player: whether the player is neutral
	order    []int            // players by turn
	again    int              // index of the turn that follows the last one
	pieces   []pieceType
	priority []int // move types, highest priority first
	goals    []goal
	royal    [][]bool // by player: royal piece types
	repeats  bool     // whether a goal counts repetitions
	target   []bool   // by position: whether it is part of a goal
	words    int      // number of words in the goals
	pass     passing
	start    State
}

// RoyalRule is the meaning of "checkmated" for a player with several royal pieces.
type RoyalRule int

const (
	// AnyRoyal forbids moves after which any royal piece is attacked.
	AnyRoyal RoyalRule = iota
	// AllRoyal forbids only moves after which all royal pieces are attacked.
	AllRoyal
)

type passing int

const (
	passNever passing = iota
	passForced
	passAlways
)

// pieceType is a type of piece.
type pieceType struct {
	has, defaults uint16 // attributes
	moves, drops  []block
}

// block is a list of instructions that yields any number of moves.
type block struct {
	moveType int // -1 for none
	steps    []step
}

// ignored lists sections that do not affect the rules.
var ignored = []string{
	"title", "description", "history", "strategy", "music", "help", "solution", "default", "opening-sound", "win-sound",
	"loss-sound", "draw-sound", "move-sound", "release-sound", "capture-sound", "drop-sound", "click-sound", "change-sound",
	"allow-flipping", "animate-captures", "animate-drops", "translate",
}

// ruled lists options that change the rules in ways that this package does not support. They
// may be set to false.
var ruled = []string{
	"recycle captures", "recycle promotions", "maximal captures", "discard cascades", "pass partial", "include off-pieces",
	"prevent recycling", "repeat turn",
}

// Load reads the text of a rules file.
func Load(src string) (*Game, error) {
	top, err := parse(src)
	if err != nil {
		return nil, err
	}
	m := &macros{body: map[string][]*node{}}
	var game *node
	for _, n := range top {
		switch n.head() {
		case "version":
			if len(n.args()) != 1 || n.list[1].kind != text {
				return nil, n.errorf(`version requires one string, such as "2.0"`)
			}
		case "define":
			if err := m.define(n); err != nil {
				return nil, err
			}
		case "game":
			if game != nil {
				return nil, n.errorf("the file has a second game; this reader supports one")
			}
			with, err := m.expand([]*node{n}, 0)
			if err != nil {
				return nil, err
			}
			game = with[0]
		case "variant", "include":
			return nil, n.errorf("%s is not supported by this reader", n.head())
		default:
			return nil, n.errorf("%s cannot be at the top level of a file", n)
		}
	}
	if game == nil {
		return nil, &Error{1, 1, "the file has no game"}
	}
	return read(game)
}

// read reads (game ...). Sections may appear in any order, so read processes them in order of their
// dependencies.
func read(n *node) (*Game, error) {
	g := &Game{
		players: newNames("player", 15), types: newNames("piece", maxWords), attributes: newNames("attribute", maxFlags),
		flags: newNames("flag", maxFlags), posFlags: newNames("position flag", maxFlags), moveTypes: newNames("move type", maxWords),
		layout: layout{
			positions: newNames("position", maxPositions), directions: newNames("direction", maxWords), zones: newNames("zone", maxWords),
			killed: map[int]bool{}, dummy: map[int]bool{}, symmetry: map[int]map[int]int{},
			zone: map[[2]int]map[int]bool{},
		},
	}
	parts := map[string][]*node{}
	for _, part := range n.args() {
		name := part.head()
		switch name {
		case "players", "turn-order", "board", "board-setup", "move-priorities":
			if len(parts[name]) > 0 {
				return nil, part.errorf("a second %s", name)
			}
		case "piece", "option", "pass-turn", "win-condition", "loss-condition", "draw-condition":
		case "count-condition", "engine":
			return nil, part.errorf("%s is not supported by this reader", name)
		default:
			if !slices.Contains(ignored, name) {
				return nil, part.errorf("%s is not part of a game", part)
			}
			if name == "title" && len(part.args()) == 1 {
				g.Title = part.list[1].text
			}
		}
		parts[name] = append(parts[name], part)
	}
	for _, name := range []string{"players", "turn-order", "board", "board-setup", "piece"} {
		if len(parts[name]) == 0 {
			return nil, n.errorf("the game has no %s", name)
		}
	}
	for _, step := range []struct {
		name string
		read func(*node) error
	}{
		{"players", g.readPlayers}, {"turn-order", g.readOrder}, {"board", g.readBoard}, {"piece", g.readPiece},
		{"move-priorities", g.readPriorities}, {"option", g.readOption}, {"pass-turn", g.readPass},
	} {
		for _, part := range parts[step.name] {
			if err := step.read(part); err != nil {
				return nil, err
			}
		}
	}
	if err := g.freeze(n); err != nil {
		return nil, err
	}
	for i, part := range parts["piece"] {
		if err := g.compilePiece(i, part); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"win-condition", "loss-condition", "draw-condition"} {
		for _, part := range parts[name] {
			if err := g.readGoal(part); err != nil {
				return nil, err
			}
		}
	}
	return g, g.readSetup(parts["board-setup"][0])
}

func (g *Game) readPlayers(n *node) error {
	for _, p := range n.args() {
		if p.kind == list || strings.HasPrefix(p.text, "?") {
			return p.errorf("the player %s is not supported by this reader: plain names only", p)
		}
		if _, ok := g.players.at[p.text]; ok {
			return p.errorf("the player %q is listed twice", p.text)
		}
		if _, err := g.players.add(p, p.text); err != nil {
			return err
		}
	}
	return nil
}

// readOrder reads (turn-order ...). The turns after the word repeat are repeated. Without that word all
// turns are repeated. A player without a turn is neutral.
func (g *Game) readOrder(n *node) error {
	g.neutral = make([]bool, len(g.players.list))
	for i := range g.neutral {
		g.neutral[i] = true
	}
	for _, p := range n.args() {
		if p.kind == word && p.text == "repeat" {
			g.again = len(g.order)
			continue
		}
		if p.kind == list {
			return p.errorf("the turn %s is not supported by this reader: plain names only", p)
		}
		i, err := g.players.find(p)
		if err != nil {
			return err
		}
		if len(g.order) >= 1000 {
			return p.errorf("more than 1000 turns in the turn-order")
		}
		g.neutral[i] = false
		g.order = append(g.order, i)
	}
	if g.again >= len(g.order) {
		return n.errorf("the turn-order has no players to repeat")
	}
	return nil
}

// readPiece reads the name and the attributes of (piece ...).
func (g *Game) readPiece(n *node) error {
	var name *node
	var p pieceType
	for _, part := range n.args() {
		switch part.head() {
		case "name":
			if len(part.args()) != 1 || part.list[1].kind == list {
				return part.errorf("a piece has one name")
			}
			name = part.list[1]
		case "attribute":
			args := part.args()
			if len(args) != 2 || args[0].kind != word {
				return part.errorf("an attribute is a name and true or false")
			}
			i, err := g.attributes.add(part, args[0].text)
			if err != nil {
				return err
			}
			on, err := truth(args[1])
			if err != nil {
				return err
			}
			p.has |= 1 << i
			if on {
				p.defaults |= 1 << i
			}
		case "moves", "drops", "help", "description", "notation", "image", "dummy", "open":
		default:
			return part.errorf("%s is not part of a piece", part)
		}
	}
	if name == nil {
		return n.errorf("a piece without a name")
	}
	if _, ok := g.types.at[name.text]; ok {
		return name.errorf("the piece %q is listed twice", name.text)
	}
	if _, err := g.types.add(name, name.text); err != nil {
		return err
	}
	g.pieces = append(g.pieces, p)
	return nil
}

func (g *Game) readPriorities(n *node) error {
	for _, t := range n.args() {
		if t.kind == list {
			return t.errorf("move-priorities are names, not %s", t)
		}
		i, err := g.moveTypes.add(t, t.text)
		if err != nil {
			return err
		}
		g.priority = append(g.priority, i)
	}
	return nil
}

// readOption reads (option "NAME" VALUE). Unknown options do not affect the
// rules.
func (g *Game) readOption(n *node) error {
	args := n.args()
	if len(args) != 2 || args[0].kind != text {
		return n.errorf("an option is a name in quotation marks and a value")
	}
	switch name := strings.ToLower(args[0].text); {
	case name == "pass turn":
		return g.readPass(&node{kind: list, list: []*node{args[0], args[1]}, line: n.line, col: n.col})
	case slices.Contains(ruled, name) && args[1].text != "false":
		return n.errorf("the option %q is not supported by this reader", name)
	}
	return nil
}

func (g *Game) readPass(n *node) error {
	if len(n.list) == 2 && n.list[1].kind == word {
		switch n.list[1].text {
		case "true":
			g.pass = passAlways
			return nil
		case "forced":
			g.pass = passForced
			return nil
		case "false":
			g.pass = passNever
			return nil
		}
	}
	return n.errorf("pass turn is true, false or forced")
}

// freeze builds the tables used during play.
func (g *Game) freeze(n *node) error {
	b := &g.layout
	g.size = len(b.positions.list)
	if g.size == 0 {
		return n.errorf("the board has no positions")
	}
	if g.size*len(b.directions.list)*len(g.players.list) > 4_000_000 {
		return n.errorf("the board has too many positions and directions")
	}
	g.plain = make([]int, g.size*len(b.directions.list))
	for i := range g.plain {
		if g.plain[i] = b.step(i/g.size, i%g.size); b.killed[g.plain[i]] || b.killed[i%g.size] {
			g.plain[i] = -1
		}
	}
	g.back, g.inZone, g.inGoal = map[int]int{}, map[int][][]bool{}, map[int][][]int{}
	g.link = make([][]int, len(g.players.list))
	g.royal = make([][]bool, len(g.players.list))
	for p := range g.link {
		g.royal[p] = make([]bool, len(g.types.list))
		g.link[p] = make([]int, g.size*len(b.directions.list))
		for d := range b.directions.list {
			with := d
			if e, ok := b.symmetry[p][d]; ok {
				with = e
			}
			copy(g.link[p][d*g.size:(d+1)*g.size], g.plain[with*g.size:(with+1)*g.size])
		}
	}
	return nil
}

// readSetup reads (board-setup (PLAYER (PIECE POSITION ... off NUMBER) ...) ...).
func (g *Game) readSetup(n *node) error {
	s := State{g: g, board: make([]cell, g.size), lastFrom: -1, lastTo: -1}
	s.off = make([]int, len(g.players.list)*len(g.types.list))
	for _, side := range n.args() {
		if side.kind != list || len(side.list) == 0 {
			return side.errorf("a board-setup is a player and its pieces, not %s", side)
		}
		p, err := g.players.find(side.list[0])
		if err != nil {
			return err
		}
		for _, set := range side.args() {
			if set.kind != list || len(set.list) == 0 {
				return set.errorf("got %s, want a piece and its positions", set)
			}
			t, err := g.types.find(set.list[0])
			if err != nil {
				return err
			}
			places := set.args()
			for i := 0; i < len(places); i++ {
				if places[i].kind == word && places[i].text == "off" {
					if i++; i == len(places) {
						return set.errorf("off requires the number of pieces")
					}
					k, err := number(places[i])
					if err != nil || k < 0 {
						return places[i].errorf("off requires the number of pieces, not %s", places[i])
					}
					s.off[p*len(g.types.list)+t] += k
					continue
				}
				at, err := g.position(places[i])
				if err != nil {
					return err
				}
				if s.board[at] != 0 {
					return places[i].errorf("two pieces on %s", places[i])
				}
				s.board[at] = g.fresh(p, t)
			}
		}
	}
	g.start = s.remembered()
	return nil
}

// position returns the number of the named position, which must exist and must not have been removed.
func (g *Game) position(n *node) (int, error) {
	i, err := g.layout.positions.find(n)
	if err == nil && g.layout.killed[i] {
		return 0, n.errorf("the position %s has been removed by kill-positions", n)
	}
	return i, err
}

func truth(n *node) (bool, error) {
	if n.kind == word && n.text == "true" {
		return true, nil
	}
	if n.kind == word && n.text == "false" {
		return false, nil
	}
	return false, n.errorf("got %s, want true or false", n)
}
