//go:build !unix

package cli

// ignoreFileSize does nothing where there is no such limit.
func ignoreFileSize() {}
