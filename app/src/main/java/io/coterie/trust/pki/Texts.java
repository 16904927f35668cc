package io.coterie.trust.pki;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How dates are shown. */
public final class Texts {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private Texts() {}

  public static String time(Instant instant) {
    return TIME.format(instant);
  }
}
