package rulebook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Illustrate computes the content of a book's diagrams from the rules: the position, its link,
// the effects of legal moves, and why other moves are illegal. Texts are in the catalogue's
// language; nil means English. A diagram that contradicts the rules is an error.
func Illustrate(book *Book, r rules.Rules, in *locale.Catalogue) error {
	in = cmp.Or(in, locale.English())
	var first error
	book.Diagrams(func(number string, d *Diagram) {
		if first != nil {
			return
		}
		if err := illustrate(d, r, in); err != nil {
			first = fmt.Errorf("the rulebook of %s: a diagram of %s: %w", r.Info().Name, number, err)
		}
	})
	return first
}

func illustrate(d *Diagram, r rules.Rules, in *locale.Catalogue) error {
	start := d.Start
	if start == "" {
		start = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(start, rules.ParseOptions{AllowNoKing: d.Study})
	if err != nil {
		return err
	}
	line := rules.NewLine(r, p)
	for move := range strings.FieldsSeq(d.Line) {
		if _, err := line.PlayText(move); err != nil {
			return fmt.Errorf("%s: %w", move, err)
		}
	}
	p = line.Position()
	d.Position = r.Guide().FormatPosition(&p)
	d.Link = Link(r.Info().Ref(), d.Position)
	if d.Chosen != "" {
		if d.Reach = reach(r, &p, d.Chosen); d.Reach == nil {
			return fmt.Errorf("%s has no legal moves", d.Chosen)
		}
	}
	if got := state(r, &p); d.State != "" && got != d.State {
		return fmt.Errorf("the state is %q, not %q", got, d.State)
	}
	for i := range d.Legal {
		played, err := rules.Play(r, &p, d.Legal[i].Move)
		if err != nil {
			return fmt.Errorf("%s is not legal: %w", d.Legal[i].Move, err)
		}
		d.Legal[i].Text = in.Text(describe.Sentence(r, &p, played.Move))
	}
	for i := range d.Illegal {
		played, err := rules.Play(r, &p, d.Illegal[i].Move)
		if err == nil {
			return fmt.Errorf("%s is legal: %s", d.Illegal[i].Move, describe.Sentence(r, &p, played.Move).String())
		}
		d.Illegal[i].Text = in.Text(message.Of(err))
	}
	return nil
}

// reach lists the destinations of the piece on a square, or of the board on a pin.
func reach(r rules.Rules, p *board.Position, chosen string) (all []string) {
	for _, m := range rules.LegalMoves(r, p) {
		d := describe.Move(r, p, m)
		to := d.To
		switch {
		case strings.EqualFold(d.From, chosen):
		case d.From == "" && (strings.HasPrefix(d.Move, chosen+"-") || strings.HasPrefix(d.Move, chosen+"^")):
			to = d.Move
		default:
			continue
		}
		if !slices.Contains(all, to) { // list a destination once, even for promotions
			all = append(all, to)
		}
	}
	return all
}

// state returns the reason why the game is over in a position, "check", or "".
func state(r rules.Rules, p *board.Position) string {
	if o := rules.OutcomeOf(r, p); o.Over() {
		return string(o.Reason)
	}
	if rules.InCheck(r, p) {
		return "check"
	}
	return ""
}

// Link returns the path and query of a URL that opens a position on the page. variant is the name of a
// rule set, or a definition.
func Link(variant, position string) string {
	if strings.HasPrefix(variant, "{") {
		return "/analysis?rules=" + escape(variant) + "&position=" + escape(position)
	}
	return "/analysis?variant=" + escape(variant) + "&position=" + escape(position)
}

// escape escapes a string for a query, but leaves safe characters readable. It avoids net/url,
// which is too large for the browser.
func escape(text string) string {
	const plain, hex = "-_.~/:,!$'()", "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(plain, c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}
