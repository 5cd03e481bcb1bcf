#!/usr/bin/env bash
# What the action does: builds the program with the protocols, and runs its gate on all manifests.
#
#   SOURCE     the directory of its module
#   PACKAGE    the package of the program in it
#   MANIFESTS  files and directories, with blanks or line ends between them
#   REPORTS    the directory for JUnit, SARIF and traces
set -euo pipefail
program=${RUNNER_TEMP:?}/gmecheck-gate
go build -C "$SOURCE" -o "$program" "$PACKAGE"
read -rd '' -a manifests <<<"$MANIFESTS" || true # at the end of the text
if [ ${#manifests[@]} -eq 0 ]; then
	echo "the input manifests names nothing; allowed are files and directories" >&2
	exit 64
fi
mkdir -p "$REPORTS"
{
	echo "junit=$REPORTS/junit.xml"
	echo "sarif=$REPORTS/gate.sarif"
	echo "traces=$REPORTS/traces"
} >>"${GITHUB_OUTPUT:?}"
exec "$program" gate --github --junit "$REPORTS/junit.xml" --sarif "$REPORTS/gate.sarif" --trace-dir "$REPORTS/traces" "${manifests[@]}"
