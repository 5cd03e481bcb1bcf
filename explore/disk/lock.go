package disk

import "errors"

// ErrLocked says that another process, or another search of this one, works with the directory.
var ErrLocked = errors.New("another search works with it")
