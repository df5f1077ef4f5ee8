package ini

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tainchess/tain/notation"
)

// variant is a variant of Fairy-Stockfish: its pieces, and the keys of its section and of those that it
// inherits from.
type variant struct {
	name   string
	line   int
	pieces map[string]piece    // by the name of the key, such as knight or customPiece1
	values map[string]key      // keys whose value is not a set of pieces
	sets   map[string][]string // names of pieces, or everything for all of them
	lines  map[string]int      // lines of sets
}

// everything is the name of all pieces in a set.
const everything = "*"

// piece is a kind of piece.
type piece struct {
	letter byte // lower case
	move   string
	line   int
}

// mostCustom is the maximum number of custom pieces, which have a movement of their own.
const mostCustom = 25

// king is the name of the royal piece, pawn that of the orthodox pawn, and soldier that of the pawn of Xiangqi.
const (
	king    = "king"
	pawn    = "pawn"
	soldier = "soldier"
)

// pieceNames lists the names of all pieces. If two pieces have the same letter, the last one counts.
var pieceNames = sync.OnceValue(func() (all []string) {
	for _, b := range builtin {
		all = append(all, b.name)
	}
	for n := range mostCustom {
		all = append(all, customName(n+1))
	}
	return append(all, king)
})

func customName(n int) string { return "customPiece" + strconv.Itoa(n) }

func isCustom(name string) bool { return strings.HasPrefix(name, "customPiece") }

// newVariant returns a variant with Fairy-Stockfish's defaults and without pieces.
func newVariant() *variant {
	v := &variant{pieces: map[string]piece{}, values: map[string]key{}, sets: map[string][]string{}, lines: map[string]int{}}
	for _, side := range []string{"White", "Black"} {
		v.sets["promotionPawnTypes"+side] = []string{pawn}
		v.sets["enPassantTypes"+side] = []string{pawn}
		v.sets["castlingKingPiece"+side] = []string{king}
		v.sets["castlingRookPieces"+side] = []string{"rook"}
		v.sets["flagPiece"+side] = []string{everything}
	}
	return v
}

//go:embed templates.ini
var templateText string

// templates returns the sections of templates.ini.
var templates = sync.OnceValue(func() []section {
	all, faults := sections(templateText)
	if faults != nil {
		panic(faults)
	}
	return all
})

// template returns a variant of Fairy-Stockfish, or nil if it is not in templates.ini.
func template(name string) *variant {
	var faults Faults
	v := find(templates(), name, &faults)
	if v != nil { // line numbers in templates.ini would confuse the user
		for name, k := range v.values {
			k.line = 0
			v.values[name] = k
		}
		clear(v.lines)
		for name, p := range v.pieces {
			p.line = 0
			v.pieces[name] = p
		}
	}
	return v
}

func templateNames() (names []string) {
	for _, s := range templates() {
		names = append(names, s.name)
	}
	return names
}

// apply applies the keys of a section.
func (v *variant) apply(list []key, faults *Faults) {
	keys := map[string]key{}
	for _, k := range list {
		keys[k.name] = k
	}
	for _, name := range pieceNames() {
		if k, ok := keys[name]; ok && k.value != "" {
			v.piece(k, faults)
			delete(keys, name)
		}
	}
	// Apply aliases before the keys that they set, and pawnTypes first, so that more specific keys win.
	for _, name := range slices.SortedFunc(maps.Keys(aliases), func(a, b string) int {
		return cmp.Or(len(aliases[b])-len(aliases[a]), cmp.Compare(a, b))
	}) {
		if k, ok := keys[name]; ok {
			for _, to := range aliases[name] {
				v.set(to, k, faults)
			}
			delete(keys, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		v.set(name, keys[name], faults)
	}
}

// piece applies a key that adds or removes a piece, such as knight = n or customPiece1 = a:BN.
func (v *variant) piece(k key, faults *Faults) {
	letter := k.value[0] | 0x20
	switch move := strings.TrimPrefix(k.value[1:], ":"); {
	case k.value[0] == '-':
		v.remove(k.name)
	case letter < 'a' || letter > 'z':
		faults.add(k.line, k.name, "expected a letter or - instead of %q", notation.Clip(k.value))
	case isCustom(k.name) && move == "":
		faults.add(k.line, k.name, "expected a letter and a movement, such as a:BN, instead of %q", notation.Clip(k.value))
	case move != "" && (k.value[1] != ':' || k.name != king && !isCustom(k.name)):
		faults.add(k.line, k.name, "expected only a letter instead of %q", notation.Clip(k.value))
	default:
		for name, p := range v.pieces {
			if p.letter == letter && name != k.name {
				v.remove(name)
			}
		}
		v.pieces[k.name] = piece{letter, strings.TrimRight(move, " "), k.line}
		if strings.Contains(move, "e") && k.name != king {
			for _, set := range []string{"enPassantTypesWhite", "enPassantTypesBlack"} {
				v.sets[set] = append(slices.Clone(v.sets[set]), k.name)
			}
		}
	}
}

// remove removes a piece from the variant and from the pieces that a pawn may promote to.
func (v *variant) remove(name string) {
	delete(v.pieces, name)
	for _, set := range []string{"promotionPieceTypesWhite", "promotionPieceTypesBlack"} {
		v.sets[set] = slices.DeleteFunc(slices.Clone(v.sets[set]), func(one string) bool { return one == name })
	}
}

// set applies any other key. The letters in a set of pieces are those after the section's own pieces have
// been applied.
func (v *variant) set(name string, k key, faults *Faults) {
	_, isFixed := fixed[name]
	switch {
	case slices.Contains(sets, name):
		v.lines[name] = k.line
		v.sets[name] = nil
		for _, c := range []byte(strings.ReplaceAll(k.value, " ", "")) {
			if c == '-' {
				break
			}
			named := v.named(c | 0x20)
			if c == '*' {
				named = everything
			}
			if named == "" {
				faults.add(k.line, k.name, "no piece has the letter %c", c)
				continue
			}
			v.sets[name] = append(v.sets[name], named)
		}
	case isFixed, slices.Contains(plain, name), strings.HasPrefix(name, "mobilityRegion"):
		v.values[name] = key{k.name, strings.TrimSpace(k.value), k.line}
	case slices.Contains(ignored, name), slices.Contains(idle, name):
	default:
		faults.add(k.line, k.name, "unknown key%s", suggestion(name))
	}
}

// named returns the name of the piece with a letter, or "".
func (v *variant) named(letter byte) string {
	for name, p := range v.pieces {
		if p.letter == letter {
			return name
		}
	}
	return ""
}

// suggestion suggests a key with a similar name.
func suggestion(name string) string {
	best, least := "", min(3, 2+len(name)/4)
	for _, one := range slices.Concat(plain, sets, slices.Sorted(maps.Keys(aliases)), slices.Sorted(maps.Keys(fixed)), pieceNames()) {
		if d := notation.Distance(strings.ToLower(name), strings.ToLower(one)); d < least {
			best, least = one, d
		}
	}
	switch {
	case name == "promotionRank" || name == "doubleStepRank" || name == "doubleStepRankMin":
		return "; use promotionRegionWhite and promotionRegionBlack, or doubleStepRegionWhite and doubleStepRegionBlack"
	case best == "":
		return ""
	}
	return "; did you mean " + best + "?"
}

// word returns the value of a key, which must be one of several words; the first one is the default.
func (v *variant) word(name string, faults *Faults, words ...string) string {
	k, ok := v.values[name]
	if !ok {
		return words[0]
	}
	if !slices.Contains(words, k.value) {
		faults.add(k.line, k.name, "expected %s instead of %q", strings.Join(words, " or "), notation.Clip(k.value))
		return words[0]
	}
	return k.value
}

// truth returns the value of a key that is true or false.
func (v *variant) truth(name string, usual bool, faults *Faults) bool {
	if usual {
		return v.word(name, faults, "true", "false") == "true"
	}
	return v.word(name, faults, "false", "true") == "true"
}

// region returns the value of a key that lists squares.
func (v *variant) region(name string, usual region, faults *Faults) region {
	k, ok := v.values[name]
	if !ok {
		return usual
	}
	r, err := parseRegion(k.value)
	if err != nil {
		faults.add(k.line, k.name, "%v", err)
	}
	return r
}

// lineOf returns the line of a key, or that of the section if the key is not set.
func (v *variant) lineOf(name string) int {
	if k, ok := v.values[name]; ok && k.line > 0 {
		return k.line
	}
	if n := v.lines[name]; n > 0 {
		return n
	}
	return v.line
}
