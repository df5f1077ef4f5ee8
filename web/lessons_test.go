package web_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// lesson is a page that teaches a rule set.
type lesson struct {
	Variant  string    `json:"variant"`
	Lede     string    `json:"lede"`
	Sections []section `json:"sections"`
}

type section struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Text    []string `json:"text"`
	Picture string   `json:"picture"`
	// Pictures are drawn by the page through the API.
	Pictures []picture `json:"pictures"`
	Tries    []try     `json:"tries"`
	// Plans is the file of the rule set that contains the plans to step through.
	Plans string `json:"plans"`
}

// ride is a plan to step through: as originally printed, and as it can be played.
type ride struct {
	Name, Title, Position string
	Printed, Plan, About  string
}

// try is a board to try a rule on, and the expected result.
type try struct {
	Task  string   `json:"task"`
	Start string   `json:"start"`
	Study bool     `json:"study"`
	Lead  []string `json:"lead"` // played before the reader's turn
	Flip  bool     `json:"flip"`
	// Goal lists the moves that complete the task. If it is empty, an illegal move completes
	// the task.
	Goal    []string            `json:"goal"`
	Done    string              `json:"done"`
	SAN     string              `json:"san"`     // SAN of the first goal
	After   map[string]string   `json:"after"`   // pieces after the first goal, "" for an empty square
	Outcome rules.Reason        `json:"outcome"` // how the game ends with the first goal
	Checked []string            `json:"checked"` // kings attacked before the reader moves
	Targets map[string][]string `json:"targets"` // all targets of the piece on a square
	Refused []refused           `json:"refused"`
}

// picture is a diagram to draw, with its description.
type picture struct {
	About    string `json:"about"`
	Position string `json:"position"`
	Chosen   string `json:"chosen"`
	Move     string `json:"move"`
	Last     string `json:"last"`
	View     string `json:"view"`
}

type refused struct {
	Move string     `json:"move"`
	Code rules.Code `json:"code"`
}

var service = api.NewService(variant.Builtin())

// TestLessons plays the moves in the lessons and compares the results with their text.
func TestLessons(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		t.Run(name, func(t *testing.T) {
			text, ok := bundle.Read(r, bundle.Lesson)
			if !ok {
				t.Skip("no lesson: the page shows none")
			}
			l := readLesson(t, text)
			if l.Variant != name {
				t.Errorf("variant of the lesson = %s", l.Variant)
			}
			ids := map[string]bool{}
			for _, s := range l.Sections {
				if ids[s.ID] || s.ID == "" || s.Title == "" || len(s.Text) == 0 {
					t.Errorf("section %q needs a unique id, a title and some text", s.ID)
				}
				ids[s.ID] = true
				for _, drawn := range s.Pictures {
					t.Run(s.ID, func(t *testing.T) { checkPicture(t, name, drawn) })
				}
				if s.Plans != "" {
					t.Run(s.ID, func(t *testing.T) { checkPlans(t, r, s.Plans) })
				}
				for i := range s.Tries {
					t.Run(s.ID, func(t *testing.T) { checkTry(t, r, &s.Tries[i]) })
				}
			}
		})
	}
}

func readLesson(t *testing.T, text string) lesson {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Fatal("the lesson is not UTF-8")
	}
	var l lesson
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		t.Fatalf("decoding the lesson: %v", err)
	}
	return l
}

// checkPicture draws a picture as the page does.
func checkPicture(t *testing.T, variantName string, p picture) {
	if p.About == "" || p.Chosen == "" && p.Move == "" && p.View == "" {
		t.Error("a picture needs content and a description")
	}
	_, err := service.Draw(wire.PictureRequest{
		Variant: variantName, Position: p.Position, Chosen: p.Chosen, Move: p.Move, LastMove: p.Last, View: p.View, Theme: "dark", Coords: true,
	})
	if err != nil {
		t.Error(err)
	}
}

// checkPlans plays plans as the page does: the printed plan fails, the corrected plan succeeds.
func checkPlans(t *testing.T, r rules.Rules, file string) {
	text, ok := bundle.Read(r, file)
	var rides []ride
	if err := json.Unmarshal([]byte(text), &rides); !ok || err != nil || len(rides) == 0 {
		t.Fatalf("%s has no plans: %v", file, err)
	}
	for _, one := range rides {
		if one.Name == "" || one.Title == "" || one.About == "" {
			t.Errorf("%+v needs a name, a title and a description", one)
		}
		q := wire.PlanRequest{Variant: r.Info().Name, Position: one.Position, Plan: one.Plan}
		if a, err := service.Plan(q); err != nil || a.Failed != nil || len(a.Steps) < 2 {
			t.Errorf("%s: %v, %+v", one.Plan, err, a.Failed)
		}
		q.Plan = one.Printed
		if a, err := service.Plan(q); err != nil || a.Failed == nil {
			t.Errorf("%s can be played (%v)", one.Printed, err)
		}
	}
}

func checkTry(t *testing.T, r rules.Rules, try *try) {
	g := r.Guide()
	start := r.Info().Start
	if try.Start != "" {
		start = try.Start
	}
	first, err := g.ParsePosition(start, rules.ParseOptions{AllowNoKing: try.Study})
	if err != nil {
		t.Fatalf("%s: %v", try.Start, err)
	}
	line := rules.NewLine(r, first)
	for _, move := range try.Lead {
		if _, err := line.PlayText(move); err != nil {
			t.Fatalf("leading move %s: %v", move, err)
		}
	}
	p := line.Position()
	if try.Task == "" || try.Done == "" {
		t.Error("a task and its completion text are required")
	}
	if len(try.Goal) == 0 && len(try.Refused) == 0 {
		t.Error("the task has neither a goal nor a refused move")
	}
	for i, goal := range try.Goal {
		checkGoal(t, r, line, try, goal, i == 0)
	}
	checkChecked(t, r, &p, try)
	for from, want := range try.Targets {
		checkTargets(t, r, &p, from, want)
	}
	for _, no := range try.Refused {
		_, err := rules.Play(r, &p, no.Move)
		var why *rules.IllegalMove
		if !errors.As(err, &why) || why.Code != no.Code {
			t.Errorf("%s: %v, want an illegal move with the code %s", no.Move, err, no.Code)
		}
	}
}

// checkGoal plays a goal. If it is the first one, checkGoal compares the result with the lesson's text.
func checkGoal(t *testing.T, r rules.Rules, line *rules.Line, try *try, goal string, first bool) {
	g, before := r.Guide(), line.Position()
	played, err := line.PlayText(goal)
	if err != nil {
		t.Errorf("goal %s: %v", goal, err)
		return
	}
	defer line.Undo()
	// The page compares UCI notation.
	if text := g.FormatUCI(&before, played.Move); text != goal {
		t.Errorf("goal %s is %s in UCI notation", goal, text)
	}
	if !first {
		return
	}
	if san := g.FormatSAN(&before, played.Move); try.SAN != "" && san != try.SAN {
		t.Errorf("goal %s is written %s, not %s", goal, san, try.SAN)
	}
	if why := line.Outcome().Reason; why != try.Outcome {
		t.Errorf("after %s the game ends by %q, want %q", goal, why, try.Outcome)
	}
	after := line.Position()
	for at, want := range try.After {
		s, err := g.ParseSquare(&after, at)
		if err != nil {
			t.Errorf("after %s: %v", goal, err)
			continue
		}
		got := ""
		if pc := after.Piece(s); pc != board.NoPiece {
			got = string(rune(pc.Letter()))
		}
		if got != want {
			t.Errorf("after %s: got %q on %s, want %q", goal, got, at, want)
		}
	}
}

func checkChecked(t *testing.T, r rules.Rules, p *board.Position, try *try) {
	var got []string
	for _, attacked := r.Kings(p, p.Side); !attacked.Empty(); {
		got = append(got, r.Guide().SquareName(p, attacked.Pop()))
	}
	slices.Sort(got)
	if !slices.Equal(got, try.Checked) {
		t.Errorf("attacked kings = %v, want %v", got, try.Checked)
	}
}

func checkTargets(t *testing.T, r rules.Rules, p *board.Position, from string, want []string) {
	var got []string
	for _, m := range rules.LegalMoves(r, p) {
		d := describe.Move(r, p, m)
		if d.From == from && !slices.Contains(got, d.To) {
			got = append(got, d.To)
		}
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("moves from %s:\n%s, want\n%s", from, strings.Join(got, " "), strings.Join(want, " "))
	}
}
