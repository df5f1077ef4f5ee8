//go:build linux

package attack

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// messagesPerSecond is the number of messages that a socket may send each second.
const messagesPerSecond = 10

// attackMessages sends commands, most of which the server rejects, on 120 sockets at the rate that the
// message limit allows. They are sent in batches, so that the server reads several at once.
func attackMessages(ctx context.Context, a *Force) {
	var people []*client.Client // several people, because each may have only 32 sockets
	var games []wire.Snapshot
	for range 4 {
		c := a.client()
		defer c.Leave()
		g, err := c.Create(ctx, `{"variant":"trid","opponent":"self"}`)
		if err != nil {
			a.Note("refused: " + err.Error())
			return
		}
		people, games = append(people, c), append(games, g)
	}
	a.Each(ctx, a.many(120), func(ctx context.Context, i int) string {
		g := games[i%len(games)]
		k, err := a.RawSocket(ctx, g.ID, people[i%len(people)].Cookie)
		if err != nil {
			client.Pause(ctx, 50*time.Millisecond)
			return outcome(ctx, 0, err)
		}
		defer k.Close()
		var batch []byte
		for n := range messagesPerSecond {
			text := []string{
				fmt.Sprintf(`{"type":"move","n":1,"game":%q,"ply":0,"key":%q,"move":"QL6xQ"}`, g.ID, g.Key),
				fmt.Sprintf(`{"type":"draw","n":1,"game":%q,"do":"offer"}`, g.ID),
				fmt.Sprintf(`{"type":"claim","n":1,"game":%q}`, g.ID),
				fmt.Sprintf(`{"type":"sync","n":1,"game":%q}`, g.ID),
				fmt.Sprintf(`{"type":"ping","n":1,"game":%q}`, g.ID),
			}[n%5]
			batch = append(batch, Frame(true, TextFrame, []byte(text))...)
		}
		for ctx.Err() == nil {
			if _, err := k.Write(batch); err != nil {
				return "cut"
			}
			a.Add("messages", messagesPerSecond)
			client.Pause(ctx, 1020*time.Millisecond)
		}
		return "given up"
	})
}

// attackEvents keeps 120 event streams open for bots with running games, which the server has to check.
func attackEvents(ctx context.Context, a *Force) {
	var bots []*client.Client
	for range 8 {
		c := a.client()
		defer c.Leave()
		var made wire.BotToken
		if err := c.Must(ctx, "POST", "/api/v1/bot/token", "{}", &made); err != nil {
			a.Note("refused: " + err.Error())
			return
		}
		c.Header = http.Header{"Authorization": {"Bearer " + made.Token}}
		for range 2 {
			a.Note("game " + a.Ask(ctx, c, "POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`))
		}
		bots = append(bots, c)
	}
	a.Each(ctx, a.many(120), func(ctx context.Context, i int) string {
		// The response lasts as long as the stream, so Ask blocks until the stream ends.
		return a.Ask(ctx, bots[i%len(bots)], "GET", "/api/v1/bot/events", "")
	})
}

// attackSeeks joins the pairing queue as one new person after another, each of whom soon leaves.
func attackSeeks(ctx context.Context, a *Force) {
	base := "ws" + strings.TrimPrefix(a.url, "http")
	c := a.client()
	defer c.Leave()
	a.Each(ctx, a.many(20), func(ctx context.Context, _ int) string {
		conn, answer, err := websocket.Dial(ctx, fmt.Sprintf("%s/api/v1/pairing/socket?variant=chess&initial=%d&increment=0", base, 60_000*(1+rand.IntN(5))),
			&websocket.DialOptions{HTTPClient: c.HTTP()})
		if err != nil {
			if answer == nil {
				return outcome(ctx, 0, err)
			}
			return outcome(ctx, answer.StatusCode, nil)
		}
		defer conn.CloseNow()
		client.Pause(ctx, time.Duration(50+rand.IntN(150))*time.Millisecond)
		return "waited"
	})
}
