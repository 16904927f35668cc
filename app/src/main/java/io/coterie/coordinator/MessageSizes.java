package io.coterie.coordinator;

import io.coterie.message.Field;
import io.coterie.message.SumPayload;
import io.coterie.wire.PayloadCodec;
import java.util.OptionalLong;

/**
 * How long a site's message can be, from what was asked alone. A longer one is refused by the
 * length that it announces, before any of it is read.
 */
final class MessageSizes {
  /** Names, tags and lengths around the values. */
  private static final long AROUND = 64 << 10;

  /** Keys, signatures and sealed shares for or from one other site, and its name. */
  private static final long PER_SITE = 4 << 10;

  /** A weight of eight bytes, and the step to its column. */
  private static final long PER_EDGE = 13;

  private static final long PER_NODE = 5;

  private MessageSizes() {}

  /** Returns the most bytes of plain sums of a zero's shape. */
  static long most(SumPayload<?> zero) {
    long bytes = AROUND;
    for (Field field : zero.fields()) {
      if (field instanceof Field.Edges edges) {
        long nodes = edges.graph().nodeCount();
        bytes += nodes * PER_NODE + nodes * (nodes + 1) / 2 * PER_EDGE;
      } else {
        bytes += Long.BYTES * field.size();
      }
    }
    return Math.min(bytes, PayloadCodec.MOST_BYTES);
  }

  /** Returns the most bytes of a reply that is no sum, of so many numbers if that is known. */
  static long numbers(OptionalLong most) {
    return most.isPresent()
        ? Math.min(AROUND + Long.BYTES * most.getAsLong(), PayloadCodec.MOST_BYTES)
        : PayloadCodec.MOST_BYTES;
  }

  /** Returns the most bytes of so many masked words. */
  static long masked(int words) {
    return Math.min(AROUND + (long) Long.BYTES * words, PayloadCodec.MOST_BYTES);
  }

  /** Returns the most bytes of another message of a secure sum among so many sites. */
  static long secure(int sites) {
    return AROUND + PER_SITE * sites;
  }
}
