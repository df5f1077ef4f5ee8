// Package zrf writes a rule set as a rules file of Zillions of Games: the text
// of the file, and the pictures it names.
//
// [New] is pure: it takes a rule set and gives text and pictures. The text
// is made in the order in which it is read: head.go is the comment in front,
// with what the language cannot say, each with a code, so that tests can count it;
// board.go the board and its directions, steps.go the macros that say how pieces
// move, men.go the pieces made of them. images.go draws the pictures.
//
// What follows from the rule set's data (the shape of its board, castling, the
// landing of en passant over the seam, the reflection) is read from there:
// nothing here asks for a rule set by its name.
package zrf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Export is a rule set as Zillions takes it.
type Export struct {
	// Text is the rules file.
	Text string
	// Images are the pictures, BMP files by their names in the folder that the
	// text names.
	Images map[string][]byte
	// Differences are what the file cannot say, in the order in which its
	// comment names them.
	Differences []Difference
	// Reliances are what the file takes the program to do.
	Reliances []Difference
}

// Unsupported says that a rule set cannot be written in Zillions' language.
type Unsupported struct{ Name, Why string }

// Error names the rule set and the reason.
func (u *Unsupported) Error() string {
	return fmt.Sprintf("%s cannot be written for Zillions: %s", u.Name, u.Why)
}

// CheckFolder returns an error if a folder of pictures cannot have a name. The
// name stands in the rules file, in quotes, and the program that reads it is
// one for Windows and knows no letters but those of ASCII.
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
		return fmt.Errorf("the name %q is that of a device on Windows: choose another name", name)
	}
	if strings.Trim(name, " .") != name {
		return fmt.Errorf("the name %q may not begin or end with a blank or a dot: Windows would drop it", name)
	}
	return nil
}

// devices are names, some with a number, that no file can have on Windows.
var devices = []string{"CON", "PRN", "AUX", "NUL", "COM", "LPT"}

// Supports returns the rule set as one that can be written, or an error that is
// an *Unsupported.
func Supports(r rules.Rules) (*flat.Rules, error) {
	name := r.Info().Name
	v, ok := r.(*flat.Rules)
	switch {
	case !ok:
		return nil, &Unsupported{name, "it is not played on one board of 8 by 8 squares"}
	case v.Topology != topology.Plane && v.Topology != topology.Cylinder:
		return nil, &Unsupported{name, "its board is neither a plane nor a cylinder"}
	case v.Reflection == nil:
		return v, nil
	case v.Topology.Seam:
		return nil, &Unsupported{name, "it has both a seam and a reflection"}
	}
	for _, k := range roles {
		if v.Reflection.Made[k] == board.NoRole && !v.Reflection.GoesOn[k] {
			return nil, &Unsupported{name, "a quiet move of a " + k.String() + " does nothing, and that of other pieces something"}
		}
	}
	return v, nil
}

// New writes a rule set. The pictures are named as files of the folder.
func New(r rules.Rules, folder string) (*Export, error) {
	v, err := Supports(r)
	if err != nil {
		return nil, err
	}
	if err := CheckFolder(folder); err != nil {
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
	e := &Export{Images: images, Differences: differences(v), Reliances: reliances(v)}
	e.Text = strings.Join([]string{
		head(v, e), g.macros(),
		"(game\n" + g.about() + g.board() + g.setup() + g.men() + goals + ")\n",
	}, "\n")
	return e, nil
}

// game writes the parts of the file.
type game struct {
	*flat.Rules
	folder string
	start  board.Position
}

// image returns the name of a picture as the file gives it, in quotes.
func (g *game) image(name string) string { return `"` + g.folder + `\` + name + `"` }

// goals are the ends of the game. A move that leaves an own king attacked is
// none, since a king can be checkmated.
const goals = `
  (loss-condition (White Black) (checkmated King))
  (draw-condition (White Black) stalemated)
  (draw-condition (White Black) repetition)
`
