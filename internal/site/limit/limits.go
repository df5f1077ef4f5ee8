// Package limit keeps each client within its share of a server.
//
// A request passes through these steps. A [Limiter] accepts connections by address ([Limiter.Listen]) and
// counts the bytes of request headers while they are read. [Proxies] finds the client's address behind
// trusted proxies. The request then pays for its work in units (see price.go) from up to three token buckets:
// one each for its address, the address's IPv6 network and its person. For a client without a session, the
// third is the bucket that all strangers at the address share. A bucket may go into debt, because some costs
// are only known afterwards ([Limiter.Charge]). Heavy work waits in a [WorkQueue], searches wait for their
// turn ([Turns]), and unread responses are held within a memory budget ([Limiter.Hold]). WebSocket frames are
// counted before they are decoded ([Frames]), and log lines caused by clients are rate-limited
// ([BoundedLog]).
//
// The nodes of a cluster report spent units to each other ([Limiter.Share]), so a client gains hardly
// anything by using several nodes.
//
// All exported types are safe for concurrent use, except that only one goroutine may read from a connection
// whose frames [Frames] counts.
package limit

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits limits the work per address, person, connection and message. A person is a session. Many people may
// share an address, for example in a school, so the limits per address are several times those per person.
// Clients without a session (strangers) share part of the address's limit.
type Limits struct {
	// Rate is the number of units of work per second that an address may use, and Burst the number that it
	// may use without a pause. A unit is about a quarter of a millisecond of work. The routes and price.go
	// define the price of a request.
	Rate  rate.Limit
	Burst int
	// StrangerRate and StrangerBurst are the part of Rate and Burst that all strangers of an address share.
	StrangerRate  rate.Limit
	StrangerBurst int
	// PersonRate and PersonBurst are the Rate and Burst of one person.
	PersonRate  rate.Limit
	PersonBurst int
	// Networks is the quota that all addresses in an IPv6 network (/48) share, as a multiple of the quota of
	// one address. In queues, and while it is busy, a network counts as [fair.NetworkShares] addresses instead.
	Networks int
	// CrossOrigin is the maximum price of a request from a page of another origin.
	CrossOrigin int
	// Sessions is the burst of new people that an address may introduce, with one more every SessionEvery.
	// Further clients count as strangers.
	Sessions     int
	SessionEvery time.Duration
	// Games is the burst of games that an address may create, with one more every GameEvery. PersonGames and
	// PersonGameEvery are the same limits for one person.
	Games, PersonGames         int
	GameEvery, PersonGameEvery time.Duration
	// Connections and Sockets are the maximum numbers that an address may have open. PersonSockets is the
	// maximum number of sockets of a person. Sockets also count as connections. While all addresses together
	// have AllConnections open, each may have only a quarter of Connections, and still fewer beyond that.
	Connections, Sockets, PersonSockets, AllConnections int
	// InFlight is the maximum number of bytes in flight, such as unread responses, for one address, and
	// AllInFlight the maximum for all addresses together.
	InFlight, AllInFlight int64
	// SendBuffer is the size of a connection's kernel send buffer, in bytes. 0 means the system default.
	SendBuffer int
	// SlowestReader is the minimum rate, in bytes per second, at which a client must read a response once
	// Patience has passed.
	SlowestReader int64
	// RefusalDelay is how long the server delays the response to a client over its limit. RefusalsWaiting is
	// the maximum number of responses delayed at the same time. Further responses are sent immediately.
	RefusalDelay    time.Duration
	RefusalsWaiting int
	// Definitions is the burst of new rule-set definitions that an address may use in games, with one more
	// every DefinitionEvery. Definitions that are already saved do not count. The hub limits the total number
	// of saved definitions.
	Definitions     int
	DefinitionEvery time.Duration
	// Studies is the burst of studies that an address may save, with one more every StudyEvery. PersonStudies
	// is the maximum number per person, AllStudies the maximum in total, and Study the maximum size of a
	// study in bytes.
	Studies                   int
	StudyEvery                time.Duration
	PersonStudies, AllStudies int
	Study                     int64
	// Subscriptions is the burst of web push subscriptions per address, with one more every
	// SubscriptionEvery.
	Subscriptions     int
	SubscriptionEvery time.Duration
	// Accounts is the burst of registrations and uses of recovery codes per address, with one more every
	// AccountEvery.
	Accounts     int
	AccountEvery time.Duration
	// Ceremonies is the burst of passkey challenges per address, with one more every CeremonyEvery.
	Ceremonies    int
	CeremonyEvery time.Duration
	// Reports is the burst of reports and appeals per address, with one more every ReportEvery.
	Reports     int
	ReportEvery time.Duration
	// Messages is the number of messages per second that a socket may send, and MessageBurst the size of a
	// burst.
	Messages     rate.Limit
	MessageBurst int
	// Message and Body are the maximum sizes of a socket message and a request body, in bytes.
	Message, Body int64
	// Quiet is how long a socket may be silent before the server pings it. Patience is how long a body, a
	// pong or a write may take.
	Quiet, Patience time.Duration
	// Beat is how long the socket of a player, or of a client waiting to be paired, may be silent before the
	// server pings it. If it has been silent for Away and the ping is unanswered, the client counts as gone.
	// Opponents are notified about a second later at most.
	Beat, Away time.Duration
	// Works is the maximum number of heavy jobs (pictures, long lines, rulebooks) that run at a time. 0 means
	// one for every two cores. WorksWaiting is the maximum number of waiting jobs. Only one job that costs
	// LargeWork units or more runs at a time.
	Works, WorksWaiting, LargeWork int
	// Analyses is the maximum number of API searches that run at a time, Waiting the maximum number of waiting
	// searches, and AnalysisTime the time limit of one search. WaitingPerAddress and WaitingPerPerson limit the
	// waiting searches per address and person. When the queue is full, a new search may displace a waiting one
	// from an address that is less entitled; see [Turns.Join].
	Analyses, Waiting                   int
	WaitingPerAddress, WaitingPerPerson int
	AnalysisTime                        time.Duration
	// TablesMemory is the size of the endgame-table cache in bytes. The oldest tables are evicted first.
	TablesMemory int64
	// GameAnalyses is the maximum number of waiting and running analyses of whole games, which workers carry
	// out. GameAnalysesPerAddress and GameAnalysesPerPerson are the maxima per address and person, and
	// GameAnalysisNodes is the maximum number of nodes searched per position.
	GameAnalyses, GameAnalysesPerAddress, GameAnalysesPerPerson int
	GameAnalysisNodes                                           int
	// LogText is the maximum size of a logged string, in bytes. LogLines is the burst of similar lines about
	// one address that are written, with one more every LogEvery. AllLogLines is the maximum number of lines
	// per second in total. Dropped lines are counted.
	LogText, LogLines int
	LogEvery          time.Duration
	AllLogLines       rate.Limit
	// ShutdownGrace is how long a stopping server waits for requests and commands in progress.
	ShutdownGrace time.Duration
}

// Default returns the limits for a server on the open internet.
func Default() Limits {
	return Limits{
		Rate: 200, Burst: 3000, StrangerRate: 150, StrangerBurst: 2000, PersonRate: 40, PersonBurst: 400,
		Networks: 4, CrossOrigin: 200,
		Sessions: 60, SessionEvery: 10 * time.Second,
		Games: 120, GameEvery: 5 * time.Second, PersonGames: 30, PersonGameEvery: 20 * time.Second,
		Connections: 256, Sockets: 128, PersonSockets: 32, AllConnections: 5000,
		InFlight: 4 << 20, AllInFlight: 64 << 20, SendBuffer: 256 << 10, SlowestReader: 16 << 10,
		RefusalDelay: 250 * time.Millisecond, RefusalsWaiting: 1024,
		Definitions: 20, DefinitionEvery: 5 * time.Minute,
		Studies: 60, StudyEvery: 10 * time.Minute, PersonStudies: 100, AllStudies: 20_000, Study: 256 << 10,
		Subscriptions: 60, SubscriptionEvery: time.Minute,
		Accounts: 40, AccountEvery: 10 * time.Minute, Ceremonies: 120, CeremonyEvery: 5 * time.Second,
		Reports: 20, ReportEvery: 10 * time.Minute,
		Messages: 10, MessageBurst: 30, Message: 4 << 10, Body: 64 << 10,
		Quiet: 30 * time.Second, Patience: 10 * time.Second, Beat: 1500 * time.Millisecond, Away: 3700 * time.Millisecond,
		Works: 0, WorksWaiting: 64, LargeWork: 100,
		Analyses: 1, Waiting: 128, WaitingPerAddress: 8, WaitingPerPerson: 4, AnalysisTime: 5 * time.Second,
		TablesMemory: 256 << 20,
		GameAnalyses: 100, GameAnalysesPerAddress: 6, GameAnalysesPerPerson: 2, GameAnalysisNodes: 2_000_000,
		LogText: 256, LogLines: 20, LogEvery: 10 * time.Second, AllLogLines: 50,
		ShutdownGrace: 10 * time.Second,
	}
}

// WithoutPerAddress returns the limits without those per address or person, for benchmarks in which all
// players share an address.
func (l Limits) WithoutPerAddress() Limits {
	const many = 1 << 30
	l.Rate, l.StrangerRate, l.PersonRate = rate.Inf, rate.Inf, rate.Inf
	l.Burst, l.StrangerBurst, l.PersonBurst = many, many, many
	l.Sessions, l.Games, l.PersonGames, l.Definitions, l.Studies, l.Subscriptions, l.Accounts, l.Ceremonies, l.Reports = many, many, many, many, many, many, many, many, many
	l.Connections, l.Sockets, l.PersonSockets, l.AllConnections = many, many, many, many
	l.InFlight = l.AllInFlight
	l.WaitingPerAddress, l.WaitingPerPerson = many, many
	l.GameAnalysesPerAddress, l.GameAnalysesPerPerson = many, many
	return l
}
