// Api compares what the library offers with what its last release offered.
//
// Usage:
//
//	api [-all]          list what has changed; incompatible changes fail
//	api -write FILE     keep what is offered now, as the release's
//
// What is public is in Public; docs/library.md says what is promised of it. The
// judgement, what breaks a program and what does not, is apidiff's.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	all := flag.Bool("all", false, "list compatible changes too")
	write := flag.String("write", "", "write what is offered now to this file")
	flag.Parse()
	var err error
	if *write != "" {
		err = keep(*write)
	} else {
		err = compare(*all)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(1)
	}
}

// keep writes what is offered now.
func keep(file string) error {
	offered, err := Offered()
	if err != nil {
		return err
	}
	return Write(file, offered)
}

// compare prints what has changed since the last release.
func compare(all bool) error {
	file, version, err := LastRelease()
	if err != nil {
		return err
	}
	old, err := Read(file)
	if err != nil {
		return err
	}
	now, err := Offered()
	if err != nil {
		return err
	}
	breaking, adding := Changes(old, now)
	for _, line := range breaking {
		fmt.Println("breaks:", line)
	}
	if all {
		for _, line := range adding {
			fmt.Println("adds:  ", line)
		}
	}
	if len(breaking) > 0 {
		return fmt.Errorf("%d changes break programs written for version %s", len(breaking), version)
	}
	fmt.Printf("nothing breaks programs written for version %s; %d additions\n", version, len(adding))
	return nil
}
