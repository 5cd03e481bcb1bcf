#!/usr/bin/env bash
# What the action does: takes the program from a release, if there is one; otherwise finds the source, and where Go keeps what it has built,
# and builds the program with the protocols; and runs its gate on all manifests.
#
#   released   RELEASES, the address of releases; TAG, one of them; RUNNER_OS and RUNNER_ARCH, as GitHub names them: fetches the program of
#              that release, and prints its path; nothing if there is no such release. A program with another checksum is an error
#   find       SOURCE, the directory of the program's module: prints its path, and a digest of everything in it
#   caches     prints the directories of Go's caches; kept from job to job, a build takes seconds. The program itself is not kept: only Go
#              knows whether something it is made of has changed
#   run        PROGRAM, which has been fetched; if that is empty, SOURCE; PACKAGE, the package of the program in it; MANIFESTS, files and directories, with blanks or line ends between
#              them; REPORTS, the directory for JUnit, SARIF and traces
set -euo pipefail
case $1 in
released)
	[[ $TAG =~ ^v[0-9][0-9A-Za-z.+-]*$ ]] || exit 0 # a branch or a commit
	system=$(tr '[:upper:]' '[:lower:]' <<<"${RUNNER_OS:?}" | sed 's/macos/darwin/')
	processor=$(tr '[:upper:]' '[:lower:]' <<<"${RUNNER_ARCH:?}" | sed 's/^x64$/amd64/')
	name=gmecheck_${system}_$processor
	[ "$system" != windows ] || name=$name.exe
	cd "${RUNNER_TEMP:?}"
	fetch() { curl -fsSL --retry 3 --max-time 120 -o "$1" "$RELEASES/$TAG/$1"; }
	fetch SHA256SUMS && fetch "$name" || exit 0
	sum=$(sha256sum <"$name")
	grep -qx "${sum%% *}  $name" SHA256SUMS || { echo "$RELEASES/$TAG/$name has another checksum than SHA256SUMS says" >&2; exit 1; }
	chmod +x "$name"
	echo "program=$PWD/$name" >>"${GITHUB_OUTPUT:?}"
	;;
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
	program=${PROGRAM:-}
	if [ -z "$program" ]; then
		program=${RUNNER_TEMP:?}/gmecheck-gate
		go build -C "$SOURCE" -o "$program" "$PACKAGE"
	fi
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
	echo "$1 is no step; allowed are released, find, caches and run" >&2
	exit 64
	;;
esac
