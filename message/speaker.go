package message

// Speaker formats messages.
type Speaker interface{ Text(Message) string }

// In returns the message with a speaker that String uses.
func (m Message) In(s Speaker) Message {
	m.speaker = s
	return m
}

// speaker formats the messages that have none of their own, nil for English.
var speaker func(Message) string

// SetDefault sets how String formats messages that have no speaker.
func SetDefault(text func(Message) string) { speaker = text }
