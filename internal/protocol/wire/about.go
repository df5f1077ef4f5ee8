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

// OEmbed tells another site how to show a link of this one, see oembed.com.
type OEmbed struct {
	Version      string `json:"version"` // 1.0
	Type         string `json:"type"`    // rich
	Title        string `json:"title"`
	ProviderName string `json:"provider_name"`
	ProviderURL  string `json:"provider_url"`
	CacheAge     int    `json:"cache_age"` // in seconds
	Width        int    `json:"width"`     // in pixels
	Height       int    `json:"height"`
	HTML         string `json:"html"` // a frame
}

// BotToken is what a program is known by: it stands behind Bearer in the header
// Authorization of everything it asks.
type BotToken struct {
	Token string `json:"token"`
}

// BotEvent tells a program of a challenge that anybody may accept, or that one of
// its games begins or ends.
type BotEvent struct {
	Type      string     `json:"type" ts:"'challenge' | 'start' | 'finish'"`
	Challenge *Challenge `json:"challenge,omitempty"`
	Game      *Summary   `json:"game,omitempty"`
}

// PushKey is the key that browsers subscribe with, in base64url.
type PushKey struct {
	Key string `json:"key"`
}

// PushSubscription is what a browser gives so that it can be told something: the
// address of its push service, and its keys in base64url.
type PushSubscription struct {
	Endpoint string `json:"endpoint"`
	Key      string `json:"key"` // p256dh
	Auth     string `json:"auth"`
}

// PushEndpoint names a subscription.
type PushEndpoint struct {
	Endpoint string `json:"endpoint"`
}

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
