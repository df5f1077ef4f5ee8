package definition

import "github.com/tainchess/tain/variant/flat/text"

// Pack writes a definition as one word that may stand in a link: its canonical
// form, deflated, in base64 for addresses.
func (d *Definition) Pack() string { return text.PackRules(d.JSON()) }

// Unpack returns the text of a packed definition, or of one that stands in a link
// as it is.
func Unpack(word string) (string, error) { return text.UnpackRules(word) }
