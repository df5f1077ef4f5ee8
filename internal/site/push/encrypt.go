package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/tainchess/tain/internal/site/store"
)

// recordSize is the size of the one record of a message: that of the whole, as
// every push service takes it.
const recordSize = 4096

// maxMessage is how long a message may be: the record less its tag and its end.
const maxMessage = recordSize - 16 - 1 - 86

// encrypt encrypts a message to a browser (RFC 8291, aes128gcm).
func encrypt(s store.Subscription, message []byte) ([]byte, error) {
	own, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	salt := make([]byte, 16)
	rand.Read(salt)
	return seal(s, message, own, salt)
}

// seal encrypts with a key and a salt that are used this once.
func seal(s store.Subscription, message []byte, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	if len(message) > maxMessage {
		return nil, fmt.Errorf("push: a message of %d bytes is too long: %d are the most", len(message), maxMessage)
	}
	theirs, err := ecdh.P256().NewPublicKey(s.Key)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	shared, err := own.ECDH(theirs)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	mine := own.PublicKey().Bytes()
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, e := hkdf.Key(sha256.New, secret, salt, info, n)
		if e != nil {
			err = e
		}
		return key
	}
	secret := derive(shared, s.Auth, "WebPush: info\x00"+string(s.Key)+string(mine), 32)
	key := derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce := derive(secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	body := append([]byte{}, salt...)
	body = binary.BigEndian.AppendUint32(body, recordSize)
	body = append(body, byte(len(mine)))
	body = append(body, mine...)
	// The last record ends with a 2.
	return gcm.Seal(body, nonce, append(append([]byte{}, message...), 2), nil), nil
}
