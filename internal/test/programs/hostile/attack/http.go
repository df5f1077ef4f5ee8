//go:build linux

package attack

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// Files opens connections that request the largest file and never read it.
func Files(ctx context.Context, a *Force) {
	a.Each(ctx, a.many(256), func(ctx context.Context, _ int) (what string) {
		defer func() {
			if what == "cut" { // thousands of connections per second would measure the operating system, not the server
				client.Pause(ctx, 100*time.Millisecond)
			}
		}()
		c, err := a.Raw(ctx)
		if err != nil {
			return outcome(ctx, 0, err)
		}
		defer c.Close()
		for range 4 { // four pipelined requests
			if _, err := io.WriteString(c, "GET /tain.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
				return "cut"
			}
		}
		one := make([]byte, 1)
		if _, err := io.ReadFull(c, one); err != nil {
			return outcome(ctx, 0, err)
		}
		for client.Pause(ctx, 100*time.Millisecond) { // do not read the response
			if _, err := c.Write([]byte("\r\n")); err != nil {
				return "cut"
			}
		}
		return "held"
	})
}

// host returns the host and port of the server.
func (a *Force) host() string {
	_, host, _ := strings.Cut(a.url, "://")
	return host
}

// Raw opens a TCP connection from the attackers' address, with a small receive window.
func (a *Force) Raw(ctx context.Context) (net.Conn, error) {
	c, err := client.Dialer(a.from).DialContext(ctx, "tcp", a.host())
	if err == nil {
		c.(*net.TCPConn).SetReadBuffer(4 << 10)
		context.AfterFunc(ctx, func() { c.Close() })
	}
	return c, err
}

// middleGame is a position outside the opening book, so that the computer has to search.
const middleGame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 9"

// Computer creates unwatched games against the highest computer level.
func Computer(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	a.Each(ctx, a.many(6), func(ctx context.Context, _ int) string {
		return a.Ask(ctx, c.Again(), "POST", "/api/v1/games", `{"variant":"chess","position":"`+middleGame+`","opponent":"computer","level":20,"colour":"black","control":{"initial":1800000,"increment":10000}}`)
	})
}

// attackAnalysis requests many long analyses, to occupy all analysis slots.
func attackAnalysis(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	a.Each(ctx, a.many(12), func(ctx context.Context, _ int) string {
		what := a.Ask(ctx, c, "POST", "/api/v1/analyse", `{"variant":"trid","depth":60,"time":5000,"multipv":5}`)
		if what == "refused 429" { // the quota is used up, and more requests would only measure rejections
			client.Pause(ctx, 100*time.Millisecond)
		}
		return what
	})
}

// Log requests long paths that do not exist, to fill the log.
func Log(ctx context.Context, a *Force) {
	long := strings.Repeat("a", 8000)
	a.Each(ctx, a.many(16), func(ctx context.Context, i int) string {
		c, err := a.Raw(ctx)
		if err != nil {
			return outcome(ctx, 0, err)
		}
		defer c.Close()
		go io.Copy(io.Discard, c)
		for n := 0; ctx.Err() == nil; n++ {
			path := fmt.Sprintf("/assets/%d-%d-%s.js", i, n, long)
			if n%2 == 1 {
				path = fmt.Sprintf("/api/v1/%d-%d-%s", i, n, long)
			}
			if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
				return "cut"
			}
			a.Note("sent")
		}
		return "given up"
	})
}

// LongLine returns the body of a request about a line with the given number of moves.
func LongLine(moves int) string {
	shuffle := []string{`"g1f3"`, `"g8f6"`, `"f3g1"`, `"f6g8"`}
	var b strings.Builder
	b.WriteString(`{"variant":"triboard","moves":[`)
	for i := range moves {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(shuffle[i%4])
	}
	b.WriteString(`]}`)
	return b.String()
}

// attackLine requests long lines of moves. Pages of any origin may send such requests.
func attackLine(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	c.Header = http.Header{"Origin": {"https://elsewhere.example"}}
	body := LongLine(2000)
	a.Each(ctx, a.many(16), func(ctx context.Context, _ int) string {
		return a.Ask(ctx, c, "POST", "/api/v1/line", body)
	})
}

// attackPictures requests pictures of the maximum size, each different.
func attackPictures(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	a.Each(ctx, a.many(16), func(ctx context.Context, _ int) string {
		return a.Ask(ctx, c, "GET", fmt.Sprintf("/api/v1/diagram.png?variant=triboard&chosen=b1&width=%d", 2048-rand.IntN(500)), "")
	})
}

// prepareLobby creates challenges for a while before the measurement.
func prepareLobby(ctx context.Context, a *Force) error {
	ctx, stop := context.WithTimeout(ctx, time.Duration(a.many(4))*time.Second)
	defer stop()
	attackLobby(ctx, a)
	return nil
}

// attackLobby creates challenges, each as another person, and disconnects.
func attackLobby(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	a.Each(ctx, a.many(6), func(ctx context.Context, _ int) string {
		return a.Ask(ctx, c.Again(), "POST", "/api/v1/games", `{"variant":"chess","opponent":"open","colour":"white","name":"Mallory"}`)
	})
}

// attackBodies sends request bodies that are too long, some of them endless.
func attackBodies(ctx context.Context, a *Force) {
	long := `{"variant":"` + strings.Repeat("x", 4<<20) + `"}`
	c := a.client()
	defer c.Leave()
	a.Each(ctx, a.many(64), func(ctx context.Context, i int) string {
		if i%4 == 0 {
			return a.Ask(ctx, c, "POST", "/api/v1/position", long)
		}
		slow, err := a.Raw(ctx)
		if err != nil {
			return outcome(ctx, 0, err)
		}
		defer slow.Close()
		io.WriteString(slow, "POST /api/v1/line HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{")
		for client.Pause(ctx, 200*time.Millisecond) {
			if _, err := slow.Write([]byte(" ")); err != nil {
				return "cut"
			}
		}
		return "given up"
	})
}

// attackHeadings opens connections with endless request headers. The fields are so short that the server
// needs many bytes of memory for each byte sent.
func attackHeadings(ctx context.Context, a *Force) {
	heading := ShortFields(1 << 20)
	a.Each(ctx, a.many(256), func(ctx context.Context, _ int) (what string) {
		defer func() {
			if what == "cut" { // thousands of connections per second would measure the operating system, not the server
				client.Pause(ctx, 100*time.Millisecond)
			}
		}()
		c, err := a.Raw(ctx)
		if err != nil {
			return outcome(ctx, 0, err)
		}
		defer c.Close()
		for rest := heading; len(rest) > 0; {
			n := min(len(rest), 32<<10)
			if _, err := c.Write(rest[:n]); err != nil {
				return "cut"
			}
			rest = rest[n:]
		}
		one := make([]byte, 1)
		if _, err := io.ReadFull(c, one); err != nil {
			return "cut"
		}
		return "answered"
	})
}

// ShortFields returns the start of a request whose header has size bytes of fields with different, very
// short names.
func ShortFields(size int) []byte {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	text := []byte("GET / HTTP/1.1\r\nHost: localhost\r\n")
	for n := 0; len(text) < size; n++ {
		for v := n; ; v /= len(letters) {
			text = append(text, letters[v%len(letters)])
			if v < len(letters) {
				break
			}
		}
		text = append(text, ":\r\n"...)
	}
	return text[:size]
}
