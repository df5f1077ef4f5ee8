package completion_test

import (
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/cli/completion"
)

// TestComplete checks completions of commands, flags, flag values, rule sets and files.
func TestComplete(t *testing.T) {
	var program struct {
		Play struct {
			Variant string `arg:"" complete:"variants" help:"Rule set."`
			Side    string `default:"white" enum:"white,black" help:"Side."`
			PGN     string `name:"pgn" complete:"files" help:"File."`
			Plain   bool   `help:"Line by line."`
		} `cmd:"" help:"Play."`
		Perft  struct{} `cmd:"" help:"Count."`
		Secret struct{} `cmd:"" hidden:""`
	}
	k, err := kong.New(&program, kong.Name("tain"))
	if err != nil {
		t.Fatalf("kong.New: %v", err)
	}
	source := completion.Source{Variants: []completion.Offer{{Word: "chess"}, {Word: "cylinder"}, {Word: "trid"}}}
	for _, c := range []struct {
		typed, want []string
		files       bool
	}{
		{typed: nil, want: []string{"play", "perft"}},
		{typed: []string{"pl"}, want: []string{"play"}},
		{typed: []string{"play", "c"}, want: []string{"chess", "cylinder"}},
		{typed: []string{"play", "--pl"}, want: []string{"--plain"}},
		{typed: []string{"play", "chess", "--side", ""}, want: []string{"white", "black"}},
		{typed: []string{"play", "--plain", "tr"}, want: []string{"trid"}},
		{typed: []string{"play", "--pgn", ""}, files: true},
		{typed: []string{"perft", ""}},
	} {
		offers, files := source.Complete(k.Model.Node, c.typed)
		var got []string
		for _, o := range offers {
			got = append(got, o.Word)
		}
		if !slices.Equal(got, c.want) || files != c.files {
			t.Errorf("Complete(%q) = %q (files: %v), want %q (files: %v)", c.typed, got, files, c.want, c.files)
		}
	}
}
