package server

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
)

// variants lists the rule sets.
func (s *Server) variants(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, s.service.Variants())
}

// gallery lists the definitions that come with the program.
func (s *Server) gallery(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, wire.Gallery{Gallery: api.Gallery()})
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
	return s.rulesText(w, r, rulesDocument{"application/json", "data", dataPrice}, func(v rules.Rules) ([]byte, error) {
		return ruledata.Encode(ruledata.Of(v))
	})
}

// ruleSchema writes the schema of a rule set's data: the same bytes as tain
// rules --schema.
func (s *Server) ruleSchema(w http.ResponseWriter, r *http.Request) error {
	return s.rulesText(w, r, rulesDocument{"application/schema+json", "schema", dataPrice}, ruledata.Schema)
}

// rulebook answers with the rulebook of a rule set, or with a chapter that stands
// beside the rulebooks.
func (s *Server) rulebook(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	speaks := catalogue(r)
	if text, ok := docs.Chapter(name); ok {
		if translated, ok := translation.Text(speaks.Language(), translation.Chapter, strings.ToLower(name)); ok {
			text = translated
		}
		chapter, err := rulebook.ParseChapter(text)
		if err != nil {
			return err
		}
		return s.answer(w, r, http.StatusOK, wire.Rulebook{Book: chapter})
	}
	inLanguage(w, speaks)
	return s.rulesText(w, r, rulesDocument{"application/json", "book " + speaks.Language(), bookPrice}, func(rules.Rules) ([]byte, error) {
		book, err := s.service.RulebookIn(wire.RulebookRequest{Variant: name}, books(speaks))
		return encodeIn(speaks, book), err
	})
}

// rulesDocument is a kind of text about a rule set, and what it costs to write
// one that nobody has asked for before.
type rulesDocument struct {
	contentType, kind string
	price             float64
}

// rulesText answers with a text about a rule set. Those of the program's own are
// few: they are written once, and nobody pays for the first time.
func (s *Server) rulesText(w http.ResponseWriter, r *http.Request, d rulesDocument, text func(rules.Rules) ([]byte, error)) error {
	v, err := s.service.Rules(r.PathValue("name"))
	if err != nil {
		return notFound(err)
	}
	key := d.kind + " " + v.Info().Ref()
	kept := s.pictures.get(key)
	if kept == nil {
		if written(v) {
			done, err := s.beginWork(r, d.price)
			if err != nil {
				return err
			}
			defer done()
		}
		content, err := text(v)
		if err != nil {
			return err
		}
		kept = &picture{key: key, tag: tagOf(content), content: content}
		s.pictures.put(kept)
	}
	s.lasting(w, r, d.contentType, kept.tag, kept.content)
	return nil
}

// writtenRulebook answers with the rulebook of a rule set that is asked for by
// its definition, which no path can hold.
func (s *Server) writtenRulebook(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, func(q wire.RulebookRequest) (wire.Rulebook, error) {
		done, err := s.beginWork(r, bookPrice)
		if err != nil {
			return wire.Rulebook{}, err
		}
		defer done()
		return s.service.RulebookIn(q, books(catalogue(r)))
	})
}

// books is where rulebooks in a language come from.
func books(c *locale.Catalogue) rulebook.Language {
	return rulebook.Language{In: c, Source: translation.Rulebooks(c.Language())}
}

// position tells everything about a position: pieces, legal moves, outcome.
func (s *Server) position(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, s.service.State)
}

// line plays a line of moves. What it costs beyond a position grows with them.
func (s *Server) line(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, func(q wire.LineRequest) (wire.LineAnswer, error) {
		done, err := s.beginWork(r, per(min(len(q.Moves), api.MaxMoves), linePerUnit))
		if err != nil {
			return wire.LineAnswer{}, err
		}
		defer done()
		return s.service.Line(q)
	})
}

// plan plays the steps of one side. What it costs beyond a position grows with
// them.
func (s *Server) plan(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, func(q wire.PlanRequest) (wire.PlanAnswer, error) {
		done, err := s.beginWork(r, per(strings.Count(q.Plan, ";"), planPerUnit))
		if err != nil {
			return wire.PlanAnswer{}, err
		}
		defer done()
		return s.service.Plan(q)
	})
}

// tablesList lists which endgame tables there are.
func (s *Server) tablesList(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, s.service.TablesList())
}

// tables tells what endgame tables know of a position. To ask them costs next to
// nothing, to read one that is not in memory much, and the line to the mate what
// its moves do. Those of boards in space are unpacked where they are asked.
func (s *Server) tables(w http.ResponseWriter, r *http.Request) error {
	return ask(s, w, r, func(q wire.PositionRequest) (wire.TablesAnswer, error) {
		move := 1.0 / linePerUnit
		a, err := s.service.TablesAfter(q, func(set *tablebase.Set, p *board.Position) (func(), error) {
			units := float64(set.Unread(p)) * tablePrice
			if set.InSpace() {
				units += spacePrice
				move = spaceMovePrice
			}
			return s.beginWork(r, units)
		})
		s.charge(r, move*float64(len(a.Line)))
		return a, err
	})
}

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
