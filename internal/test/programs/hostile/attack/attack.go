//go:build linux

// Package attack simulates hostile visitors. Each Attack is one kind of abuse, carried out by a
// Force of clients until its context is done.
package attack

import (
	"context"
	"fmt"
	"strings"
)

// Attack is one kind of abuse.
type Attack struct {
	Name string
	What string // description of what one address does, for the progress output
	// Secure attacks need a server with TLS.
	Secure bool
	// Proxied attackers connect as a proxy that the server must trust (client.AttackerNetwork).
	Proxied bool
	// Prepare, if not nil, runs once before honest people are measured.
	Prepare func(ctx context.Context, a *Force) error
	// Run attacks from one address until the context ends.
	Run func(ctx context.Context, a *Force)
}

// RunFrom attacks from several addresses at the same time.
func (a Attack) RunFrom(ctx context.Context, w *Force, addresses int) {
	w.fromEach(addresses, func(one *Force) { a.Run(ctx, one) })
}

// All lists the attacks. Response times for honest people are measured during each.
var All = []Attack{
	{Name: "files", What: "256 connections that request the largest file and never read it", Run: Files},
	{Name: "computer", What: "unwatched games against the highest computer level, each by a new person", Run: Computer},
	{Name: "analysis", What: "12 connections that request five-second analyses", Run: attackAnalysis},
	{Name: "log", What: "requests for non-existent paths of 8 KB", Run: Log},
	{Name: "line", What: "lines of 2,000 moves, from a page of another origin", Run: attackLine},
	{Name: "frames", What: "unsolicited pongs and empty continuation frames on 60 sockets", Run: attackFrames},
	{Name: "sync", What: "a whole long game requested repeatedly on 60 sockets", Prepare: prepareSync, Run: attackSync},
	{Name: "pictures", What: "pictures of the maximum size, each different", Run: attackPictures},
	{Name: "lobby", What: "open challenges, each by a new person who leaves", Prepare: prepareLobby, Run: attackLobby},
	{Name: "presence", What: "a spectator who keeps joining and leaving a game with many others", Prepare: PreparePresence, Run: Presence},
	{Name: "bodies", What: "request bodies that are too long or never end", Run: attackBodies},
	{Name: "headings", What: "256 connections that send endless headers of very short fields", Run: attackHeadings},
	{Name: "unread", What: "five connections that request the longest responses and do not read them", Run: attackUnread},
	{Name: "waiting", What: "one analysis that is always waiting or running", Run: attackWaiting},
	{Name: "tables", What: "long tri-dimensional mates and four-piece endings that are not in memory", Prepare: prepareTables, Run: attackTables},
	{Name: "sheets", What: "the printed rules of every game in every language", Run: attackSheets},
	{Name: "messages", What: "commands, most of which are refused, on 120 sockets", Run: attackMessages},
	{Name: "events", What: "120 event streams of programs", Run: attackEvents},
	{Name: "seeks", What: "people who wait to be paired and soon leave", Run: attackSeeks},
	{Name: "free", What: "60 connections that pipeline preflights and requests that the server only redirects", Run: attackFree},
	{Name: "registrations", What: "20 connections that register accounts, guess recovery codes and invent passkeys and cookies", Run: attackRegistrations},
	{Name: "network", What: "16 requests at a time for heavy work, each from another /64 of the same IPv6 /48, through a proxy", Proxied: true, Run: attackNetwork},
	{Name: "resets", What: "four HTTP/2 connections that open streams and reset them", Secure: true, Run: attackResets},
	{Name: "settings", What: "four HTTP/2 connections that send settings", Secure: true, Run: attackSettings},
	{Name: "pings", What: "four HTTP/2 connections that send pings", Secure: true, Run: attackPings},
	{Name: "continuations", What: "four HTTP/2 connections with headers that never end", Secure: true, Run: attackContinuations},
}

// Find returns the attack with a name.
func Find(name string) (Attack, error) {
	var names []string
	for _, a := range All {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Attack{}, fmt.Errorf("hostile: unknown attack %q; the attacks are %s", name, strings.Join(names, ", "))
}
