package io.coterie.deep.network;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Where this process has the files of frozen networks: a setting of the machine, like its device.
 *
 * <p>Thread-safe.
 */
public final class NetworkFiles {
  private static final Map<String, Path> BY_HASH = new ConcurrentHashMap<>();
  private static final List<Path> FOLDERS = new CopyOnWriteArrayList<>();

  private NetworkFiles() {}

  /** Takes note of a file, or of a folder in which a network of a study's name may lie. */
  public static void offer(String place) {
    Path path = Path.of(place);
    if (Files.isDirectory(path)) {
      FOLDERS.add(path);
    } else {
      String unused = add(path);
    }
  }

  /** Takes note of a file and returns the hash of its bytes. */
  static String add(Path file) {
    String hash = hash(file);
    BY_HASH.put(hash, file);
    return hash;
  }

  /** Returns where the very bytes of a network are. */
  static Path find(FrozenNetwork network) {
    Path known = BY_HASH.get(network.sha256());
    if (known != null) {
      return known;
    }
    for (Path folder : FOLDERS) {
      Path file = folder.resolve(network.name());
      if (Files.isRegularFile(file)) {
        String hash = hash(file);
        if (!hash.equals(network.sha256())) {
          throw CoterieException.badData(
              "%s is another network than the study's: its SHA-256 is %s, not %s. Get the file that was agreed on."
                  .formatted(file, hash, network.sha256()));
        }
        BY_HASH.put(hash, file);
        return file;
      }
    }
    throw CoterieException.usage(
        BY_HASH.isEmpty()
            ? "Records are embedded by the network %s (SHA-256 %s), and this site has no such file. Get it and say --encoder-file FILE."
                .formatted(network.name(), network.sha256())
            : "Records are embedded by the network %s of SHA-256 %s, but the file that was given has %s. Get the file that was agreed on."
                .formatted(network.name(), network.sha256(), String.join(", ", BY_HASH.keySet())));
  }

  private static String hash(Path file) {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "There is no file %s that can be read; onnx: and --encoder-file take the path of an ONNX network."
              .formatted(file),
          e);
    }
  }
}
