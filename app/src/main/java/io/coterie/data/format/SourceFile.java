package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Sha256;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of a source, unpacked if they are gzip, and the hash of the bytes as they are stored.
 *
 * <p>Not thread-safe.
 */
public final class SourceFile implements Closeable {
  /** How many bytes a guess may look at. */
  static final int SAMPLE = 1 << 20;

  private static final int BUFFER = 1 << 16;

  private final String name;
  private final Optional<Path> path;
  private final long storedSize;
  private final boolean isPacked;
  private final DigestInputStream stored;
  private final InputStream content;
  private byte[] head;

  private SourceFile(String name, Optional<Path> path, long storedSize, InputStream bytes)
      throws IOException {
    this.name = name;
    this.path = path;
    this.storedSize = storedSize;
    this.stored = new DigestInputStream(bytes, Sha256.digest());
    BufferedInputStream buffered = new BufferedInputStream(stored, BUFFER);
    buffered.mark(2);
    byte[] magic = buffered.readNBytes(2);
    buffered.reset();
    this.isPacked = magic.length == 2 && (magic[0] & 0xFF) == 0x1F && (magic[1] & 0xFF) == 0x8B;
    this.content = isPacked ? new GZIPInputStream(buffered, BUFFER) : buffered;
  }

  public static SourceFile open(Path path, String name) throws IOException {
    InputStream bytes = Files.newInputStream(path);
    try {
      return new SourceFile(name, Optional.of(path), Files.size(path), bytes);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  public static SourceFile of(byte[] bytes, String name) throws IOException {
    return new SourceFile(name, Optional.empty(), bytes.length, new ByteArrayInputStream(bytes));
  }

  public String name() {
    return name;
  }

  /** Returns where the bytes are stored. */
  Path path() {
    return path.orElseThrow(() -> new IllegalStateException("The source is no file."));
  }

  /** Opens the same file once more, from its beginning. */
  SourceFile again() throws IOException {
    return open(path(), name);
  }

  boolean isPacked() {
    return isPacked;
  }

  /** Returns the number of bytes as stored, before unpacking. */
  long storedSize() {
    return storedSize;
  }

  /** Returns the unpacked bytes; there is one stream, and each reader goes on where one stopped. */
  InputStream content() {
    return content;
  }

  /** Returns the first unpacked bytes, at most a sample's worth of them. */
  byte[] head() throws IOException {
    if (head == null) {
      head = content.readNBytes(SAMPLE);
    }
    return head;
  }

  /** Returns all unpacked bytes as one stream, the head again. */
  InputStream all() throws IOException {
    return after(head(), content);
  }

  /** Returns a stream that gives the bytes already read of another again, and then the rest. */
  static InputStream after(byte[] alreadyRead, InputStream rest) {
    return new SequenceInputStream(
        new ByteArrayInputStream(alreadyRead),
        new FilterInputStream(rest) {
          @Override
          public void close() {
            // A sequence closes its parts at their end; the hash still reads on.
          }
        });
  }

  /** Reads what is left and returns the hash of all stored bytes. */
  public String sha256() throws IOException {
    content.transferTo(OutputStream.nullOutputStream());
    stored.transferTo(OutputStream.nullOutputStream());
    return HexFormat.of().formatHex(stored.getMessageDigest().digest());
  }

  /** Returns what to tell the user about a source that could not be read to its end. */
  public static CoterieException unreadable(String name, IOException cause) {
    String message;
    if (cause instanceof EOFException) {
      message =
          "%s is truncated: its gzip data ends too early. Copy or download it again."
              .formatted(name);
    } else if (cause instanceof ZipException) {
      message =
          "%s is damaged: it starts as gzip but cannot be unpacked. Copy or download it again."
              .formatted(name);
    } else if (cause instanceof AccessDeniedException) {
      message =
          "%s may not be read by this user. Change its permissions or choose another file."
              .formatted(name);
    } else {
      message = "%s cannot be read (%s).".formatted(name, cause.getClass().getSimpleName());
    }
    return new CoterieException(ErrorCode.BAD_DATA, message, cause);
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
