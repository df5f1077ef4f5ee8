package room

import (
	"context"
	"errors"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/definition"
)

// Games refer to a built-in rule set by its name, and to a custom rule set by name#hash. The definition
// itself is stored once for all games.

// FindRequested returns the rule set that a request specifies by its name or by the text of a definition. It
// also returns the definition to store, unless the request names a built-in rule set. A definition in a
// request is stored even if a built-in rule set has the same one, because a later version may change that
// rule set but must not change the game.
func (rt *Runtime) FindRequested(variant string) (v rules.Rules, d Definition, err error) {
	if strings.Contains(variant, "#") && !registry.IsDefinition(variant) { // only valid in stored games
		return nil, d, UnknownVariant(variant)
	}
	if registry.IsDefinition(variant) {
		return rt.compileDefinition(variant)
	}
	v, ok := rt.Options.Rules.Find(variant)
	if !ok {
		return nil, d, UnknownVariant(variant)
	}
	info := v.Info() // a rule set from the gallery, or one that the server was started with, is custom too
	return v, Definition{info.Hash, info.Definition}, nil
}

// compileDefinition returns the rule set of a definition. It refuses the name of a rule set with a different
// definition.
func (rt *Runtime) compileDefinition(text string) (v rules.Rules, d Definition, err error) {
	own, _, err := definition.ParseNew(text, rt.Options.Rules)
	if err != nil {
		return nil, d, game.Refuse("game.invalid.definition", "these rules cannot be played: {why}", message.Args{"why": message.Of(err)})
	}
	d = Definition{own.Hash(), own.JSON()}
	v, ok := rt.Options.Rules.Find(d.Text) // all games with the same definition share the compiled rules
	if !ok {
		return nil, d, UnknownVariant(own.Name)
	}
	return v, d, nil
}

// UnknownVariant returns the error for an unknown rule set.
func UnknownVariant(text string) *game.Error {
	return game.Refuse("game.invalid.variant", "unknown rule set {text, quote}", message.Args{"text": notation.Clip(text)})
}

// Reference returns the name by which a stored game refers to its rule set.
func Reference(v rules.Rules, d Definition) string {
	if d.Hash == "" {
		return v.Info().Name
	}
	return v.Info().Name + "#" + d.Hash
}

// Define saves the definition of a new game, before the game itself is saved.
func (rt *Runtime) Define(ctx context.Context, d Definition) error {
	if d.Hash == "" {
		return nil
	}
	err := rt.Store.Define(context.WithoutCancel(ctx), d, rt.Options.Definitions)
	if errors.Is(err, ErrFull) {
		return game.Refuse("game.limit.definitions", "this server stores {most} player-written rule sets, which is the limit: use one of them, or your own server", message.Args{"most": rt.Options.Definitions})
	}
	if err != nil {
		return rt.Failed("definition", err)
	}
	return nil
}

// FinderOf returns a finder for the rule sets of stored games. definition returns the text for a hash.
func FinderOf(find pgn.Finder, definition func(hash string) (string, error)) pgn.Finder {
	return func(variant string) (rules.Rules, bool) {
		_, hash, ok := strings.Cut(variant, "#")
		if !ok || registry.IsDefinition(variant) {
			return find(variant)
		}
		text, err := definition(hash)
		if err != nil {
			return nil, false
		}
		return find(text)
	}
}

// Finder returns a finder for the rule sets of stored games.
func (rt *Runtime) Finder(ctx context.Context) pgn.Finder {
	return FinderOf(rt.Options.Rules.Find, func(hash string) (string, error) {
		text, err := rt.Store.Definition(ctx, hash)
		if err != nil {
			rt.Options.Log.Error("room: cannot read a definition", "hash", hash, "error", err)
		}
		return text, err
	})
}

// Describe returns a function that looks up information about rule sets and caches it.
func (rt *Runtime) Describe(ctx context.Context) func(variant string) *rules.Info {
	find, known := rt.Finder(ctx), map[string]*rules.Info{}
	return func(variant string) *rules.Info {
		info, ok := known[variant]
		if !ok {
			name, _, _ := strings.Cut(variant, "#")
			info = &rules.Info{Name: name} // the game is listed even if its rule set is missing
			if v, ok := find(variant); ok {
				info = v.Info()
			}
			known[variant] = info
		}
		return info
	}
}
