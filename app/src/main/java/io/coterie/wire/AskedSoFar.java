package io.coterie.wire;

import io.coterie.Sha256;
import java.nio.charset.StandardCharsets;

/**
 * What was asked in a study so far, as one digest over its questions in order. Sums under masks are
 * bound to it: where sites were asked different things, now or in an earlier round, their masks do
 * not fit and no total is opened. Otherwise a coordinator could ask one site for some of its
 * records and the others for none, and the total would be that site's own.
 *
 * <p>Not thread-safe.
 */
public final class AskedSoFar {
  private String digest;

  /** Begins with the hash of a study, of which nothing was asked. */
  public AskedSoFar(String study) {
    digest = study;
  }

  public void add(byte[] question) {
    digest = Sha256.hex((digest + " " + Sha256.hex(question)).getBytes(StandardCharsets.US_ASCII));
  }

  public String digest() {
    return digest;
  }
}
