package wire

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
