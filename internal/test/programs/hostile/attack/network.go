//go:build linux

package attack

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
)

// freeRequests are requests that a server could easily answer without charging for them: preflights, and
// requests that the router redirects or rejects itself.
var freeRequests = []string{"OPTIONS /api/v1/position", "GET //api/v1/position", "GET /docs/../studies", "GET /studies", "TRACE /api/v1/games"}

// attackFree pipelines cheap requests and reads all responses.
func attackFree(ctx context.Context, a *Force) {
	var batch strings.Builder
	for batch.Len() < 4<<10 {
		for _, one := range freeRequests {
			fmt.Fprintf(&batch, "%s HTTP/1.1\r\nHost: %s\r\n\r\n", one, a.host())
		}
	}
	a.Each(ctx, a.many(60), func(ctx context.Context, _ int) string {
		c, err := a.Raw(ctx)
		if err != nil {
			return outcome(ctx, 0, err)
		}
		defer c.Close()
		go func() {
			defer c.Close()
			for {
				if _, err := io.WriteString(c, batch.String()); err != nil {
					return
				}
			}
		}()
		for in := bufio.NewReader(c); ; {
			r, err := http.ReadResponse(in, nil)
			if err != nil {
				return outcome(ctx, 0, err)
			}
			io.Copy(io.Discard, r.Body) // an error also fails the next ReadResponse
			a.Note(outcome(ctx, r.StatusCode, nil))
		}
	})
}

// attackNetwork requests heavy work of all kinds, each time as a new person at an unused address of one IPv6
// network. All attackers use the same network.
func attackNetwork(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	line := LongLine(300)
	a.Each(ctx, a.many(16), func(ctx context.Context, i int) string {
		one := c.Again()
		one.Header = http.Header{"X-Forwarded-For": {fmt.Sprintf("2001:db8:66:%x::%x", rand.IntN(1<<16), 1+rand.IntN(1<<16))}}
		switch i % 4 {
		case 0:
			return a.Ask(ctx, one, "POST", "/api/v1/line", line)
		case 1:
			return a.Ask(ctx, one, "GET", fmt.Sprintf("/api/v1/diagram.png?variant=triboard&chosen=b1&width=%d", 1500+rand.IntN(500)), "")
		case 2:
			return a.Ask(ctx, one, "POST", "/api/v1/analyse", `{"variant":"trid","depth":60,"time":5000}`)
		default:
			return a.Ask(ctx, one, "POST", "/api/v1/games", `{"variant":"chess","position":"`+middleGame+`","opponent":"computer","level":20,"colour":"black"}`)
		}
	})
}
