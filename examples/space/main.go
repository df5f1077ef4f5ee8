// Command space creates a new rule set for boards in space, plays moves with it and draws a position.
//
//	go run ./examples/space > space.svg
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/space"
	"github.com/tainchess/tain/variant/trid"
)

// ferry is a variant of tri-dimensional chess in which attack boards never turn, either side may move an
// empty one, and a board with a king on it cannot move.
var ferry = space.New(rules.Info{
	Name:    "ferry",
	Title:   "Ferry",
	Summary: message.New("ferries", "Attack boards are ferries: they never turn, and an empty one is anybody's.", nil),
	Parent:  trid.Rules,
}, policy())

func policy() space.Policy {
	p := space.TridPolicy
	p.Turns, p.Anyone = false, true
	p.Stays[board.King] = true
	return p
}

func main() {
	if err := show(os.Stderr, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// show prints moves of the new rule set and draws a position of it.
func show(out, picture io.Writer) error {
	// A rule set from this registry works wherever a built-in one does.
	known := variant.Builtin().With(ferry)
	r, err := known.Choose("ferry")
	if err != nil {
		return err
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "lines of two half-moves:", perft.Count(r, &start, 2))
	// White's queen is alone on her board, and Black's board on QL6 is empty.
	later, err := r.Guide().ParsePosition("W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:2/1Q|QL6b:2/2|KL1w:PP/KR|KL6b:kr/pp w Kk - * 0 1", rules.ParseOptions{})
	if err != nil {
		return err
	}
	line := rules.NewLine(r, later)
	for _, text := range []string{"QL1^180", "QL1-QL2", "Nc6N", "QL6-QL5", "QL6-KL5"} {
		before := line.Position()
		played, err := line.PlayText(text)
		if err != nil {
			fmt.Fprintln(out, text+":", err)
			continue
		}
		fmt.Fprintln(out, describe.Sentence(r, &before, played.Move).String())
	}
	drawing, err := render.Draw(render.NewScene(r, line.Position()))
	if err != nil {
		return err
	}
	svg, err := drawing.SVG(drawing.UsualWidth())
	if err != nil {
		return err
	}
	_, err = picture.Write(svg)
	return err
}
