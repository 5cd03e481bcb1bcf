#!/usr/bin/env bash
# Builds the programs of a release into a directory: gmecheck_SYSTEM_PROCESSOR for each system, and SHA256SUMS.
#
#   release.sh DIRECTORY [SYSTEM/PROCESSOR ...]      default: the systems that people and runners have
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "${1:?the directory is missing}"
out=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
for target; do
	name=gmecheck_${target%/*}_${target#*/}
	[ "${target%/*}" != windows ] || name=$name.exe
	CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} go build -trimpath -ldflags '-s -w' -o "$out/$name" ./cmd/gmecheck
done
cd "$out"
sha256sum gmecheck_* >SHA256SUMS
