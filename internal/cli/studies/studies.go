// Package studies runs a study, saves its games, and prints or draws the figures.
package studies

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/study"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

// Options describes a study.
type Options struct {
	Variant     string // rule set or definition file, compared with chess
	Family      string // family of rule sets, instead of Variant
	Settings    study.Settings
	Concurrency int
	Output      string // .svg or .png file for the picture; empty for none
	Theme       string // theme of the picture
	State       string // file that saves games; if empty, a file named after the rule set or family, deleted at the end
}

// Run runs a study and prints its figures. After an interruption, a call with the same options
// continues the study.
func (o *Options) Run(c *cli.Console) error {
	all, err := o.subjects(c)
	if err != nil {
		return err
	}
	picture, err := o.picture(c)
	if err != nil {
		return err
	}
	if picture != nil {
		defer picture.Discard()
	}
	report := study.Report{Family: o.Family, Settings: o.Settings}
	name, state := o.stateFile(), o.Settings.State()
	file, err := cli.Resume(name, state.Settings, state.Head(), "games of a study", func(in io.Reader) (string, int64, error) {
		read, end, err := study.ReadState(in)
		if err != nil || end == 0 {
			return "", end, err
		}
		state = read
		return read.Settings, end, nil
	})
	if err != nil {
		return err
	}
	defer file.Close()
	bar := c.Progress("", false) // labelled later with the rule set
	plan := study.Study{
		Rules: all, Settings: o.Settings, Concurrency: o.Concurrency, State: state, Name: name,
		Save: func(line string) error {
			if _, err := file.WriteString(line); err != nil {
				return cli.CannotWrite(name, err)
			}
			return nil
		},
		Decided: func(variant string, s study.Start) {
			bar.Hide()
			c.Note(variant + ": " + s.Text())
		},
		Progress: func(variant string, done, total int64) {
			bar.Rename("study " + variant)
			bar.Set(done, total)
		},
	}
	report.Figures, err = plan.Play(c.Context)
	bar.Clear()
	if err != nil {
		if c.Context.Err() != nil && !c.JSON {
			c.Note(fmt.Sprintf("finished games are saved in %v; run the same command to continue", name))
		}
		return err
	}
	if report.Family == "" {
		report.Find()
	}
	if picture != nil {
		if err := o.draw(picture, &report); err != nil {
			return err
		}
	}
	if o.State == "" {
		file.Close()
		os.Remove(name) // the study is complete, so ignore the error
	}
	return c.Result(report, "%s", report.Text())
}

var _ = cli.AddFormat[study.Report]("study", 1)

// subjects returns the rule sets to play: Variant and chess, or a family.
func (o *Options) subjects(c *cli.Console) ([]rules.Rules, error) {
	switch {
	case (o.Variant == "") == (o.Family == ""):
		return nil, errors.New("name a rule set, or a family with --family")
	case o.Family != "":
		return study.Family(o.Family)
	}
	r, err := c.Choose(o.Variant)
	if err != nil || r == rules.Rules(chess.Rules) {
		return []rules.Rules{r}, err
	}
	return []rules.Rules{r, chess.Rules}, nil
}

// stateFile returns the name of the file that saves games.
func (o *Options) stateFile() string {
	name := filepath.Base(o.Variant)
	switch {
	case o.State != "":
		return o.State
	case o.Family != "":
		name = o.Family + "-family"
	}
	return strings.TrimSuffix(name, filepath.Ext(name)) + ".study"
}

// picture creates the output file for the picture, or returns nil if there is none.
func (o *Options) picture(c *cli.Console) (*cli.Output, error) {
	if o.Output == "" {
		return nil, nil
	}
	if end := strings.ToLower(filepath.Ext(o.Output)); end != ".svg" && end != ".png" {
		return nil, fmt.Errorf("%v: the name must end in .svg or .png", o.Output)
	}
	return c.Create(o.Output)
}

func (o *Options) draw(out *cli.Output, report *study.Report) error {
	theme, _ := paint.ThemeByName(o.Theme) // the flag accepts only known themes
	drawing := report.Draw(theme)
	if strings.EqualFold(filepath.Ext(o.Output), ".png") {
		if err := drawing.PNG(out, int(drawing.Width)); err != nil {
			return err
		}
		return out.Commit()
	}
	picture, err := drawing.SVG(int(drawing.Width))
	if err != nil {
		return err
	}
	return out.CommitText(string(picture))
}
