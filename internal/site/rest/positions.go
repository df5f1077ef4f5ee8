package rest

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
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/gallery"
)

// variants lists the rule sets.
func (s *API) variants(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, s.service.Variants())
}

// gallery lists the definitions that come with the program.
func (s *API) gallery(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Gallery{Gallery: gallery.All()})
}

// variant describes one rule set.
func (s *API) variant(w http.ResponseWriter, r *http.Request) error {
	v, err := s.service.Rules(r.PathValue("name"))
	if err != nil {
		return request.NotFound(err)
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, api.NewVariantInfo(v))
}

// ruleData writes a rule set as data for other programs: the same bytes as
// tain rules --json.
func (s *API) ruleData(w http.ResponseWriter, r *http.Request) error {
	return s.writeRules(w, r, rulesDocument{"application/json", "data", limit.DataPrice}, func(v rules.Rules) ([]byte, error) {
		return ruledata.Encode(ruledata.Of(v))
	})
}

// ruleSchema writes the schema of a rule set's data: the same bytes as tain
// rules --schema.
func (s *API) ruleSchema(w http.ResponseWriter, r *http.Request) error {
	return s.writeRules(w, r, rulesDocument{"application/schema+json", "schema", limit.DataPrice}, ruledata.Schema)
}

// rulebook answers with the rulebook of a rule set, or with a chapter that stands
// beside the rulebooks.
func (s *API) rulebook(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	speaks := request.Catalogue(r)
	if text, ok := docs.Chapter(name); ok {
		if translated, ok := translation.Text(speaks.Language(), translation.Chapter, strings.ToLower(name)); ok {
			text = translated
		}
		chapter, err := rulebook.ParseChapter(text)
		if err != nil {
			return err
		}
		return s.requests.WriteJSON(w, r, http.StatusOK, wire.Rulebook{Book: chapter})
	}
	request.SetLanguage(w, speaks)
	return s.writeRules(w, r, rulesDocument{"application/json", "book " + speaks.Language(), limit.BookPrice}, func(rules.Rules) ([]byte, error) {
		book, err := s.service.RulebookIn(wire.RulebookRequest{Variant: name}, books(speaks))
		return request.EncodeIn(speaks, book), err
	})
}

// rulesDocument is a kind of text about a rule set, and what it costs to write
// one that nobody has asked for before.
type rulesDocument struct {
	contentType, kind string
	price             float64
}

// writeRules answers with a text about a rule set. Those of the program's own are
// few: they are written once, and nobody pays for the first time.
func (s *API) writeRules(w http.ResponseWriter, r *http.Request, d rulesDocument, text func(rules.Rules) ([]byte, error)) error {
	v, err := s.service.Rules(r.PathValue("name"))
	if err != nil {
		return request.NotFound(err)
	}
	key := d.kind + " " + v.Info().Ref()
	kept := s.cache.get(key)
	if kept == nil {
		if v.Info().Definition != "" {
			done, err := s.requests.BeginWork(r, d.price)
			if err != nil {
				return err
			}
			defer done()
		}
		content, err := text(v)
		if err != nil {
			return err
		}
		kept = &cachedAnswer{key: key, tag: request.ETag(content), content: content}
		s.cache.put(kept)
	}
	s.requests.WriteStatic(w, r, d.contentType, kept.tag, kept.content)
	return nil
}

// writtenRulebook answers with the rulebook of a rule set that is asked for by
// its definition, which no path can hold.
func (s *API) writtenRulebook(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, func(q wire.RulebookRequest) (wire.Rulebook, error) {
		done, err := s.requests.BeginWork(r, limit.BookPrice)
		if err != nil {
			return wire.Rulebook{}, err
		}
		defer done()
		return s.service.RulebookIn(q, books(request.Catalogue(r)))
	})
}

// books is where rulebooks in a language come from.
func books(c *locale.Catalogue) rulebook.Language {
	return rulebook.Language{In: c, Source: translation.Rulebooks(c.Language())}
}

// position tells everything about a position: pieces, legal moves, outcome.
func (s *API) position(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, s.service.State)
}

// line plays a line of moves. What it costs beyond a position grows with them.
func (s *API) line(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, func(q wire.LineRequest) (wire.LineAnswer, error) {
		done, err := s.requests.BeginWork(r, limit.Per(min(len(q.Moves), api.MaxMoves), limit.LinePerUnit))
		if err != nil {
			return wire.LineAnswer{}, err
		}
		defer done()
		return s.service.Line(q)
	})
}

// plan plays the steps of one side. What it costs beyond a position grows with
// them.
func (s *API) plan(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, func(q wire.PlanRequest) (wire.PlanAnswer, error) {
		done, err := s.requests.BeginWork(r, limit.Per(strings.Count(q.Plan, ";"), limit.PlanPerUnit))
		if err != nil {
			return wire.PlanAnswer{}, err
		}
		defer done()
		return s.service.Plan(q)
	})
}

// tableList lists which endgame tables there are.
func (s *API) tableList(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, s.service.TablesList())
}

// tables tells what endgame tables know of a position. To ask them costs next to
// nothing, to read one that is not in memory much, and the line to the mate what
// its moves do. Those of boards in space are unpacked where they are asked.
func (s *API) tables(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, func(q wire.PositionRequest) (wire.TablesAnswer, error) {
		move := 1.0 / limit.LinePerUnit
		a, err := s.service.TablesAfter(q, func(set *tablebase.Set, p *board.Position) (func(), error) {
			units := float64(set.Unread(p)) * limit.TablePrice
			if set.InSpace() {
				units += limit.SpacePrice
				move = limit.SpaceMovePrice
			}
			return s.requests.BeginWork(r, units)
		})
		s.requests.Charge(r, move*float64(len(a.Line)))
		return a, err
	})
}

// explain tells why a move can or cannot be played.
func (s *API) explain(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, s.service.Explain)
}

// board tells where the board on a pin may go, and why not elsewhere.
func (s *API) board(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, s.service.Board)
}

// define reads a definition and tells what rule set it makes.
func (s *API) define(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, s.service.Define)
}

// serve passes a question on to the service and its answer back.
func serve[Q, A any](s *API, w http.ResponseWriter, r *http.Request, service func(Q) (A, error)) error {
	var q Q
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	a, err := service(q)
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, a)
}
