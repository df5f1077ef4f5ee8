package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// lessonFile is the part of a lesson that determines its boards.
type lessonFile struct {
	Sections []struct {
		ID    string `json:"id"`
		Tries []struct {
			Start string   `json:"start"`
			Study bool     `json:"study"`
			Lead  []string `json:"lead"`
		} `json:"tries"`
	} `json:"sections"`
}

// writeLessonBoards writes the initial positions of every lesson's tasks into a folder, keyed by section
// and number, so that the page shows the boards before the rules have loaded. They contain no moves and no
// text, and are therefore the same in all languages.
func writeLessonBoards(folder string) error {
	known := variant.Builtin()
	service := api.NewService(known)
	for _, r := range known.All() {
		name := r.Info().Name
		text, ok := bundle.Read(r, bundle.Lesson)
		if !ok {
			continue
		}
		boards, err := lessonBoards(service, name, text)
		if err != nil {
			return fmt.Errorf("lesson of %s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, "boards-"+name+".json"), wire.Encode(boards), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// lessonBoards returns the initial positions of a lesson's tasks.
func lessonBoards(service *api.Service, name, text string) (map[string]wire.State, error) {
	var lesson lessonFile
	if err := json.Unmarshal([]byte(text), &lesson); err != nil {
		return nil, err
	}
	boards := map[string]wire.State{}
	for _, section := range lesson.Sections {
		for at, task := range section.Tries {
			line, err := service.Play(wire.LineRequest{Variant: name, Position: task.Start, Study: task.Study, Moves: task.Lead})
			if err != nil {
				return nil, fmt.Errorf("%s/%d: %w", section.ID, at, err)
			}
			p, _ := line.At(line.Ply())
			state := api.NewState(rules.NewLine(line.Rules(), p), service.Catalogue())
			state.Moves = []wire.MoveInfo{}
			boards[fmt.Sprintf("%s/%d", section.ID, at)] = state
		}
	}
	return boards, nil
}
