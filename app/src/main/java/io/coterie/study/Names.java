package io.coterie.study;

import io.coterie.CoterieException;
import io.coterie.PeerText;
import java.util.regex.Pattern;

/**
 * The names of studies and sites: short words that are safe in a path, a certificate and a log
 * line.
 */
public final class Names {
  private static final Pattern VALID = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  private Names() {}

  public static boolean isValid(String name) {
    return VALID.matcher(name).matches();
  }

  /** Returns the name, or refuses it; what it names is for the message. */
  public static String require(String what, String name) {
    if (!isValid(name)) {
      throw CoterieException.usage(
          "%s '%s' is no valid name; it must have 1 to 40 of a to z, 0 to 9 and -, and not begin with -."
              .formatted(what, PeerText.ascii(name, PeerText.NAME)));
    }
    return name;
  }
}
