package config

// secret are the settings that are never shown.
var secret = map[string]bool{"tls.acme-eab-key": true}

// mayBeNone are the numbers and times that may be 0, beside those that are so
// usually. Of most others there must be some, or nobody could do anything.
var mayBeNone = map[string]bool{"tls.hsts": true, "limits.waiting": true}

// largestOf are the largest values of numbers that cost much.
var largestOf = map[string]int64{"games.players": 256, "limits.analyses": 256}

// help says what each setting is for. A test tells which is missing, and which
// there is no more.
var help = map[string]string{
	"addr":             "Where to listen, as `HOST:PORT`; `:8080` is every address of the machine, port 0 any free one.",
	"admin-addr":       "Where metrics, profiles and the log level are served. Nothing there asks who you are: keep it to this machine, such as `localhost:9090`.",
	"data":             "The folder that keeps the games; if not told, the usual one of the user.",
	"memory":           "Keep games in memory only: they are gone when the server ends.",
	"definitions":      "Files of definitions to offer beside the rule sets there are.",
	"log-level":        "`debug`, `info`, `warn` or `error`. SIGHUP reads it anew from the file.",
	"log-format":       "`text` or `json`.",
	"trusted-proxies":  "Addresses and networks of proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are believed; `private` stands for loopback and private networks.",
	"public-metrics":   "Serve `/metrics` on the public address too.",
	"no-limits":        "Do not limit what one address may ask for. Only for measuring.",
	"operator":         "Who runs the server: told on the page about privacy.",
	"contact":          "How to reach them: told on the page about privacy.",
	"security-contact": "Where to report weaknesses, `mailto:` or `https:`: told in `/.well-known/security.txt`, which is not there without it.",

	"tls.cert":           "A file with the certificate and those it hangs on (PEM). It is read anew when it changes.",
	"tls.key":            "The file of its private key (PEM).",
	"tls.domains":        "Names to get certificates for from an authority, by ACME. Whoever names some agrees to its terms.",
	"tls.email":          "Where the authority writes to.",
	"tls.http-addr":      "Where plain HTTP is sent on to HTTPS, such as `:80`. The authority may ask there too.",
	"tls.acme-directory": "The authority's ACME directory; if not told, that of Let's Encrypt.",
	"tls.acme-roots":     "A file of certificates (PEM) by which the authority itself is known, where it has its own.",
	"tls.acme-eab-id":    "The name of an account at an authority that asks for one (external account binding).",
	"tls.acme-eab-key":   "Its key, in base64url. Better in the environment than in the file.",
	"tls.hsts":           "How long browsers are to use HTTPS alone, once they have; `0s` does not say so.",

	"limits.rate":             "Units of work an address may ask for in a second; `inf` does not limit it.",
	"limits.burst":            "How many at once.",
	"limits.connections":      "Connections an address may hold open.",
	"limits.sockets":          "Sockets an address may hold open.",
	"limits.definitions":      "Rule sets an address may bring along in games at once.",
	"limits.definition-every": "After how long it may bring another.",
	"limits.messages":         "Messages a socket may send in a second.",
	"limits.message-burst":    "How many at once.",
	"limits.message":          "The most bytes of a socket's message.",
	"limits.body":             "The most bytes of a request's body.",
	"limits.quiet":            "How long a socket may say nothing before it is pinged.",
	"limits.patience":         "How long a body, an answer to a ping or a write may take.",
	"limits.analyses":         "Analyses that run at a time.",
	"limits.waiting":          "Analyses that may wait.",
	"limits.analysis-time":    "How long one may take.",
	"limits.shutdown-grace":   "How long a shutdown may take.",

	"games.players":           "Computer opponents that think at the same time.",
	"games.games-per-session": "Running games a session may have.",
	"games.definitions":       "Rule sets that people have written, kept in all.",
	"games.backlog":           "Messages that may wait for a watcher before it counts as too slow.",
	"games.idle":              "How long a game that nobody uses stays in memory.",
}
