//go:build !unix || aix

package disk

import "os"

const noFollow = 0

func open(path string) (*os.File, error) { return os.Open(path) }
