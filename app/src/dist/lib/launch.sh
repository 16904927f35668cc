# What bin/coterie and a checkout's ./coterie have in common; they read it with the dot command and
# set `home`, the folder that may hold a Java of its own in jre.
# shellcheck shell=sh

fail() {
  echo "error: $1" >&2
  exit 1
}

# Sets `java`: that of the distribution, of JAVA_HOME, or of the PATH.
find_java() {
  java=java
  if [ -x "$home/jre/bin/java" ]; then
    java=$home/jre/bin/java
  elif [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
    java=$JAVA_HOME/bin/java
  fi
  command -v "$java" >/dev/null 2>&1 ||
    fail "There is no java on the PATH and JAVA_HOME names none. Install Java, version 17 or newer."
}

# Fails where Java is too old. A Java's release file tells without starting it.
check_java() {
  place=$(readlink -f "$(command -v "$java")" 2>/dev/null) || place=
  version=
  if [ -f "${place%/bin/java}/release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "${place%/bin/java}/release")
  fi
  [ -n "$version" ] ||
    version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9][0-9]*\).*/\1/p' | head -n 1)
  [ "${version:-0}" -ge 17 ] ||
    fail "java is of version ${version:-unknown}; Coterie needs 17 or newer. Set JAVA_HOME to such a Java."
}

# archive_classes CLASSPATH FILE: leaves the loaded classes of a demo in a file, from which later
# processes start in half the time. It is of one Java; another one does without, silently.
archive_classes() {
  scratch=$(mktemp -d)
  "$java" -XX:ArchiveClassesAtExit="$2" -Xlog:disable --enable-native-access=ALL-UNNAMED -cp "$1" \
    io.coterie.cli.Main demo --out "$scratch/demo" >/dev/null 2>&1 || rm -f "$2"
  rm -rf "$scratch"
}

# launch CLASSPATH WORD...: becomes the process of that command. `archive` may name a file of
# archive_classes.
launch() {
  classpath=$1
  shift
  loaded=
  if [ -f "${archive:-}" ]; then
    loaded=-XX:SharedArchiveFile=$archive
  fi
  # OpenBLAS, DuckDB and SQLite are native; newer Javas warn of that unless it is allowed.
  # A run is one computation after the other: the collector for throughput does less work beside it.
  # It is also short: most methods never earn back the seconds of the optimizing compiler, so it is
  # left to those ten times as hot as usual, and copies less into them.
  # shellcheck disable=SC2086 # the options are words
  set -- --enable-native-access=ALL-UNNAMED -XX:+UseParallelGC \
    -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 \
    -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000 -XX:FreqInlineSize=120 \
    ${COTERIE_JAVA_OPTS:-} -cp "$classpath" io.coterie.cli.Main "$@"
  if [ -n "$loaded" ]; then
    set -- "$loaded" -Xshare:auto -Xlog:disable "$@"
  fi

  # Only the shell can tell a screen from a file or a pipe.
  if [ "${TERM:-dumb}" != dumb ]; then
    if [ -t 1 ]; then set -- -Dcoterie.screen.out=true "$@"; fi
    if [ -t 2 ]; then set -- -Dcoterie.screen.err=true "$@"; fi
    if [ -t 0 ]; then set -- -Dcoterie.screen.in=true "$@"; fi
  fi
  exec "$java" "$@"
}
