package admin

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/notation"
)

// Request contains the arguments of a command. Each command reads the fields it needs.
type Request struct {
	Games   []string `json:"games,omitempty"`
	Studies []string `json:"studies,omitempty"`
	Person  string   `json:"person,omitempty"`
	Subject string   `json:"subject,omitempty"` // subject of a ban: an address, a range or a person
	Account string   `json:"account,omitempty"` // name or hash of an account
	Role    string   `json:"role,omitempty"`
	Report  string   `json:"report,omitempty"` // the report that an action closes
	Text    string   `json:"text,omitempty"`   // a name or a notice
	Reason  string   `json:"reason,omitempty"`
	For     int64    `json:"for,omitempty"` // milliseconds; 0 for no end
	Off     bool     `json:"off,omitempty"`
	Stop    bool     `json:"stop,omitempty"` // hand over the players and stop the server

	All       bool  `json:"all,omitempty"` // closed reports too
	Running   bool  `json:"running,omitempty"`
	Ended     bool  `json:"ended,omitempty"`
	Older     int64 `json:"older,omitempty"` // milliseconds since the last change, or since the end if only ended games match
	Anonymise bool  `json:"anonymise,omitempty"`
	DryRun    bool  `json:"dryRun,omitempty"`
	Limit     int   `json:"limit,omitempty"`
	Days      int   `json:"days,omitempty"`

	by game.Hash // operator who decides on the page; zero for tain admin
}

// Done is the result of a command that makes changes.
type Done struct {
	Done  string   `json:"done"`
	Games []string `json:"games,omitempty"`
	Count int      `json:"count"`
}

var commands = map[string]func(*Service, context.Context, Request) (any, error){
	"status": (*Service).status, "games": (*Service).list, "connections": (*Service).connections,
	"end": (*Service).end, "delete": (*Service).delete, "ban": (*Service).ban, "unban": (*Service).unban, "bans": (*Service).listBans,
	"rename": (*Service).rename, "announce": (*Service).announce, "drain": (*Service).drain, "read-only": (*Service).freeze,
	"accounts": (*Service).accounts, "account": (*Service).account, "close-account": (*Service).closeAccount, "role": (*Service).setRole, "refund": (*Service).refund,
	"export": (*Service).exportPerson, "erase": (*Service).erase, "prune": (*Service).prune, "delete-study": (*Service).deleteStudy, "sizes": (*Service).sizes,
	"reports": (*Service).listReports, "report": (*Service).report, "dismiss": (*Service).dismiss, "mute": (*Service).mute, "unmute": (*Service).unmute,
	"log": (*Service).listActions,
}

// changing lists the commands that are logged because they change or export data.
var changing = []string{"end", "delete", "ban", "unban", "rename", "announce", "drain", "read-only", "export", "erase", "prune", "delete-study", "close-account", "role", "refund", "dismiss", "mute", "unmute"}

// Do runs a command and returns its result, to be encoded as JSON.
func (s *Service) Do(ctx context.Context, command string, q Request) (any, error) {
	do, ok := commands[command]
	if !ok {
		return nil, fmt.Errorf("unknown command %q; commands are %s", notation.Clip(command), strings.Join(slices.Sorted(maps.Keys(commands)), ", "))
	}
	answer, err := do(s, ctx, q)
	if slices.Contains(changing, command) {
		// Do not log names or cookies, because the log may outlive a person's data.
		if err != nil {
			s.log.Info("admin: command failed", "command", command)
		} else {
			s.log.Info("admin", "command", command, "games", len(q.Games))
		}
	}
	return answer, err
}

// Status is the state of a server.
type Status struct {
	Running    bool        `json:"running"`           // whether a server is using the database
	Servers    *int        `json:"servers,omitempty"` // number of servers, if the database is shared
	Since      string      `json:"since,omitempty"`
	Mode       Mode        `json:"mode,omitempty"`
	Notice     wire.Notice `json:"notice"`
	Live       int         `json:"live"` // games in memory
	Watchers   int         `json:"watchers"`
	Thinking   int         `json:"thinking"`
	Queued     int         `json:"queued"`
	Bans       int         `json:"bans"`
	LastBackup string      `json:"lastBackup,omitempty"`
}

// sharedStore is a store that several servers can use at the same time.
type sharedStore interface {
	Servers(ctx context.Context) (int, error)
}

func (s *Service) status(ctx context.Context, _ Request) (any, error) {
	s.mu.RLock()
	st := Status{Running: s.online(), Bans: s.bans.countActive(now())}
	mode := s.mode()
	s.mu.RUnlock()
	st.Notice = s.Notice()
	if !s.online() {
		if shared, ok := s.store.(sharedStore); ok {
			n, err := shared.Servers(ctx)
			st.Running, st.Servers = n > 0, &n
			return st, err
		}
		return st, nil
	}
	h := s.hub.Stats()
	st.Mode, st.Since = mode, s.began.UTC().Format(time.RFC3339)
	st.Live, st.Watchers, st.Thinking, st.Queued = h.Live, h.Watchers, h.Thinking, h.Queued
	if s.LastBackup != nil {
		if at := s.LastBackup(); !at.IsZero() {
			st.LastBackup = at.UTC().Format(time.RFC3339)
		}
	}
	return st, nil
}

// Games is a list of games.
type Games struct {
	Games []room.Entry `json:"games"`
}

// defaultLimit is the default number of games in a list.
const defaultLimit = 50

func (s *Service) list(ctx context.Context, q Request) (any, error) {
	f := store.Filter{Running: q.Running, Ended: q.Ended, Limit: cmp.Or(q.Limit, defaultLimit)}
	if q.Older > 0 {
		f.Before = now() - q.Older
	}
	if q.Person != "" {
		who, err := s.person(ctx, q.Person)
		if err != nil {
			return nil, err
		}
		f.Player = who
	}
	list, err := s.store.List(ctx, f)
	return Games{append([]room.Entry{}, list...)}, err
}

// Connection is a client that is connected to a game.
type Connection struct {
	Address string `json:"address"`
	Person  string `json:"person,omitempty"`
	Game    string `json:"game"`
	Since   string `json:"since"`
}

// Connections is a list of connections.
type Connections struct {
	Connections []Connection `json:"connections"`
}

// offline returns the error for a command that requires a running server if there is none.
func (s *Service) offline() error {
	if _, ok := s.store.(sharedStore); ok {
		return errors.New("this command needs a running server; give the server's folder with --data")
	}
	return errors.New("no running server uses this folder")
}

func (s *Service) connections(context.Context, Request) (any, error) {
	if !s.online() {
		return nil, s.offline()
	}
	all := Connections{[]Connection{}}
	for _, c := range s.web.Connections() {
		one := Connection{Address: c.Address.String(), Game: c.Game, Since: c.Since.UTC().Format(time.RFC3339)}
		if c.Who != (game.Hash{}) {
			one.Person = hex.EncodeToString(c.Who[:])
		}
		all.Connections = append(all.Connections, one)
	}
	slices.SortFunc(all.Connections, func(a, b Connection) int {
		return strings.Compare(a.Address+" "+a.Since, b.Address+" "+b.Since)
	})
	return all, nil
}

func (s *Service) end(ctx context.Context, q Request) (any, error) {
	d := Done{Done: "ended"}
	for _, id := range q.Games {
		ended, err := s.stop(ctx, id)
		if err != nil {
			return nil, withGame(id, err)
		}
		if ended {
			d.Games = append(d.Games, id)
		}
	}
	d.Count = len(d.Games)
	return d, nil
}

// stop ends a game, notifies the servers that have it in memory, and reports whether it was in progress.
func (s *Service) stop(ctx context.Context, id string) (bool, error) {
	c, err := hub.Stop(ctx, s.store, s.find, id)
	if err != nil || len(c.Events) == 0 {
		return false, err
	}
	if s.online() {
		s.hub.Ended(c)
	} else if shared, ok := s.store.(store.Shared); ok { // servers may have the game in memory
		return true, shared.Announce(ctx, store.Changed, id)
	}
	return true, nil
}

func (s *Service) delete(ctx context.Context, q Request) (any, error) {
	d := Done{Done: "deleted"}
	for _, id := range q.Games {
		if err := s.store.Delete(ctx, id); err != nil {
			return nil, withGame(id, err)
		}
		if s.online() {
			s.hub.Drop(id)
		}
		d.Games = append(d.Games, id)
	}
	d.Count = len(d.Games)
	return d, nil
}

// deleteStudy deletes studies by their identifiers, the last component of their links.
func (s *Service) deleteStudy(ctx context.Context, q Request) (any, error) {
	d := Done{Done: "deleted"}
	for _, id := range q.Studies {
		err := s.store.DeleteStudy(ctx, id)
		if errors.Is(err, studies.ErrNotFound) {
			err = fmt.Errorf("unknown study %q", notation.Clip(id))
		}
		if err != nil {
			return nil, err
		}
		d.Count++
	}
	return d, nil
}

// newBan returns a ban that begins now and lasts ms milliseconds, or has no end if ms is 0.
func newBan(subject, reason string, ms int64) store.Ban {
	b := store.Ban{Subject: subject, Reason: reason, Created: now()}
	if ms != 0 {
		b.Until = b.Created + ms
	}
	return b
}

// until returns the time ms milliseconds from now, or 0 if ms is 0.
func until(ms int64) int64 {
	if ms == 0 {
		return 0
	}
	return now() + ms
}

// subject returns the subject of a ban: an address range, or a person's hash. who is zero for a range.
func (s *Service) subject(ctx context.Context, text string) (subject string, who game.Hash, err error) {
	if isRange(text) {
		p, err := parseRange(text)
		return p.String(), who, err
	}
	who, err = s.anyone(ctx, text)
	return hex.EncodeToString(who[:]), who, err
}

func (s *Service) ban(ctx context.Context, q Request) (any, error) {
	subject, who, err := s.subject(ctx, q.Subject)
	if err != nil {
		return nil, err
	}
	text := cmp.Or(moderation.Clean(q.Reason), noReason)
	if who != (game.Hash{}) {
		if text, err = needReason(q); err != nil {
			return nil, err
		}
	}
	if err := s.checkReport(ctx, q); err != nil {
		return nil, err
	}
	b := newBan(subject, text, q.For)
	if err := s.addBan(ctx, b); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.bans.add(b)
	s.mu.Unlock()
	if who, err := hex.DecodeString(subject); err == nil && len(who) == len(game.Hash{}) {
		s.forgetAccounts(game.Hash(who)) // the ban has ended the person's tokens
	}
	if s.online() { // disconnect banned clients
		s.web.Cut(s.isBanned)
	}
	return b, s.record(ctx, q, moderation.Action{Kind: moderation.Banned, Person: who, Reason: text, Until: b.Until})
}

// addBan saves a ban or a mute.
func (s *Service) addBan(ctx context.Context, b store.Ban) error {
	if err := s.store.Ban(ctx, b); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bans.add(b)
	return nil
}

func (s *Service) unban(ctx context.Context, q Request) (any, error) {
	subject, who, err := s.subject(ctx, q.Subject)
	if err != nil {
		return nil, err
	}
	if err := s.lift(ctx, subject, "banned"); err != nil {
		return nil, err
	}
	return Done{Done: "unbanned", Count: 1}, s.record(ctx, q, moderation.Action{Kind: moderation.Unbanned, Person: who, Reason: moderation.Clean(q.Reason)})
}

// lift deletes a ban or a mute. state is what the subject must be.
func (s *Service) lift(ctx context.Context, subject, state string) error {
	if err := s.store.Unban(ctx, subject); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.bans.remove(subject) {
		return explain(moderation.ErrState, "%v is not %v", strings.TrimPrefix(subject, store.MutePrefix), state)
	}
	return nil
}

// Bans is a list of bans.
type Bans struct {
	Bans []store.Ban `json:"bans"`
}

func (s *Service) listBans(ctx context.Context, _ Request) (any, error) {
	all, err := s.store.Bans(ctx)
	return Bans{slices.DeleteFunc(all, func(b store.Ban) bool { return !active(b, now()) })}, err
}

func (s *Service) rename(ctx context.Context, q Request) (any, error) {
	who, err := s.anyone(ctx, q.Person)
	if err != nil {
		return nil, err
	}
	clean, err := name.Clean(q.Text)
	switch {
	case err != nil:
		return nil, err
	case clean == "" && !q.Off:
		return nil, explain(people.ErrNoName, "%q is not a visible name", notation.Clip(q.Text))
	case q.Off:
		clean = ""
	}
	text := moderation.Clean(q.Reason)
	if !q.Off {
		if text, err = needReason(q); err != nil {
			return nil, err
		}
	}
	if err := s.checkReport(ctx, q); err != nil {
		return nil, err
	}
	done, err := s.renameTo(ctx, who, clean)
	if err != nil {
		return nil, err
	}
	return done, s.record(ctx, q, moderation.Action{Kind: moderation.Renamed, Person: who, Reason: text})
}

// renameTo changes the name of a person's account, or of a guest.
func (s *Service) renameTo(ctx context.Context, who game.Hash, clean string) (any, error) {
	switch a, err := s.store.Account(ctx, who); {
	case err == nil:
		return s.renameAccount(ctx, a, clean)
	case !errors.Is(err, people.ErrNotFound):
		return nil, err
	}
	ids, err := s.store.Rename(ctx, who, clean)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	if delete(s.names, who); clean != "" {
		s.names[who] = clean
	}
	s.mu.Unlock()
	s.refresh(ctx, ids)
	return Done{Done: "renamed", Games: ids, Count: len(ids)}, nil
}

// renameAccount changes the name of an account, without regard to when the person last changed it.
func (s *Service) renameAccount(ctx context.Context, a people.Account, clean string) (any, error) {
	if clean == "" {
		return nil, fmt.Errorf("%v is the name of an account; give another name instead of --off", a.Name)
	}
	ids, err := s.store.RenameAccount(ctx, a.Person, clean, name.Skeleton(clean), a.Renamed)
	if errors.Is(err, people.ErrNameTaken) {
		err = explain(err, "%q belongs to another account", clean)
	}
	if err != nil {
		return nil, err
	}
	s.forgetAccounts(a.Person)
	s.refresh(ctx, ids)
	return Done{Done: "renamed", Games: ids, Count: len(ids)}, nil
}

func (s *Service) refresh(ctx context.Context, ids []string) {
	if s.online() {
		s.hub.Refresh(ctx, ids)
	}
}

// maxNotice is the maximum length of a notice in characters.
const maxNotice = 500

func (s *Service) announce(ctx context.Context, q Request) (any, error) {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(q.Text, "")), " ")
	switch {
	case q.Off:
		text = ""
	case text == "":
		return nil, errors.New("no text; give one, or remove the notice with --off")
	case len([]rune(text)) > maxNotice:
		return nil, fmt.Errorf("a notice has at most %d characters", maxNotice)
	}
	n := wire.Notice{Text: text, At: now(), Until: until(q.For)}
	if err := s.store.Set(ctx, "notice", n); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.notice = n
	s.mu.Unlock()
	if s.online() {
		s.hub.Broadcast(room.NoticeUpdate{Notice: room.Notice(n)})
	}
	return n, nil
}

func (s *Service) drain(_ context.Context, q Request) (any, error) {
	if q.Stop && !q.Off && s.online() && s.Quit != nil {
		// Only this node hands over its players and stops; the others continue.
		time.AfterFunc(100*time.Millisecond, s.Quit) // stops after the response is sent
		return map[string]Mode{"mode": Stopping}, nil
	}
	return s.enter(&s.drained, !q.Off)
}

func (s *Service) freeze(_ context.Context, q Request) (any, error) {
	return s.enter(&s.readOnly, !q.Off)
}

// enter sets one of the two modes, drained and readOnly. They are independent, and exist only in memory.
func (s *Service) enter(which *bool, on bool) (any, error) {
	if !s.online() {
		return nil, s.offline()
	}
	s.mu.Lock()
	*which = on
	s.switched = max(s.now(), s.switched+1) // later than all previous mode changes on any node
	mode := s.mode()
	s.mu.Unlock()
	s.share()
	return map[string]Mode{"mode": mode}, nil
}

func (s *Service) exportPerson(ctx context.Context, q Request) (any, error) {
	who, err := s.person(ctx, q.Person)
	if err != nil {
		return nil, err
	}
	return s.export(ctx, who)
}

// erase erases a person for the operator.
func (s *Service) erase(ctx context.Context, q Request) (any, error) {
	who, err := s.person(ctx, q.Person)
	if err != nil {
		return nil, err
	}
	return s.eraseFor(ctx, q, who)
}

func (s *Service) eraseFor(ctx context.Context, q Request, who game.Hash) (Done, error) {
	done, err := s.erasePerson(ctx, who)
	if err != nil {
		return done, err
	}
	return done, s.record(ctx, q, moderation.Action{Kind: moderation.Erased})
}

// erasePerson deletes a person's data. It ends the person's running games, and replaces the person with an anonymous
// player in all games.
func (s *Service) erasePerson(ctx context.Context, who game.Hash) (Done, error) {
	ids, err := s.eraseLasting(ctx, who)
	if err != nil {
		return Done{}, err
	}
	s.forgetAccounts(who)
	s.mu.Lock()
	delete(s.names, who)
	delete(s.bans.persons, who)
	delete(s.bans.mutes, who)
	s.mu.Unlock()
	s.refresh(ctx, ids)
	if s.online() {
		s.web.Cut(func(c live.Connection) bool { return c.Who == who })
	}
	return Done{Done: "erased", Games: ids, Count: len(ids)}, nil
}

func (s *Service) sizes(ctx context.Context, q Request) (any, error) {
	if q.Days <= 0 {
		q.Days = 14
	}
	return s.store.Sizes(ctx, q.Days)
}

// decode decodes a request and rejects unknown fields.
func decode(text []byte) (q Request, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		return q, fmt.Errorf("cannot read the request: %w", err)
	}
	return q, nil
}

// pruneBatch is the number of games that prune lists at a time. Each game is changed in a separate
// transaction, so that players do not have to wait.
const pruneBatch = 500

// prune deletes games that are older than the given age, counted from their end, or anonymises their players.
// A dry run only counts the games.
func (s *Service) prune(ctx context.Context, q Request) (any, error) {
	if q.Older <= 0 {
		return nil, errors.New("no age; give one with --older")
	}
	d := Done{Done: "deleted"}
	if q.Anonymise {
		d.Done = "anonymised"
	}
	f := store.Filter{Ended: true, Named: q.Anonymise, Before: now() - q.Older, Limit: pruneBatch}
	if q.DryRun {
		f.Limit = 0
	}
	for {
		list, err := s.store.List(ctx, f)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if !q.DryRun {
				if err := s.forget(ctx, list[i].ID, q.Anonymise); err != nil {
					return nil, err
				}
			}
			d.Count++
		}
		if len(list) < pruneBatch || q.DryRun {
			return d, nil
		}
	}
}

// forget deletes or anonymises a game, in the store and in memory. A game that has already been deleted is
// not an error.
func (s *Service) forget(ctx context.Context, id string, anonymise bool) (err error) {
	if anonymise {
		err = s.store.Anonymise(ctx, id)
	} else {
		err = s.store.Delete(ctx, id)
	}
	if errors.Is(err, room.ErrNotFound) {
		err = nil
	}
	if err != nil || !s.online() {
		return err
	}
	if anonymise {
		s.hub.Refresh(ctx, []string{id})
	} else {
		s.hub.Drop(id)
	}
	return nil
}
