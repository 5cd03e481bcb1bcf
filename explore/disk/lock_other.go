//go:build !unix || aix

package disk

// Lock does nothing: this system has no locks that go with the process.
func Lock(string) (unlock func(), err error) { return func() {}, nil }
