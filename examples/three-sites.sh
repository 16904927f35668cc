#!/bin/sh
# The tour of docs/deploy.md in one go: a coordinator and three sites as four processes on this
# machine, with certificates; the answer is compared with that of a simulation.
#   examples/three-sites.sh [FOLDER]     works in FOLDER, or in one that is removed at the end
# COTERIE names the launcher and PORT the coordinator's port, where the defaults do not fit.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd -P)
for candidate in "$here/../bin/coterie" "$here/../coterie"; do
  if [ -x "$candidate" ]; then coterie=${COTERIE:-$candidate}; fi
done
port=${PORT:-7443}
if [ $# -gt 0 ]; then
  mkdir -p "$1"
  cd "$1"
else
  folder=$(mktemp -d)
  cd "$folder"
fi
children=
end() {
  # shellcheck disable=SC2086 # several ids
  if [ -n "$children" ]; then kill $children 2>/dev/null || true; fi
  if [ -n "${folder:-}" ]; then rm -rf "$folder"; fi
}
trap end EXIT
trap 'exit 130' INT TERM

"$coterie" provision --sites north,south,east --address "localhost:$port" --out federation
"$coterie" serve "$here/study.yaml" --home federation/coordinator --address "127.0.0.1:$port" &
coordinator=$!
sites=
children=$coordinator
for site in north south east; do
  "$coterie" join --home "federation/site-$site" --data "$here/iris/$site.csv" \
    --agreed "$here/study.yaml" --policy "$here/policy.yaml" --yes --patience 2m >"$site.log" 2>&1 &
  sites="$sites $!"
  children="$children $!"
done
# The sites first: a coordinator without sites would wait for long.
for child in $sites $coordinator; do
  wait "$child" || {
    echo "A process ended with code $?; the sites said:" >&2
    tail -n 5 ./*.log >&2
    exit 1
  }
done
children=

"$coterie" simulate "$here/study.yaml" --site "north=$here/iris/north.csv" \
  --site "south=$here/iris/south.csv" --site "east=$here/iris/east.csv" --out simulated --quiet
for site in north south east; do
  # A simulation numbers the records of all sites through, a site its own.
  sed -n "s/^[0-9]*,$site,//p" simulated/labels.csv >expected.csv
  sed '1d; s/^[0-9]*,//' "federation/site-$site/results/flowers/labels.csv" | cmp - expected.csv || {
    echo "The labels of site $site are not those of the simulation." >&2
    exit 1
  }
done
echo "The labels at the three sites are those of the simulation."
"$coterie" predict --model federation/site-north/results/flowers/model.json \
  --data "$here/iris/east.csv" --out new-labels.csv
