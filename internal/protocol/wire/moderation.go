package wire

// ReportRequest reports a player to the operators: the player of a side in a game, or an account by name.
type ReportRequest struct {
	Reason string `json:"reason" ts:"\"engine\" | \"stalls\" | \"farming\" | \"name\" | \"other\""`
	Game   string `json:"game,omitempty"`
	Side   string `json:"side,omitempty" ts:"Colour"`
	Name   string `json:"name,omitempty"`
	Text   string `json:"text,omitempty"`
}

// AppealRequest asks the operators to reconsider an action.
type AppealRequest struct {
	Action string `json:"action"`
	Text   string `json:"text"`
}

// ModerationNotice tells the owner of an account what an operator has done.
type ModerationNotice struct {
	ID       string `json:"id"`
	Kind     string `json:"kind" ts:"\"muted\" | \"banned\" | \"renamed\" | \"refunded\""`
	Reason   string `json:"reason"`
	At       int64  `json:"at"`
	Until    int64  `json:"until,omitempty"` // 0 for no end
	Appealed bool   `json:"appealed,omitempty"`
}

// Report is a report about a player, or an appeal, as operators see it.
type Report struct {
	ID       string `json:"id"`
	Reason   string `json:"reason" ts:"ReportRequest[\"reason\"] | \"appeal\""`
	Person   string `json:"person,omitempty"`   // hash; empty after the person was erased
	Name     string `json:"name"`               // of the person
	Reporter string `json:"reporter,omitempty"` // name
	Game     string `json:"game,omitempty"`
	Text     string `json:"text,omitempty"`
	Created  int64  `json:"created"`
	Closed   int64  `json:"closed,omitempty"` // 0 while it is open
}

// Reports is a list of reports.
type Reports struct {
	Reports []Report `json:"reports"`
}

// ReportDetails is a report with what is known about the person.
type ReportDetails struct {
	Report Report `json:"report"`
	// Appealed is the action that an appeal is about.
	Appealed *ModerationAction `json:"appealed,omitempty"`
	Account  bool              `json:"account"` // whether the person has an account
	Role     string            `json:"role,omitempty"`
	Banned   bool              `json:"banned,omitempty"`
	Muted    bool              `json:"muted,omitempty"`
	// Addresses are those from which the person has begun rated games.
	Addresses []UsedAddress `json:"addresses"`
	// Games are the person's latest finished games, and Reports the other reports about the person.
	Games   []ReportedGame     `json:"games"`
	Reports []Report           `json:"reports"`
	Actions []ModerationAction `json:"actions"`
}

// UsedAddress is an address from which a person has begun rated games, and the names of others there.
type UsedAddress struct {
	Address string   `json:"address"`
	Seen    int64    `json:"seen"`
	Others  []string `json:"others"`
}

// ReportedGame is a finished game of a person.
type ReportedGame struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	Side    string `json:"side" ts:"Colour"` // of the person
	White   string `json:"white"`
	Black   string `json:"black"`
	Result  string `json:"result"`
	Rated   bool   `json:"rated,omitempty"`
	Plies   int    `json:"plies"`
	Ended   int64  `json:"ended"`
}

// ModerationAction is an entry of the audit log.
type ModerationAction struct {
	ID       string `json:"id"`
	Kind     string `json:"kind" ts:"\"muted\" | \"unmuted\" | \"banned\" | \"unbanned\" | \"renamed\" | \"refunded\" | \"dismissed\" | \"role\" | \"erased\""`
	Person   string `json:"person,omitempty"` // hash
	Name     string `json:"name,omitempty"`
	Operator string `json:"operator,omitempty"` // name; empty for tain admin
	Report   string `json:"report,omitempty"`
	Game     string `json:"game,omitempty"`
	Reason   string `json:"reason"`
	At       int64  `json:"at"`
	Until    int64  `json:"until,omitempty"`
}

// ModerationLog is the audit log, latest first.
type ModerationLog struct {
	Actions []ModerationAction `json:"actions"`
}

// ModerationRequest is an operator's decision about a report.
type ModerationRequest struct {
	Report string `json:"report"`
	Kind   string `json:"kind" ts:"Exclude<ModerationAction[\"kind\"], \"role\" | \"erased\">"`
	Reason string `json:"reason"`
	Days   int    `json:"days,omitempty"` // duration of a ban or a mute; 0 for no end
	Name   string `json:"name,omitempty"` // new name
	Game   string `json:"game,omitempty"` // game to refund; defaults to that of the report
}
