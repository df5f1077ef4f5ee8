package config

import "github.com/tainchess/tain/internal/site/store/postgres"

// secret are the settings that are never shown.
var secret = map[string]bool{"tls.acme-eab-key": true, "bus": true}

// partly are the settings of which only a part is shown.
var partly = map[string]func(string) string{"store": postgres.Masked}

// mayBeNone are the numbers and times that may be 0, beside those that are so
// usually. Of most others there must be some, or nobody could do anything.
var mayBeNone = map[string]bool{"tls.hsts": true, "delete-studies-after": true, "limits.waiting": true, "cluster.leave": true, "cluster.hand-over": true, "backup.keep": true,
	"limits.send-buffer":      true,
	"limits.refusal-delay":    true,
	"limits.refusals-waiting": true,
	"limits.works-waiting":    true,
}

// largestOf are the largest values of numbers that cost much.
var largestOf = map[string]int64{"games.players": 256, "limits.analyses": 256}

// help says what each setting is for. A test tells which is missing, and which
// there is no more.
var help = map[string]string{
	"addr":                "Where to listen, as `HOST:PORT`; `:8080` is every address of the machine, port 0 any free one.",
	"admin-addr":          "Where metrics, profiles and the log level are served. Nothing there asks who you are: keep it to this machine, such as `localhost:9090`.",
	"data":                "The folder that keeps the games; if not told, the usual one of the user.",
	"store":               "The address of a PostgreSQL database that keeps the games instead of the folder, such as `postgres://tain@localhost/tain`. Its password is better in `PGPASSWORD`, `~/.pgpass` or a file of its own than here; it is never shown.",
	"store-password-file": "A file whose first line is the password of `store`.",
	"memory":              "Keep games in memory only: they are gone when the server ends.",
	"definitions":         "Files of definitions to offer beside the rule sets there are.",
	"log-level":           "`debug`, `info`, `warn` or `error`. SIGHUP reads it anew from the file.",
	"log-format":          "`text` or `json`.",
	"trusted-proxies":     "Addresses and networks of proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are believed; `private` stands for loopback and private networks.",
	"public-metrics":      "Serve `/metrics` on the public address too.",
	"no-limits":           "Do not limit what one address may ask for. Only for measuring.",
	"operator":            "Who runs the server: told on the page about privacy.",
	"contact":             "How to reach them: told on the page about privacy.",
	"security-contact":    "Where to report weaknesses, `mailto:` or `https:`: told in `/.well-known/security.txt`, which is not there without it.",

	"delete-after":         "How long after its end a game is deleted, such as `365d`; `0s` is never.",
	"anonymise-after":      "How long after its end it is forgotten who played a game, such as `90d`; `0s` is never.",
	"delete-studies-after": "How long after it was last read or changed a study is deleted, such as `400d`; `0s` is never.",

	"bus":               "An outside NATS by which the nodes of a cluster tell each other, such as `nats://10.0.0.5:4222`. A password in it belongs in the environment (`TAIN_BUS`) or the file, not on the command line. See [a cluster's nodes](#a-clusters-nodes).",
	"cluster.listen":    "Where other nodes reach the NATS embedded in this one, as `HOST:PORT`; with it the server is a node of a cluster.",
	"cluster.peers":     "Where the other nodes listen; this one may be among them.",
	"cluster.key":       "A file with the secret that all nodes share, at least 20 characters: nobody joins without it.",
	"cluster.cert":      "A file with the certificate of this node (PEM): nodes then speak TLS with each other.",
	"cluster.cert-key":  "The file of its private key (PEM).",
	"cluster.ca":        "A file with the authority by which nodes know each other's certificates (PEM).",
	"cluster.leave":     "How long a node that is told to stop goes on, not ready, before it sends its sockets away: the proxy in front must notice within that time.",
	"cluster.hand-over": "Over how long it then sends its sockets to other nodes.",

	"backup.dir":   "The folder for backups, each verified by opening it; none are made without it. See [backup.md](backup.md).",
	"backup.every": "How often one is made.",
	"backup.keep":  "How long one is kept; `0s` is for ever. The newest always stays.",
	"backup.key":   "Encrypt them to a recipient (`age1...`), or to those of a file.",

	"push.off":     "Tell no browsers by web push when it is somebody's turn.",
	"push.trusted": "Origins of push services that may be at private addresses and without HTTPS, such as `http://10.0.0.5:9000`: for closed networks.",

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

	"limits.rate":                "Units of work an address may ask for in a second; `inf` does not limit it.",
	"limits.burst":               "How many at once.",
	"limits.connections":         "Connections an address may hold open.",
	"limits.sockets":             "Sockets an address may hold open.",
	"limits.definitions":         "Rule sets an address may bring along in games at once.",
	"limits.definition-every":    "After how long it may bring another.",
	"limits.studies":             "Studies an address may put on the server at once.",
	"limits.study-every":         "After how long it may put another there.",
	"limits.person-studies":      "Studies of a person that are kept.",
	"limits.all-studies":         "Studies that are kept in all.",
	"limits.study":               "The most bytes of a study.",
	"limits.subscriptions":       "Browsers of an address that may ask anew to be told by web push at once.",
	"limits.subscription-every":  "After how long another may.",
	"limits.beat":                "How long the socket of a player, or of one who waits to be paired, may say nothing before it is pinged.",
	"limits.away":                "After how long without an answer they count as gone.",
	"limits.messages":            "Messages a socket may send in a second.",
	"limits.message-burst":       "How many at once.",
	"limits.message":             "The most bytes of a socket's message.",
	"limits.body":                "The most bytes of a request's body.",
	"limits.quiet":               "How long a socket may say nothing before it is pinged.",
	"limits.patience":            "How long a body, an answer to a ping or a write may take.",
	"limits.analyses":            "Analyses that run at a time.",
	"limits.waiting":             "Analyses that may wait.",
	"limits.analysis-time":       "How long one may take.",
	"limits.stranger-rate":       "The part of an address's work for all there who have no session, a second.",
	"limits.stranger-burst":      "How many at once.",
	"limits.person-rate":         "Units of work a person may ask for in a second.",
	"limits.person-burst":        "How many at once.",
	"limits.networks":            "How many times what an address may do all addresses of an IPv6 network (/48) may.",
	"limits.cross-origin":        "The most units that one request from a page of another origin may cost.",
	"limits.sessions":            "New persons that may come from an address at once.",
	"limits.session-every":       "After how long another may.",
	"limits.games":               "Games an address may create at once.",
	"limits.game-every":          "After how long it may create another.",
	"limits.person-games":        "Games a person may create at once.",
	"limits.person-game-every":   "After how long they may create another.",
	"limits.person-sockets":      "Sockets a person may hold open.",
	"limits.in-flight":           "Bytes of unread answers an address may have in memory.",
	"limits.all-in-flight":       "How many there may be in all.",
	"limits.send-buffer":         "Bytes the system holds of answers to one connection; 0 leaves it to the system.",
	"limits.slowest-reader":      "Bytes a second an answer must be read at.",
	"limits.refusal-delay":       "How long one who has asked for too much waits to be told so; `0s` tells at once.",
	"limits.refusals-waiting":    "How many wait so at a time.",
	"limits.works":               "Pieces of heavy work done at a time; 0 is as many as there are cores.",
	"limits.works-waiting":       "How many may wait.",
	"limits.large-work":          "Units from which one such piece is done at a time.",
	"limits.log-text":            "The most bytes of a text in the log.",
	"limits.log-lines":           "Lines of one kind about one address that are logged at once.",
	"limits.log-every":           "After how long another is.",
	"limits.all-log-lines":       "Lines of the log a second, in all.",
	"limits.waiting-per-address": "How many of those that wait may be of one address.",
	"limits.waiting-per-person":  "And of one person there.",
	"limits.shutdown-grace":      "How long a shutdown may take.",

	"limits.game-analyses":             "Analyses of whole games by workers that may wait or run.",
	"limits.game-analyses-per-address": "How many of them may be of one address.",
	"limits.game-analyses-per-person":  "And of one person there.",
	"limits.game-analysis-nodes":       "Positions that a worker searches for each position of a game; less for each of one with more than 150.",

	"games.computer-games-per-person":  "Games of a person that may wait for the computer before no more are created.",
	"games.computer-games-per-address": "The same for an address.",
	"games.turn-time":                  "How long the computer may think about a move while others wait.",
	"games.unwatched-time":             "How long it thinks about a move that nobody watches for.",
	"games.unwatched":                  "Unwatched games that are in the queue at a time.",
	"games.challenges-per-person":      "Games that anybody may join, open at a time, of a person.",
	"games.challenges-per-address":     "The same for an address.",
	"games.seeks-per-address":          "People of an address who may wait to be paired.",
	"games.seeks":                      "And how many in all.",
	"games.challenge-grace":            "How long a challenge stays open after its maker has left.",
	"games.players":                    "Computer opponents that think at the same time.",
	"games.games-per-session":          "Running games a session may have.",
	"games.definitions":                "Rule sets that people have written, kept in all.",
	"games.backlog":                    "Messages that may wait for a watcher before it counts as too slow.",
	"games.idle":                       "How long a game that nobody uses stays in memory.",
}
