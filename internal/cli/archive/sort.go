package archive

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/cli"
)

// Sort writes games in order.
type Sort struct {
	Files  []string
	Output string
	By     []string // tags, length or variant; a - reverses the order
}

// entry is a game in the temporary file.
type entry struct {
	keys []string
	at   int64
	size int
}

// Run sorts the games. Games with the same values stay in their order. The games are kept in a temporary file,
// so that they need not fit into memory.
func (o *Sort) Run(c *cli.Console) error {
	if len(o.By) == 0 || slices.ContainsFunc(o.By, func(by string) bool { return strings.Trim(by, "- ") == "" }) {
		return errors.New("--by needs tags, such as --by Date or --by=-WhiteElo,Date")
	}
	out, err := c.CreateFrom(o.Files, o.Output, "games")
	if err != nil {
		return err
	}
	defer out.Discard()
	spool, err := os.CreateTemp("", "tain-sort-*")
	if err != nil {
		return err
	}
	defer func() {
		spool.Close()
		os.Remove(spool.Name())
	}()
	var entries []entry
	var end int64
	s, err := run(c, o.Files, func(g *game) error {
		e := entry{at: end}
		for _, by := range o.By {
			key, err := sortKey(g, strings.TrimPrefix(by, "-"))
			if err != nil {
				return err
			}
			e.keys = append(e.keys, strings.Clone(key))
		}
		counted := &counter{to: spool}
		if err := g.write(counted); err != nil {
			return err
		}
		e.size = counted.n
		end += int64(e.size)
		entries = append(entries, e)
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(entries, o.compare)
	buffer := []byte{}
	for _, e := range entries {
		buffer = slices.Grow(buffer[:0], e.size)[:e.size]
		if _, err := spool.ReadAt(buffer, e.at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if _, err := out.Write(buffer); err != nil {
			return err
		}
	}
	return s.finish(out, len(entries), "sorted")
}

// sortKey returns the value of a game by which to sort.
func sortKey(g *game, by string) (string, error) {
	switch strings.ToLower(by) {
	case "length":
		read, err := g.Game()
		if err != nil {
			return "", err
		}
		return strconv.Itoa(len(read.Line)), nil
	case "variant":
		return g.variant(), nil
	}
	return g.Tag(by), nil
}

// compare orders two games. Games with unknown values come last.
func (o *Sort) compare(a, b entry) int {
	for i, by := range o.By {
		x, y := a.keys[i], b.keys[i]
		if x == y {
			continue
		}
		if noX, noY := unknown(x), unknown(y); noX != noY {
			if noX {
				return 1
			}
			return -1
		}
		order := compareValues(x, y)
		if strings.HasPrefix(by, "-") {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

// unknown reports whether a tag's value is empty or unknown.
func unknown(value string) bool { return value == "" || strings.HasPrefix(value, "?") }

// counter counts the bytes written to another writer.
type counter struct {
	to io.Writer
	n  int
}

func (c *counter) Write(text []byte) (int, error) {
	n, err := c.to.Write(text)
	c.n += n
	return n, err
}
