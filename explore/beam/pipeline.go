package beam

import (
	"context"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
	"github.com/gmecheck/gmecheck/explore"
)

// program is that of the process: the steps of a pipeline do its tasks.
var program cli.Program

// job is what all steps of a pipeline know.
type job struct {
	Store string
	Level int
	Parts int
}

type (
	expand struct{ Job job }
	number struct{ Job job }
	settle struct{ Job job }
)

func init() {
	register.DoFn3x1[context.Context, int, func(int, bool), error](&expand{})
	register.DoFn4x1[context.Context, int, func(*bool) bool, func(int), error](&number{})
	register.DoFn2x1[context.Context, int, error](&settle{})
	register.Emitter1[int]()
	register.Emitter2[int, bool]()
	register.Iter1[bool]()
}

// pipeline does the tasks of a level.
func pipeline(j job) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	var parts []int
	for part := range j.Parts {
		parts = append(parts, part)
	}
	expanded := beam.ParDo(s, &expand{j}, beam.Reshuffle(s, beam.CreateList(s, parts)))
	numbered := beam.ParDo(s, &number{j}, beam.GroupByKey(s, expanded))
	beam.ParDo0(s, &settle{j}, beam.Reshuffle(s, numbered))
	return p
}

// ProcessElement expands a part, and emits for its level whether that is done.
func (f *expand) ProcessElement(ctx context.Context, part int, emit func(int, bool)) error {
	done, err := f.Job.do(ctx, explore.Expand, part)
	if err == nil {
		emit(f.Job.Level, done)
	}
	return err
}

// ProcessElement numbers the new nodes of a level, if all its parts are expanded, and emits the parts of the next level.
func (f *number) ProcessElement(ctx context.Context, _ int, outcomes func(*bool) bool, emit func(int)) error {
	for done := false; outcomes(&done); {
		if !done {
			return nil
		}
	}
	done, err := f.Job.do(ctx, explore.Number, 0)
	if err != nil || !done {
		return err
	}
	for part := range f.Job.Parts {
		emit(part)
	}
	return nil
}

// ProcessElement settles a part.
func (f *settle) ProcessElement(ctx context.Context, part int) error {
	_, err := f.Job.do(ctx, explore.Settle, part)
	return err
}

// do does a task. What is wrong with files is an error, after which the engine tries the task again. What is wrong with the
// protocol is none, since it stays wrong: the task is left to the process that began the pipeline, which finds the trace.
func (j job) do(ctx context.Context, kind explore.TaskKind, part int) (done bool, err error) {
	err = program.Do(ctx, j.Store, explore.Task{Kind: kind, Level: j.Level, Part: part})
	var files *explore.StoreError
	if errors.As(err, &files) || ctx.Err() != nil {
		return false, err
	}
	if err != nil {
		log.Warnf(ctx, "%s of part %d of level %d: %v", kind, part, j.Level, err)
	}
	return err == nil, nil
}
