// Package limit keeps each client within its share of a server.
//
// A request passes through it in this order. A [Limiter] accepts connections by
// address ([Limiter.Listen]) and counts the bytes of request headings while they
// are read. [Proxies] finds the client's address behind trusted proxies. The
// request then pays for its work in units (see the prices): from its address,
// from the IPv6 network of that address and from its person, or from what all
// strangers of the address share. Each has a token bucket that may go into debt,
// because some costs are known only afterwards ([Limiter.Charge]). Heavy work
// waits in a [WorkQueue], searches wait for their turn ([Turns]), and unread
// answers are held within a memory budget ([Limiter.Hold]). The frames of a
// WebSocket are counted before they are decoded ([Frames]), and so are the lines
// that clients cause in the log ([BoundedLog]).
//
// Nodes of a cluster report to each other what was spent ([Limiter.Share]), so
// that a client gets no more from several nodes than from one.
//
// Everything here is safe for concurrent use.
package limit

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits bound the work of one address, one person, one connection and one message. A person is a session. Many people may share an address, as in a
// school, so an address may do several times what a person may; clients without
// a session (strangers) share a part of it.
type Limits struct {
	// Rate is the number of units of work per second of an address, Burst the number
	// at once. A unit is about a quarter of a millisecond of work; routes and price.go
	// define the price of a request.
	Rate  rate.Limit
	Burst int
	// StrangerRate and StrangerBurst are the part of it for all strangers.
	StrangerRate  rate.Limit
	StrangerBurst int
	// PersonRate and PersonBurst are the same for one person.
	PersonRate  rate.Limit
	PersonBurst int
	// Networks is how many times the quota of one address all addresses of an
	// IPv6 network (/48) share.
	Networks int
	// CrossOrigin is the maximum price of a request from a page of another origin.
	CrossOrigin int
	// Sessions is how many new people an address may bring at once; another one
	// may come every SessionEvery. Further ones are strangers.
	Sessions     int
	SessionEvery time.Duration
	// Games is how many games an address may create at once; it may create
	// another every GameEvery. PersonGames and PersonGameEvery are the same for
	// one person.
	Games, PersonGames         int
	GameEvery, PersonGameEvery time.Duration
	// Connections and Sockets are how many of each an address may hold open,
	// PersonSockets how many sockets a person may. Sockets count as connections
	// too.
	Connections, Sockets, PersonSockets int
	// InFlight is how many bytes of unread answers an address may have in
	// memory, AllInFlight how many all addresses may.
	InFlight, AllInFlight int64
	// SendBuffer is the size of a connection's send buffer in the kernel, in
	// bytes; 0 leaves it to the system.
	SendBuffer int
	// SlowestReader is the bytes per second at which an answer must be read once
	// Patience has passed.
	SlowestReader int64
	// RefusalDelay is how long the server waits before it answers a client that
	// asks for too much, and RefusalsWaiting how many may wait at a time.
	// Further ones are answered at once.
	RefusalDelay    time.Duration
	RefusalsWaiting int
	// Definitions is how many rule sets an address may bring along in games at
	// once; it may bring another every DefinitionEvery. Saved ones do not count.
	// The hub limits how many are saved in all.
	Definitions     int
	DefinitionEvery time.Duration
	// Studies is how many studies an address may save at once, with another
	// every StudyEvery; PersonStudies is how many a person may have, AllStudies
	// how many there may be in all, and Study the size of one in bytes.
	Studies                   int
	StudyEvery                time.Duration
	PersonStudies, AllStudies int
	Study                     int64
	// Subscriptions is how many browsers of an address may subscribe to web push
	// at once, with another every SubscriptionEvery.
	Subscriptions     int
	SubscriptionEvery time.Duration
	// Messages is how many messages a socket may send in a second, MessageBurst
	// how many at once.
	Messages     rate.Limit
	MessageBurst int
	// Message and Body are the maximum size of a socket message and of a request body,
	// in bytes.
	Message, Body int64
	// Quiet is how long a socket may be silent before it is pinged, Patience how
	// long a body, the answer to a ping or a write may take.
	Quiet, Patience time.Duration
	// Beat is how long the socket of a player, or of a client that waits to be
	// paired, may be silent before it is pinged, and Away how long without an
	// answer until they count as gone. Others learn it within Away and a second.
	Beat, Away time.Duration
	// Works is how many pieces of heavy work (pictures, long lines, rulebooks)
	// run at a time, one per core if it is 0, and WorksWaiting how many may
	// wait. Of those that cost LargeWork units or more, one runs at a time.
	Works, WorksWaiting, LargeWork int
	// Analyses is how many searches of the API run at a time, Waiting how many
	// may wait, AnalysisTime how long one may take. WaitingPerAddress and
	// WaitingPerPerson are how many of the waiting ones may belong to one
	// address and to one person there. When all places are taken, the newest of
	// the party with the most gives way to a party with fewer.
	Analyses, Waiting                   int
	WaitingPerAddress, WaitingPerPerson int
	AnalysisTime                        time.Duration
	// TablesMemory is how many bytes of endgame tables are cached; the ones read
	// first are evicted first.
	TablesMemory int64
	// Workers analyse whole games: GameAnalyses is how many may wait or run in
	// all, GameAnalysesPerAddress and GameAnalysesPerPerson how many of one
	// address and of one person, and GameAnalysisNodes how many nodes are
	// searched per position.
	GameAnalyses, GameAnalysesPerAddress, GameAnalysesPerPerson int
	GameAnalysisNodes                                           int
	// LogText is the maximum size of a text in the log, in bytes. LogLines is how many
	// similar lines about one address are written at once, with another every
	// LogEvery; AllLogLines is how many lines per second there may be in all.
	// The dropped ones are counted.
	LogText, LogLines int
	LogEvery          time.Duration
	AllLogLines       rate.Limit
	// ShutdownGrace is how long a shutdown may take.
	ShutdownGrace time.Duration
}

// Default returns the limits for a server on the open internet.
func Default() Limits {
	return Limits{
		Rate: 200, Burst: 3000, StrangerRate: 150, StrangerBurst: 2000, PersonRate: 40, PersonBurst: 400,
		Networks: 4, CrossOrigin: 200,
		Sessions: 60, SessionEvery: 10 * time.Second,
		Games: 120, GameEvery: 5 * time.Second, PersonGames: 30, PersonGameEvery: 20 * time.Second,
		Connections: 256, Sockets: 128, PersonSockets: 32,
		InFlight: 4 << 20, AllInFlight: 64 << 20, SendBuffer: 256 << 10, SlowestReader: 16 << 10,
		RefusalDelay: 250 * time.Millisecond, RefusalsWaiting: 1024,
		Definitions: 20, DefinitionEvery: 5 * time.Minute,
		Studies: 60, StudyEvery: 10 * time.Minute, PersonStudies: 100, AllStudies: 20_000, Study: 256 << 10,
		Subscriptions: 60, SubscriptionEvery: time.Minute,
		Messages: 10, MessageBurst: 30, Message: 4 << 10, Body: 64 << 10,
		Quiet: 30 * time.Second, Patience: 10 * time.Second, Beat: 1500 * time.Millisecond, Away: 3700 * time.Millisecond,
		Works: 0, WorksWaiting: 64, LargeWork: 100,
		Analyses: 1, Waiting: 32, WaitingPerAddress: 8, WaitingPerPerson: 4, AnalysisTime: 5 * time.Second,
		TablesMemory: 256 << 20,
		GameAnalyses: 100, GameAnalysesPerAddress: 6, GameAnalysesPerPerson: 2, GameAnalysisNodes: 2_000_000,
		LogText: 256, LogLines: 20, LogEvery: 10 * time.Second, AllLogLines: 50,
		ShutdownGrace: 10 * time.Second,
	}
}

// WithoutPerAddress returns the limits without those that count by address or
// person, for measurements in which all players share one.
func (l Limits) WithoutPerAddress() Limits {
	const many = 1 << 30
	l.Rate, l.StrangerRate, l.PersonRate = rate.Inf, rate.Inf, rate.Inf
	l.Burst, l.StrangerBurst, l.PersonBurst = many, many, many
	l.Sessions, l.Games, l.PersonGames, l.Definitions, l.Studies, l.Subscriptions = many, many, many, many, many, many
	l.Connections, l.Sockets, l.PersonSockets = many, many, many
	l.InFlight = l.AllInFlight
	l.WaitingPerAddress, l.WaitingPerPerson = many, many
	l.GameAnalysesPerAddress, l.GameAnalysesPerPerson = many, many
	return l
}
