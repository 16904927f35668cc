package io.coterie.secure;

import io.coterie.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;

/**
 * What a signature or a key is bound to: a purpose, the plan and further parts, as one SHA-256
 * digest. Each part goes in with its length first, so that different parts cannot read the same.
 *
 * <p>Not thread-safe.
 */
final class SignedContext {
  private static final String FORMAT = "coterie secure sum 1";

  private final MessageDigest digest = Sha256.digest();

  private SignedContext() {}

  static SignedContext of(String purpose, SumPlan plan) {
    SumContext context = plan.context();
    return new SignedContext()
        .text(FORMAT)
        .text(purpose)
        .text(context.study())
        .number(context.round())
        .number(context.attempt())
        .number(plan.length())
        .number(plan.threshold())
        .text(plan.sealed() ? "sealed" : "open");
  }

  SignedContext text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  SignedContext texts(Collection<String> texts) {
    number(texts.size());
    texts.forEach(this::text);
    return this;
  }

  SignedContext bytes(Bytes bytes) {
    return bytes(bytes.array());
  }

  SignedContext bytes(byte[] bytes) {
    number(bytes.length);
    digest.update(bytes);
    return this;
  }

  SignedContext number(int number) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      digest.update((byte) (number >>> shift));
    }
    return this;
  }

  /** Returns the digest and starts anew. */
  byte[] digest() {
    return digest.digest();
  }
}
