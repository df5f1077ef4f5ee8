package main

import (
	"bytes"
	"fmt"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/rules"
)

// sheet prints the rules of a rule set as PDF.
func (w *rulesCmd) sheet(c *console, r rules.Rules) error {
	language := c.Language.Language()
	file, err := c.Create(w.PDF)
	if err != nil {
		return err
	}
	book, err := loader.Load(r, c.Rules.Find, loader.Language{In: c.Language, Source: translation.Rulebooks(language)})
	if err != nil {
		return err
	}
	if err := rulebook.Illustrate(&book, r, c.Language); err != nil {
		return err
	}
	var out bytes.Buffer
	name := r.Info().Name
	o := sheet.Options{Letter: w.Letter, Language: language, Foot: fmt.Sprintf("Tain %s · tain rules %s", number(), name)}
	if err := sheet.Write(&out, r, book, o); err != nil {
		return err
	}
	return file.CommitText(out.String())
}
