package wire

// OpenIDRequest is a request to sign in at the server's OpenID Connect provider. If the browser is signed in already, it
// confirms the account.
type OpenIDRequest struct {
	// Move moves the games of the browser's guest to the account.
	Move bool `json:"move,omitempty"`
}

// OpenIDVisit contains the page of the provider that the browser must open. The provider then sends it to /account.
type OpenIDVisit struct {
	URL string `json:"url"`
}

// OpenIDReturn is the query of the address to which the provider has sent the browser.
type OpenIDReturn struct {
	Code   string `json:"code"`
	State  string `json:"state"`
	Issuer string `json:"iss,omitempty"`
}

// OpenIDResult is the result of a sign-in at the provider: the browser is signed in, its account is confirmed, or the
// person has no account yet and must choose a name.
type OpenIDResult struct {
	Result string `json:"result" ts:"'signed-in' | 'confirmed' | 'unnamed'"`
}
