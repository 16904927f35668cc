package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Small sources for tests, in one folder. */
public record Sources(Path folder) {
  public String text(String name, String content) {
    return bytes(name, content.getBytes(StandardCharsets.UTF_8));
  }

  public String bytes(String name, byte... content) {
    try {
      return Files.write(folder.resolve(name), content).toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] packed(byte... content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return packed.toByteArray();
  }

  /** Returns an IDX file with the given type, sizes and values in bytes. */
  public static byte[] idx(int type, int[] sizes, byte... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 + 4 * sizes.length + values.length);
    bytes.put((byte) 0).put((byte) 0).put((byte) type).put((byte) sizes.length);
    for (int size : sizes) {
      bytes.putInt(size);
    }
    return bytes.put(values).array();
  }

  /** Returns the message with which reading fails, after a check of its kind. */
  static String failure(ErrorCode code, String source, ReadOptions options) {
    CoterieException failure =
        catchThrowableOfType(CoterieException.class, () -> DataReader.read(source, options));
    assertThat(failure).as("reading must fail").isNotNull();
    assertThat(failure.code()).isEqualTo(code);
    return failure.getMessage();
  }

  static String badData(String source) {
    return failure(ErrorCode.BAD_DATA, source, ReadOptions.defaults());
  }
}
