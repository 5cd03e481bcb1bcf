package task

import (
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore"
)

// engines are what can run the jobs.
var engines = []string{"slurm", "kubernetes"}

// plain paths mean to a shell, and in YAML, what they say.
var plain = regexp.MustCompile(`^[A-Za-z0-9/._-]+$`)

// script writes the script.
func (f *command) script(w io.Writer, s explore.Stored) error {
	jobs, ok := map[string]string{"slurm": slurm, "kubernetes": kubernetes}[f.engine]
	if !ok {
		return &options.UsageError{Flag: "engine", Given: f.engine, Allowed: names.Or(engines)}
	}
	dir, err := filepath.Abs(f.store)
	if err != nil {
		return err
	}
	if !plain.MatchString(dir) {
		return &options.UsageError{Flag: "store", Given: f.store, Problem: "a script needs a path of letters, digits, / . _ and -"}
	}
	return template.Must(template.New("").Parse(strings.Replace(loop, "JOBS", jobs, 1))).Execute(w, map[string]any{
		"Program": f.Program.Name, "Store": dir, "Parts": s.Parts, "Last": s.Parts - 1,
	})
}

// loop searches level by level. Its function job does a task for all parts, or for one, and returns when all are done.
const loop = `#!/usr/bin/env bash
# Does all tasks of the search in {{.Store}}, level by level. Run it where
# the directory is, and again after whatever ended it: what is done stays done.
# Afterwards the command that began the search prints its report.
set -euo pipefail
JOBS
while true; do
	level=$({{.Program}} task level --store {{.Store}})
	if [ "$level" = complete ]; then
		exit 0
	fi
	job expand {{.Parts}}
	job number 1
	job settle {{.Parts}}
	{{.Program}} task advance --store {{.Store}} --level "$level"
done
`

const slurm = `
# job TASK PARTS
job() {
	sbatch --wait --job-name="{{.Program}}-$1-$level" --array="0-$(($2 - 1))" <<JOB
#!/bin/sh
exec {{.Program}} task $1 --store {{.Store}} --level $level --part \$SLURM_ARRAY_TASK_ID
JOB
}
`

const kubernetes = `
: "${IMAGE:?is to be an image that has {{.Program}}}"
: "${CLAIM:?is to be the claim of the volume that is mounted at {{.Store}}, here, too}"

# job TASK PARTS
job() {
	local name="{{.Program}}-$1-$level"
	kubectl delete job "$name" --ignore-not-found
	kubectl create -f - <<JOB
apiVersion: batch/v1
kind: Job
metadata:
  name: $name
spec:
  completionMode: Indexed
  completions: $2
  parallelism: $2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: task
        image: $IMAGE
        command: [sh, -c, "exec {{.Program}} task $1 --store {{.Store}} --level $level --part \$JOB_COMPLETION_INDEX"]
        volumeMounts: [{name: store, mountPath: {{.Store}}}]
      volumes: [{name: store, persistentVolumeClaim: {claimName: $CLAIM}}]
JOB
	while true; do
		# Where the cluster does not answer, it is asked again.
		case $(kubectl get job "$name" --ignore-not-found -o 'jsonpath=is {.status.conditions[?(@.status=="True")].type}' || echo is silent) in
		"") echo "job $name is gone" >&2; exit 1 ;;
		*Failed*) echo "job $name has failed" >&2; exit 1 ;;
		*Complete*) break ;;
		esac
		sleep "${POLL:-5}"
	done
}
`
