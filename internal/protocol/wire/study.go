package wire

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
