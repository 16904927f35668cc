#!/bin/sh
# Makes the pictures of the documents from real runs: a simulation in a terminal and its report, a clinical
# table, and a study of five sites on this machine with its live pages. Needs chromium, curl, script, awk, gzip
# and, for the printed page, pdftoppm.
#
#   docs/gallery/make.sh [FOLDER]      default: the folder of this script
#
# With COTERIE_DATA set, prototypes of the USPS digits too. COTERIE names another program than the
# checkout's ./coterie, PORT the first of three free ports.
set -eu

here=$(CDPATH= cd "$(dirname "$0")" && pwd -P)
home=$(CDPATH= cd "$here/../.." && pwd -P)
out=$(CDPATH= cd "${1:-$here}" && pwd -P)
coterie=${COTERIE:-$home/coterie}
port=${PORT:-17443}
work=$(mktemp -d)
started=

stop() {
  for process in $started; do
    kill "$process" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap stop EXIT

# shot URL NAME WIDTH HEIGHT THEME UNTIL SELECTOR
shot() {
  picture=$out/$2.png
  java "$here/Shot.java" "$work/profile" "$1" "$picture" "$3" "$4" "$5" "$6" "$7"
  echo "$2.png  $(wc -c <"$picture") bytes"
}

# Waits until a file is there.
await() {
  tries=0
  while [ ! -s "$1" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || { echo "There is no $1 after a minute." >&2; exit 1; }
    sleep 0.1
  done
}

# terminal COMMAND: what a screen shows in the end, as a page.
terminal() {
  cat <<'HTML'
<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #14181b; }
pre { margin: 0; padding: 20px 24px; font: 14px/1.45 "DejaVu Sans Mono", "Liberation Mono", monospace; color: #e8eaec; }
.c1 { font-weight: bold; color: #fff; } .c2 { color: #9aa4ac; } .c31 { color: #ff9d94; } .c32 { color: #6fd3a8; } .c33 { color: #f0c27b; }
.prompt { color: #7cc0ec; }
</style><pre>
HTML
  printf '<span class="prompt">~/study $</span> %s\n' "$1"
  awk '{
    gsub(/\r$/, "")
    while ((at = index($0, "\033[2K")) > 0) $0 = substr($0, at + 4)
    gsub(/\r/, ""); gsub(/&/, "\\&amp;"); gsub(/</, "\\&lt;")
    $0 = gensub_marks($0)
    print
  }
  function gensub_marks(line,   code) {
    while (match(line, /\033\[[0-9]+m/)) {
      code = substr(line, RSTART + 2, RLENGTH - 3)
      line = substr(line, 1, RSTART - 1) (code == "0" ? "</span>" : "<span class=\"c" code "\">") substr(line, RSTART + RLENGTH)
    }
    return line
  }'
  echo '</pre>'
}

mkdir "$work/study"
cd "$work/study"

# A simulation, as a person sees it.
script -qec "stty cols 120; $coterie demo" /dev/null </dev/null | terminal "coterie demo" >"$work/terminal.html"
shot "file://$work/terminal.html" terminal 1190 1200 dark "true" "pre"
report=file://$work/study/coterie-demo/report.html
shot "$report" report-map 1100 860 light "Coterie.figures.length" "#map figure"

# The clinical table: the first screen, on a phone, on paper, and the report of one site.
cp "$home/examples/clinical/study.yaml" ward.yaml
"$coterie" simulate ward.yaml --data "$home/examples/clinical/ward.csv" --mapping "$home/examples/clinical/mapping.yaml" \
  --site-reports --out ward >ward.log 2>&1
ward=$work/study/ward
shot "file://$ward/report.html" report-answer 1440 980 light "Coterie.figures.length" "#answer"
shot "file://$ward/report.html" report-phone 390 1500 dark "Coterie.figures.length" "body"
shot "file://$ward/site-reports/north/report.html" report-site 1440 1100 light "Coterie.figures.length" "#answer"
"${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --no-pdf-header-footer \
  --virtual-time-budget=8000 --print-to-pdf="$work/ward.pdf" "file://$ward/report.html" >/dev/null 2>&1
pdftoppm -f 1 -l 1 -r 72 -png -singlefile "$work/ward.pdf" "$out/report-paper"

# A study of five sites on this machine, with certificates.
sites=north,south,east,west,centre
"$coterie" provision --sites "$sites" --address "127.0.0.1:$port" --out trust >/dev/null
gzip -dc "$home/app/src/main/resources/io/coterie/data/wdbc.csv.gz" |
  awk -v sites="$sites" 'BEGIN { n = split(sites, name, ",") }
    NR == 1 { for (i = 1; i <= n; i++) print > (name[i] ".csv"); next }
    { print > (name[NR % n + 1] ".csv") }'
"$coterie" study new --data north.csv --ignore label --name tumours --clusters 2 --sites "$sites" --out study.yaml >/dev/null
"$coterie" serve study.yaml --home trust/coordinator --address "127.0.0.1:$port" \
  --dashboard "127.0.0.1:$((port + 1))" >serve.log 2>&1 &
started="$started $!"
await trust/coordinator/operator.token
page=http://127.0.0.1:$((port + 1))
token=$(cat trust/coordinator/operator.token)
# Somebody looks, so that the page stays.
curl -sfN --retry 60 --retry-delay 1 --retry-all-errors -H "Authorization: Bearer $token" \
  "$page/live?study=tumours" >/dev/null 2>&1 &
started="$started $!"
for site in south east west centre; do
  "$coterie" join --home "trust/site-$site" --data "$site.csv" --yes >"$site.log" 2>&1 &
  started="$started $!"
done
"$coterie" join --home trust/site-north --data north.csv --dashboard "127.0.0.1:$((port + 2))" >north.log 2>&1 &
started="$started $!"
await trust/site-north/dashboard.token
own=http://127.0.0.1:$((port + 2))
ownToken=$(cat trust/site-north/dashboard.token)
shot "$own/#$ownToken" site 430 1280 light "document.querySelector('.consent')?.checkVisibility()" "body"
hash=$(curl -s -H "Authorization: Bearer $ownToken" "$own/status" | sed -n 's/.*"hash" *: *"\([0-9a-f]*\)".*/\1/p' | head -n 1)
curl -s -X POST -H "Authorization: Bearer $ownToken" "$own/consent?answer=yes&hash=$hash" >/dev/null
await trust/coordinator/results/tumours/model.json
shot "$page/#$token" coordinator 1100 1000 light \
  "document.querySelector('.card')?.textContent.includes('Finished') && document.querySelector('.bytes')" "header.top, .hero, #sites"
shot "$page/#$token" coordinator-dark 1100 760 dark \
  "document.querySelector('.card')?.textContent.includes('Finished') && document.querySelector('.bytes')" "#rounds, #result"

# Prototypes as images, where the data are images.
if [ -n "${COTERIE_DATA:-}" ]; then
  "$coterie" simulate --data "$COTERIE_DATA/usps/usps.csv.gz" --input image:16x16 --labels label \
    --clusters 10 --out usps >simulate.log 2>&1
  shot "file://$work/study/usps/report.html" report-prototypes 1100 800 light "Coterie.figures.length" "#prototypes"
fi
