package archive

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// Filter writes the games that meet all of its conditions. Fields with zero values impose no condition.
type Filter struct {
	Files  []string
	Output string
	Not    bool // whether to write the other games instead
	Limit  int  // number of games after which to stop

	Player, White, Black string // parts of names
	Result               string
	Variant              string
	Tags                 []string // NAME=VALUE and other comparisons
	MinMoves, MaxMoves   int
	Opening              string // part of a name, an ECO code or a range of them
	Line                 string // first moves
	Position             string
	Pattern              string // pieces and empty squares, as in w:Nd5;b:Ke8;-:e4
	Material             string // as in KRPvKR
}

// errEnough ends the scan at the limit.
var errEnough = errors.New("enough games")

// condition reports whether a game meets a condition.
type condition func(g *game) (bool, error)

// Run filters the games.
func (f *Filter) Run(c *cli.Console) error {
	conditions, unfit, err := f.conditions(c)
	if err != nil {
		return err
	}
	out, err := c.CreateFrom(f.Files, f.Output, "games")
	if err != nil {
		return err
	}
	defer out.Discard()
	written := 0
	s, err := run(c, f.Files, func(g *game) error {
		meets := true
		for _, holds := range conditions {
			var err error
			if meets, err = holds(g); err != nil {
				return err
			} else if !meets {
				break
			}
		}
		if meets == f.Not {
			return nil
		}
		written++
		if err := g.write(out); err != nil {
			return err
		}
		if f.Limit > 0 && written == f.Limit {
			return errEnough
		}
		return nil
	})
	if err != nil && err != errEnough {
		return err
	}
	for _, flag := range unfit {
		if err := flag(); err != nil {
			return err
		}
	}
	return s.finish(out, written, "written")
}

// conditions returns the conditions that are set. Those that do not need the moves come first. After the games
// have been read, unfit reports conditions that do not fit the rule sets of the games: with a note, or with an error
// if a condition fits none of them.
func (f *Filter) conditions(c *cli.Console) (all []condition, unfit []func() error, err error) {
	add := func(set bool, holds condition) {
		if set {
			all = append(all, holds)
		}
	}
	tag := func(name, part string) condition {
		part = fold(part)
		return func(g *game) (bool, error) { return strings.Contains(fold(g.Tag(name)), part), nil }
	}
	add(f.White != "", tag("White", f.White))
	add(f.Black != "", tag("Black", f.Black))
	white, black := tag("White", f.Player), tag("Black", f.Player)
	add(f.Player != "", func(g *game) (bool, error) {
		if found, err := white(g); found || err != nil {
			return found, err
		}
		return black(g)
	})
	add(f.Result != "", func(g *game) (bool, error) { return g.result() == f.Result, nil })
	if f.Variant != "" {
		r, err := c.Choose(f.Variant)
		if err != nil {
			return nil, nil, err
		}
		name := r.Info().Name
		add(true, func(g *game) (bool, error) { return g.variant() == name, nil })
	}
	for _, text := range f.Tags {
		holds, err := parseComparison(text)
		if err != nil {
			return nil, nil, err
		}
		add(true, holds)
	}
	if f.MaxMoves > 0 && f.MinMoves > f.MaxMoves {
		return nil, nil, fmt.Errorf("--min-moves is %d, more than --max-moves, %d", f.MinMoves, f.MaxMoves)
	}
	add(f.MinMoves > 0 || f.MaxMoves > 0, func(g *game) (bool, error) {
		read, err := g.Game()
		if err != nil {
			return false, err
		}
		n := length(read)
		return n >= f.MinMoves && (f.MaxMoves == 0 || n <= f.MaxMoves), nil
	})
	if f.Opening != "" {
		add(true, f.opening())
	}
	// The following conditions are compiled for each rule set.
	perRules := func(set bool, flag string, plies int, compile func(r rules.Rules) (func(read *pgn.Game) bool, error)) {
		compiled := map[string]func(*pgn.Game) bool{}
		var first error
		fits := false
		unfit = append(unfit, func() error {
			switch {
			case first == nil:
			case !fits:
				return first
			default:
				c.Note(first.Error())
			}
			return nil
		})
		add(set, func(g *game) (bool, error) {
			read, err := g.opening(plies)
			if err != nil {
				return false, err
			}
			ref := read.Rules.Info().Ref()
			holds, known := compiled[ref]
			if !known {
				if holds, err = compile(read.Rules); err != nil {
					if first == nil {
						first = fmt.Errorf("%s does not fit %s: %w", flag, read.Rules.Info().Name, err)
					}
					holds = func(*pgn.Game) bool { return false }
				} else {
					fits = true
				}
				compiled[ref] = holds
			}
			return holds(read), nil
		})
	}
	perRules(f.Line != "", "--line", len(cli.SplitMoves(strings.Fields(f.Line))), f.line)
	perRules(f.Material != "", "--material", 0, f.material)
	perRules(f.Position != "", "--position", 0, f.position)
	perRules(f.Pattern != "", "--pattern", 0, f.pattern)
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("no condition is given; see tain help pgn filter")
	}
	return all, unfit, nil
}

var comparison = regexp.MustCompile(`^\s*([A-Za-z0-9_+#:-]+?)\s*(>=|<=|!=|=|>|<|~)(.*)$`)

// parseComparison parses a condition on a tag, such as WhiteElo>=2400.
func parseComparison(text string) (condition, error) {
	m := comparison.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("--tag %q is not a comparison; write one such as Event=Open, Event~open, Date>=2020 or WhiteElo>2400", text)
	}
	name, operator, want := m[1], m[2], strings.TrimSpace(m[3])
	return func(g *game) (bool, error) {
		have := g.Tag(name)
		switch operator {
		case "=":
			return strings.EqualFold(have, want), nil
		case "!=":
			return !strings.EqualFold(have, want), nil
		case "~":
			return strings.Contains(strings.ToLower(have), strings.ToLower(want)), nil
		}
		if have == "" || strings.HasPrefix(have, "?") {
			return false, nil // an unknown value is neither more nor less
		}
		switch order := compareValues(have, want); operator {
		case ">":
			return order > 0, nil
		case "<":
			return order < 0, nil
		case ">=":
			return order >= 0, nil
		default:
			return order <= 0, nil
		}
	}, nil
}

// compareValues compares numbers by size, and other values as text without regard to case.
func compareValues(a, b string) int {
	x, noX := strconv.ParseFloat(a, 64)
	y, noY := strconv.ParseFloat(b, 64)
	if noX == nil && noY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(strings.ToLower(a), strings.ToLower(b))
}

var eco = regexp.MustCompile(`^([A-Ea-e][0-9]{2})(?:-([A-Ea-e][0-9]{2}))?$`)

// opening returns the condition on the opening: its ECO tag for a code, otherwise its Opening tag or the
// openings that are named in its rule set.
func (f *Filter) opening() condition {
	if m := eco.FindStringSubmatch(f.Opening); m != nil {
		from, to := strings.ToUpper(m[1]), strings.ToUpper(cmp.Or(m[2], m[1]))
		return func(g *game) (bool, error) {
			code := strings.ToUpper(g.Tag("ECO"))
			code = code[:min(3, len(code))]
			return from <= code && code <= to, nil
		}
	}
	part := strings.ToLower(f.Opening)
	named := map[string][]string{} // lines of the openings with the name, by rule set
	return func(g *game) (bool, error) {
		if strings.Contains(strings.ToLower(g.Tag("Opening")), part) {
			return true, nil
		}
		read, err := g.opening(book.OpeningPlies)
		if err != nil {
			return false, err
		}
		r := read.Rules
		lines, known := named[r.Info().Ref()]
		if !known {
			openings, err := book.Openings(r)
			if err != nil {
				return false, err
			}
			for _, o := range openings {
				if strings.Contains(strings.ToLower(o.Name), part) {
					lines = append(lines, strings.Join(o.Moves, " ")+" ")
				}
			}
			named[r.Info().Ref()] = lines
		}
		if len(lines) == 0 || !fromStart(read) {
			return false, nil
		}
		var moves strings.Builder
		for p, n := range positions(read) {
			if n == nil {
				break
			}
			moves.WriteString(r.Guide().FormatUCI(p, n.Move) + " ")
		}
		return slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(moves.String(), line) }), nil
	}
}

// fromStart reports whether a game begins in the usual starting position.
func fromStart(g *pgn.Game) bool {
	start, err := g.Rules.Guide().ParsePosition(g.Rules.Info().Start, rules.ParseOptions{})
	return err == nil && start.Zobrist() == g.Start.Zobrist()
}

// positions yields each position of the main line with the next move, or nil at the end.
func positions(g *pgn.Game) func(yield func(*board.Position, *pgn.Node) bool) {
	return func(yield func(*board.Position, *pgn.Node) bool) {
		p, next := g.Start, board.Empty()
		for _, n := range g.Line {
			if !yield(&p, n) {
				return
			}
			if n.Move == board.NullMove {
				passed, err := rules.Pass(g.Rules, &p)
				if err != nil {
					return
				}
				p = passed
				continue
			}
			g.Rules.Apply(&p, n.Move, &next) // the reader has checked that the move is legal
			p = next
		}
		yield(&p, nil)
	}
}

// line returns a test for games that begin with the given moves.
func (f *Filter) line(r rules.Rules) (func(*pgn.Game) bool, error) {
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	var moves []board.Move
	for _, text := range cli.SplitMoves(strings.Fields(f.Line)) {
		played, err := rules.Play(r, &p, text)
		if err != nil {
			return nil, err
		}
		moves, p = append(moves, played.Move), played.Next
	}
	return func(g *pgn.Game) bool {
		if len(g.Line) < len(moves) || !fromStart(g) {
			return false
		}
		for i, m := range moves {
			if g.Line[i].Move != m {
				return false
			}
		}
		return true
	}, nil
}

// anywhere returns a test for games in which a position fulfils a condition.
func anywhere(holds func(p *board.Position) bool) func(*pgn.Game) bool {
	return func(g *pgn.Game) bool {
		for p := range positions(g) {
			if holds(p) {
				return true
			}
		}
		return false
	}
}

// position returns a test for games that reach the given position, with any move numbers.
func (f *Filter) position(r rules.Rules) (func(*pgn.Game) bool, error) {
	want, err := r.Guide().ParsePosition(f.Position, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		return nil, err
	}
	hash := want.Zobrist()
	return anywhere(func(p *board.Position) bool { return p.Zobrist() == hash }), nil
}

// material returns a test for games in which a position has the given material, with either side's first.
func (f *Filter) material(r rules.Rules) (func(*pgn.Game) bool, error) {
	one, other, ok := strings.Cut(f.Material, "v")
	if !ok {
		return nil, fmt.Errorf("write the pieces of both sides, such as KRPvKR")
	}
	var want [2]letters
	for i, side := range []string{one, other} {
		for _, letter := range []byte(strings.TrimSpace(side)) {
			pc, err := piece(r, letter, board.White)
			if err != nil {
				return nil, err
			}
			want[i][r.Info().Letter(pc)&31]++
		}
	}
	sizes := [2]int{want[0].sum(), want[1].sum()}
	info := r.Info()
	return anywhere(func(p *board.Position) bool {
		whites, blacks := p.SquaresOf(board.White), p.SquaresOf(board.Black)
		if have := [2]int{whites.Count(), blacks.Count()}; have != sizes && have != [2]int{sizes[1], sizes[0]} {
			return false
		}
		var have [2]letters
		for _, pc := range p.All() {
			have[pc.Colour()][info.Letter(pc)&31]++
		}
		return have == want || have == [2]letters{want[1], want[0]}
	}), nil
}

// letters counts the pieces of a side by the last five bits of their letters, which ignore case.
type letters [32]uint8

func (l *letters) sum() (n int) {
	for _, count := range l {
		n += int(count)
	}
	return n
}

// pattern returns a test for games in which a position has the given pieces and empty squares.
func (f *Filter) pattern(r rules.Rules) (func(*pgn.Game) bool, error) {
	type place struct {
		square string
		piece  board.Piece
	}
	var places []place
	for part := range strings.SplitSeq(f.Pattern, ";") {
		side, list, ok := strings.Cut(strings.TrimSpace(part), ":")
		if !ok {
			return nil, fmt.Errorf("write the pieces as in w:Nd5,Pe4;b:Ke8 and empty squares as in -:f3")
		}
		for item := range strings.SplitSeq(list, ",") {
			item = strings.TrimSpace(item)
			var pc board.Piece
			switch {
			case side == "-":
			case side != "w" && side != "b" || item == "":
				return nil, fmt.Errorf("%q is not a side; use w, b, or - for empty squares", side)
			default:
				colour := board.White
				if side == "b" {
					colour = board.Black
				}
				var err error
				if pc, err = piece(r, item[0], colour); err != nil {
					return nil, err
				}
				item = item[1:]
			}
			places = append(places, place{item, pc})
		}
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	// On a flat board, names stand for the same squares in every position.
	moving := len(r.Info().Levels) > 0
	squares := make([]board.Square, len(places))
	for i, at := range places {
		if squares[i], err = r.Guide().ParseSquare(&start, at.square); err != nil && !moving {
			return nil, err
		}
	}
	return anywhere(func(p *board.Position) bool {
		for i, at := range places {
			s := squares[i]
			if moving {
				var err error
				if s, err = r.Guide().ParseSquare(p, at.square); err != nil {
					return false
				}
			}
			if p.Piece(s) != at.piece {
				return false
			}
		}
		return true
	}), nil
}

// piece returns the piece with a letter, in either case.
func piece(r rules.Rules, letter byte, c board.Colour) (board.Piece, error) {
	for _, k := range r.Info().Kinds {
		if k.Letter|0x20 == letter|0x20 {
			return board.NewPiece(c, k.Role), nil
		}
	}
	if k, ok := board.ParseRole(letter); ok && len(r.Info().Kinds) == 0 {
		return board.NewPiece(c, k), nil
	}
	return board.NoPiece, fmt.Errorf("no piece has the letter %c", letter)
}

// fold removes differences of case and accents, so that polgar finds Polgár.
func fold(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		text = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(text))
	}
	return strings.ToLower(text)
}
