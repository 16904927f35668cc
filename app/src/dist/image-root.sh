#!/bin/sh
# image-root.sh ROOT LIB JDK: fills ROOT with all that a container needs besides Coterie: a Java made by
# jlink from JDK, the shared libraries of this machine (glibc Linux) that it and the natives in LIB
# load, users, and folders that may be written.
set -eu
root=$1
lib=$2
jdk=$3

# What jdeps finds in LIB, elliptic curves for TLS, and zip files as folders.
modules=java.base,java.desktop,java.logging,java.management,java.naming,java.security.jgss,java.sql
modules=$modules,jdk.crypto.ec,jdk.jfr,jdk.unsupported,jdk.zipfs

rm -rf "$root"
mkdir -p "$root/opt/coterie" "$root/etc" "$root/tmp" "$root/data"
"$jdk/bin/jlink" --module-path "$jdk/jmods" --add-modules "$modules" --strip-debug --no-header-files \
  --no-man-pages --compress=2 --output "$root/opt/coterie/jre"
jre=$root/opt/coterie/jre
"$jre/bin/java" -Xshare:dump >/dev/null # an archive of classes, to start sooner
# Screens, fonts and sound have no place in a container.
(cd "$jre/lib" && rm -f libawt_xawt.so libjawt.so libsplashscreen.so libjsound.so libfontmanager.so \
  libfreetype.so liblcms.so)

# The natives in LIB are unpacked when they are first used; what they load must be there.
natives=$(mktemp -d)
trap 'rm -rf "$natives"' EXIT
for jar in "$lib"/openblas-*-linux-*.jar "$lib"/javacpp-*-linux-*.jar; do
  (cd "$natives" && "$jdk/bin/jar" xf "$jar")
done
find "$jre" "$natives" -type f \( -name '*.so' -o -name '*.so.[0-9]*' -o -path '*/bin/*' \) \
  -exec ldd {} \; 2>/dev/null | sed -n 's/.*=> \(\/[^ ]*\) (.*/\1/p; s/^[[:space:]]*\(\/lib[^ ]*ld-[^ ]*\) (.*/\1/p' |
  grep -vF -e "$jre" -e "$natives" | sort -u >"$natives/list"
# libstdc++ for DuckDB; libnss_* for names of hosts, which glibc loads by name.
folder=$(dirname "$(grep '/libc\.so\.6$' "$natives/list")")
for name in libstdc++.so.6 libgcc_s.so.1 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 \
  libnss_dns.so.2 libnss_files.so.2; do
  [ -e "$folder/$name" ] && echo "$folder/$name" >>"$natives/list"
done
sort -u "$natives/list" | while read -r file; do
  mkdir -p "$root$(dirname "$file")"
  cp -L "$file" "$root$file"
done

echo 'coterie:x:10001:10001::/data:' >"$root/etc/passwd"
echo 'coterie:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
for package in libc6 libgcc-s1 libstdc++6 zlib1g openjdk-17-jre-headless; do
  notes=/usr/share/doc/$package/copyright
  if [ -r "$notes" ]; then
    mkdir -p "$root/usr/share/doc/$package"
    cp -L "$notes" "$root/usr/share/doc/$package/copyright"
  fi
done
