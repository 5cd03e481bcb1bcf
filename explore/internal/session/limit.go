package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/model/system"
)

// Text says why a run ended.
func (s *Session) Text(r Reason) string {
	switch r {
	case States:
		return fmt.Sprintf("max-states %d", s.MaxStates)
	case Files, Full:
		return s.Failure(r).Error()
	case Wide:
		return fmt.Sprintf("a state of %d sites takes more than %s bits", len(s.Sys.Places), humanize.Comma(64*int64(s.WordsOfAState)))
	case Memory:
		return "max-memory " + humanize.IBytes(uint64(s.Memory.Limit))
	}
	return Interruption(s.Ctx, s.MaxTime)
}

// Interruption says why a context has ended that has a limit of time; 0: none.
func Interruption(ctx context.Context, limit time.Duration) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && limit > 0 {
		return fmt.Sprintf("max-time %v", limit)
	}
	return "interrupted"
}

// Growths is what still had new values when a limit ended the search in this level: in the last levels, but not in the first
// half of them, where everything is new.
func (s *Session) Growths(level int) []system.Growth {
	levels := min(len(s.marks)-1, level/2) / 2 * 2
	if levels < 2 {
		return nil
	}
	last := len(s.marks) - 1
	return s.Sys.Growths([]system.Mark{s.marks[last-levels], s.marks[last-levels/2], s.marks[last]}, levels)
}
