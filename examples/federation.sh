#!/bin/sh
# A coordinator and five sites on this machine, each a process of its own, with certificates and
# encryption: the WDBC data clustered at level totals and at level dp with secure sums. Each
# site's clusters are then compared with those of a simulation in one process.
#
#   examples/federation.sh [FOLDER]
#
# COTERIE names the program, PORT the coordinator's port.
set -eu

here=$(CDPATH= cd "$(dirname "$0")" && pwd -P)
coterie=${COTERIE:-$here/../coterie}
port=${PORT:-7443}
folder=${1:-$(mktemp -d)}
sites="a b c d e"
mkdir -p "$folder"
cd "$folder"

children=
end() {
  for child in $children; do
    kill "$child" 2>/dev/null || true
  done
}
trap end EXIT
trap 'exit 1' INT TERM

# Each site has its own file; record i is at site i mod 5.
gzip -dc "$here/../app/src/main/resources/io/coterie/data/wdbc.csv.gz" |
  awk -v names="$sites" 'BEGIN { split(names, name, " ") }
    NR == 1 { for (i = 1; i <= 5; i++) print > (name[i] ".csv"); next }
    { print > (name[(NR - 2) % 5 + 1] ".csv") }'

# What all agree on. The bounds are what the instrument can give, not what the records hold.
study() { # NAME
  echo "study: $1"
  echo "clusters: 2"
  echo "seed: 7"
  echo "schema:"
  echo "  columns:"
  for bound in \
    mean_radius:40 mean_texture:60 mean_perimeter:250 mean_area:3000 mean_smoothness:0.5 \
    mean_compactness:0.5 mean_concavity:0.6 mean_concave_points:0.3 mean_symmetry:0.5 \
    mean_fractal_dimension:0.2 radius_error:4 texture_error:6 perimeter_error:30 area_error:600 \
    smoothness_error:0.05 compactness_error:0.2 concavity_error:0.5 concave_points_error:0.1 \
    symmetry_error:0.1 fractal_dimension_error:0.05 worst_radius:50 worst_texture:70 \
    worst_perimeter:300 worst_area:5000 worst_smoothness:0.5 worst_compactness:1.5 \
    worst_concavity:1.5 worst_concave_points:0.5 worst_symmetry:1 worst_fractal_dimension:0.5; do
    echo "    - {name: ${bound%:*}, lower: 0, upper: ${bound#*:}}"
  done
  echo "participation:"
  echo "  sites: [a, b, c, d, e]"
  echo "  join-within: 5m"
  echo "  answer-within: 5m"
}
{
  study totals
  echo "privacy: {level: totals}"
} >totals.yaml
{
  study dp
  echo "privacy: {level: dp, epsilon: 4, delta: 1e-5, public-records: 500}"
} >dp.yaml

"$coterie" provision --sites a,b,c,d,e --address "127.0.0.1:$port" --out trust --quiet
for site in $sites; do
  "$coterie" budget set --source "$site.csv" --epsilon 5 --delta 1e-5 --ledger-dir "ledger-$site" \
    --quiet
done

"$coterie" serve totals.yaml dp.yaml --home trust/coordinator \
  --address "127.0.0.1:$port" >coordinator.log 2>&1 &
coordinator=$!
children=$coordinator

# Noise that can be repeated, to compare with the simulation; a real study leaves that flag out.
for study in totals dp; do
  joined=
  for site in $sites; do
    "$coterie" join --home "trust/site-$site" --study $study --agreed $study.yaml \
      --data "$site.csv" --ignore label --ledger-dir "ledger-$site" --out "$study-$site" \
      --patience 2m --yes --repeatable-noise >"$study-$site.log" 2>&1 &
    joined="$joined $!"
    children="$children $!"
  done
  for child in $joined; do
    wait "$child" || { cat $study-?.log coordinator.log >&2; exit 1; }
  done
done
wait "$coordinator" || { cat coordinator.log >&2; exit 1; }
children=

for study in totals dp; do
  "$coterie" simulate $study.yaml --site a=a.csv --site b=b.csv --site c=c.csv --site d=d.csv \
    --site e=e.csv --out "$study-simulated" --quiet
  for site in $sites; do
    awk -F, -v site="$site" 'NR > 1 && $2 == site { print $3 }' "$study-simulated/labels.csv" \
      >simulated.txt
    awk -F, 'NR > 1 { print $2 }' "$study-$site/labels.csv" >joined.txt
    cmp simulated.txt joined.txt || {
      echo "$study: site $site got other clusters than in the simulation" >&2
      exit 1
    }
  done
  echo "$study: $(cat $study-?/labels.csv | grep -vc cluster) records at 5 sites, the clusters of the simulation"
done
echo "The files are in $folder."
