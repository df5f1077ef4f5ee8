//go:build linux

package attack

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// attackUnread requests long responses and reads only their first bytes, so that the server has to
// buffer the remaining bytes.
func attackUnread(ctx context.Context, a *Force) {
	body := LongLine(2000)
	ask := fmt.Sprintf("POST /api/v1/line HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", a.host(), len(body), body)
	a.Each(ctx, 5, func(ctx context.Context, _ int) string {
		c, err := a.Raw(ctx)
		if err != nil {
			return outcome(ctx, 0, err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, ask); err != nil {
			return "cut"
		}
		status := make([]byte, len("HTTP/1.1 200"))
		if _, err := io.ReadFull(c, status); err != nil {
			return outcome(ctx, 0, err)
		}
		if !strings.HasSuffix(string(status), "200") {
			client.Pause(ctx, 100*time.Millisecond)
			return "refused " + string(status[len("HTTP/1.1 "):])
		}
		a.Note("answered")
		for client.Pause(ctx, 100*time.Millisecond) {
			if _, err := c.Write([]byte("\r\n")); err != nil {
				return "dropped"
			}
		}
		return "given up"
	})
}

// attackWaiting requests one analysis after another, so that one is always running or waiting.
func attackWaiting(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	a.Each(ctx, 1, func(ctx context.Context, _ int) string {
		return a.Ask(ctx, c, "POST", "/api/v1/analyse", `{"variant":"trid","depth":60,"time":5000}`)
	})
}

// longMates are the positions with the longest mates in tri-dimensional chess (docs/results.md).
var longMates = map[string]string{
	"trid":  "W:4/4/4/4|N:3K/4/4/4|B:4/4/4/4|QL1b:2/k1|QL3w:2/1R|QL4w:2/2|KL1b:2/2 w - - - 0 1",
	"meder": "W:4/4/4/4|N:4/2K1/4/4|B:4/4/4/4|QL2b:2/2|QL4w:2/2|QL6b:k1/2|KL4w:2/R1 w - - - 0 1",
}

// prepareTables finds positions for every endgame table of the server: the positions on the way to the
// longest mates, and several positions per material on flat boards.
func prepareTables(ctx context.Context, a *Force) error {
	c := client.New(a.url, client.AttackerAddress(MostAddresses))
	defer c.Leave()
	var list wire.TablesList
	if err := c.Must(ctx, "GET", "/api/v1/tables", "", &list); err != nil {
		return err
	}
	for _, of := range list.Tables {
		r, ok := variant.Builtin().Find(of.Variant)
		if !ok {
			return fmt.Errorf("hostile: unknown rule set %s", of.Variant)
		}
		positions := []string{}
		if mate, ok := longMates[of.Variant]; ok {
			var err error
			if positions, err = mateLine(ctx, c, r, mate); err != nil {
				return err
			}
		} else {
			for _, m := range of.Materials {
				positions = append(positions, placements(r, m, 8)...)
			}
		}
		for _, p := range positions {
			a.tests = append(a.tests, fmt.Sprintf(`{"variant":%q,"position":%q}`, of.Variant, p))
		}
		a.Add("positions of "+of.Variant, len(positions))
	}
	return nil
}

// mateLine returns the positions on the way from a position to mate, without the second half. It
// returns none if the server has no table for the position.
func mateLine(ctx context.Context, c *client.Client, r rules.Rules, position string) ([]string, error) {
	var answer struct{ Line []string }
	status, err := c.Ask(ctx, "POST", "/api/v1/tables", fmt.Sprintf(`{"variant":%q,"position":%q}`, r.Info().Name, position), &answer)
	if err != nil || status != http.StatusOK {
		return nil, err
	}
	start, err := r.Guide().ParsePosition(position, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	line, all := rules.NewLine(r, start), []string{position}
	for _, m := range answer.Line {
		if _, err := line.PlayText(m); err != nil {
			return nil, err
		}
		p := line.Position()
		all = append(all, r.Guide().FormatPosition(&p))
	}
	return all[:len(all)/2], nil // the second half is cheaper to look up
}

// placements returns at most n legal positions with the given material, such as KQKR.
func placements(r rules.Rules, material string, n int) (all []string) {
	black := strings.LastIndexByte(material, 'K')
	for tries := 0; tries < 50*n && len(all) < n; tries++ {
		var squares [64]byte
		for i, at := range rand.Perm(64)[:len(material)] {
			squares[at] = material[i]
			if i >= black {
				squares[at] += 'a' - 'A'
			}
		}
		var text strings.Builder
		for at, piece := range squares {
			if at > 0 && at%8 == 0 {
				text.WriteByte('/')
			}
			if piece == 0 {
				piece = '1'
			}
			text.WriteByte(piece)
		}
		text.WriteString(" w - - 0 1")
		if p, err := r.Guide().ParsePosition(text.String(), rules.ParseOptions{}); err == nil && p.Side == board.White {
			all = append(all, r.Guide().FormatPosition(&p))
		}
	}
	return all
}

// attackTables looks up positions in random order, so that few of the tables are in memory.
func attackTables(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	if len(a.tests) == 0 {
		a.Note("no tables")
		return
	}
	a.Each(ctx, a.many(16), func(ctx context.Context, _ int) string {
		return a.Ask(ctx, c, "POST", "/api/v1/tables", a.tests[rand.IntN(len(a.tests))])
	})
}

// attackSheets requests the printable rules of every rule set in every language, in random order.
func attackSheets(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	all := variant.Builtin().All()
	languages := []string{"en", "de", "es", "fr", "ru"}
	a.Each(ctx, a.many(12), func(ctx context.Context, _ int) string {
		one := c.Again()
		one.Header = http.Header{"Accept-Language": {languages[rand.IntN(len(languages))]}}
		return a.Ask(ctx, one, "GET", "/docs/sheets/"+all[rand.IntN(len(all))].Info().Name+".pdf", "")
	})
}
