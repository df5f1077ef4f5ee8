package limit

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits bounds what one address, one person, one connection and one message
// may ask for. A person is a session. Many people may share an address, as in a
// school: so an address may do several times what a person may, and those of
// it who have no session share a part.
type Limits struct {
	// Rate is how many units of work an address may ask for in a second, Burst
	// how many at once. A unit is about a quarter of a millisecond of work; what
	// a request costs is in the table of routes and in price.go.
	Rate  rate.Limit
	Burst int
	// StrangerRate and StrangerBurst are the part of it for all who have no
	// session.
	StrangerRate  rate.Limit
	StrangerBurst int
	// PersonRate and PersonBurst are the same for one person.
	PersonRate  rate.Limit
	PersonBurst int
	// Networks is how many times what an address may do all addresses of an IPv6
	// network (/48) may.
	Networks int
	// CrossOrigin is the most units that one request from a page of another
	// origin may cost.
	CrossOrigin int
	// Sessions is how many new persons may come from an address at once, and
	// SessionEvery after how long another may. Further ones are strangers.
	Sessions     int
	SessionEvery time.Duration
	// Games is how many games an address may create at once, and GameEvery after
	// how long it may create another; PersonGames and PersonGameEvery are the
	// same for one person.
	Games, PersonGames         int
	GameEvery, PersonGameEvery time.Duration
	// Connections and Sockets are how many an address may hold open,
	// PersonSockets how many sockets a person. Sockets are counted among the
	// connections too.
	Connections, Sockets, PersonSockets int
	// InFlight is how many bytes of answers that are not yet read an address
	// may have in memory, AllInFlight how many there may be in all.
	InFlight, AllInFlight int64
	// SendBuffer bounds what the system holds of answers to one connection, in
	// bytes; 0 leaves it to the system.
	SendBuffer int
	// SlowestReader is how many bytes a second an answer must be read at, after
	// the time of Patience has passed.
	SlowestReader int64
	// RefusalDelay is how long one who has asked for too much waits to be told
	// so, and RefusalsWaiting how many wait at a time. Those beyond are told at
	// once.
	RefusalDelay    time.Duration
	RefusalsWaiting int
	// Definitions is how many rule sets an address may bring along in games at
	// once, and DefinitionEvery after how long it may bring another. One that is
	// kept already is nothing new. How many are kept in all is for the hub.
	Definitions     int
	DefinitionEvery time.Duration
	// Studies is how many studies an address may put on the server at once, and
	// StudyEvery after how long another; PersonStudies is how many of a person are
	// kept, AllStudies how many in all, and Study the most bytes of one.
	Studies                   int
	StudyEvery                time.Duration
	PersonStudies, AllStudies int
	Study                     int64
	// Subscriptions is how many browsers of an address may ask anew to be told by web
	// push at once, and SubscriptionEvery after how long another may.
	Subscriptions     int
	SubscriptionEvery time.Duration
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
	// Beat is how long a player's socket, or that of one who waits to be paired,
	// may say nothing before it is pinged, and Away after how long without an
	// answer they count as gone. Others are told within Away and a second.
	Beat, Away time.Duration
	// Works is how many pieces of heavy work (pictures, long lines, rulebooks) are
	// done at a time, as many as there are cores if it is 0, and WorksWaiting how
	// many may wait. Of those that cost LargeWork units or more one is done at a
	// time.
	Works, WorksWaiting, LargeWork int
	// Analyses is how many searches of the API run at a time, Waiting how many
	// may wait, AnalysisTime how long one may take. WaitingPerAddress and
	// WaitingPerPerson are how many of those that wait may be of one address and
	// of one person there. Where all places are taken, the last of whoever has
	// most gives way to one who has fewer.
	Analyses, Waiting                   int
	WaitingPerAddress, WaitingPerPerson int
	AnalysisTime                        time.Duration
	// TablesMemory is how many bytes of endgame tables are kept in memory; those that
	// were read first go when there is no room for another.
	TablesMemory int64
	// Workers analyse whole games: GameAnalyses is how many may wait or run in all,
	// GameAnalysesPerAddress and GameAnalysesPerPerson how many of one address and of one
	// person, and GameAnalysisNodes how many positions are searched for each of a game.
	GameAnalyses, GameAnalysesPerAddress, GameAnalysesPerPerson int
	GameAnalysisNodes                                           int
	// LogText is the most bytes of a text in the log. LogLines is how many lines
	// of one kind about one address are written at once, and LogEvery after how
	// long another is; AllLogLines is how many lines a second there may be in
	// all. What is left out is summed up.
	LogText, LogLines int
	LogEvery          time.Duration
	AllLogLines       rate.Limit
	// ShutdownGrace is how long a shutdown may take.
	ShutdownGrace time.Duration
}

// Default returns the limits for a server on the open network.
func Default() Limits {
	return Limits{
		Rate: 200, Burst: 3000,
		StrangerRate: 150, StrangerBurst: 2000,
		PersonRate: 40, PersonBurst: 400,
		Networks:    4,
		CrossOrigin: 200,
		Sessions:    60, SessionEvery: 10 * time.Second,
		Games: 120, GameEvery: 5 * time.Second,
		PersonGames: 30, PersonGameEvery: 20 * time.Second,
		Connections: 256, Sockets: 128, PersonSockets: 32,
		InFlight: 4 << 20, AllInFlight: 64 << 20,
		SendBuffer:    256 << 10,
		SlowestReader: 16 << 10,
		RefusalDelay:  250 * time.Millisecond, RefusalsWaiting: 1024,
		Definitions: 20, DefinitionEvery: 5 * time.Minute,
		Studies: 60, StudyEvery: 10 * time.Minute,
		PersonStudies: 100, AllStudies: 20_000,
		Study:         256 << 10,
		Subscriptions: 60, SubscriptionEvery: time.Minute,
		Messages:     10,
		MessageBurst: 30,
		Message:      4 << 10,
		Body:         64 << 10,
		Quiet:        30 * time.Second,
		Patience:     10 * time.Second,
		Beat:         1500 * time.Millisecond,
		Away:         3700 * time.Millisecond,
		Works:        0, WorksWaiting: 64, LargeWork: 100,
		Analyses:          1,
		Waiting:           32,
		WaitingPerAddress: 8, WaitingPerPerson: 4,
		AnalysisTime: 5 * time.Second,
		TablesMemory: 256 << 20,
		GameAnalyses: 100, GameAnalysesPerAddress: 6, GameAnalysesPerPerson: 2,
		GameAnalysisNodes: 2_000_000,
		LogText:           256, LogLines: 20, LogEvery: 10 * time.Second, AllLogLines: 50,
		ShutdownGrace: 10 * time.Second,
	}
}

// WithoutPerAddress returns the limits without those that count by address or
// person, for a measurement in which all players share one.
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
