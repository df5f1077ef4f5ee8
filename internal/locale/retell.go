package locale

import (
	"reflect"
	"sync"
)

// Teller is a value that holds sentences beside the messages they are made of.
// Retell makes them anew, after its messages have been given their language; a
// sentence with no message beside it is asked of the catalogue.
type Teller interface{ Retell(*Catalogue) }

// Retell returns a copy of a value in which every message, however deep, is said
// with a catalogue, and every [Teller] has told itself anew. What holds neither
// is shared with the value, which is left as it is: answers that many are given
// are told to each in a language of their own.
//
// It goes through structs, pointers, slices, arrays and interfaces, and through
// the values of maps, but not into fields that are not exported.
func Retell[T any](c *Catalogue, value T) T {
	out := value
	retell(c, reflect.ValueOf(&out).Elem(), 0)
	return out
}

// mostDepth bounds how deep values may lie; answers are far less deep.
const mostDepth = 512

var (
	messageType = reflect.TypeFor[Message]()
	tellerType  = reflect.TypeFor[Teller]()
	tellable    sync.Map // of reflect.Type: whether anything in it may be told
)

// speaks reports whether a value of a type may hold something to be told.
func speaks(t reflect.Type, seen map[reflect.Type]bool) bool {
	if known, ok := tellable.Load(t); ok {
		return known.(bool)
	}
	if seen[t] {
		return false // whoever is asking for it above finds out
	}
	seen[t] = true
	found := t == messageType || reflect.PointerTo(t).Implements(tellerType)
	switch t.Kind() {
	case reflect.Interface:
		found = true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		found = found || speaks(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !found && f.IsExported() {
				found = speaks(f.Type, seen)
			}
		}
	}
	delete(seen, t)
	if len(seen) == 0 || found { // else it may have been cut short
		tellable.Store(t, found)
	}
	return found
}

// retell tells a value that can be set anew. Whatever it points to is copied
// first.
func retell(c *Catalogue, v reflect.Value, depth int) {
	if depth > mostDepth || !speaks(v.Type(), map[reflect.Type]bool{}) {
		return
	}
	if v.Type() == messageType {
		v.Set(reflect.ValueOf(v.Interface().(Message).In(c)))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(v.Elem())
		v.Set(to)
		retell(c, to.Elem(), depth+1)
		return // what it points to is the teller
	case reflect.Interface:
		if v.IsNil() || !speaks(v.Elem().Type(), map[reflect.Type]bool{}) {
			return
		}
		held := reflect.New(v.Elem().Type()).Elem()
		held.Set(v.Elem())
		retell(c, held, depth+1)
		v.Set(held)
		return
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				retell(c, v.Field(i), depth+1)
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(all, v)
		v.Set(all)
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			retell(c, v.Index(i), depth+1)
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		all := reflect.MakeMapWithSize(v.Type(), v.Len())
		for key, one := range v.Seq2() {
			held := reflect.New(v.Type().Elem()).Elem()
			held.Set(one)
			retell(c, held, depth+1)
			all.SetMapIndex(key, held)
		}
		v.Set(all)
	}
	switch t := v.Addr().Interface().(type) {
	case Teller:
		t.Retell(c)
	case interface{ Retell() }:
		t.Retell()
	}
}
