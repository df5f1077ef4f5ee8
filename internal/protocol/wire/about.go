package wire

// PartProgram and PartPage are the parts of Tain that others' work is in.
const (
	PartProgram = "program"
	PartPage    = "page"
)

// Licence tells of something that others have written and Tain contains.
type Licence struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Part    string `json:"part" ts:"\"program\" | \"page\""`
	// Text is its licence, and what else its authors want to be told.
	Text string `json:"text,omitempty"`
}

// Licences lists what others have written and Tain contains.
type Licences struct {
	Licences []Licence `json:"licences"`
}

// Privacy tells what a server keeps about those who use it.
type Privacy struct {
	// Operator is who runs the server and Contact how to reach them, if they
	// have said so.
	Operator string           `json:"operator,omitempty"`
	Contact  string           `json:"contact,omitempty"`
	Sections []PrivacySection `json:"sections"`
}

// PrivacySection is a part of what is told, with a heading and paragraphs.
type PrivacySection struct {
	Title string   `json:"title"`
	Text  []string `json:"text"`
}
