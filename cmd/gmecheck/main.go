// Command gmecheck checks group mutual exclusion algorithms exhaustively.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }
