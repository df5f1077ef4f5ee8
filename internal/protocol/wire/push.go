package wire

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
