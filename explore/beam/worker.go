package beam

import (
	"context"
	"flag"
	"os"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// work makes this process a worker, if an engine has started it with the arguments that it gives to processes; then it does not
// return without an error.
func work(args []string) error {
	given := map[string]string{}
	for _, arg := range args {
		name, value, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		given[name] = strings.Trim(value, "'") // Prism quotes
	}
	endpoint := given["provision_endpoint"]
	if endpoint == "" {
		return nil
	}
	info, err := tools.ProvisionInfo(grpcx.WriteWorkerID(context.Background(), given["id"]), endpoint)
	if err != nil {
		return err
	}
	options, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"worker": "true", "id": given["id"], "options": options,
		"logging_endpoint": info.GetLoggingEndpoint().GetUrl(), "control_endpoint": info.GetControlEndpoint().GetUrl(),
	} {
		if err := flag.Set(name, value); err != nil {
			return err
		}
	}
	go endWith(os.Getppid())
	os.Stdout = os.Stderr // Prism's workers share its standard output, which is for the report
	beam.Init()           // does the tasks, and does not return
	return nil
}

// endWith ends the process when its parent has ended: an engine's process that is killed tells its workers nothing.
func endWith(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	closeBuckets()
	os.Exit(1)
}
