package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/notation"
)

// Record is the text of a game whose moves have not been read.
type Record struct {
	notation.Place        // location of Text in the whole input
	Game           int    // the number of the game in the input, from 1
	Tags           []Tag  // as in the text; if a tag cannot be read, only the tags before it
	Text           []byte // valid UTF-8; may end with white space
	Moves          int    // where the text after the last tag begins in Text

	comments []string // before the last tag
}

// Tag returns the value of a tag, or "" if the record does not have it. If a tag occurs twice, the last one
// counts.
func (g *Record) Tag(name string) string {
	for _, t := range slices.Backward(g.Tags) {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// NextRecord is like [Reader.Next], but does not read the moves, which makes it many times faster. Apart from
// io.EOF, it returns an error only for a game longer than [MaxGameBytes] and for errors from the stream. The
// record is valid until the next call.
func (r *Reader) NextRecord() (*Record, error) {
	if r.lex == nil {
		r.lex = newLexer(r.in)
	}
	if r.lost {
		r.recover()
		r.lost = false
	}
	// A * attached to a move never ends a game here: which rule sets mark moves with it is not known yet.
	r.lex.used, r.lex.idle, r.lex.marks = 0, !r.holds, true
	r.inTags, r.depth = true, 0
	from := r.lex.offset
	if r.holds {
		from = r.held.Offset
	}
	r.lex.startCopy(from)
	h, err := r.header()
	if err == io.EOF {
		if r.lex.err != nil {
			err = fmt.Errorf("pgn: reading: %w", r.lex.err)
		}
		return nil, err
	}
	var bad *Error
	if err != nil && !errors.As(err, &bad) {
		return nil, err
	}
	r.recover()
	end := r.lex.offset
	if r.holds {
		end = r.held.Offset
	}
	if r.lex.err != nil {
		return nil, fmt.Errorf("pgn: reading: %w", r.lex.err)
	}
	g := &Record{Place: h.first.Place, Game: r.game, Tags: h.tags, comments: h.comments[:h.between]}
	text, whole := r.lex.copyTo(end)
	if !whole {
		return nil, r.tooLong(h.first)
	}
	g.Text, g.Moves = text, h.end-h.first.Offset
	if !utf8.Valid(text) {
		head, moves := toUTF8(text[:g.Moves]), toUTF8(text[g.Moves:])
		g.Text, g.Moves = append(head, moves...), len(head)
	}
	return g, nil
}

// SetTag sets a tag, or removes it if the value is empty. The tags that [Game.SetTag] rejects cannot be set. Nor
// can Result, because the moves end with the result as well.
func (g *Record) SetTag(name, value string) error {
	if canonicalTag(name) == "Result" {
		return unwritable("pgn.tag-result", "the tag Result cannot be set: the moves end with the result as well", nil, nil)
	}
	if err := new(Game).SetTag(name, value); err != nil {
		return err
	}
	same := func(t Tag) bool { return strings.EqualFold(t.Name, name) }
	switch i := slices.IndexFunc(g.Tags, same); {
	case value == "":
		g.Tags = slices.DeleteFunc(g.Tags, same)
	case i >= 0:
		g.Tags[i].Value = tidyTag(value)
	default:
		g.Tags = append(g.Tags, Tag{canonicalTag(name), tidyTag(value)})
	}
	w := gameWriter{}
	for _, t := range g.Tags {
		w.tag(t.Name, t.Value)
	}
	for _, c := range g.comments {
		w.text = append(append(append(w.text, '{'), c...), "}\n"...)
	}
	head := len(w.text)
	g.Text = append(append(w.text, '\n'), bytes.TrimLeft(g.Text[g.Moves:], "\r\n")...)
	g.Moves = head
	return nil
}

// ReadRecord reads the moves of a record, or only the first plies of its main line unless plies is 0. The
// location of an error refers to the whole input of the record.
func (r *Reader) ReadRecord(g *Record, plies int) (*Game, error) {
	if r.lex == nil {
		r.lex = newLexer(bytes.NewReader(nil))
	}
	l := r.lex
	l.input = input{in: bytes.NewReader(g.Text), window: l.window[:0], line: g.Line, column: g.Column - 1, fresh: true, read: g.Offset}
	l.load()
	r.holds, r.lost, r.game, r.plies = false, false, g.Game-1, plies
	game, err := r.Next()
	if err == io.EOF {
		err = nil
	}
	return game, err
}
