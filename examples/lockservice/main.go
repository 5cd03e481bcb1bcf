package main

import (
	"fmt"
	"os"

	"github.com/gmecheck/gmecheck"
)

func main() {
	if len(os.Args) > 1 {
		if command := map[string]func([]string) error{"serve": serve, "client": useLock}[os.Args[1]]; command != nil {
			if err := command(os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, "lockservice:", err)
				os.Exit(1)
			}
			return
		}
	}
	gmecheck.Main(gmecheck.Family(Lock))
}
