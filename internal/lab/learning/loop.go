package learning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/notation"
)

// Run prepares the loop and runs rounds until the context ends or all rounds
// are done.
func (l *Loop) Run(ctx context.Context) error {
	l.ctx = ctx
	if err := l.settle(); err != nil {
		return err
	}
	if err := l.open(); err != nil {
		return err
	}
	return l.run()
}

// settle determines the file names and the settings text, and checks the settings.
func (l *Loop) settle() error {
	info := l.Rules.Info()
	l.State = State{Variant: info.Name, Rules: eval.Key(l.Rules), Rounds: []Round{}}
	l.State.Settings = fmt.Sprintf("--games %d --match-games %d --nodes %d --seed %d", l.Games, l.MatchGames,
		l.Nodes, l.Seed)
	if l.Weights {
		l.State.Weights = l.Output
		l.folder = strings.TrimSuffix(strings.TrimSuffix(l.Output, filepath.Ext(l.Output)), ".weights") + ".learn"
	} else {
		if err := (&Training{Width: l.Width, Epochs: l.Epochs, Rate: train.DefaultRate,
			Lambda: train.DefaultLambda}).Check(); err != nil {
			return fmt.Errorf("--width must be a multiple of 16 up to %v, --epochs from 1 to 10000", nnue.MaxWidth)
		}
		var err error
		if l.control, err = player.ParseControl(l.TC); err != nil || l.control.None() {
			return fmt.Errorf("--tc is %s; it must be a time control such as 1+0.01", notation.Clip(l.TC))
		}
		l.State.Net = l.Output
		l.State.Settings += fmt.Sprintf(" --width %d --epochs %d --tc %s", l.Width, l.Epochs, l.TC)
		l.folder = strings.TrimSuffix(l.Output, filepath.Ext(l.Output)) + ".nets"
	}
	switch {
	case l.Output == "-":
		return errors.New("learning needs a file it can resume from, not standard output; name one with -o")
	case l.Output == "":
		return fmt.Errorf("%v has no definition file to save weights next to; name a file with -o", info.Name)
	}
	return nil
}

// open loads the saved state, or saves a new state if there is none. It returns an error if the files cannot
// be written or belong to other rules or settings.
func (l *Loop) open() error {
	if err := l.Host.Writable(l.Output); err != nil {
		return err
	}
	if info, err := os.Stat(l.Output); err == nil && !info.Mode().IsRegular() {
		return failed("write", l.Output, errors.New("it is not a regular file"))
	}
	switch info, err := os.Stat(l.folder); {
	case err == nil && !info.IsDir():
		return failed("write", l.folder, errors.New("it is not a folder"))
	case err != nil:
		if err := l.usable(); err != nil { // check before creating the folder
			return err
		}
		if err := os.Mkdir(l.folder, 0o755); err != nil {
			return failed("write", l.folder, err)
		}
	}
	text, err := os.ReadFile(l.path("state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return l.save()
	}
	if err != nil {
		return failed("read", l.path("state.json"), err)
	}
	var old State
	if err := json.Unmarshal(text, &old); err != nil {
		return fmt.Errorf("cannot read %v: %w; remove the folder to start again", l.path("state.json"), err)
	}
	if old.Rules != l.State.Rules {
		return fmt.Errorf("%v belongs to other rules (%s); remove it to start again, or name another file with -o",
			l.folder, notation.Clip(old.Rules))
	}
	if old.Settings != l.State.Settings {
		return fmt.Errorf("%v was started with other settings: %.200s; use the same settings to continue, or "+
			"remove the folder to start again", l.folder, old.Settings)
	}
	l.State.Rounds, l.State.Kept, l.State.Trained = old.Rounds, old.Kept, old.Trained
	return nil
}

// usable returns an error if the initial file exists but cannot be used.
func (l *Loop) usable() (err error) {
	switch {
	case !exists(l.Output):
	case l.Weights:
		_, err = eval.LoadWeights(l.Rules, l.Output)
	default:
		_, err = nnue.Load(l.Rules, l.Output)
	}
	return err
}

// run runs rounds until the requested number is done. It runs forever if that number is 0.
func (l *Loop) run() error {
	for l.Rounds == 0 || len(l.State.Rounds) < l.Rounds {
		if err := l.round(); err != nil {
			return err
		}
	}
	return nil
}
