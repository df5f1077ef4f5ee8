package wire

// The states of an analysis by workers.
const (
	AnalysisWaiting   = "waiting"
	AnalysisRunning   = "running"
	AnalysisDone      = "done"
	AnalysisFailed    = "failed" // workers have given it up
	AnalysisWithdrawn = "withdrawn"
)

// GameAnalysis is how it stands with an analysis of a whole game by workers.
type GameAnalysis struct {
	// ID names it. Whoever has it may look, and withdraw it.
	ID    string `json:"id"`
	State string `json:"state" ts:"'waiting' | 'running' | 'done' | 'failed' | 'withdrawn'"`
	// Place is its place in the queue while it waits: 1 is next.
	Place int `json:"place"`
	// Done of Total positions are known: that before each half-move and that after the last.
	Done  int `json:"done"`
	Total int `json:"total"`
	// Workers is how many games workers can analyse at a time now. With 0 it waits until
	// there is one.
	Workers int    `json:"workers"`
	Nodes   uint64 `json:"nodes"` // searched for each position
	// Found is what is known of the positions after From half-moves and later.
	From  int               `json:"from"`
	Found []PositionVerdict `json:"found"`
}

// PositionVerdict is what was found in a position of a game.
type PositionVerdict struct {
	Score Score `json:"score"`
	Depth int   `json:"depth"`
	// The line that is expected, in UCI notation and as people write it; empty where the
	// game is over.
	Moves []string `json:"moves"`
	SAN   []string `json:"san"`
}

// GameAnalysts tells whether whole games are analysed by workers.
type GameAnalysts struct {
	// Queue is whether the server has a queue that workers take from: one with a
	// database of its own alone has none.
	Queue bool `json:"queue"`
	// Workers is how many games workers can analyse at a time now, Waiting how many wait.
	Workers int `json:"workers"`
	Waiting int `json:"waiting"`
}
