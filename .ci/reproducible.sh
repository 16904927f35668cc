#!/usr/bin/env bash
# Builds the committed sources twice, in two fresh copies, and compares every jar, the list of what is bundled (SBOM)
# and the distribution byte by byte. What it takes further goes to Maven: .ci/reproducible.sh -o -pl app -am
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # in a copy of the last commit, at a path and a time of its own
  git clone -q --no-hardlinks "$home" "$work/$1"
  if ! (cd "$work/$1" && mvn -B -DskipTests -Pdist package "${@:2}") >"$work/$1.log" 2>&1; then
    tail -n 40 "$work/$1.log" >&2
    echo "The build failed; the lines above say why." >&2
    exit 1
  fi
  (cd "$work/$1" && find . -path '*/target/*' \( -name 'coterie-*.jar' -o -name 'coterie-*.zip' -o -name '*.cdx.json' \) \
    -not -path '*/target/lib/*' -type f -print0 | sort -z | xargs -0 sha256sum) >"$work/$1.sums"
}

build first "$@"
build the-second-build "$@"
cat "$work/first.sums"
if ! diff "$work/first.sums" "$work/the-second-build.sums"; then
  echo "The two builds differ in the files above." >&2
  exit 1
fi
echo "Both builds of $(git rev-parse --short HEAD) are the same, byte by byte."
