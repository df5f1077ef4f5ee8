package api

import (
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// Checked is what is wrong with a position that somebody is setting up. One
// without a king is a study and no fault.
type Checked struct {
	Position string       `json:"position,omitempty"` // as it is written; empty if there are faults
	Faults   rules.Faults `json:"faults"`
	Study    bool         `json:"study"`
}

// CheckRequest asks what is wrong with a position.
type CheckRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
}

// Check tells what is wrong with a position.
func (d *Service) Check(q CheckRequest) (Checked, error) {
	r, err := d.Rules(q.Variant)
	if err != nil {
		return Checked{}, err
	}
	g, text := r.Guide(), strings.TrimSpace(q.Position)
	done := Checked{Faults: rules.Faults{}}
	p, err := g.ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
	var faults rules.Faults
	switch {
	case err == nil:
		done.Position, done.Study = g.FormatPosition(&p), kingless(r, &p)
	case errors.As(err, &faults):
		done.Faults = faults
		_, strict := g.ParsePosition(text, rules.ParseOptions{})
		done.Study = errors.As(strict, &faults) &&
			slices.ContainsFunc(faults, func(f rules.Fault) bool { return f.Code == notation.FaultNoKing })
	default:
		return Checked{}, FailureOf(err)
	}
	return done, nil
}

// ReadLinkRequest asks what a link says.
type ReadLinkRequest struct {
	Query string `json:"query"`
}

// LinkAnswer is what a link says.
type LinkAnswer struct {
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Study    bool     `json:"study"`
	Notices  []string `json:"notices"` // what the reader must be told
	// Said is what the notices are made of.
	Said     []message.Message `json:"said,omitempty"`
	LastMove string            `json:"lastMove,omitempty"`
}

// ReadLink reads the query of a page's address.
func (d *Service) ReadLink(q ReadLinkRequest) (LinkAnswer, error) {
	l, err := flattext.ParseLink(q.Query, d.known.Find)
	if err != nil {
		return LinkAnswer{}, FailureOf(err)
	}
	return LinkAnswer{
		Variant: l.Rules.Info().Name, Position: l.Rules.Guide().FormatPosition(&l.Position),
		Study: l.Study, Notices: message.Texts(l.Notices), Said: l.Notices, LastMove: l.LastMove,
	}, nil
}

// WriteLinkRequest asks for the link to a position.
type WriteLinkRequest = PositionRequest

// Link is the link to a position.
type Link struct {
	Link string `json:"link"`
}

// WriteLink writes a position as a page's query, question mark included.
func (d *Service) WriteLink(q WriteLinkRequest) (Link, error) {
	// A link opens a position without a king as a study by itself.
	r, p, err := d.Position(q.Variant, q.Position, true)
	if err != nil {
		return Link{}, err
	}
	link := flattext.FormatLink(r, &p)
	if link == "" {
		return Link{}, NewFailure(CodeNoLink, "request.no-link", message.Args{"variant": r.Info().Name})
	}
	return Link{link}, nil
}
