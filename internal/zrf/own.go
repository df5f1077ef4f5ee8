package zrf

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/definition"
)

// ownGame generates the file of a game with its own board or pieces, and of some games that differ from chess in
// other ways; see ownDefinition.
type ownGame struct {
	rules.Rules
	*definition.Definition
	info   *rules.Info
	folder string
	start  board.Position
	holes  map[square]bool
	layers []layer
}

// square is a file and a rank, both counted from 0.
type square struct{ x, y int }

func (s square) String() string { return fmt.Sprintf("%c%d", 'a'+s.x, s.y+1) }

// layer is a set of directions, shared by all pieces that cross the same edges and agree on whether they
// use links.
type layer struct {
	seam, ends, links bool
	suffix            string // suffix of the direction names
}

// unsupported returns the reason why Zillions cannot play a definition, or "".
func unsupported(r rules.Rules, d *definition.Definition) string {
	crooked := func(l definition.Link) bool { return l.Direction != l.Heading }
	castles := r.Info().Castling && strings.Fields(d.Start)[2] != "-"
	if why := unusualStart(r); why != "" {
		return why
	}
	switch start := strings.Fields(d.Start); {
	case d.Board.Planes > 1:
		return "it has two boards"
	case d.Seam.Crossing > definition.Wrap || d.Ends.Crossing > definition.Wrap:
		return "the heading of a line changes at the edges of its board, or lines hop over them"
	case slices.ContainsFunc(d.Links, crooked):
		return "the heading of a line changes at a link"
	case len(d.Royal) > 1:
		return "it has several royal kinds of pieces"
	case d.Reflection != nil:
		return "it has both a reflection and a board or pieces of its own"
	case d.Rebirth != definition.NoRebirth:
		return "captured pieces come back"
	case d.Goal.Checks > 0:
		return "the language cannot count checks"
	case castles && (start[2] != "KQkq" || d.Chess960 || !orthodoxStart(r) || d.Seam.Home):
		return "it castles from other squares than chess"
	case d.Seam.Crossing == definition.Wrap && d.Seam.Home && d.Seam.Kinds.Has('p'):
		return "en passant over the seam lands on the square that the pawn came from"
	}
	return ""
}

// orthodoxStart reports whether kings and rooks start on their orthodox squares.
func orthodoxStart(r rules.Rules) bool {
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{AllowNoKing: true})
	return err == nil && r.Info().Chessboard() && p.UsualHomes()
}

// newOwn exports a game with its own board or pieces.
func newOwn(r rules.Rules, d *definition.Definition, folder string) (*Export, error) {
	info := *r.Info()
	if info.Kinds == nil { // the pieces of chess
		for _, k := range roles {
			info.Kinds = append(info.Kinds, rules.Kind{Role: k, Letter: board.NewPiece(board.White, k).Letter(), Name: k.String(), Usual: true})
		}
	}
	info.Castling = info.Castling && strings.Fields(d.Start)[2] != "-"
	start, err := r.Guide().ParsePosition(info.Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		return nil, err
	}
	g := &ownGame{Rules: r, Definition: d, info: &info, folder: folder, start: start, holes: map[square]bool{}, layers: []layer{{}}}
	for _, name := range d.Board.Holes {
		at := squareNamed(name)
		g.holes[at] = true
	}
	men, err := g.men()
	if err != nil {
		return nil, err
	}
	e := &Export{Pieces: map[board.Role]string{}}
	for _, k := range info.Kinds {
		e.Pieces[k.Role] = g.noun(k)
	}
	if e.Images, err = g.images(); err != nil {
		return nil, err
	}
	e.Differences = endings(false)
	e.Reliances = []Difference{{Code: Twice, Moves: true,
		Text: "A move that the file lists twice, such as a rook's move that goes round the board both ways, counts once."}}
	e.Text = g.head(e) + "\n" + g.definitions() + "(game\n" + g.about() + g.board() + g.setup() + men + g.goals() + ")\n"
	return e, nil
}

// squareNamed parses the name of a square, which must be valid.
func squareNamed(name string) square {
	rank, _ := strconv.Atoi(name[1:])
	return square{int(name[0] - 'a'), rank - 1}
}

// noun returns the name of a kind in the file: its English name if that is suitable, or else "Piece-" and
// its letter.
func (g *ownGame) noun(k rules.Kind) string {
	if k.Role <= board.King {
		return noun(k.Role)
	}
	taken := func(other rules.Kind) bool { return other.Role != k.Role && strings.EqualFold(other.Name, k.Name) }
	if len(k.Name) < 2 || len(k.Name) > 30 || strings.Trim(k.Name, "abcdefghijklmnopqrstuvwxyz") != "" || slices.ContainsFunc(g.info.Kinds, taken) || slices.Contains(words, k.Name) {
		return "Piece-" + string(k.Letter)
	}
	return strings.ToUpper(k.Name[:1]) + k.Name[1:]
}

// words lists names that the file already uses, so other pieces cannot have them.
var words = []string{"pawn", "knight", "bishop", "rook", "queen", "king", "white", "black", "free"}

func (g *ownGame) head(e *Export) string {
	text := comment(g.info.Title+", for Zillions of Games 2.", "") +
		comment("Written by tain export zrf "+g.info.Name+". It needs the pictures in the folder next to it.", "") + ";\n" + comment("Differences from Tain:", "")
	for _, d := range e.Differences {
		text += comment("DIFFERS "+d.Code+": "+d.Text, "  ")
	}
	text += ";\n" + comment("Assumptions about Zillions:", "")
	for _, d := range e.Reliances {
		text += comment("RELIES "+d.Code+": "+d.Text, "  ")
	}
	return text + "\n(version \"2.0\")\n"
}

func (g *ownGame) about() string {
	return fmt.Sprintf("  (title %s)\n  (description %s)\n\n  (players White Black)\n  (turn-order White Black)\n", quote(g.info.Title), quote(g.info.Summary.String()))
}

// standalone matches e and w as whole words.
var standalone = regexp.MustCompile(`\b[ew]\b`)

// definitions returns the definitions that the pieces use.
func (g *ownGame) definitions() string {
	free := "empty?"
	if len(g.holes) > 0 {
		free = "(and empty? (not-in-zone? holes))"
	}
	all := comment("A square that a line crosses.", "") + "(define free " + free + ")\n"
	if g.info.Castling {
		for _, m := range castling {
			if m.about != "" {
				all += comment(m.about, "")
			}
			// For Black, e and w are swapped; see board.
			turned := standalone.ReplaceAllStringFunc(m.body, opposite)
			all += fmt.Sprintf("(define %s\n  ((verify (in-zone? white-moves)) %s)\n", m.name, m.body[1:])
			all += fmt.Sprintf("(define %s-black\n  ((verify (not-in-zone? white-moves)) %s)\n", m.name, turned[1:])
		}
	}
	return all
}

// layer returns the suffix of the directions for a kind and an atom.
func (g *ownGame) layer(kind byte, a *betza.Atom) string {
	quietPawn := kind == 'p' && a.Mode == betza.Move
	want := layer{
		seam:  g.Seam.Crossing == definition.Wrap && g.Seam.Kinds.Has(kind) && !quietPawn,
		ends:  g.Ends.Crossing == definition.Wrap && g.Ends.Kinds.Has(kind) && kind != 'p',
		links: len(g.Links) > 0 && a.Long == 1 && kind != 'p',
	}
	for _, l := range g.layers {
		if want.seam == l.seam && want.ends == l.ends && want.links == l.links {
			return l.suffix
		}
	}
	want.suffix = fmt.Sprint(len(g.layers))
	g.layers = append(g.layers, want)
	return want.suffix
}

// step returns the square that a step in a direction leads to.
func (g *ownGame) step(l layer, s square, w way) (to square, ok bool) {
	files, ranks := g.Board.Files, g.Board.Ranks
	if l.links {
		for _, link := range g.Links {
			from := squareNamed(link.From)
			end := squareNamed(link.To)
			switch {
			case link.Direction == w.name && from == s:
				return end, true
			case opposite(link.Heading) == w.name && end == s:
				return from, true
			}
		}
	}
	to = square{s.x + w.df, s.y + w.dr}
	if l.seam {
		to.x = (to.x + files) % files
	}
	if l.ends {
		to.y = (to.y + ranks) % ranks
	}
	return to, to.x >= 0 && to.x < files && to.y >= 0 && to.y < ranks
}

// opposite returns the opposite direction.
func opposite(name string) string {
	return strings.NewReplacer("n", "s", "s", "n", "e", "w", "w", "e").Replace(name)
}

func (g *ownGame) board() string {
	var b strings.Builder
	var files, ranks []string
	for x := range g.Board.Files {
		files = append(files, string(rune('a'+x)))
	}
	for y := g.Board.Ranks; y > 0; y-- {
		ranks = append(ranks, fmt.Sprint(y))
	}
	fmt.Fprintf(&b, "\n  (board\n    (image \"%s\\%s\")\n    (grid\n      (start-rectangle %d %d %d %d)\n      (dimensions\n        (%q (%d 0)) ; files\n        (%q (0 %d)) ; ranks\n      )\n      (directions",
		g.folder, boardImage, margin, margin, margin+squareSize, margin+squareSize, strings.Join(files, "/"), squareSize, strings.Join(ranks, "/"), squareSize)
	for _, w := range compass {
		fmt.Fprintf(&b, " (%s %d %d)", w.name, w.df, -w.dr)
	}
	b.WriteString(")\n    )\n")
	for _, l := range g.layers[1:] {
		b.WriteString("    ; Directions of the pieces that cross edges or use links.\n")
		for _, w := range compass {
			var all []string
			for _, s := range g.squares() {
				if to, ok := g.step(l, s, w); ok {
					all = append(all, fmt.Sprintf("(%s %s)", s, to))
				}
			}
			fmt.Fprintf(&b, "    (links %s%s%s)\n", w.name, l.suffix, rows(all))
		}
	}
	b.WriteString("    (symmetry Black")
	for _, l := range g.layers {
		for _, w := range compass {
			fmt.Fprintf(&b, " (%s%s %s%s)", w.name, l.suffix, opposite(w.name), l.suffix)
		}
	}
	b.WriteString(")\n")
	zone := func(name, players string, in func(s square) bool) {
		var all []string
		for _, s := range g.squares() {
			if in(s) {
				all = append(all, s.String())
			}
		}
		if len(all) == 0 {
			return
		}
		fmt.Fprintf(&b, "    (zone (name %s) (players %s) (positions%s))\n", name, players, rows(all))
	}
	if g.info.Castling {
		b.WriteString("    ; This zone exists only for White. A square is in it if White is to move.\n")
		zone("white-moves", "White", func(square) bool { return true })
	}
	zone("holes", "White Black", func(s square) bool { return g.holes[s] })
	depth, height := g.Pawn.Zone, g.Board.Ranks
	zone("promotion-zone", "White", func(s square) bool { return s.y >= height-depth })
	zone("promotion-zone", "Black", func(s square) bool { return s.y < depth })
	zone("last-rank", "White", func(s square) bool { return s.y == height-1 })
	zone("last-rank", "Black", func(s square) bool { return s.y == 0 })
	for _, k := range g.info.Kinds {
		atoms, _ := betza.Parse(cmp.Or(k.Betza, g.usual(k)))
		if !slices.ContainsFunc(atoms, func(a betza.Atom) bool { return a.Initial }) {
			continue
		}
		for side := range board.Colour(2) {
			zone("home-"+g.noun(k), side.Name(), func(s square) bool {
				if g.Plain() { // pawns push from their second rank, wherever they start
					return s.y == []int{1, 6}[side]
				}
				return g.at(s) == board.NewPiece(side, k.Role)
			})
		}
	}
	b.WriteString("  )\n")
	return b.String()
}

// squares returns all squares, holes included.
func (g *ownGame) squares() (all []square) {
	for y := range g.Board.Ranks {
		for x := range g.Board.Files {
			all = append(all, square{x, y})
		}
	}
	return all
}

// at returns the piece on a square in the starting position.
func (g *ownGame) at(s square) board.Piece {
	if g.holes[s] {
		return board.NoPiece
	}
	at, err := g.Guide().ParseSquare(&g.start, s.String())
	if err != nil {
		return board.NoPiece
	}
	return g.start.Piece(at)
}

func (g *ownGame) setup() string {
	var b strings.Builder
	b.WriteString("\n  (board-setup\n")
	for side := range board.Colour(2) {
		fmt.Fprintf(&b, "    (%s", side.Name())
		for _, k := range g.info.Kinds {
			var at []string
			for _, s := range g.squares() {
				if g.at(s) == board.NewPiece(side, k.Role) {
					at = append(at, s.String())
				}
			}
			if len(at) > 0 {
				fmt.Fprintf(&b, "\n      (%s %s)", g.noun(k), strings.Join(at, " "))
			}
		}
		b.WriteString("\n    )\n")
	}
	b.WriteString("  )\n")
	return b.String()
}

// goals returns the section with the goals. They also forbid moves that leave the mover's own royal piece
// attacked.
func (g *ownGame) goals() string {
	text := ""
	for _, reach := range g.Goal.Reach {
		for _, name := range reach.Squares {
			text += fmt.Sprintf("  (win-condition (White Black) (absolute-config %s (%s)))\n", g.named(reach.Kind), name)
		}
	}
	text += fmt.Sprintf("  (loss-condition (White Black) (checkmated %s))\n", g.named(g.Royal[0]))
	result := []string{rules.StalemateDraws: "draw", rules.StalemateLoses: "loss", rules.StalemateWins: "win"}[g.Stalemate]
	return "\n" + text + fmt.Sprintf("  (%s-condition (White Black) stalemated)\n  (draw-condition (White Black) repetition)\n", result)
}

// named returns the name of a kind in the file.
func (g *ownGame) named(kind byte) string {
	for _, k := range g.info.Kinds {
		if k.Letter|0x20 == kind {
			return g.noun(k)
		}
	}
	return ""
}
