package wire

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/variant/definition"
)

// Parts of Tain that contain third-party code.
const (
	PartProgram = "program"
	PartPage    = "page"
)

// Licence is a third-party component and its licence.
type Licence struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Part    string `json:"part" ts:"\"program\" | \"page\""`
	// Text contains the licence text and the authors' notices.
	Text string `json:"text,omitempty"`
}

// Licences lists the third-party components.
type Licences struct {
	Licences []Licence `json:"licences"`
}

// Privacy is the privacy policy of a server.
type Privacy struct {
	// Operator and Contact are those of the server, if they are configured.
	Operator string           `json:"operator,omitempty"`
	Contact  string           `json:"contact,omitempty"`
	Sections []PrivacySection `json:"sections"`
}

// PrivacySection is a section with a heading and paragraphs.
type PrivacySection struct {
	Title string   `json:"title"`
	Text  []string `json:"text"`
}

// OEmbed describes how another site can embed a page. See oembed.com.
type OEmbed struct {
	Version      string `json:"version"` // 1.0
	Type         string `json:"type"`    // rich
	Title        string `json:"title"`
	ProviderName string `json:"provider_name"`
	ProviderURL  string `json:"provider_url"`
	CacheAge     int    `json:"cache_age"` // in seconds
	Width        int    `json:"width"`     // in pixels
	Height       int    `json:"height"`
	HTML         string `json:"html"` // an iframe
}

// BotToken authenticates a bot. The bot sends it in the header "Authorization: Bearer TOKEN".
type BotToken struct {
	Token string `json:"token"`
}

// BotEvent notifies a bot of an open challenge, or of the start or end of one of its games.
type BotEvent struct {
	Type      string     `json:"type" ts:"'challenge' | 'start' | 'finish'"`
	Challenge *Challenge `json:"challenge,omitempty"`
	Game      *Summary   `json:"game,omitempty"`
}

// PushKey is the public key for push subscriptions, in base64url.
type PushKey struct {
	Key string `json:"key"`
}

// PushSubscription is a browser's push subscription: the URL of the push service, and the keys in base64url.
type PushSubscription struct {
	Endpoint string `json:"endpoint"`
	Key      string `json:"key"` // p256dh
	Auth     string `json:"auth"`
}

// PushEndpoint identifies a push subscription.
type PushEndpoint struct {
	Endpoint string `json:"endpoint"`
}

// DefineRequest requests a definition by its text in JSON or TOML, by its packed form (as in a link), or by
// the name of a rule set. The first field that is set is used.
type DefineRequest struct {
	Text    string `json:"text,omitempty"`
	Packed  string `json:"packed,omitempty"`
	Variant string `json:"variant,omitempty"`
	// Kept is set if the definition comes from a link or a game. In this case, a name that another rule set uses
	// is a warning instead of a fault.
	Kept bool `json:"kept,omitempty"`
}

// Defined is a parsed definition. If it has faults, only the faults and the
// warnings are set.
type Defined struct {
	Definition string `json:"definition"` // canonical form, in JSON
	TOML       string `json:"toml"`       // canonical form, in TOML
	Hash       string `json:"hash"`
	Packed     string `json:"packed"` // for a link
	// Info is the compiled rule set.
	Info *VariantInfo `json:"info,omitempty"`
	// Differences lists the differences from orthodox chess in at most three lines.
	Differences []string     `json:"differences"`
	Faults      []FieldFault `json:"faults"`
	Warnings    []FieldFault `json:"warnings"` // such as fields that have no effect
}

// FieldFault is a fault or warning about a field of a definition, such as seam.kinds. If Field is empty, it
// applies to the whole text. Line and Column count from 1; they are 0 if the text has no such place.
type FieldFault struct {
	Field   string `json:"field"`
	Message string `json:"message"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"` // in characters
}

// NewFieldFaults returns faults whose messages are translated by a catalogue.
func NewFieldFaults(c *locale.Catalogue, all []definition.Fault) []FieldFault {
	list := make([]FieldFault, 0, len(all))
	for _, f := range all {
		list = append(list, FieldFault{Field: f.Field, Message: c.Text(f.Message), Line: f.Place.Line, Column: f.Place.Column})
	}
	return list
}
