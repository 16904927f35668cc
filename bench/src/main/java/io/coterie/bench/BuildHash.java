package io.coterie.bench;

import io.coterie.Sha256;
import io.coterie.federation.Federation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A hash of the classes that a result depends on: core's, and those beside the method. The bytes of
 * the classes count, not when or how they were packed, so a result is kept until the code changes.
 *
 * <p>Not thread-safe.
 */
final class BuildHash {
  private static final int LENGTH = 12;

  private final Map<String, String> known = new HashMap<>();

  String of(Class<?> method) {
    Path core = place(Federation.class);
    Path own = place(method);
    String hash = hash(core, "");
    if (own.equals(core)) {
      return hash;
    }
    // Beside an ablation stands code that draws and prints, on which no result depends.
    boolean isOurs = method.getPackageName().equals(BuildHash.class.getPackageName());
    return hash + "-" + hash(own, isOurs ? method.getSimpleName() : "");
  }

  private String hash(Path place, String prefix) {
    return known.computeIfAbsent(place + " " + prefix, key -> read(place, prefix));
  }

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("A class path entry is no address.", e);
    }
  }

  private static String read(Path place, String prefix) {
    try {
      if (Files.isDirectory(place)) {
        return hashTree(place, prefix);
      }
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        return hashTree(jar.getPath("/"), prefix);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hashTree(Path root, String prefix) throws IOException {
    MessageDigest digest = Sha256.digest();
    List<Path> classes;
    try (Stream<Path> files = Files.walk(root)) {
      classes =
          files
              .filter(file -> file.toString().endsWith(".class"))
              .filter(file -> file.getFileName().toString().startsWith(prefix))
              .sorted()
              .toList();
    }
    for (Path file : classes) {
      String name = root.relativize(file).toString().replace('\\', '/');
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(file));
    }
    return HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH);
  }
}
