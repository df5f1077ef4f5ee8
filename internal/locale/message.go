// Package locale holds the translations of messages, keyed by code, and formats
// messages in five languages.
//
// Errors and explanations come as a [message.Message] with a sentence in
// English. A [Catalogue] formats it in one language: a catalogue is a JSON file
// with an entry for each code. What only the edge says (the page, the terminal,
// rulebooks) is made with [New] and has its English text in the English
// catalogue. All catalogues are built in, see [Languages], but in a browser only
// the English one is until the page loads another, see [Load].
package locale

import "github.com/tainchess/tain/message"

// The types of messages.
type (
	Message = message.Message
	Code    = message.Code
	Args    = message.Args
	Square  = message.Square
	List    = message.List
)

// New returns a message whose English text is in the catalogue.
func New(code Code, args Args) Message { return message.New(code, "", args) }

// Strings returns texts as a list.
func Strings(texts []string) List { return message.Strings(texts) }

// Of returns the explanation of an error, see [message.Of].
func Of(err error) Message { return message.Of(err) }
