package gallery_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/gallery"
)

// TestAll checks every definition file. It must be listed and parse without warnings, its game must have the
// name of the file, and no first move may end the game.
func TestAll(t *testing.T) {
	found, err := filepath.Glob("*.toml")
	if err != nil || len(found) < 12 || len(found) != len(gallery.All()) {
		t.Fatalf("%d files and %d games, %v", len(found), len(gallery.All()), err)
	}
	known := variant.Builtin()
	hashes := map[string]string{}
	for _, e := range gallery.All() {
		text, err := os.ReadFile(e.Name + ".toml")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		d, warnings, err := definition.Parse(string(text))
		if err != nil || warnings != nil || d.Name != e.Name || d.JSON() != e.Definition || d.Title == e.Name {
			t.Errorf("Parse of %s: %v, warnings %v, %s; want the listed definition, with a title and without warnings", e.Name, err, warnings, d.JSON())
		}
		if other, twice := hashes[e.Hash]; twice {
			t.Errorf("%s is the same game as %s", e.Name, other)
		}
		hashes[e.Hash] = e.Name
		if found, ok := gallery.Find(gallery.Prefix + e.Name); !ok || !reflect.DeepEqual(found, e) {
			t.Errorf("Find(%s) = %v, %v; want the listed game", e.Name, found, ok)
		}
		if !strings.HasSuffix(e.Why, ".") || !strings.HasSuffix(e.Lesson, ".") || strings.HasSuffix(e.Summary.String(), "Same as orthodox chess.") {
			t.Errorf(`%s: Why is %q, Lesson %q, Summary %q; want sentences and a difference from chess`, e.Name, e.Why, e.Lesson, e.Summary)
		}
		r, ok := known.Find(e.Definition)
		if !ok || r.Info().Hash != e.Hash {
			t.Fatalf("Find failed for the definition of %s", e.Name)
		}
		p := positions.From(t, r, r.Info().Start)
		if n := len(rules.LegalMoves(r, &p)); n < 7 {
			t.Errorf("%s has %d moves at the start", e.Name, n)
		}
		if o := rules.OutcomeOf(r, &p); o.Over() {
			t.Errorf("%s is over at the start: %s", e.Name, o.Message)
		}
		for _, m := range rules.LegalMoves(r, &p) {
			next := p
			r.Apply(&p, m, &next)
			if len(rules.LegalMoves(r, &next)) == 0 {
				t.Errorf("%s ends immediately, after %s", e.Name, r.Guide().FormatSAN(&p, m))
			}
		}
	}
}

// TestDiagrams checks that the move of every diagram is legal, and that it demonstrates its field: without the
// field, the move is illegal or leads to a different position or result.
func TestDiagrams(t *testing.T) {
	known := variant.Builtin()
	for _, e := range gallery.All() {
		r, _ := known.Find(e.Definition)
		with := after(t, r, e.Diagram, e.Diagram.Position)
		if with == "" {
			t.Errorf("%s: %s is not legal", e.Name, e.Diagram.Move)
			continue
		}
		var fields map[string]any
		if err := json.Unmarshal([]byte(e.Definition), &fields); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		if fields[e.Diagram.Shows] == nil {
			t.Errorf("%s: the diagram shows %s, which the definition does not have", e.Name, e.Diagram.Shows)
			continue
		}
		if e.Diagram.Shows == "board" {
			continue // the position does not exist on another board
		}
		position := e.Diagram.Position
		switch e.Diagram.Shows {
		case "pieces":
			plain(fields)
		case "goal":
			position, _, _ = strings.Cut(position, " +")
			delete(fields, "goal")
			fields["start"], _, _ = strings.Cut(r.Info().Start, " +")
		case "castling":
			fields["castling"] = false
			rights := strings.Fields(position)
			rights[2] = "-"
			position = strings.Join(rights, " ")
		default:
			delete(fields, e.Diagram.Shows)
		}
		text, err := json.Marshal(fields)
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		d, _, err := definition.Parse(string(text))
		if err != nil {
			t.Errorf("%s without %s: %v", e.Name, e.Diagram.Shows, err)
			continue
		}
		without := after(t, d.Compile(), e.Diagram, position)
		if without == strings.ReplaceAll(with, " +3+0", "") {
			t.Errorf("%s: without %s, %s leads to the same position: %s", e.Name, e.Diagram.Shows, e.Diagram.Move, with)
		}
	}
}

// plain makes the pieces that a definition describes move like kings, and its pawns as in chess.
func plain(fields map[string]any) {
	pieces := fields["pieces"].(map[string]any)
	delete(pieces, "p")
	for kind := range pieces {
		pieces[kind] = "K"
	}
}

// after returns the position and the outcome after the move of a diagram, or "" if the move is illegal.
func after(t *testing.T, r rules.Rules, d gallery.Diagram, position string) string {
	t.Helper()
	if position == "" {
		position = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(position, rules.ParseOptions{})
	if err != nil {
		t.Errorf("%s: %q: %v", r.Info().Name, position, err)
		return ""
	}
	played, err := rules.Play(r, &p, d.Move)
	if err != nil {
		return ""
	}
	o := rules.OutcomeOf(r, &played.Next)
	return fmt.Sprintf("%s %t %s %s", r.Guide().FormatPosition(&played.Next), rules.InCheck(r, &played.Next), o.Result, o.Reason)
}

// TestVectors checks that these games have the rules of the definitions in testdata/boards, whose perft counts the
// tests of package definition compare with an independent program. Titles and names of pieces may differ.
func TestVectors(t *testing.T) {
	for name, file := range map[string]string{
		"moebius": "moebius", "sphere": "sphere", "circe": "circe", "mirror-circe": "mirror-circe", "los-alamos": "losalamos",
		"knightmate-cylinder": "knightmate-cylinder", "chess960-cylinder": "chess960-cylinder",
	} {
		e, ok := gallery.Find(gallery.Prefix + name)
		text, err := os.ReadFile("../../testdata/boards/" + file + ".json")
		if !ok || err != nil {
			t.Fatalf("%s: found %t, %v", name, ok, err)
		}
		if got, want := ruled(t, e.Definition), ruled(t, string(text)); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}

// ruled returns the canonical form of a definition without names and titles.
func ruled(t *testing.T, text string) string {
	t.Helper()
	d, _, err := definition.Parse(text)
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	d.Name, d.Title = "a", "a"
	for i := range d.Pieces {
		d.Pieces[i].Name = ""
	}
	return d.JSON()
}

// TestMeasured checks that the study covers every game with its current definition.
func TestMeasured(t *testing.T) {
	s := gallery.Measured()
	if s.Command == "" || s.Date == "" || s.Commit == "" || s.Settings["nodes"] == nil {
		t.Errorf("the study lacks its command, date, commit or settings: %q, %q, %q, %v", s.Command, s.Date, s.Commit, s.Settings)
	}
	if len(s.Games) != len(gallery.All()) {
		t.Errorf("the study covers %d games, want %d", len(s.Games), len(gallery.All()))
	}
	for _, e := range gallery.All() {
		measured := s.Games[e.Name]
		if measured.Hash != e.Hash || measured.Games < 100 {
			t.Errorf("%s: study of %d games with the hash %q, want at least 100 with %s; see internal/tool/gallerystudy", e.Name, measured.Games, measured.Hash, e.Hash)
		}
		if f := e.Figures; f.White <= 0 || f.White >= 1 || f.Draws < 0 || f.Draws > 1 || f.Plies <= 0 {
			t.Errorf("%s: figures %+v", e.Name, f)
		}
	}
}

// TestFind checks that only references with the prefix are found.
func TestFind(t *testing.T) {
	if e, ok := gallery.Find("gallery/echo"); !ok || e.Name != "echo" {
		t.Errorf("Find(gallery/echo) = %v, %t; want the entry echo", e, ok)
	}
	for _, ref := range []string{"echo", "gallery/", "gallery/../echo", "gallery/nothing", ""} {
		if e, ok := gallery.Find(ref); ok {
			t.Errorf("Find(%q) = %s; want none", ref, e.Name)
		}
	}
}

// TestReading checks that the built-in registry finds gallery games by reference, with or without a hash, and
// reports unknown ones.
func TestReading(t *testing.T) {
	known := variant.Builtin()
	e, _ := gallery.Find("gallery/echo")
	for _, ref := range []string{"gallery/echo", "gallery/echo#" + e.Hash} {
		if r, err := known.Choose(ref); err != nil || r.Info().Definition != e.Definition {
			t.Errorf("Choose(%q): %v; want the definition of echo", ref, err)
		}
		if r, ok := known.Find(ref); !ok || r.Info().Name != "echo" {
			t.Errorf("Find(%q) does not find echo", ref)
		}
	}
	if _, err := known.Choose("gallery/echo#0000"); err == nil {
		t.Error("a reference with the wrong hash is accepted")
	}
	var unknown *registry.UnknownError
	if _, err := known.Choose("gallery/ecco"); !errors.As(err, &unknown) || !slices.Equal(unknown.Near, []string{"gallery/echo"}) {
		t.Errorf("Choose(gallery/ecco): %v; want a suggestion", err)
	}
}
