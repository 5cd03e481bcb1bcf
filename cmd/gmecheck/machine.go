package main

import "github.com/KimMachineGun/automemlimit/memlimit"

// unlimited is the value of --max-memory for as much as the process can get.
const unlimited = "none"

// ownShare is the memory that a search may take of the machine's, or its container's, unless --max-memory says otherwise:
// four fifths, in bytes. So a model without end ends inconclusive, with its report, and nobody runs out of memory. It is 0,
// no limit, where the system does not tell how much there is.
func ownShare() int64 {
	bytes, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		return 0
	}
	return int64(bytes / 5 * 4)
}
