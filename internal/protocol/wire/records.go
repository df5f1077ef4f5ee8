package wire

// PGNGame is a game record: where it starts, what is known about it, and its
// moves as a tree.
type PGNGame struct {
	Variant string   `json:"variant"`
	Start   string   `json:"start"`
	Study   bool     `json:"study,omitempty"` // a side has no king at the start
	Tags    []PGNTag `json:"tags"`            // without those that follow from the rest
	Result  string   `json:"result"`
	// Root is the start: its comment is what is said before the first move.
	Root *PGNNode `json:"root"`
	// Warnings tell what had to be guessed in the reading.
	Warnings []PGNNote `json:"warnings,omitempty"`
}

// PGNNote is something to be said about a place in a text.
type PGNNote struct {
	Message string `json:"message"`
	Game    int    `json:"game"`   // the number of the game in the text, from 1
	Line    int    `json:"line"`   // from 1
	Column  int    `json:"column"` // from 1, in characters
	Offset  int    `json:"offset"` // in bytes from 0
}

// PGNTag is one thing known about a game.
type PGNTag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ReadPGNRequest asks for the games of a text.
type ReadPGNRequest struct {
	Text string `json:"text"`
}

// PGNGames are the games of a text.
type PGNGames struct {
	Games []PGNGame `json:"games"`
	// Skipped tells of games that could not be read, and why.
	Skipped []PGNNote `json:"skipped,omitempty"`
}

// WritePGNRequest asks for a game as text.
type WritePGNRequest struct {
	Game PGNGame `json:"game"`
}

// PGNText is a game as text.
type PGNText struct {
	Text string `json:"text"`
}

// NewStudy is a study to be kept by the server: its chapters as PGN.
type NewStudy struct {
	PGN string `json:"pgn"`
}

// StudyChange replaces the text of a study that has a version.
type StudyChange struct {
	Version int    `json:"version"`
	PGN     string `json:"pgn"`
}

// StudyInfo is a study that the server keeps.
type StudyInfo struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Version int    `json:"version"` // 1 at first, one more with each change
	Created int64  `json:"created"`
	Updated int64  `json:"updated"`
	PGN     string `json:"pgn,omitempty"` // not told to who has just sent it
}

// OneStudy is the answer about a study.
type OneStudy struct {
	Study StudyInfo `json:"study"`
	// Secret lets one change the study; only who has made it is told, once.
	Secret string `json:"secret,omitempty"`
}
