package server

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits bounds what one address, one connection and one message may ask for.
type Limits struct {
	// Rate is how many units of work an address may ask for in a second, Burst
	// how many at once. What a request costs is in the table of routes.
	Rate  rate.Limit
	Burst int
	// Connections and Sockets are how many an address may hold open. Sockets
	// are counted among the connections too.
	Connections, Sockets int
	// Definitions is how many rule sets an address may bring along in games at
	// once, and DefinitionEvery after how long it may bring another. One that is
	// kept already is nothing new. How many are kept in all is for the hub.
	Definitions     int
	DefinitionEvery time.Duration
	// Messages is how many messages a socket may send in a second, MessageBurst
	// how many at once.
	Messages     rate.Limit
	MessageBurst int
	// Message and Body are the most bytes of a socket's message and of a
	// request's body.
	Message, Body int64
	// Quiet is how long a socket may say nothing before it is pinged, Patience
	// how long a body, an answer to a ping or a write may take.
	Quiet, Patience time.Duration
	// Analyses is how many searches of the API run at a time, Waiting how many
	// may wait, AnalysisTime how long one may take. WaitingPerAddress and
	// WaitingPerPerson are how many of those that wait may be of one address and
	// of one person there. Where all places are taken, the last of whoever has
	// most gives way to one who has fewer.
	Analyses, Waiting                   int
	WaitingPerAddress, WaitingPerPerson int
	AnalysisTime                        time.Duration
	// ShutdownGrace is how long a shutdown may take.
	ShutdownGrace time.Duration
}

// UsualLimits returns the limits for a server on the open network.
func UsualLimits() Limits {
	return Limits{
		Rate:        40,
		Burst:       400,
		Connections: 256,
		Sockets:     64,
		Definitions: 20, DefinitionEvery: 5 * time.Minute,
		Messages:          10,
		MessageBurst:      30,
		Message:           4 << 10,
		Body:              64 << 10,
		Quiet:             30 * time.Second,
		Patience:          10 * time.Second,
		Analyses:          1,
		Waiting:           32,
		WaitingPerAddress: 8, WaitingPerPerson: 4,
		AnalysisTime:  5 * time.Second,
		ShutdownGrace: 10 * time.Second,
	}
}

// PerAddressFree returns the limits without those that count by address, for a
// measurement in which all players share one.
func (l Limits) PerAddressFree() Limits {
	const many = 1 << 30
	l.Rate, l.Burst, l.Connections, l.Sockets, l.Definitions = rate.Inf, many, many, many, many
	l.WaitingPerAddress, l.WaitingPerPerson = many, many
	return l
}
