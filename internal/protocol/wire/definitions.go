package wire

// DefineRequest asks what a definition is: by its text in JSON, packed as it
// stands in a link, or that of a rule set that is known by name. The first that is
// given counts.
type DefineRequest struct {
	Text    string `json:"text,omitempty"`
	Packed  string `json:"packed,omitempty"`
	Variant string `json:"variant,omitempty"`
	// Kept tells that it comes from a link or a game: a name that has been given to
	// another game since is a warning then, and not a fault.
	Kept bool `json:"kept,omitempty"`
}

// Defined is a definition as it has been read. One with faults has these, and
// nothing else but warnings.
type Defined struct {
	Definition string `json:"definition"` // the canonical form, in JSON
	TOML       string `json:"toml"`       // the same for people
	Hash       string `json:"hash"`
	Packed     string `json:"packed"` // one word for a link
	// Info is the rule set that the definition makes.
	Info *VariantInfo `json:"info,omitempty"`
	// Differences say what is different from orthodox chess, in at most three
	// lines.
	Differences []string     `json:"differences"`
	Faults      []FieldFault `json:"faults"`
	Warnings    []FieldFault `json:"warnings"` // what has no effect
}

// FieldFault is something to be told about a field of a definition, such as
// seam.kinds; without a field it is about the whole text.
type FieldFault struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}
