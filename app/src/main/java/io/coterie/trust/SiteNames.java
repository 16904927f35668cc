package io.coterie.trust;

import io.coterie.CoterieException;
import io.coterie.PeerText;
import java.util.regex.Pattern;

/** The names that sites may have: they become parts of files, certificates and log lines. */
public final class SiteNames {
  private static final Pattern VALID = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  private SiteNames() {}

  public static boolean isValid(String name) {
    return VALID.matcher(name).matches();
  }

  public static String check(String name) {
    if (!isValid(name)) {
      throw CoterieException.usage(
          ("The site name '%s' is not possible: 1 to 40 of a-z, 0-9 and -, the first no -. Choose"
                  + " another.")
              .formatted(PeerText.ascii(name, PeerText.NAME)));
    }
    return name;
  }
}
