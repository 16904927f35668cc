package io.coterie.trust.pki;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How dates and the words of others are shown. */
public final class Texts {
  private static final int LONGEST = 600;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private Texts() {}

  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** Returns the words of a peer without anything that could play tricks on a screen or a log. */
  public static String plain(String words) {
    String line = words.replaceAll("[^\\x20-\\x7E]", "?");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}
