package beam

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"     // the runner prism
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal" // and that of any endpoint
	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
	"github.com/gmecheck/gmecheck/explore"
)

// Main runs the command line of the process. If an engine has started the process, it does tasks until the engine is done with it.
func Main(p cli.Program) {
	p.Bucket = bucket
	program = p
	if err := work(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", p.Name, err)
		os.Exit(1)
	}
	log.SetupLogging("warn", "text")
	beam.Init()
	p.Engine = Engine()
	p.Main()
}

// runners are the values of --runner, and what Beam calls them.
var runners = map[string]string{"prism": "prism", "flink": "universal"}

// flags are those of Beam that check has, too.
var flags = []string{"endpoint", "environment_type", "environment_config", "parallelism"}

// Engine has Beam do the tasks of levels.
func Engine() *cli.Engine {
	runner := ""
	return &cli.Engine{
		Name: "beam",
		Flags: func(set *pflag.FlagSet) {
			set.StringVar(&runner, "runner", "prism", "`what` runs the pipelines of --engine beam: prism, which is in this process, or flink")
			for _, name := range flags {
				set.AddGoFlag(flag.Lookup(name))
			}
		},
		Ready: func() error { return ready(runner) },
		Level: func(ctx context.Context, w io.Writer, dir string, l explore.Level) error {
			return level(ctx, w, runner, dir, l)
		},
	}
}

// ready says what is wrong with the flags.
func ready(runner string) error {
	switch {
	case runners[runner] == "":
		return &options.UsageError{Flag: "runner", Given: runner, Allowed: names.Or(slices.Sorted(maps.Keys(runners)))}
	case runner == "flink" && *jobopts.Endpoint == "":
		return &options.UsageError{Flag: "runner", Given: runner, Problem: "--endpoint is not given", Allowed: "HOST:PORT of Beam's job server with it"}
	case runner == "flink" && *jobopts.EnvironmentType == "":
		return &options.UsageError{Flag: "runner", Given: runner, Problem: "--environment_type is not given", Allowed: "PROCESS or LOOPBACK with it"}
	}
	return nil
}

// level runs the pipeline of a level.
func level(ctx context.Context, w io.Writer, runner, dir string, l explore.Level) error {
	store, err := forWorkers(dir)
	if err != nil {
		return err
	}
	if strings.EqualFold(*jobopts.EnvironmentType, "process") {
		remove, err := processes()
		if err != nil {
			return err
		}
		defer remove()
	}
	*jobopts.JobName = fmt.Sprintf("level-%d", l.Number)
	start := time.Now()
	if _, err := beam.Run(ctx, runners[runner], pipeline(job{Store: store, Level: l.Number, Parts: l.Parts})); err != nil {
		return fmt.Errorf("level %d on %s: %w", l.Number, runner, err)
	}
	fmt.Fprintf(w, "level %d: %s states; %s in %.1f s", l.Number, humanize.Comma(int64(l.States)), runner, time.Since(start).Seconds())
	defer fmt.Fprintln(w)
	if _, is := buckets.Load(dir); is {
		return nil
	}
	bytes, err := candidates(dir, l.Number)
	fmt.Fprintf(w, "; candidates of %s bytes", humanize.Comma(bytes))
	return err
}

// candidates are the bytes of the successors of a level.
func candidates(dir string, level int) (bytes int64, err error) {
	all, err := os.ReadDir(dir)
	for _, f := range all {
		if !strings.HasPrefix(f.Name(), fmt.Sprintf("candidates-%06d-", level)) {
			continue
		}
		info, err := f.Info()
		if err != nil {
			return 0, err
		}
		bytes += info.Size()
	}
	return bytes, err
}

// processes has workers start as processes of this program, which is at the same path on all machines. What Beam would copy to
// each of them for every pipeline is an empty file instead.
func processes() (remove func(), err error) {
	if *jobopts.EnvironmentConfig == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		config, err := json.Marshal(map[string]string{"command": self})
		if err != nil {
			return nil, err
		}
		*jobopts.EnvironmentConfig = string(config)
	}
	f, err := os.CreateTemp("", "no-worker-")
	if err != nil {
		return nil, err
	}
	*jobopts.WorkerBinary = f.Name()
	return func() { os.Remove(f.Name()) }, f.Close()
}
