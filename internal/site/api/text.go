package api

import (
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"

	flattext "github.com/tainchess/tain/variant/flat/text"
)

// Check tells what is wrong with a position.
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
		done.Position, done.Study = g.FormatPosition(&p), kingless(r, &p)
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
