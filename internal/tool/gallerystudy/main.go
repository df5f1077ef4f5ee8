// Command gallerystudy reads the output of a study of the gallery and writes variant/gallery/study.json, the figures
// that the gallery shows. It runs in the repository root.
//
// Usage: tain study --family gallery FLAGS --json | gallerystudy FLAGS
//
// The flags are recorded, so that the study can be repeated.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/lab/study"
)

func main() {
	if err := run(os.Stdin, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gallerystudy:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, flags []string) error {
	commit, err := exec.Command("git", "rev-parse", "--short=8", "HEAD").Output()
	if err != nil {
		return fmt.Errorf("git rev-parse: %w", err)
	}
	var r study.Report
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return fmt.Errorf("read the study: %w", err)
	}
	text, err := json.MarshalIndent(measured{
		Command:  strings.Join(append([]string{"tain study --family gallery"}, flags...), " "),
		Date:     time.Now().UTC().Format(time.DateOnly),
		Commit:   strings.TrimSpace(string(commit)),
		Settings: r.Settings,
		Games:    figures(r.Figures),
	}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("variant", "gallery", "study.json"), append(text, '\n'), 0o644)
}

// measured is the content of study.json.
type measured struct {
	Command  string          `json:"command"`
	Date     string          `json:"date"`
	Commit   string          `json:"commit"` // the checked-out commit
	Settings study.Settings  `json:"settings"`
	Games    map[string]game `json:"games"` // keyed by name
}

type game struct {
	Hash  string  `json:"hash"`
	Games int     `json:"games"`
	White float64 `json:"white"`
	Draws float64 `json:"draws"`
	Plies float64 `json:"plies"`
}

// figures selects the figures of the gallery games. Chess, the reference of the study, has no hash.
func figures(all []study.Figures) map[string]game {
	games := map[string]game{}
	for _, f := range all {
		if f.Hash != "" {
			games[f.Variant] = game{f.Hash, f.Games, rounded(f.White.Value, 3), rounded(f.Draws.Value, 3), rounded(f.Length.Value, 1)}
		}
	}
	return games
}

// rounded rounds x to the given number of decimal places.
func rounded(x float64, places int) float64 {
	unit := math.Pow10(places)
	return math.Round(x*unit) / unit
}
