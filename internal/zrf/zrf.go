// Package zrf exports a rule set for Zillions of Games: a rules file and its
// pictures.
//
// [New] generates the text in order. head.go contains the comment at its beginning, which lists the rules
// that the language cannot express, each with a code. steps.go contains the macros for moves, board.go the
// board and its directions, and men.go the pieces. images.go draws the pictures. own.go, ownmen.go and ownimages.go do
// the same for games with their own board or pieces, seam, starting position, promotions or result of stalemate.
//
// The rules in the output depend only on the data of the rule set, such as its topology, castling and
// reflection, never on its name.
package zrf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Unsupported is the error for a rule set that cannot be exported.
type Unsupported struct{ Name, Why string }

// Error returns the rule set and the reason.
func (u *Unsupported) Error() string {
	return fmt.Sprintf("%s cannot be written for Zillions: %s", u.Name, u.Why)
}

// CheckFolder returns an error if a name is not valid for the picture folder. The name appears in quotes in
// the rules file. Zillions is a Windows program that supports only ASCII.
func CheckFolder(name string) error {
	if name == "" || len(name) > 100 {
		return fmt.Errorf("the name before .zrf must have 1 to 100 letters, not %d", len(name))
	}
	for _, c := range name {
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !plain && !strings.ContainsRune(" _-.", c) {
			return fmt.Errorf("the name before .zrf may have the letters a-z and A-Z, digits, blanks, dots, _ and -, but not %q: Zillions would not find the pictures", c)
		}
	}
	first, _, _ := strings.Cut(strings.ToUpper(name), ".")
	if slices.Contains(devices, strings.TrimRight(first, "0123456789")) {
		return fmt.Errorf("%q is a reserved device name on Windows: choose another name", name)
	}
	if strings.Trim(name, " .") != name {
		return fmt.Errorf("the name %q may not begin or end with a blank or a dot: Windows would drop it", name)
	}
	return nil
}

// devices lists file names that Windows reserves. COM and LPT take a number as a suffix.
var devices = []string{"CON", "PRN", "AUX", "NUL", "COM", "LPT"}

// Supports returns an *Unsupported error if a rule set cannot be exported.
func Supports(r rules.Rules) error {
	if d, ok := ownDefinition(r); ok {
		if why := unsupported(r, d); why != "" {
			return &Unsupported{r.Info().Name, why}
		}
		return nil
	}
	_, err := supported(r)
	return err
}

// ownDefinition returns the definition of a game that own.go exports: one with its own board or pieces, or
// one without a reflection whose seam only some pieces cross, or that differs from chess in other ways (see
// changed). It returns false for all other games.
func ownDefinition(r rules.Rules) (*definition.Definition, bool) {
	d, ok := definition.Of(r)
	if !ok || d.Base != "" {
		return nil, false
	}
	if v, plain := r.(*flat.Rules); plain {
		some := v.Topology != topology.Plane && v.Topology != topology.Cylinder
		return d, d.Reflection == nil && (some || changed(v) != "")
	}
	return d, true
}

// changed describes a difference from chess, other than the board and the reflection, that the file of a game with
// the pieces of chess cannot express. It returns "" if there is none.
func changed(v *flat.Rules) string {
	fields := strings.Fields(v.Info().Start)
	promotes := v.Promotes == nil || len(v.Promotes) == 4
	switch {
	case v.Info().Stalemate != rules.StalemateDraws:
		return "stalemate is not a draw"
	case v.NoDoublePush:
		return "its pawns never advance two squares"
	case !promotes:
		return "its pawns do not become all pieces of chess"
	case !v.NoCastling && len(fields) > 2 && fields[2] == "-":
		return "its start has no castling rights, although its rules have castling"
	case !v.NoCastling && (len(fields) < 3 || fields[2] != "KQkq" || !orthodoxStart(v)):
		return "it castles from other squares than chess"
	}
	return ""
}

// unusualStart returns the reason why the file cannot express a starting position, or "".
func unusualStart(r rules.Rules) string {
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		return "" // cannot happen: starting positions are valid
	}
	white, _ := r.Kings(&p, board.White)
	black, _ := r.Kings(&p, board.Black)
	switch {
	case white.Empty() || black.Empty():
		return "a side starts without a royal piece"
	case p.Side == board.Black:
		return "Black moves first"
	case p.EnPassant() != board.NoSquare:
		return "the game starts with an en passant capture"
	}
	return ""
}

// supported returns the rules of a game on a chessboard with the pieces of chess if it can be exported, or else
// an *Unsupported error.
func supported(r rules.Rules) (*flat.Rules, error) {
	name := r.Info().Name
	v, ok := r.(*flat.Rules)
	switch {
	case !ok:
		return nil, &Unsupported{name, "it is not played on a single board"}
	case v.Topology != topology.Plane && v.Topology != topology.Cylinder:
		return nil, &Unsupported{name, "its board is neither a plane nor a cylinder"}
	}
	if why := cmp.Or(unusualStart(r), changed(v)); why != "" {
		return nil, &Unsupported{name, why}
	}
	switch {
	case v.Reflection == nil:
		return v, nil
	case v.Reflection.Map == topology.Files || v.Reflection.Map == topology.Ranks:
		return nil, &Unsupported{name, "its reflection is not a rotation"}
	case v.Reflection.Captures:
		return nil, &Unsupported{name, "its captures have a reflection"}
	case v.Reflection.Own:
		return nil, &Unsupported{name, "its moves spawn pieces of the mover's own colour"}
	case v.Topology.Seam:
		return nil, &Unsupported{name, "it has both a seam and a reflection"}
	}
	for _, k := range roles {
		if v.Reflection.Made[k] == board.NoRole && !v.Reflection.GoesOn[k] {
			return nil, &Unsupported{name, "a quiet move of a " + k.String() + " has no effect, unlike those of other pieces"}
		}
	}
	return v, nil
}

// New exports a rule set. The text refers to the pictures as files in the given folder.
func New(r rules.Rules, folder string) (*Export, error) {
	if err := Supports(r); err != nil {
		return nil, err
	}
	if err := CheckFolder(folder); err != nil {
		return nil, err
	}
	if d, ok := ownDefinition(r); ok {
		return newOwn(r, d, folder)
	}
	v, err := supported(r)
	if err != nil {
		return nil, err
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	images, err := drawImages(v)
	if err != nil {
		return nil, err
	}
	g := &game{Rules: v, folder: folder, start: start}
	e := &Export{Images: images, Pieces: map[board.Role]string{}, Differences: differences(v), Reliances: reliances(v)}
	for _, k := range roles {
		e.Pieces[k] = noun(k)
	}
	e.Text = strings.Join([]string{
		head(v, e), g.macros(),
		"(game\n" + g.about() + g.board() + g.setup() + g.men() + goals + ")\n",
	}, "\n")
	return e, nil
}

// goals define how the game ends. They also forbid moves that leave the mover's own king attacked.
const goals = `
  (loss-condition (White Black) (checkmated King))
  (draw-condition (White Black) stalemated)
  (draw-condition (White Black) repetition)
`
