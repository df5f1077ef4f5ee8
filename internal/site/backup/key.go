package backup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"filippo.io/age"
)

// Key is what a backup is encrypted to and opened with. A server needs only
// the recipient, which opens nothing: the identity is kept elsewhere.
type Key struct {
	recipients []age.Recipient
	identities []age.Identity
}

// ReadKey reads a key: the text of a recipient (age1...), or the name of a file
// with recipients or identities (AGE-SECRET-KEY-1...) as age-keygen writes it.
func ReadKey(name string) (*Key, error) {
	text := name
	if !strings.HasPrefix(name, "age1") {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("the key cannot be read: %w", err)
		}
		text = string(data)
	}
	return ParseKey(text)
}

// ParseKey reads recipients and identities, one a line. Lines that begin with #
// are comments.
func ParseKey(text string) (*Key, error) {
	k := &Key{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		var err error
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case strings.HasPrefix(line, "age1"):
			var r []age.Recipient
			r, err = age.ParseRecipients(strings.NewReader(line))
			k.recipients = append(k.recipients, r...)
		case strings.HasPrefix(line, "AGE-SECRET-KEY-"):
			err = k.addIdentity(line)
		default:
			err = errors.New("it is neither")
		}
		if err != nil {
			// What stands there may be a secret: it is not repeated.
			return nil, fmt.Errorf("line %d of the key is no recipient (age1...) and no identity (AGE-SECRET-KEY-1...): make one with tain backup --make-key", i+1)
		}
	}
	if len(k.recipients) == 0 {
		return nil, errors.New("the key is empty: make one with tain backup --make-key")
	}
	return k, nil
}

func (k *Key) addIdentity(line string) error {
	list, err := age.ParseIdentities(strings.NewReader(line))
	if err != nil {
		return err
	}
	k.identities = append(k.identities, list...)
	for _, id := range list {
		switch id := id.(type) {
		case *age.X25519Identity:
			k.recipients = append(k.recipients, id.Recipient())
		case *age.HybridIdentity:
			k.recipients = append(k.recipients, id.Recipient())
		default:
			return fmt.Errorf("an identity of type %T", id)
		}
	}
	return nil
}

// MakeKey writes a new identity into a file, which must not be there yet, and
// returns its recipient.
func MakeKey(file string) (recipient string, err error) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("the key cannot be written: %w", err)
	}
	_, err = fmt.Fprintf(f, "# Opens backups of Tain. Keep it where the server is not.\n# public key: %s\n%s\n", id.Recipient(), id)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file))
	}
	return id.Recipient().String(), nil
}

// encrypt writes a file encrypted.
func (k *Key) encrypt(to io.Writer, from io.Reader) error {
	w, err := age.Encrypt(to, k.recipients...)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, from); err != nil {
		return err
	}
	return w.Close()
}

// header is how an encrypted file begins.
const header = "age-encryption.org/v1"

// encrypted tells an encrypted backup by its first bytes.
func encrypted(first []byte) bool { return bytes.HasPrefix(first, []byte(header)) }

// decrypt returns what an encrypted file holds.
func (k *Key) decrypt(from io.Reader) (io.Reader, error) {
	if k == nil || len(k.identities) == 0 {
		return nil, errors.New("the backup is encrypted: give the file of its identity (AGE-SECRET-KEY-1...) with --key")
	}
	r, err := age.Decrypt(from, k.identities...)
	var none *age.NoIdentityMatchError
	if errors.As(err, &none) {
		return nil, errors.New("the backup is encrypted to another key than the one given")
	}
	return r, err
}
