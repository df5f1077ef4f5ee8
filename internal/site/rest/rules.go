package rest

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
)

// variants lists the rule sets.
func (s *API) variants(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, s.service.In(request.Catalogue(r)).Variants())
}

// gallery lists the definitions shipped with the program.
func (s *API) gallery(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Gallery{Gallery: api.Gallery(request.Catalogue(r))})
}

// variant sends the description of a rule set.
func (s *API) variant(w http.ResponseWriter, r *http.Request) error {
	v, err := s.ruleSet(r)
	if err != nil {
		return request.NotFound(err)
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, api.NewVariantInfo(v, request.Catalogue(r)))
}

// ruleData sends a rule set as data for other programs, identical to the output of tain rules --json.
func (s *API) ruleData(w http.ResponseWriter, r *http.Request) error {
	return s.writeRules(w, r, rulesDocument{"application/json", "data", limit.DataPrice}, func(v rules.Rules) ([]byte, error) {
		return ruledata.Encode(ruledata.Of(v))
	})
}

// ruleSchema sends the schema of a rule set's data, identical to the output of tain rules --schema.
func (s *API) ruleSchema(w http.ResponseWriter, r *http.Request) error {
	return s.writeRules(w, r, rulesDocument{"application/schema+json", "schema", limit.DataPrice}, ruledata.Schema)
}

// rulebook sends the rulebook of a rule set, or one of the chapters that accompany the rulebooks.
func (s *API) rulebook(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	language := request.Catalogue(r)
	if text, ok := docs.Chapter(name); ok {
		if translated, ok := translation.Text(language.Language(), translation.Chapter, strings.ToLower(name)); ok {
			text = translated
		}
		chapter, err := rulebook.ParseChapter(text)
		if err != nil {
			return err
		}
		return s.requests.WriteJSON(w, r, http.StatusOK, wire.Rulebook{Book: chapter})
	}
	request.SetLanguage(w, language)
	return s.writeRules(w, r, rulesDocument{"application/json", "book " + language.Language(), limit.BookPrice}, func(rules.Rules) ([]byte, error) {
		book, err := s.service.RulebookIn(wire.RulebookRequest{Variant: name}, books(language))
		return wire.Encode(book), err
	})
}

// rulesDocument is a kind of document about a rule set, with the price of generating a document that is not
// cached.
type rulesDocument struct {
	contentType, kind string
	price             float64
}

// ruleSet returns the rule set in the path of a request, which may be a definition.
func (s *API) ruleSet(r *http.Request) (v rules.Rules, err error) {
	err = s.requests.Measured(r, func() (err error) {
		v, err = s.service.Rules(r.PathValue("name"))
		return err
	})
	return v, err
}

// writeRules sends a document about a rule set. Generating a document about a built-in rule set is free,
// because there are only a few and they are cached.
func (s *API) writeRules(w http.ResponseWriter, r *http.Request, d rulesDocument, text func(rules.Rules) ([]byte, error)) error {
	v, err := s.ruleSet(r)
	if err != nil {
		return request.NotFound(err)
	}
	key := d.kind + " " + v.Info().Ref()
	cached := s.cache.get(key)
	if cached == nil {
		var content []byte
		generate := func() (err error) {
			content, err = text(v)
			return err
		}
		if v.Info().Definition != "" {
			err = s.requests.MeasuredWork(r, d.price, generate)
		} else {
			err = generate()
		}
		if err != nil {
			return err
		}
		cached = newAnswer(key, content)
		s.cache.put(cached)
	}
	s.requests.WriteStatic(w, r, d.contentType, cached.tag, cached.content)
	return nil
}

// definitionRulebook returns the handler that sends the rulebook of a definition. The definition is in the
// request body, because it is too long for a path.
func (s *API) definitionRulebook() request.Handler {
	return handlePriced(s, func(d *api.Service, q wire.RulebookRequest) (wire.Rulebook, error) {
		return d.RulebookIn(q, books(d.Catalogue()))
	}, func(wire.RulebookRequest) float64 { return limit.BookPrice })
}

// books returns the source of rulebooks in a language.
func books(c *locale.Catalogue) loader.Language {
	return loader.Language{In: c, Source: translation.Rulebooks(c.Language())}
}

// sheet sends the rules of a rule set on two pages, as a PDF.
func (s *API) sheet(w http.ResponseWriter, r *http.Request) error {
	name, isPDF := strings.CutSuffix(r.PathValue("file"), ".pdf")
	v, err := s.service.Rules(name)
	if err != nil || !isPDF || v.Info().Definition != "" {
		return request.ErrNotFound
	}
	language := request.Catalogue(r)
	p, err := s.printSheet(r, v, language)
	if err != nil {
		return err
	}
	request.SetLanguage(w, language)
	s.requests.WriteStatic(w, r, "application/pdf", p.tag, p.content)
	return nil
}

// printSheet returns the sheet of a rule set, printing it if it is not cached.
func (s *API) printSheet(r *http.Request, v rules.Rules, language *locale.Catalogue) (*cachedAnswer, error) {
	name := v.Info().Name
	key := language.Language() + " " + name
	if p, ok := s.sheets.Load(key); ok {
		return p.(*cachedAnswer), nil
	}
	var p *cachedAnswer
	err := s.requests.Work(r, limit.SheetPrice, func() error {
		if printed, ok := s.sheets.Load(key); ok { // another request has printed the sheet meanwhile
			p = printed.(*cachedAnswer)
			return nil
		}
		book, err := s.service.RulebookIn(wire.RulebookRequest{Variant: name}, books(language))
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := sheet.Write(&out, v, book.Book, sheet.Options{Language: language.Language(), Foot: "Tain · tain rules " + name}); err != nil {
			return err
		}
		p = newAnswer(key, out.Bytes())
		s.sheets.Store(key, p)
		return nil
	})
	return p, err
}
