#!/usr/bin/env bash
# What the action does, in three steps: finds the source, finds where Go keeps what it has built, and builds the program with the
# protocols and runs its gate on all manifests.
#
#   find       SOURCE, the directory of the program's module: prints its path, and a digest of everything in it
#   caches     prints the directories of Go's caches; kept from job to job, a build takes seconds. The program itself is not kept: only Go
#              knows whether something it is made of has changed
#   run        SOURCE; PACKAGE, the package of the program in it; MANIFESTS, files and directories, with blanks or line ends between
#              them; REPORTS, the directory for JUnit, SARIF and traces
set -euo pipefail
case $1 in
find)
	cd "$SOURCE"
	digest=$(find . -name .git -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
	echo "source=$PWD" >>"${GITHUB_OUTPUT:?}"
	echo "digest=${digest%% *}" >>"$GITHUB_OUTPUT"
	;;
caches)
	echo "build=$(go env GOCACHE)" >>"${GITHUB_OUTPUT:?}"
	echo "modules=$(go env GOMODCACHE)" >>"$GITHUB_OUTPUT"
	echo "version=$(go env GOVERSION)" >>"$GITHUB_OUTPUT"
	;;
run)
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
	exec "$program" gate --github --junit "$REPORTS/junit.xml" --sarif "$REPORTS/gate.sarif" --trace-dir "$REPORTS/traces" -- "${manifests[@]}"
	;;
*)
	echo "$1 is no step; allowed are find, caches and run" >&2
	exit 64
	;;
esac
