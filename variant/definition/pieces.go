package definition

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant/betza"
)

// mostBetza is the maximum size of all moves together, in bytes of Betza notation.
const mostBetza = betza.MaxText

// usualMoves maps the pieces of chess to their moves. It omits the pawn, which has its own fields.
var usualMoves = map[byte]string{'n': "N", 'b': "B", 'r': "R", 'q': "Q", 'k': "K"}

// pieces reads the kinds of pieces and how they move.
func (r *reader) pieces(top map[string]any) {
	d := r.d
	t, _ := r.table(top, "pieces")
	size, kinds := 0, orthodox
	for _, name := range slices.Sorted(maps.Keys(t)) {
		field := "pieces." + notation.Clip(name)
		if !isKind(name) {
			at := r.source.Key("pieces." + name)
			r.add(Fault{field, at, message.New("definition.piece.letter",
				"{text, quote} cannot stand for a kind of piece: use one letter from a to z", message.Args{"text": notation.Clip(name)})})
			continue
		}
		p := Piece{Kind: name[0]}
		kinds += name
		path := "pieces." + name
		switch v := t[name].(type) {
		case string:
			p.Move = v
		case map[string]any:
			r.unknown(path+".", v, knownPiece)
			p.Name = r.textIn(v, path+".", "name", "")
			r.title(path+".name", p.Name)
			path += ".move"
			p.Move = r.textIn(v, "pieces."+name+".", "move", "")
		default:
			r.fault(path, "definition.piece", `expected the moves of a piece in Betza notation, such as "BN", instead of {value}`, message.Args{"value": echo(v)})
			continue
		}
		size += len(p.Move)
		r.betza(path, p)
		if p.Move != usualMoves[p.Kind] || p.Name != "" {
			d.Pieces = append(d.Pieces, p)
		}
	}
	slices.SortFunc(d.Pieces, func(a, b Piece) int { return compareKinds(a.Kind, b.Kind) })
	if size > mostBetza {
		r.fault("pieces", "definition.piece.size", "the moves of all pieces together have {count} bytes; the limit is {most}", message.Args{"count": size, "most": mostBetza})
	}
	r.kinds = KindsOf(kinds)
}

// sameNames warns if a name chosen for a kind is also that of another kind in the game, which makes messages
// ambiguous.
func (r *reader) sameNames() {
	letters := map[string][]string{}
	for _, kind := range r.d.used() {
		name := strings.ToLower(fmt.Sprint(r.d.kindWord(byte(kind))))
		letters[name] = append(letters[name], strings.ToUpper(string(kind)))
	}
	for _, p := range r.d.Pieces {
		name := strings.ToLower(p.Name)
		if all := letters[name]; p.Name != "" && len(all) > 1 {
			delete(letters, name) // one warning for each name
			r.warn("pieces."+string(p.Kind)+".name", "definition.piece.same-name", "{kinds, and} have the same name: {name}",
				message.Args{"kinds": message.Strings(all), "name": p.Name})
		}
	}
}

// betza checks the moves of a piece.
func (r *reader) betza(path string, p Piece) {
	atoms, err := betza.Parse(p.Move)
	var wrong *betza.Error
	switch {
	case r.faulty("pieces." + string(p.Kind)):
	case p.Move == "":
		r.fault(path, "definition.piece.empty", "a kind of piece needs its moves in Betza notation, such as BN", nil)
	case len(p.Move) > mostBetza: // reported for all pieces together
	case errors.As(err, &wrong):
		r.faultAt(path, wrong.Offset, "definition.piece.betza", "{text, quote}: {why}",
			message.Args{"text": notation.Clip(p.Move), "why": wrong.Reason})
	}
	for _, a := range atoms {
		backward := func(h betza.Heading) bool { return h.Y <= 0 }
		switch {
		case p.Kind != 'p' && a.EnPassant:
			r.faultAt(path, a.Offset, "definition.piece.en-passant", "only the pawn may take en passant: e is for pieces.p", nil)
		case p.Kind == 'p' && a.Mode == betza.Move && slices.ContainsFunc(a.Headings, backward):
			r.faultAt(path, a.Offset, "definition.piece.backward", "a pawn without capture must move forward: add a direction, such as mfW", nil)
		}
	}
}

// royal reads the royal kinds: an attack on one of them is check.
func (r *reader) royal(top map[string]any) {
	text := r.textIn(top, "", "royal", "k")
	r.d.Royal = KindsOf(r.letters("royal", text))
	if text == "" {
		r.fault("royal", "definition.royal", "a side needs a royal kind of piece, such as k", nil)
	}
}

// pawn reads how pawns advance and promote.
func (r *reader) pawn(top map[string]any) {
	d := r.d
	t, _ := r.table(top, "pawn")
	d.DoublePush = r.truth(top, "", "double_push", true)
	pushes := "double_push"
	if _, there := t["double"]; there {
		pushes = "pawn.double"
		other := r.number(t, "pawn.", "double", 2, 2) == 2
		r.contradiction(top, "double_push", pushes, other == d.DoublePush)
		d.DoublePush = other
	}
	if !d.DoublePush && d.own('p') {
		r.warn(pushes, "definition.no-effect.pawn", "this has no effect: pieces.p defines how a pawn advances", nil)
	}
	_, above := top["promotes"]
	_, there := t["promotes"]
	if above || !there {
		d.Promotes = r.promotes("promotes", r.textIn(top, "", "promotes", d.Promotes))
	}
	if there {
		other := r.promotes("pawn.promotes", r.textIn(t, "pawn.", "promotes", d.Promotes))
		r.contradiction(top, "promotes", "pawn.promotes", other == d.Promotes)
		d.Promotes = other
	}
	d.Pawn.Zone = r.number(t, "pawn.", "zone", d.Board.Ranks, 1)
	d.Pawn.Optional = !r.truth(t, "pawn.", "must", true)
	if d.Pawn.Optional && d.Pawn.Zone == 1 {
		r.warn("pawn.must", "definition.no-effect.must", "this has no effect: a pawn always promotes on the last rank", nil)
	}
}

// promotes reads the kinds that a pawn may promote to.
func (r *reader) promotes(field, text string) string {
	all := r.letters(field, text)
	for i := range len(all) {
		switch k := all[i]; {
		case k != 'p' && !r.d.Royal.Has(k):
		case !r.source.Has(field):
			r.fault("royal", "definition.promotes.royal", "a pawn cannot promote to a royal {role}: list the other kinds in promotes", message.Args{"role": r.d.kindWord(k)})
		default:
			r.faultAt(field, strings.IndexByte(text, k), "definition.promotes", "a pawn cannot promote to a {role}", message.Args{"role": r.d.kindWord(k)})
		}
	}
	if text == "" {
		r.fault(field, "definition.promotes.none", "a pawn must be able to promote to something", nil)
	}
	return all
}
