package room

import "reflect"

// UsualOptions returns the options with what they mean where they are left out,
// for those who show them. What only programs give, such as a bus or a log, is
// not among them.
func UsualOptions() Options {
	o := Options{}.complete()
	fields := reflect.ValueOf(&o).Elem()
	for i := range fields.NumField() {
		switch f := fields.Field(i); f.Kind() {
		case reflect.Func, reflect.Interface, reflect.Pointer:
			f.SetZero()
		}
	}
	return o
}
