package server

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/gallery"
)

// variants lists the rule sets.
func (s *Server) variants(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, s.service.Variants())
}

// gallery lists the definitions that come with the program.
func (s *Server) gallery(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, wire.Gallery{Gallery: gallery.All()})
}

// variant describes one rule set.
func (s *Server) variant(w http.ResponseWriter, r *http.Request) error {
	v, err := s.service.Rules(r.PathValue("name"))
	if err != nil {
		return notFound(err)
	}
	return s.answer(w, r, http.StatusOK, api.NewVariantInfo(v))
}

// ruleData writes a rule set as data for other programs: the same bytes as
// tain rules --json.
func (s *Server) ruleData(w http.ResponseWriter, r *http.Request) error {
	return s.rulesText(w, r, "application/json", func(v rules.Rules) ([]byte, error) { return ruledata.Encode(ruledata.Of(v)) })
}

// ruleSchema writes the schema of a rule set's data: the same bytes as tain
// rules --schema.
func (s *Server) ruleSchema(w http.ResponseWriter, r *http.Request) error {
	return s.rulesText(w, r, "application/schema+json", ruledata.Schema)
}

func (s *Server) rulesText(w http.ResponseWriter, r *http.Request, contentType string, text func(rules.Rules) ([]byte, error)) error {
	v, err := s.service.Rules(r.PathValue("name"))
	if err != nil {
		return notFound(err)
	}
	key := contentType + " " + v.Info().Ref()
	kept := s.pictures.get(key)
	if kept == nil { // it takes some milliseconds to work all examples
		content, err := text(v)
		if err != nil {
			return err
		}
		kept = &picture{key: key, tag: tagOf(content), content: content}
		s.pictures.put(kept)
	}
	s.lasting(w, r, contentType, kept.tag, kept.content)
	return nil
}

// rulebook answers with the rulebook of a rule set, or with a chapter that stands
// beside the rulebooks.
func (s *Server) rulebook(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if text, ok := docs.Chapter(name); ok {
		chapter, err := rulebook.ParseChapter(text)
		if err != nil {
			return err
		}
		return s.answer(w, r, http.StatusOK, wire.Rulebook{Book: chapter})
	}
	book, err := s.service.Rulebook(wire.RulebookRequest{Variant: name})
	if err != nil {
		return notFound(err)
	}
	return s.answer(w, r, http.StatusOK, book)
}

// writtenRulebook answers with the rulebook of a rule set that is asked for by
// its definition, which no path can hold.
func (s *Server) writtenRulebook(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, s.service.Rulebook)
}

// position tells everything about a position: pieces, legal moves, outcome.
func (s *Server) position(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, s.service.State)
}

// line plays a line of moves.
func (s *Server) line(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, s.service.Line)
}

// plan plays the steps of one side. What it costs beyond a position grows with
// them.
func (s *Server) plan(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, func(q wire.PlanRequest) (wire.PlanAnswer, error) {
		if wait, ok := s.limiter.ask(s.address(r), strings.Count(q.Plan, ";")/planStepsPerUnit); !ok {
			return wire.PlanAnswer{}, busy(wait, errTooMany)
		}
		return s.service.Plan(q)
	})
}

// planStepsPerUnit is how many steps of a plan are as much work as a small
// question.
const planStepsPerUnit = 8

// explain tells why a move can or cannot be played.
func (s *Server) explain(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, s.service.Explain)
}

// board tells where the board on a pin may go, and why not elsewhere.
func (s *Server) board(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, s.service.Board)
}

// define reads a definition and tells what rule set it makes.
func (s *Server) define(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, s.service.Define)
}

// ask passes a question on to the service and its answer back.
func ask[Q, A any](s *Server, w http.ResponseWriter, r *http.Request, service func(Q) (A, error)) error {
	var q Q
	if err := s.read(w, r, &q); err != nil {
		return err
	}
	a, err := service(q)
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, a)
}
