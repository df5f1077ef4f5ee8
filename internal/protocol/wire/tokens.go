package wire

// Token is the token of an account, without its secret.
type Token struct {
	ID      string   `json:"id"`
	Label   string   `json:"label,omitempty"`
	Scopes  []string `json:"scopes" ts:"('read' | 'play')[]"`
	Created int64    `json:"created"`
	Used    int64    `json:"used,omitempty"` // 0 if it was never used
	Expires int64    `json:"expires"`
}

// Tokens lists the tokens of an account, newest first.
type Tokens struct {
	Tokens []Token `json:"tokens"`
}

// TokenRequest is a request for a new token.
type TokenRequest struct {
	Label  string   `json:"label,omitempty"`
	Scopes []string `json:"scopes" ts:"('read' | 'play')[]"`
	Days   int      `json:"days"` // until the token expires
}

// NewToken is a new token, which is not shown again.
type NewToken struct {
	Token string `json:"token"`
	Info  Token  `json:"info"`
}

// TokenOwner describes a token and its account to a program.
type TokenOwner struct {
	Name    string   `json:"name"`          // of the account
	Bot     bool     `json:"bot,omitempty"` // whether it is a bot account
	Scopes  []string `json:"scopes" ts:"('read' | 'play')[]"`
	Expires int64    `json:"expires"`
}
