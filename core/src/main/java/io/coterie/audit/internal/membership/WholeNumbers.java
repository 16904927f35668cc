package io.coterie.audit.internal.membership;

import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.internal.NoisyTotals;

/**
 * Whether a reply of the strict level holds whole numbers alone. Noise that is added to a double is
 * rounded, and which doubles can come out then depends on the exact value: the low bits give it
 * away (I. Mironov. <i>On Significance of the Least Significant Bits for Differential Privacy</i>.
 * CCS 2012).
 */
final class WholeNumbers {
  private WholeNumbers() {}

  static boolean isAll(Payload reply) {
    return reply instanceof NoisyTotals
        && reply.fields().stream()
            .allMatch(field -> field instanceof Field.Longs || field instanceof Field.Text);
  }
}
