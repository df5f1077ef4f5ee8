package anyboard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// written is the JSON form of a definition, with the fields of both parts.
type written struct {
	Name, Title, Start string
	Royal              *string
	Castling           any   // true, false or "960"
	DoublePush         *bool `json:"double_push"`
	Promotes           *string
	Stalemate          string
	Boards             int
	Links              []string
	Board              struct {
		Files, Ranks, Planes int
		Holes                string
	}
	Seam struct {
		Crossing, Kinds string
		EnPassant       string `json:"en_passant"`
	}
	Ends struct {
		Crossing, Kinds string
	}
	Pieces map[string]piece
	Pawn   struct {
		Double   int
		Zone     int
		Must     *bool
		Promotes *string
	}
	Capture struct {
		Rebirth string
	}
	Passing struct {
		To string
	}
	Reflection *struct {
		Map, Colour string
		Makes       map[string]string
		GoesOn      string `json:"goes_on"`
		Captures    bool
		Promotions  *bool
	}
	Goal struct {
		Checks    int
		Reach     map[string]string
		Stalemate string
	}
}

// piece is a Betza text, given directly or in a table.
type piece struct{ Move, Name string }

func (p *piece) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &p.Move)
	}
	type table piece
	return json.Unmarshal(text, (*table)(p))
}

// orthodox is the array of the default starting position.
var orthodox = []string{"RNBQKBNR", "PPPPPPPP", "........", "........", "........", "........", "pppppppp", "rnbqkbnr"}

// New reads the JSON form of a definition. It rejects only definitions that it could not play.
func New(text string) (*Game, error) {
	var w written
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the definition")
	}
	g := &Game{text: text}
	for _, read := range []func(*written) error{g.readBoard, g.readEdges, g.readPieces, g.readPawn, g.readPlay, g.readLinks, g.readGoals} {
		if err := read(&w); err != nil {
			return nil, err
		}
	}
	g.partOne = g.isPartOne(&w)
	if g.partOne && len(g.kinds['p']) == 3 {
		push := &g.kinds['p'][2]
		push.initial, push.secondRank = false, true
	}
	return g, g.readStart(w.Start)
}

func (g *Game) readBoard(w *written) error {
	g.files, g.ranks, g.planes = or(w.Board.Files, 8), or(w.Board.Ranks, 8), or(w.Board.Planes, 1)
	if g.files < 1 || g.files > 16 || g.ranks < 1 || g.ranks > 16 || g.planes < 1 || g.planes > 2 || g.squares() > 256 {
		return fmt.Errorf("board %dx%d with %d planes", g.files, g.ranks, g.planes)
	}
	g.holes = make([]bool, g.squares())
	squares, err := g.readSquares(w.Board.Holes)
	for _, sq := range squares {
		g.holes[sq] = true
	}
	return err
}

func (g *Game) readEdges(w *written) error {
	g.seam = edge{or(w.Seam.Crossing, "none"), w.Seam.Kinds}
	g.ends = edge{or(w.Ends.Crossing, "none"), w.Ends.Kinds}
	g.home = w.Seam.EnPassant == "home"
	switch {
	case !slices.Contains([]string{"none", "wrap", "twist", "hop"}, g.seam.crossing):
		return fmt.Errorf("seam %q", g.seam.crossing)
	case !slices.Contains([]string{"none", "wrap", "twist", "pole"}, g.ends.crossing):
		return fmt.Errorf("ends %q", g.ends.crossing)
	case g.ends.crossing == "pole" && (g.files%2 != 0 || g.seam.crossing != "wrap"):
		return fmt.Errorf("a pole needs an even number of files and a wrapped seam")
	case g.seam.crossing == "hop" && (g.files != 8 || g.ends.crossing != "none" || len(w.Links) > 0 || slices.Contains(g.holes, true)):
		return fmt.Errorf("hop needs 8 files, and no ends, links or holes")
	}
	return nil
}

func (g *Game) readPieces(w *written) error {
	texts := maps.Clone(standard)
	for letter, p := range w.Pieces {
		if len(letter) != 1 || !isBlack(letter[0]) {
			return fmt.Errorf("piece %q", letter)
		}
		texts[letter[0]] = p.Move
	}
	g.kinds = map[byte][]atom{}
	for letter, text := range texts {
		atoms, err := readBetza(text)
		if err != nil {
			return fmt.Errorf("piece %c: %w", letter, err)
		}
		for _, a := range atoms {
			if a.passant && letter != 'p' {
				return fmt.Errorf("piece %c captures en passant", letter)
			}
		}
		g.kinds[letter] = atoms
	}
	if len(g.kinds) > 16 {
		return fmt.Errorf("%d kinds", len(g.kinds))
	}
	return nil
}

// readPawn reads the pawn's fields (3.7, 3.10).
func (g *Game) readPawn(w *written) error {
	g.zone = or(w.Pawn.Zone, 1)
	g.must = w.Pawn.Must == nil || *w.Pawn.Must
	g.promotes = "qrbn"
	for _, promotes := range []*string{w.Promotes, w.Pawn.Promotes} {
		if promotes != nil {
			g.promotes = *promotes
		}
	}
	double := or(w.Pawn.Double, 2)
	if w.DoublePush != nil && !*w.DoublePush {
		double = 1
	}
	if atoms := g.kinds['p']; atoms != nil {
		for _, a := range atoms {
			for _, v := range a.leaps {
				if a.quiet && !a.takes && v.y <= 0 {
					return fmt.Errorf("the pawn moves backwards or sideways")
				}
			}
		}
		return nil
	}
	text := "mfWcefF"
	if double == 2 {
		text += "imfW2"
	}
	var err error
	g.kinds['p'], err = readBetza(text)
	return err
}

// readPlay reads the remaining fields that do not depend on the starting position.
func (g *Game) readPlay(w *written) error {
	g.royal = "k"
	if w.Royal != nil {
		g.royal = *w.Royal
	}
	g.stalemate = or(w.Stalemate, or(w.Goal.Stalemate, "draw"))
	g.castling = "true"
	if w.Castling != nil {
		g.castling = fmt.Sprint(w.Castling)
	}
	g.rebirth = or(w.Capture.Rebirth, "none")
	g.passing = w.Passing.To == "other"
	if r := w.Reflection; r != nil {
		g.reflection = &reflection{or(r.Map, "rotate"), r.Makes, r.Colour == "own", r.GoesOn, r.Captures, r.Promotions == nil || *r.Promotions}
	}
	for _, c := range []byte(g.royal + g.promotes) {
		if g.kinds[c] == nil {
			return fmt.Errorf("unknown kind %c", c)
		}
	}
	switch {
	case g.royal == "":
		return fmt.Errorf("no royal kind")
	case strings.ContainsAny(g.promotes, g.royal+"p"):
		return fmt.Errorf("promotion to a royal kind or a pawn: %q", g.promotes)
	case !slices.Contains([]string{"true", "false", "960"}, g.castling):
		return fmt.Errorf("castling %q", g.castling)
	case !slices.Contains([]string{"none", "home", "mirror"}, g.rebirth):
		return fmt.Errorf("rebirth %q", g.rebirth)
	case w.Passing.To != "" && (!g.passing || g.planes != 2):
		return fmt.Errorf("passing to %q with planes = %d", w.Passing.To, g.planes)
	case g.reflection != nil && g.planes == 2:
		return fmt.Errorf("reflection with two planes")
	case g.passing && g.rebirth != "none":
		return fmt.Errorf("passing with rebirth")
	}
	return nil
}

// headings are the eight directions of steps.
var headings = map[string]vector{
	"n": {0, 1}, "ne": {1, 1}, "e": {1, 0}, "se": {1, -1},
	"s": {0, -1}, "sw": {-1, -1}, "w": {-1, 0}, "nw": {-1, 1},
}

// readLinks reads links such as "d8 n - e1 n" (2.4).
func (g *Game) readLinks(w *written) error {
	g.links = map[place]place{}
	for _, text := range w.Links {
		words := strings.Fields(text)
		if len(words) != 5 || words[2] != "-" {
			return fmt.Errorf("link %q", text)
		}
		x, errX := g.readSquare(words[0])
		y, errY := g.readSquare(words[3])
		d, okX := headings[words[1]]
		h, okY := headings[words[4]]
		if errX != nil || errY != nil || !okX || !okY || g.holes[x] || g.holes[y] || g.plane(x) != g.plane(y) {
			return fmt.Errorf("link %q", text)
		}
		there, back := place{x, d}, place{y, h.negative()}
		for _, from := range []place{there, back} {
			if _, twice := g.links[from]; twice || there == back {
				return fmt.Errorf("link %q: there is a link for one of its steps", text)
			}
		}
		g.links[there] = place{y, h}
		g.links[back] = place{x, d.negative()}
	}
	return nil
}

func (g *Game) readGoals(w *written) error {
	g.checks = w.Goal.Checks
	g.reach = map[byte][]int{}
	for kind, text := range w.Goal.Reach {
		squares, err := g.readSquares(text)
		if err != nil || len(kind) != 1 || g.kinds[kind[0]] == nil {
			return fmt.Errorf("reach %q: %w", kind, err)
		}
		g.reach[kind[0]] = squares
	}
	return nil
}

// isPartOne reports whether a definition uses no field of part two. A field with its default value does not
// count as used.
func (g *Game) isPartOne(w *written) bool {
	return g.files == 8 && g.ranks == 8 && g.planes == 1 && !slices.Contains(g.holes, true) &&
		g.seam.crossing != "twist" && g.ends.crossing == "none" && len(w.Links) == 0 && len(w.Pieces) == 0 &&
		g.royal == "k" && g.castling != "960" && g.zone == 1 && g.must && g.rebirth == "none" && !g.passing &&
		w.Goal.Checks == 0 && len(w.Goal.Reach) == 0
}

// readStart reads the starting position. It defaults to the orthodox array on plane A.
func (g *Game) readStart(text string) error {
	fields := strings.Fields(text)
	if text == "" {
		if g.files != 8 || g.ranks != 8 {
			return fmt.Errorf("no start")
		}
		board := bytes.Repeat([]byte{empty}, g.squares())
		for rank, pieces := range orthodox {
			copy(board[rank*8:], pieces)
		}
		for sq, missing := range g.holes {
			if missing && board[sq] != empty {
				return fmt.Errorf("%s is a hole", g.nameOf(sq))
			}
			if missing {
				board[sq] = hole
			}
		}
		fields = []string{(&Pos{g: g, board: board}).formatBoard(), "w", "KQkq", "-", "0", "1"}
	}
	if len(fields) < 6 {
		return fmt.Errorf("start %q has %d fields", text, len(fields))
	}
	board, err := g.readField(fields[0])
	if err != nil {
		return err
	}
	g.start = &Pos{g: g, board: board}
	if err := g.readRights(fields[2]); err != nil {
		return err
	}
	if len(g.rights) == 0 {
		fields[2] = "-"
	} else if g.castling == "960" && !g.partOne {
		fields[2] = g.formatRights(slices.Repeat([]bool{true}, len(g.rights)))
	}
	g.start, err = g.Parse(strings.Join(fields, " "))
	return err
}

// or returns a value or, if it is zero, a default.
func or[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}
