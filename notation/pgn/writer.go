package pgn

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// lineWidth is the maximum number of characters in a line of move text. A longer word gets its own line.
const lineWidth = 79

// Write writes a game as PGN, followed by an empty line. Reading the output returns the same game.
//
// NAGs are written as $ and a number, and null moves as --. Comments lose line breaks and repeated spaces. A
// comment that contains } is written after ; on a separate line. Write rejects games that could not be read
// back, such as games without rules, with illegal moves or an unknown result, or beyond [MaxGameBytes] or
// [MaxGameDepth]. In that case it writes nothing. Only an error from w can leave partial output.
func Write(w io.Writer, g *Game) error {
	text, err := formatGame(g)
	if err == nil {
		_, err = w.Write(text)
	}
	if err != nil {
		return unwritable("pgn.writing", "writing PGN: {why}", message.Args{"why": message.Of(err)}, err)
	}
	return nil
}

func formatGame(g *Game) ([]byte, error) {
	switch {
	case g == nil || g.Rules == nil:
		return nil, unwritable("pgn.no-rules", "the game has no rules", nil, nil)
	case !validResult(g.result()):
		return nil, unwritable("pgn.result", "unknown result {text, quote}: use 1-0, 0-1, 1/2-1/2 or *", message.Args{"text": notation.Clip(g.Result)}, nil)
	}
	w := &gameWriter{set: g.Rules, guide: g.Rules.Guide(), text: make([]byte, 0, 256+8*len(g.Line))}
	w.quick, _ = w.guide.(sanPlayer)
	if err := w.tags(g); err != nil {
		return nil, err
	}
	for _, c := range g.Comments {
		w.comment(c)
	}
	if err := w.line(g.Line, g.Start, 0); err != nil {
		return nil, err
	}
	w.word(g.result())
	w.endLine()
	w.text = append(w.text, '\n')
	if len(w.text) > MaxGameBytes {
		return nil, errGameTooLong
	}
	return w.text, nil
}

var errGameTooLong = unwritable("pgn.too-long.written",
	"the game would be longer than {most} bytes, the limit for reading it back", message.Args{"most": MaxGameBytes}, nil)

// gameWriter formats a game and wraps its words into lines. It buffers the last word, because the next one may have
// to be on the same line.
type gameWriter struct {
	set    rules.Rules
	guide  rules.Guide
	quick  sanPlayer       // the guide if it implements sanPlayer, otherwise nil
	list   *board.MoveList // allocated on demand
	text   []byte
	column int
	opened bool // the next word begins a variation
	joined bool // the next word must be on the same line as the held word
	held   []byte
}

func (w *gameWriter) tags(g *Game) error {
	start := g.startTag()
	if start != "" {
		back, err := w.guide.ParsePosition(start, rules.ParseOptions{AllowNoKing: true})
		switch {
		case err != nil:
			return unwritable("pgn.start", "starting position: {why}", message.Args{"why": message.Of(err)}, err)
		case !back.Equal(&g.Start):
			return unwritable("pgn.start.other", "the starting position does not match its text {text, quote}", message.Args{"text": start}, nil)
		}
	}
	tidy := &Game{Tags: tidyTags(g.Tags), Result: g.result()}
	for _, t := range roster {
		w.tag(t.Name, tidy.Tag(t.Name))
	}
	if name := g.variantTag(); name != "" {
		w.tag("Variant", name)
	}
	if info := g.info(); info.Definition != "" {
		w.tag("RulesHash", info.Hash)
		w.tag("Rules", info.Definition)
	}
	if start != "" {
		w.tag("SetUp", "1")
		w.tag("FEN", start)
	}
	for _, t := range tidy.Tags {
		if !validTagName(t.Name) {
			return unwritable("pgn.tag-name", "invalid tag name {text, quote}: use letters, digits and _", message.Args{"text": notation.Clip(t.Name)}, nil)
		}
		if findTag(roster, t.Name) < 0 && !(t.Name == "Rules" && g.info().Definition != "") {
			w.tag(t.Name, t.Value)
		}
	}
	w.text = append(w.text, '\n')
	return nil
}

var tagEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func (w *gameWriter) tag(name, value string) {
	if strings.ContainsAny(value, `\"`) {
		value = tagEscapes.Replace(value)
	}
	w.text = append(w.text, '[')
	w.text = append(w.text, name...)
	w.text = append(w.text, ` "`...)
	w.text = append(w.text, value...)
	w.text = append(w.text, "\"]\n"...)
}

// line writes a sequence of moves from a position, with annotations and variations.
func (w *gameWriter) line(line []*Node, p board.Position, depth int) error {
	next := board.Empty()
	number := true    // the next move needs a move number
	open := depth > 0 // a comment here would be read as a comment before the move
	for _, n := range line {
		switch {
		case n == nil:
			return unwritable("pgn.no-node", "the game contains a nil node", nil, nil)
		case len(w.text) > MaxGameBytes:
			return errGameTooLong
		}
		if open {
			w.comments(n.Before)
		}
		if number || p.Side == board.White || len(n.Before) > 0 {
			w.number(&p)
		}
		if !open {
			w.comments(n.Before)
		}
		if why := w.move(&p, n.Move, &next); why != nil {
			return unwritable("pgn.move",
				"move {number} of {side, colour}: {why}", message.Args{"number": int(p.FullmoveNumber), "side": p.Side, "why": message.Of(why)}, why)
		}
		for _, nag := range n.NAGs {
			if nag < 0 || nag > maxNAG {
				return unwritable("pgn.nag.range", "annotation ${nag} is not between 0 and {most}", message.Args{"nag": nag, "most": maxNAG}, nil)
			}
			w.word("$" + strconv.Itoa(nag))
		}
		w.comments(n.After)
		open = false
		for _, v := range n.Variations {
			if len(v) == 0 {
				continue
			}
			if depth == MaxGameDepth {
				return unwritable("pgn.deep", "variations are nested more than {most} deep", message.Args{"most": MaxGameDepth}, nil)
			}
			w.open()
			if err := w.line(v, p, depth+1); err != nil {
				return err
			}
			w.held = append(w.held, ')')
			open = true
		}
		number = open || len(n.After) > 0
		p = next
	}
	return nil
}

// move writes a move and stores the position after it in next. It returns an error if the move is illegal.
func (w *gameWriter) move(p *board.Position, m board.Move, next *board.Position) error {
	w.begin()
	if w.quick != nil && m != board.NullMove {
		held, ok := w.quick.AppendSAN(w.held, p, m, next)
		if ok {
			w.held = w.unmarked(held)
			return nil
		}
	}
	if w.list == nil {
		w.list = new(board.MoveList)
	}
	if why := playStep(w.set, w.list, p, m, next); why != nil {
		return why
	}
	w.held = w.unmarked(append(w.held, rules.FormatSAN(w.set, p, m)...))
	return nil
}

// unmarked removes the * that marks a way over the seam, because other programs would read it as the end of
// the game.
func (w *gameWriter) unmarked(text []byte) []byte {
	if !w.set.Info().SeamMark {
		return text
	}
	return slices.DeleteFunc(text, func(ch byte) bool { return ch == '*' })
}

func (w *gameWriter) number(p *board.Position) {
	w.begin()
	w.held = strconv.AppendUint(w.held, uint64(p.FullmoveNumber), 10)
	w.held = append(w.held, '.')
	if p.Side == board.Black {
		w.held = append(w.held, ".."...)
	}
	w.joined = true
}

func (w *gameWriter) comments(texts []string) {
	for _, text := range texts {
		w.comment(text)
	}
}

func (w *gameWriter) comment(text string) {
	text = tidy(text)
	if text == "" {
		return
	}
	if strings.Contains(text, "}") {
		if w.opened {
			w.word("")
		}
		w.endLine()
		w.joined = false
		w.text = append(w.text, "; "+text+"\n"...)
		return
	}
	for word := range strings.SplitSeq("{"+text+"}", " ") {
		// At the start of a line, the word could be read as an escape or as a tag of the next game.
		if word[0] == '%' || word[0] == '[' {
			w.joined = true
		}
		w.word(word)
	}
}

// open starts a variation with the next word.
func (w *gameWriter) open() { w.opened = true }

// word adds a word. The word starts a new line if the current one is full, unless it is joined to the last
// word.
func (w *gameWriter) word(word string) {
	w.begin()
	w.held = append(w.held, word...)
}

func (w *gameWriter) begin() {
	if w.joined {
		w.held = append(w.held, ' ')
		w.joined = false
	} else {
		w.flush()
	}
	if w.opened {
		w.held = append(w.held, '(')
		w.opened = false
	}
}

// flush writes the held word, on a new line if it does not fit.
func (w *gameWriter) flush() {
	if len(w.held) == 0 {
		return
	}
	width := utf8.RuneCount(w.held)
	switch {
	case w.column == 0:
	case w.column+1+width > lineWidth:
		w.text = append(w.text, '\n')
		w.column = 0
	default:
		w.text = append(w.text, ' ')
		w.column++
	}
	w.text = append(w.text, w.held...)
	w.column += width
	w.held = w.held[:0]
}

// endLine writes the held word and ends the line unless the line is empty.
func (w *gameWriter) endLine() {
	w.flush()
	if w.column > 0 {
		w.text = append(w.text, '\n')
		w.column = 0
	}
}
