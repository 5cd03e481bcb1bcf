//go:build !unix

package cli

import "os"

// ignored is empty where there is no such limit.
var ignored []os.Signal
