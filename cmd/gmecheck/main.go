// Command gmecheck checks group mutual exclusion algorithms exhaustively.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ignoreFileSize()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
