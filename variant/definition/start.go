package definition

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy"
	"github.com/tainchess/tain/variant/flat"
)

// start reads the starting position, checks it with the compiled rules and normalises its text.
func (r *reader) start(top map[string]any) {
	d := r.d
	usual := d.usualStart()
	d.Start = r.textIn(top, "", "start", usual)
	switch {
	case d.Start == "" && !r.faulty("board"):
		r.add(Fault{"start", r.place("board", whole), message.New("definition.start.missing",
			"this board needs a starting position: that of chess does not fit", nil)})
		return
	case r.faults != nil && d.Plain():
		r.startAlone()
		return
	case r.faults != nil:
		return
	}
	if n := len(d.Kinds()); n > mostKinds {
		r.fault("pieces", "definition.piece.count", "the game has {count} kinds of pieces; the limit is {most}", message.Args{"count": n, "most": mostKinds})
		return
	}
	v, err := d.compiled()
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
	if _, there := r.where[place]; !there {
		for _, cause := range []string{"goal", "ends", "links", "royal", "pieces", "seam", "board"} {
			if _, there := r.where[cause]; there {
				place = cause
				why = message.New("definition.start.chess", "this game needs a starting position of its own; in that of chess: {why}", message.Args{"why": why})
				break
			}
		}
	}
	r.add(Fault{"start", r.place(place, offset), why})
}

// startAlone checks the starting position when other fields have faults. It reports only faults that do not
// depend on those fields.
func (r *reader) startAlone() {
	d := New("")
	d.Start = r.d.Start
	d.Castling = r.d.Castling && !r.faulty("castling")
	if !r.faulty("seam") { // safe, because a seam only adds attacks
		d.Seam = r.d.Seam
	}
	v := d.Compile()
	start := v.Info().Start
	if _, err := v.Guide().ParsePosition(start, rules.ParseOptions{AllowNoKing: r.d.Study || r.faulty("study")}); err != nil {
		r.startFaults(start, err)
	}
}

// usualStart returns the starting position of chess on the definition's board, with all pieces on plane A. It
// returns "" if they do not fit.
func (d *Definition) usualStart() string {
	b := &d.Board
	if b.Files != 8 || b.Ranks != 8 {
		return ""
	}
	array, rest, _ := strings.Cut(flat.Start, " ")
	hole := map[int]bool{}
	for _, name := range b.Holes {
		square, _, _ := b.parse(name)
		hole[square] = true
	}
	if len(hole) == 0 && b.Planes == 1 {
		return flat.Start
	}
	rows := strings.Split(array, "/")
	for range rows {
		rows = append(rows, "8")
	}
	var planes []string
	for plane := range b.Planes {
		var lines []string
		for i, row := range rows[8*plane : 8*plane+8] {
			first := plane*b.area() + (7-i)*8
			cells := []byte(strings.Replace(row, "8", "........", 1))
			for file := range cells {
				if !hole[first+file] {
					continue
				}
				if cells[file] != '.' {
					return ""
				}
				cells[file] = '*'
			}
			lines = append(lines, compressed(cells))
		}
		planes = append(planes, strings.Join(lines, "/"))
	}
	return strings.Join(planes, "|") + " " + rest
}

// compressed writes a rank in FEN. The cells contain dots for empty squares.
func compressed(cells []byte) string {
	text := string(cells)
	for n := len(cells); n > 0; n-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", n), string('0'+rune(n)))
	}
	return text
}

// playable returns a starting position without castling rights if the game has no castling.
func (d *Definition) playable(start string) string {
	if fields := strings.Fields(start); !d.Castling && len(fields) > 2 {
		fields[2] = "-"
		return strings.Join(fields, " ")
	}
	return start
}

// Kinds returns the kinds of pieces of the game: those of chess and those that the definition adds. If there
// are too many, it leaves out the knight, the bishop, the rook and the queen unless the definition uses
// them.
func (d *Definition) Kinds() Kinds {
	own := "pk"
	for _, p := range d.Pieces {
		own += string(p.Kind)
	}
	if all := KindsOf(orthodox + own); len(all) <= mostKinds {
		return all
	}
	own += string(kindsOn(d.Start)) + d.Promotes + string(d.Royal)
	if d.Reflection != nil {
		for _, made := range d.Reflection.Makes {
			own += string(made)
		}
	}
	return KindsOf(own)
}
