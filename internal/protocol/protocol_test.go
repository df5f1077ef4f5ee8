package protocol_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
)

func TestConfig(t *testing.T) {
	if err := new(protocol.Config).Complete(); err == nil {
		t.Error("Complete accepted a config without rule sets")
	}
	for _, c := range []struct {
		all  []rules.Rules
		want rules.Rules
	}{
		{[]rules.Rules{cylinder.Rules, chess.Rules}, chess.Rules},
		{[]rules.Rules{cylinder.Rules}, cylinder.Rules},
	} {
		conf := protocol.Config{Rules: registry.New(c.all...), MaxThreads: 2}
		if err := conf.Complete(); err != nil || conf.MaxHashMB != 1024 || conf.MaxThreads != 2 || conf.First() != c.want {
			t.Errorf("first rule set of %+v = %s, error %v", conf, conf.First().Info().Name, err)
		}
	}
}

func TestReadPosition(t *testing.T) {
	var notes []string
	note := func(sentence string) { notes = append(notes, sentence) }
	game, err := protocol.ReadPosition(chess.Rules, "4k3/8/8/8/8/8/8/4K3 w K - 0 1", false, note)
	if err != nil || game.Ply() != 0 || !slices.Equal(notes, []string{"castling K needs a white rook on h1, but the square is empty; the right is dropped"}) {
		t.Errorf("ReadPosition: %v, notes %q; want one note about castling K", err, notes)
	}
	const kingless = "8/8/8/3q4/8/8/8/R7 w - - 0 1"
	if _, err := protocol.ReadPosition(chess.Rules, kingless, true, note); err != nil {
		t.Errorf("ReadPosition of a kingless position for analysis: %v", err)
	}
	_, err = protocol.ReadPosition(chess.Rules, kingless, false, note)
	var faults rules.Faults
	if !errors.As(protocol.Refused{Why: err}, &faults) {
		t.Errorf("ReadPosition of a kingless position for play: %v; want an error", err)
	}
}
