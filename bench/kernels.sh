#!/bin/sh
# The hot paths one by one, measured by JMH: bench/kernels.sh [PATTERN] [JMH OPTIONS]
# Average time in milliseconds on one thread; options of JMH, such as -f 3 or -rff FILE, go through.
set -eu
cd "$(dirname "$0")/.."
mvn -q -B -Dmaven.test.skip -pl bench -am package dependency:build-classpath \
  -Dmdep.outputFile=target/kernels.cp -Dmdep.excludeGroupIds=io.coterie
classes=bench/target/classes:app/target/classes:core/target/classes
exec java -cp "$classes:$(cat bench/target/kernels.cp)" org.openjdk.jmh.Main -t 1 "$@"
