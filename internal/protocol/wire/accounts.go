package wire

import "encoding/json"

// AccountState is the state of accounts for a browser.
type AccountState struct {
	// Passkeys reports whether this page can use accounts. If not, Why is the reason: the server has none (off), the
	// page does not use HTTPS (https), or it has another address than the passkeys (address), which is Site.
	Passkeys bool   `json:"passkeys"`
	Why      string `json:"why,omitempty" ts:"'off' | 'https' | 'address'"`
	Site     string `json:"site,omitempty"`
	Open     bool   `json:"open"`  // whether anybody can register
	Guest    bool   `json:"guest"` // whether the browser has a guest's cookie, who may have games
	// Provider is the name of the OpenID Connect provider at which people can sign in.
	Provider string `json:"provider,omitempty"`
	// Account is the account to which the browser is signed in.
	Account *Account `json:"account,omitempty"`
}

// Account is a person's account, as shown to that person.
type Account struct {
	Name      string `json:"name"`
	Role      string `json:"role,omitempty"`
	Created   int64  `json:"created"`
	Confirmed bool   `json:"confirmed"` // whether sensitive changes are possible without verifying a passkey again
	Codes     int    `json:"codes"`     // unused recovery codes
	// Provider reports whether the person signs in at the OpenID Connect provider. If the account has no passkeys,
	// sensitive changes need a new sign-in there.
	Provider bool      `json:"provider,omitempty"`
	Passkeys []Passkey `json:"passkeys"`
	Devices  []Device  `json:"devices"`
	// Notices are about what operators have done, latest first.
	Notices []ModerationNotice `json:"notices,omitempty"`
}

// Passkey is a passkey of an account.
type Passkey struct {
	ID      string `json:"id"` // base64url
	Label   string `json:"label,omitempty"`
	Created int64  `json:"created"`
	Used    int64  `json:"used"`
}

// Device is a browser that is signed in to an account.
type Device struct {
	ID      string `json:"id"`
	Agent   string `json:"agent,omitempty"` // such as "Firefox, Android"
	Created int64  `json:"created"`
	Used    int64  `json:"used"`
	Here    bool   `json:"here,omitempty"` // whether it is this browser
}

// ChallengeRequest is a request for a challenge that a passkey must sign.
type ChallengeRequest struct {
	Purpose string `json:"purpose" ts:"'register' | 'sign-in' | 'confirm' | 'add'"`
	Name    string `json:"name,omitempty"` // of the account to register
}

// PasskeyChallenge contains the options for the browser's credential manager, in the JSON form of the WebAuthn standard.
type PasskeyChallenge struct {
	Options json.RawMessage `json:"options" ts:"{ publicKey: Record<string, unknown> }"`
}

// CredentialRequest is the response of the credential manager, in the JSON form of the WebAuthn standard.
type CredentialRequest struct {
	Credential json.RawMessage `json:"credential" ts:"unknown"`
	Label      string          `json:"label,omitempty"` // of a new passkey
	// Move moves the games of the browser's guest to the account.
	Move bool `json:"move,omitempty"`
}

// RecoveryRequest is a request to sign in with a recovery code.
type RecoveryRequest struct {
	Code string `json:"code"`
}

// RecoveryCodes are new recovery codes, which are not shown again.
type RecoveryCodes struct {
	Codes []string `json:"codes"`
}

// SignOutRequest is a request to sign out this browser, another device, or all other devices.
type SignOutRequest struct {
	Device string `json:"device,omitempty"`
	Others bool   `json:"others,omitempty"`
}

// NameRequest is a request to change the name of an account.
type NameRequest struct {
	Name string `json:"name"`
}
