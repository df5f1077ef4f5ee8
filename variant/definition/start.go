package definition

import (
	"errors"
	"slices"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy"
)

// start reads the starting position, checks it with the compiled rules and normalises its text.
func (r *reader) start(top map[string]any) {
	d := r.d
	usual := d.usualStart()
	d.Start = r.textIn(top, "", "start", usual)
	switch {
	case d.Start == "" && !r.faulty("board"):
		r.add(Fault{"start", r.source.Value("board", whole), message.New("definition.start.missing",
			"this board needs a starting position: that of chess does not fit", nil)})
		return
	case r.faults != nil:
		r.startAlone()
		return
	}
	if n := len(d.Kinds()); n > mostKinds {
		r.fault("pieces", "definition.piece.count", "the game has {count} kinds of pieces; the limit is {most}", message.Args{"count": n, "most": mostKinds})
		return
	}
	v, err := d.compiled(d.details())
	if err != nil {
		r.startFaults(d.playable(d.Start), err)
		return
	}
	if v.Info().Start != d.Start && d.Start != usual {
		r.warn("start", "definition.no-effect.castling", "castling rights have no effect in a game without castling", nil)
	}
	text := r.position(v)
	if p, err := v.Guide().ParsePosition(d.playable(usual), rules.ParseOptions{AllowNoKing: true, AllowCheck: true}); err == nil && v.Guide().FormatPosition(&p) == text {
		text = usual // even if the game has no castling
	}
	d.Start = text
	if f, ok := v.(*fairy.Rules); ok && r.faults == nil {
		d.compiledForm = compiledForm{d.JSON(), f}
	}
}

// position checks the starting position and returns its normalised text.
func (r *reader) position(v rules.Rules) string {
	start := v.Info().Start
	p, err := v.Guide().ParsePosition(start, rules.ParseOptions{AllowNoKing: r.d.Study})
	if err != nil {
		r.startFaults(start, err)
		return start
	}
	if o := rules.OutcomeOf(v, &p); o.Over() && !r.d.Study {
		r.startFault(whole, message.New("definition.start.over", "the game is already over in this position: {why}", message.Args{"why": o.Message}))
	}
	return v.Guide().FormatPosition(&p)
}

// startFaults adds the faults of a position.
func (r *reader) startFaults(start string, err error) {
	var all rules.Faults
	if !errors.As(err, &all) {
		all = rules.Faults{{Offset: -1, Message: message.Of(err)}}
	}
	for _, f := range all {
		offset := max(f.Offset, whole)
		if start != r.d.Start { // playable has removed the castling rights, so offsets differ
			offset = whole
		}
		r.startFault(offset, f.Message)
	}
}

// startFault adds a fault in the starting position. If the definition does not set a starting position, the
// fault is placed at a field that may have made the usual one invalid.
func (r *reader) startFault(offset int, why message.Message) {
	place := "start"
	if !r.source.Has(place) {
		for _, cause := range []string{"goal", "ends", "links", "royal", "pieces", "seam", "board"} {
			if r.source.Has(cause) {
				place = cause
				why = message.New("definition.start.chess", "this game needs a starting position of its own; in that of chess: {why}", message.Args{"why": why})
				break
			}
		}
	}
	r.add(Fault{"start", r.source.Value(place, offset), why})
}

// startAlone checks the starting position when other fields have faults. It reports only faults that do not
// depend on those fields.
func (r *reader) startAlone() {
	d := New("")
	if r.d.Plain() {
		d.Start, d.Castling = r.d.Start, r.d.Castling && !r.faulty("castling")
		if !r.faulty("seam") { // safe, because a seam only adds attacks
			d.Seam = r.d.Seam
		}
	} else {
		if slices.ContainsFunc(positional, r.faulty) {
			return
		}
		usual := d.Promotes
		*d = *r.d
		d.Promotes, d.Reflection, d.Rebirth = usual, nil, NoRebirth // the faulty ones
		if len(d.Kinds()) > mostKinds {
			return
		}
	}
	d.Study = r.d.Study || r.faulty("study")
	v, err := d.compiled(d.details())
	if err == nil {
		_, err = v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{AllowNoKing: d.Study})
	}
	if err != nil {
		r.startFaults(d.playable(d.Start), err)
	}
}

// positional lists the fields that matter for the validity of a position.
var positional = []string{"board", "pieces", "royal", "links", "seam", "ends", "castling", "double_push", "pawn", "passing", "goal"}
