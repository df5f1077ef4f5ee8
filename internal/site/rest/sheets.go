package rest

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/rules"
)

// sheet answers with the rules of a rule set on two pages, as PDF.
func (s *API) sheet(w http.ResponseWriter, r *http.Request) error {
	name, isPDF := strings.CutSuffix(r.PathValue("file"), ".pdf")
	v, err := s.service.Rules(name)
	if err != nil || !isPDF || v.Info().Definition != "" {
		return request.ErrNotFound
	}
	speaks := request.Catalogue(r)
	p, err := s.printSheet(r, v, speaks)
	if err != nil {
		return err
	}
	request.SetLanguage(w, speaks)
	s.requests.WriteStatic(w, r, "application/pdf", p.tag, p.content)
	return nil
}

// printSheet returns the sheet of a rule set.
func (s *API) printSheet(r *http.Request, v rules.Rules, speaks *locale.Catalogue) (*cachedAnswer, error) {
	name := v.Info().Name
	key := speaks.Language() + " " + name
	if p := s.sheets.get(key); p != nil {
		return p, nil
	}
	done, err := s.requests.BeginWork(r, limit.SheetPrice)
	if err != nil {
		return nil, err
	}
	defer done()
	if p := s.sheets.get(key); p != nil { // it was printed while this one waited
		return p, nil
	}
	book, err := s.service.RulebookIn(wire.RulebookRequest{Variant: name}, books(speaks))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := sheet.Write(&out, v, book.Book, sheet.Options{Language: speaks.Language(), Foot: "Tain · tain rules " + name}); err != nil {
		return nil, err
	}
	return s.sheets.put(&cachedAnswer{key: key, tag: request.ETag(out.Bytes()), content: out.Bytes()}), nil
}
