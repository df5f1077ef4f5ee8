package learning

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// Round is the result of one round.
type Round struct {
	Games  int     `json:"games"` // self-play games
	Before float64 `json:"loss_before"`
	After  float64 `json:"loss_after"`
	Score  string  `json:"match,omitempty"` // wins, draws and losses of the candidate; empty if there was no match
	Elo    string  `json:"elo,omitempty"`
	Kept   bool    `json:"kept"`

	Positions int           `json:"positions,omitempty"` // positions that the net was trained on
	Curve     []train.Epoch `json:"curve,omitempty"`     // losses by epoch
}

// State is the saved and reported state of a loop.
type State struct {
	Variant  string  `json:"variant"`
	Rules    string  `json:"rules"` // [eval.Key] of the rule set
	Settings string  `json:"settings"`
	Weights  string  `json:"weights,omitempty"`
	Net      string  `json:"net,omitempty"`
	Kept     int     `json:"kept"`
	Rounds   []Round `json:"rounds"`
	// Trained describes the net trained in the current round, or is nil.
	Trained *Round `json:"trained,omitempty"`
}

// Loop learns in rounds of self-play, training and testing.
type Loop struct {
	Rules       rules.Rules
	Output      string // net or weights file
	Weights     bool   // learn weights instead of a net
	Games       int
	MatchGames  int
	Nodes       uint64
	Width       int
	Epochs      int
	TC          string
	Rounds      int
	Seed        uint64
	Concurrency int
	Host        Host
	// Finished, if not nil, is called after each round with its number, counting from 1. If it returns an
	// error, Run stops.
	Finished func(number int, r *Round) error

	State   State
	folder  string
	control clock.Control   // parsed time control
	ctx     context.Context // context of Run
}

// path returns the path of a file in the loop's folder.
func (l *Loop) path(name string) string { return filepath.Join(l.folder, name) }

// roundPath returns the path of a round's file.
func (l *Loop) roundPath(round int, name string) string {
	return l.path(fmt.Sprintf("%03d.%s", round, name))
}

func (l *Loop) save() error {
	text, err := json.MarshalIndent(l.State, "", "  ")
	if err != nil {
		return err
	}
	return l.Host.Write(l.path("state.json"), string(text)+"\n")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Line describes a round in one line.
func (r *Round) Line(n int) string {
	if r.Score == "" {
		return fmt.Sprintf("round %d: %v more games, no improvement", n, r.Games)
	}
	if r.Positions > 0 {
		return fmt.Sprintf("round %d: %d positions, loss %.5f; match %s, Elo %s: %s", n, r.Positions, r.After,
			r.Score, r.Elo, r.verdict())
	}
	return fmt.Sprintf("round %d: loss %.5f, before %.5f; match %s, Elo %s: %s", n, r.After, r.Before, r.Score,
		r.Elo, r.verdict())
}

// verdict returns "accepted" or "rejected" for the candidate.
func (r *Round) verdict() string {
	if r.Kept {
		return "accepted"
	}
	return "rejected"
}
