#!/bin/sh
# Looks for bytes that a decoder does not cope with, guided by coverage: bench/fuzz.sh SECONDS [TARGET...]
# Each target (payload, secure-sum, study, policy, csv, idx, parquet, json, xlsx, xlsx-sheet, model, ledger,
# journal) runs for so
# long, with a heap of 256 MB. What is found lies in bench/target/fuzz/TARGET; the command ends with 1 then.
# Put it into app/src/test/resources/fuzz/TARGET, where FuzzIT tries it from then on.
set -eu
cd "$(dirname "$0")/.."
jazzer=0.30.0
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- payload secure-sum study policy csv idx parquet json xlsx xlsx-sheet \
  model ledger journal
root=$(pwd)
work=$root/bench/target/fuzz
mkdir -p "$work"
mvn -q -B -DskipTests -pl app -am package dependency:build-classpath \
  -Dmdep.outputFile=target/fuzz.cp -Dmdep.excludeGroupIds=io.coterie
for part in jazzer jazzer-api; do
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact=com.code-intelligence:$part:$jazzer -DoutputDirectory="$work" -N
done
classes=$root/app/target/test-classes:$root/app/target/classes:$root/core/target/classes:$(cat app/target/fuzz.cp)
(cd app && java -cp "$classes" io.coterie.fuzz.Seeds "$work")
failed=0
for target in "$@"; do
  mkdir -p "$work/$target/found"
  echo "== $target, $seconds s"
  # Not keep_going: libFuzzer ends at the first finding and names its file.
  (cd "$work/$target" && java -Xmx256m -cp "$work/jazzer-$jazzer.jar:$work/jazzer-api-$jazzer.jar:$classes" \
    com.code_intelligence.jazzer.Jazzer --target_class=io.coterie.fuzz.DecoderFuzz --target_args="$target" \
    --instrumentation_includes='io.coterie.**' --disabled_hooks=com.code_intelligence.jazzer.sanitizers.SqlInjection --reproducer_path=found \
    -max_total_time="$seconds" -max_len=65536 -rss_limit_mb=0 -artifact_prefix=found/ -print_final_stats=1 . ) \
    >"$work/$target.log" 2>&1 || { failed=1; echo "found something:"; }
  grep -E "^== |Test unit written|number_of_executed_units|DONE" "$work/$target.log" | tail -6 || true
done
exit $failed
