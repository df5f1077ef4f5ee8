package api

import (
	"errors"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/definition"
)

// Define parses a definition, and returns the rule set or the faults. Faults are part of the response, not an
// error.
func (d *Service) Define(q wire.DefineRequest) (wire.Defined, error) {
	text, err := d.definitionText(q)
	if err != nil {
		return wire.Defined{}, err
	}
	answer := wire.Defined{Differences: []string{}, Faults: []wire.FieldFault{}, Warnings: []wire.FieldFault{}}
	if text == "" {
		if text, err = definition.Unpack(q.Packed); err != nil {
			answer.Faults = d.fieldFaults(definition.Faults{{Message: message.Of(err)}})
			return answer, nil
		}
	}
	parse := func(text string) (*definition.Definition, []definition.Fault, error) {
		return definition.ParseNew(text, d.known)
	}
	if q.Kept { // the name may be in use
		parse = definition.Parse
	}
	read, warnings, err := parse(text)
	answer.Warnings = d.fieldFaults(warnings)
	if err == nil {
		err = d.describe(&answer, read, q.Kept)
	}
	if err == nil {
		return answer, nil
	}
	var faults definition.Faults
	if !errors.As(err, &faults) {
		faults = definition.Faults{{Message: message.Of(err)}}
	}
	answer.Faults = d.fieldFaults(faults)
	return answer, nil
}

// definitionText returns the definition in a request or that of the requested rule set. It returns "" if the
// definition is packed.
func (d *Service) definitionText(q wire.DefineRequest) (string, error) {
	if q.Text != "" || q.Packed != "" {
		return q.Text, nil
	}
	r, err := d.Rules(q.Variant)
	if err != nil {
		return "", err
	}
	own, ok := definition.Of(r)
	if !ok {
		return "", wire.NewFailure(wire.CodeVariant, "request.variant.undefined", message.Args{"variant": r.Info().Name})
	}
	return own.JSON(), nil
}

// describe fills in the response for a definition without faults. A name that is in use is a warning if kept
// is true, and otherwise an error.
func (d *Service) describe(answer *wire.Defined, read *definition.Definition, kept bool) error {
	form := read.JSON()
	var taken definition.Faults
	if _, err := definition.Resolve(read, d.known); errors.As(err, &taken) {
		if !kept {
			return taken
		}
		answer.Warnings = append(answer.Warnings, d.fieldFaults(taken)...)
	}
	r, err := d.known.Choose(form)
	if err != nil {
		return err
	}
	info := NewVariantInfo(r, d.Catalogue())
	answer.Definition, answer.TOML, answer.Hash, answer.Packed = form, read.TOML(), read.Hash(), read.Pack()
	answer.Info = &info
	for _, m := range read.Differences() {
		answer.Differences = append(answer.Differences, d.text(m))
	}
	return nil
}

func (d *Service) fieldFaults(all []definition.Fault) []wire.FieldFault {
	return wire.NewFieldFaults(d.Catalogue(), all)
}
