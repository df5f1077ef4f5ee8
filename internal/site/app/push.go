package app

import (
	"context"
	"log/slog"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/message"
)

// pushService returns the push notification service, or nil if it is disabled. Its key is saved next to the
// database, or in the database if several servers can share it. A server in memory mode creates a new key.
func (s *Server) pushService(ctx context.Context, games store.Store, log *slog.Logger) (*push.Service, error) {
	if s.Config.Push.Off {
		return nil, nil
	}
	var key *push.Key
	var err error
	if shared, ok := games.(store.Shared); ok {
		key, err = sharedKey(ctx, shared)
	} else if s.Config.Memory {
		key = push.NewKey()
	} else {
		key, err = push.LoadKey(s.Config.Data)
	}
	if err != nil {
		return nil, err
	}
	o := push.Options{Store: games, Key: key, Trusted: s.Config.Push.Trusted, Log: log}
	for _, contact := range []string{s.Config.Contact, s.Config.SecurityContact} {
		if strings.HasPrefix(contact, "mailto:") || strings.HasPrefix(contact, "https:") {
			o.Contact = contact
			break
		}
	}
	return push.New(o), nil
}

// pushKey is the name of the store setting that contains the shared web push key.
const pushKey = "push-key"

// sharedKey returns the web push key that all servers on a store share, creating it if necessary.
func sharedKey(ctx context.Context, shared store.Shared) (*push.Key, error) {
	text := push.NewKey().Text()
	if err := shared.SetOnce(ctx, pushKey, &text); err != nil {
		return nil, err
	}
	return push.ParseKey(text)
}

// noticeOf returns the text of a notification in every language, because only the browser can determine which
// one to show.
func noticeOf(n room.Notification) push.Notice {
	notice := push.Notice{URL: "/game/" + n.Game, Topic: n.Game, In: map[string]push.Text{}}
	for _, language := range locale.Languages() {
		c, _ := locale.For(language)
		title := c.Or(message.Code("variant."+n.Variant+".title"), n.Title)
		head, body := locale.New("command.push.your-turn", nil), locale.New("command.push.moved", message.Args{"opponent": n.Opponent, "title": title, "days": n.Days})
		if n.Kind == room.Accepted {
			head, body = locale.New("command.push.begins", nil), locale.New("command.push.plays", message.Args{"opponent": n.Opponent, "title": title})
		}
		text := push.Text{Title: c.Text(head), Body: c.Text(body)}
		if language == "en" {
			notice.Text = text
			continue
		}
		notice.In[language] = text
	}
	return notice
}
