package io.coterie.spark;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.federation.SiteReply;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/**
 * A site's reply as the bytes that a task returns. They are made and opened one site at a time, so
 * that the sums of thousands of sites are never all unfolded, and their size is known.
 */
final class PackedReply {
  private PackedReply() {}

  static byte[] of(SiteReply reply) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(reply);
    }
    return bytes.toByteArray();
  }

  static SiteReply reply(byte[] packed) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(packed))) {
      return (SiteReply) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new CoterieException(
          ErrorCode.INTERNAL,
          "What a task returned is no reply of a site; driver and executors may run different"
              + " versions of Coterie.",
          e);
    }
  }
}
