package api

import (
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// Opened is a position parsed from a request, with the other data in its text, such as the last move.
type Opened struct {
	Rules    rules.Rules
	Position board.Position
	LastMove string // in UCI notation; only links contain it
	// Notices must be shown to the user.
	Notices []message.Message
	in      *locale.Catalogue
}

// Open parses a position in the notation of a rule set, or as link text. Empty text means the starting
// position. A link may specify the rule set itself, and may contain a position without a king even if study
// is false.
func (d *Service) Open(variant, text string, study bool) (Opened, error) {
	if flattext.IsLink(text) {
		return d.openLink(variant, text)
	}
	r, err := d.Rules(variant)
	if err != nil {
		return Opened{}, err
	}
	if text = strings.TrimSpace(text); text == "" {
		text = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: study})
	if err != nil {
		return Opened{}, failureIn(wire.CodePosition, err)
	}
	o := Opened{Rules: r, Position: p, in: d.Catalogue()}
	for _, side := range []board.Colour{board.White, board.Black} {
		if kings, _ := r.Kings(&p, side); kings.Empty() {
			o.Notices = append(o.Notices, message.New("notice.link.study", "{side} has no king: opened as a position without a king", message.Args{"side": side}))
		}
	}
	o.noteEnPassant()
	return o, nil
}

// openLink parses link text. If variant is empty, the link specifies the rule set.
func (d *Service) openLink(variant, text string) (Opened, error) {
	var given rules.Rules
	if variant != "" {
		var err error
		if given, err = d.Rules(variant); err != nil {
			return Opened{}, err
		}
	}
	l, err := flattext.ParseLinkFor(given, strings.TrimSpace(text), d.known.Find)
	if err != nil {
		return Opened{}, failureIn(wire.CodePosition, err)
	}
	return d.opened(&l), nil
}

// opened returns the position and the notices of a link.
func (d *Service) opened(l *flattext.Link) Opened {
	o := Opened{l.Rules, l.Position, l.LastMove, l.Notices, d.Catalogue()}
	o.noteEnPassant()
	return o
}

// noteEnPassant adds a notice about possible en passant captures.
func (o *Opened) noteEnPassant() {
	if notice, possible := describe.EnPassant(o.Rules, &o.Position); possible {
		o.Notices = append(o.Notices, notice)
	}
}

// Notes returns the last move and the notices.
func (o *Opened) Notes() wire.Notes {
	return wire.Notes{LastMove: o.LastMove, Notices: o.texts()}
}

// texts returns the notices as text.
func (o *Opened) texts() []string {
	texts := make([]string, 0, len(o.Notices))
	for _, m := range o.Notices {
		texts = append(texts, o.in.Text(m))
	}
	return texts
}

// Text returns the position in the rule set's own notation.
func (o *Opened) Text() string { return o.Rules.Guide().FormatPosition(&o.Position) }

// Beginning parses the starting position of a game if it is link text. Otherwise it returns nil, and the game
// validates the position.
func (d *Service) Beginning(variant, text string) (*Opened, error) {
	if !flattext.IsLink(text) {
		return nil, nil
	}
	o, err := d.openLink(variant, text)
	if err != nil {
		return nil, err
	}
	return &o, nil
}

// LineNotes returns the last move and the notices about the start of a line, or none if it cannot be parsed.
func (d *Service) LineNotes(q wire.LineRequest) wire.Notes {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.Notes{}
	}
	return o.Notes()
}

// Check returns the faults of a position, or its normal form if it has none. It also reports whether the
// position is a study because a side has no king.
func (d *Service) Check(q wire.CheckRequest) (wire.Checked, error) {
	r, err := d.Rules(q.Variant)
	if err != nil {
		return wire.Checked{}, err
	}
	g, text := r.Guide(), strings.TrimSpace(q.Position)
	done := wire.Checked{Faults: wire.Faults{}}
	p, err := g.ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
	var faults rules.Faults
	switch {
	case err == nil:
		done.Position, done.Study = g.FormatPosition(&p), Kingless(r, &p)
		if notice, possible := describe.EnPassant(r, &p); possible {
			done.Notices = []string{d.text(notice)}
		}
	case errors.As(err, &faults):
		done.Faults = wire.NewFaults(d.Catalogue(), faults)
		_, strict := g.ParsePosition(text, rules.ParseOptions{})
		done.Study = errors.As(strict, &faults) &&
			slices.ContainsFunc(faults, func(f rules.Fault) bool { return f.Code == notation.FaultNoKing })
	default:
		return wire.Checked{}, failureIn(wire.CodePosition, err)
	}
	return done, nil
}

// ReadLink parses the query of a page's address.
func (d *Service) ReadLink(q wire.ReadLinkRequest) (wire.LinkAnswer, error) {
	l, err := flattext.ParseLink(q.Link, d.known.Find)
	if err != nil {
		return wire.LinkAnswer{}, wire.FailureOf(err)
	}
	o := d.opened(&l)
	return wire.LinkAnswer{
		Variant: l.Rules.Info().Ref(), Position: o.Text(), Study: l.Kingless, Notices: o.texts(), LastMove: l.LastMove,
	}, nil
}

// WriteLink formats a position as a page's query, including the question mark. It fails if links do not
// support the rule set.
func (d *Service) WriteLink(q wire.WriteLinkRequest) (wire.Link, error) {
	// A link without a king opens as a study automatically.
	o, err := d.Open(q.Variant, q.Position, true)
	if err != nil {
		return wire.Link{}, err
	}
	link := flattext.FormatLink(o.Rules, &o.Position)
	if link == "" {
		return wire.Link{}, wire.NewFailure(wire.CodeNoLink, "request.no-link", message.Args{"variant": o.Rules.Info().Name})
	}
	return wire.Link{Link: link}, nil
}
