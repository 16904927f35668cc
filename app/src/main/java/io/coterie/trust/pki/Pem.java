package io.coterie.trust.pki;

import io.coterie.CoterieException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys and certificates as text (RFC 7468), one in each file. */
final class Pem {
  static final String CERTIFICATE = "CERTIFICATE";
  static final String REQUEST = "CERTIFICATE REQUEST";
  static final String PRIVATE_KEY = "PRIVATE KEY";

  /** What is read is made by Coterie and far smaller. */
  private static final int MOST_BYTES = 64 * 1024;

  private static final int LINE = 64;

  private Pem() {}

  static String text(String kind, byte[] encoded) {
    String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, body, kind);
  }

  /** Reads the one part of a file; what is wrong with it is told without showing any of it. */
  static byte[] read(Path file, String kind) {
    Matcher part =
        Pattern.compile("-----BEGIN %1$s-----([^-]*)-----END %1$s-----".formatted(kind))
            .matcher(content(file));
    if (!part.find()) {
      throw CoterieException.badData(
          "The file %s holds no %s; restore it, or make it again."
              .formatted(file, kind.toLowerCase(java.util.Locale.ROOT)));
    }
    try {
      return Base64.getMimeDecoder().decode(part.group(1).strip());
    } catch (IllegalArgumentException e) {
      throw damaged(file);
    }
  }

  static CoterieException damaged(Path file) {
    // No cause: it could quote the content, which may be a private key.
    return CoterieException.badData(
        "The file %s is damaged; restore it from a backup, or make it again.".formatted(file));
  }

  private static String content(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw CoterieException.badData(
            "The file %s is too large for a key or a certificate.".formatted(file));
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw CoterieException.badData(
          "There is no file %s. Is this the folder that coterie provision made?".formatted(file));
    } catch (IOException e) {
      throw CoterieException.badData(
          "The file %s may not be read (%s). Check its owner and permissions."
              .formatted(file, e.getClass().getSimpleName()));
    }
  }
}
