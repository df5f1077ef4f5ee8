package api

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"

	"errors"
	"slices"

	"github.com/tainchess/tain/notation"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// Opened is a position that somebody asks about, and what its text says beside
// it. The last move is no part of the position, so it stands next to it.
type Opened struct {
	Rules    rules.Rules
	Position board.Position
	LastMove string // in UCI notation; only links tell
	// Notices are what the reader must be told.
	Notices []message.Message
	in      *locale.Catalogue
}

// Open reads a position of a rule set: its own text, or link text. No text at
// all is the start. A link may name the rule set itself, and opens a position
// without a king whether or not that is asked for.
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
		if kings, _ := r.Kings(&p, side); kings == 0 {
			o.Notices = append(o.Notices, message.New("notice.link.study", "{side} has no king: opened as a position without a king", message.Args{"side": side}))
		}
	}
	o.noteEnPassant()
	return o, nil
}

// openLink reads link text. Without a rule set it is the link's own.
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
	o := Opened{l.Rules, l.Position, l.LastMove, l.Notices, d.Catalogue()}
	o.noteEnPassant()
	return o, nil
}

// noteEnPassant tells which en passant captures are possible.
func (o *Opened) noteEnPassant() {
	if notice, possible := describe.EnPassant(o.Rules, &o.Position); possible {
		o.Notices = append(o.Notices, notice)
	}
}

// Notes returns what is to be told about the position.
func (o *Opened) Notes() wire.Notes {
	if len(o.Notices) == 0 {
		return wire.Notes{LastMove: o.LastMove}
	}
	return wire.Notes{LastMove: o.LastMove, Notices: o.texts()}
}

// texts returns the notices as sentences.
func (o *Opened) texts() []string {
	texts := make([]string, 0, len(o.Notices))
	for _, m := range o.Notices {
		texts = append(texts, o.in.Text(m))
	}
	return texts
}

// Text returns the position in the rule set's own text.
func (o *Opened) Text() string { return o.Rules.Guide().FormatPosition(&o.Position) }

// Beginning reads the position that a game is to begin with, as far as it is
// link text: whatever else it is is for the game to judge. It returns nil where
// it is none.
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

// LineNotes returns what is to be told about the position a line begins with,
// nothing if it cannot be read.
func (d *Service) LineNotes(q wire.LineRequest) wire.Notes {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.Notes{}
	}
	return o.Notes()
}

// Check tells what is wrong with a position.
func (d *Service) Check(q wire.CheckRequest) (wire.Checked, error) {
	r, err := d.Rules(q.Variant)
	if err != nil {
		return wire.Checked{}, err
	}
	g, text := r.Guide(), strings.TrimSpace(q.Position)
	done := wire.Checked{Faults: rules.Faults{}}
	p, err := g.ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
	var faults rules.Faults
	switch {
	case err == nil:
		done.Position, done.Study = g.FormatPosition(&p), kingless(r, &p)
		if notice, possible := describe.EnPassant(r, &p); possible {
			done.Notices = []string{d.text(notice)}
		}
	case errors.As(err, &faults):
		done.Faults = d.Catalogue().TranslateFaults(faults)
		_, strict := g.ParsePosition(text, rules.ParseOptions{})
		done.Study = errors.As(strict, &faults) &&
			slices.ContainsFunc(faults, func(f rules.Fault) bool { return f.Code == notation.FaultNoKing })
	default:
		return wire.Checked{}, failureIn(wire.CodePosition, err)
	}
	return done, nil
}

// ReadLink reads the query of a page's address.
func (d *Service) ReadLink(q wire.ReadLinkRequest) (wire.LinkAnswer, error) {
	l, err := flattext.ParseLink(q.Link, d.known.Find)
	if err != nil {
		return wire.LinkAnswer{}, wire.FailureOf(err)
	}
	o := Opened{l.Rules, l.Position, l.LastMove, l.Notices, d.Catalogue()}
	o.noteEnPassant()
	return wire.LinkAnswer{
		Variant: l.Rules.Info().Ref(), Position: o.Text(),
		Study: l.Kingless, Notices: o.texts(), LastMove: l.LastMove,
	}, nil
}

// WriteLink writes a position as a page's query, question mark included.
func (d *Service) WriteLink(q wire.WriteLinkRequest) (wire.Link, error) {
	// A link opens a position without a king as a study by itself.
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
