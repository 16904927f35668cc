package io.coterie.method.profile;

import io.coterie.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Deals levels to buckets, and marks them.
 *
 * @param purpose keeps hashes of different use apart
 * @param salt none for buckets, so that the levels which share one depend on the levels only; for
 *     marks what nobody knows before the question is asked
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LevelHash(String purpose, byte[] salt) {
  static LevelHash buckets(int attempt) {
    return new LevelHash("coterie level bucket " + attempt, new byte[0]);
  }

  static LevelHash marks(byte[] salt) {
    return new LevelHash("coterie level mark 1", salt);
  }

  /** Returns 64 bits that depend on the level and its column. */
  long of(int column, String level) {
    MessageDigest hash = Sha256.digest();
    hash.update(purpose.getBytes(StandardCharsets.US_ASCII));
    hash.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(salt.length).putInt(column).array());
    hash.update(salt);
    return ByteBuffer.wrap(hash.digest(level.getBytes(StandardCharsets.UTF_8))).getLong();
  }
}
