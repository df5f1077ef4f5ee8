package wire

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
