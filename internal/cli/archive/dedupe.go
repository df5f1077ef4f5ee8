package archive

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"github.com/tainchess/tain/internal/cli"
)

// Dedupe writes the games without duplicates. Two games are duplicates if they have the same rule set,
// starting position, moves of the main line and result.
type Dedupe struct {
	Files  []string
	Output string
	Names  bool // whether the players' surnames must be the same as well
}

// Run writes the first game of each set of duplicates.
func (o *Dedupe) Run(c *cli.Console) error {
	out, err := c.CreateFrom(o.Files, o.Output, "games")
	if err != nil {
		return err
	}
	defer out.Discard()
	seen := map[[16]byte]struct{}{}
	written := 0
	s, err := run(c, o.Files, func(g *game) error {
		key, err := o.key(g)
		if err != nil {
			return err
		}
		if _, twice := seen[key]; twice {
			return nil
		}
		seen[key] = struct{}{}
		written++
		return g.write(out)
	})
	if err != nil {
		return err
	}
	return s.finish(out, written, "written")
}

// key returns a hash that is equal for duplicates.
func (o *Dedupe) key(g *game) (key [16]byte, err error) {
	read, err := g.Game()
	if err != nil {
		return key, err
	}
	text := []byte(read.Rules.Info().Ref() + "\n" + read.Rules.Guide().FormatPosition(&read.Start) + "\n" + read.Result + "\n")
	if o.Names {
		text = append(text, surname(g.Tag("White"))+"\n"+surname(g.Tag("Black"))+"\n"...)
	}
	for _, n := range read.Line {
		text = binary.AppendUvarint(text, uint64(n.Move))
	}
	hash := sha256.Sum256(text)
	return [16]byte(hash[:]), nil
}

// surname returns the part of a name before the comma, or its last word, in lower case.
func surname(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if before, _, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(before)
	}
	if words := strings.Fields(name); len(words) > 0 {
		return words[len(words)-1]
	}
	return ""
}
