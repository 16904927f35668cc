package io.coterie.trust;

import io.coterie.CoterieException;
import io.coterie.PeerText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.util.IPAddress;

/**
 * The host and port of an address as people write it: {@code host:port} or {@code [::1]:port}.
 *
 * @param host a name or a numeric address, without brackets
 * @param port 1 to 65535
 */
public record HostPort(String host, int port) {
  private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:\\[([0-9A-Fa-f:.]+)]|((?:LABEL\\.)*LABEL\\.?)):([0-9]{1,5})".replace("LABEL", LABEL));

  /** No name ends with a number, so this is a numeric address or nothing. */
  private static final Pattern NUMERIC = Pattern.compile(".*:.*|(?:.*\\.)?[0-9]+");

  private static final int LONGEST_NAME = 254;

  private static final int LAST_PORT = 65535;

  public static HostPort of(String address) {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()
        || Integer.parseInt(parts.group(3)) < 1
        || Integer.parseInt(parts.group(3)) > LAST_PORT) {
      throw refused(address);
    }
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    boolean isNumber = NUMERIC.matcher(host).matches();
    if (host.length() > LONGEST_NAME || (isNumber && !isNumeric(host))) {
      throw refused(address);
    }
    return new HostPort(host, Integer.parseInt(parts.group(3)));
  }

  private static CoterieException refused(String address) {
    return CoterieException.usage(
        ("'%s' is no address; write HOST:PORT, as in clinic.example:7443 or [::1]:7443, with a"
                + " port of 1 to 65535.")
            .formatted(PeerText.ascii(address, PeerText.REASON)));
  }

  static void checkHost(String host) {
    HostPort.of((host.contains(":") ? "[" + host + "]" : host) + ":1");
  }

  public static boolean isNumeric(String host) {
    return IPAddress.isValid(host);
  }

  /** Returns a host in the one form in which two of them can be compared. */
  public static String plain(String host) {
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return isNumeric(bare)
        ? HexFormat.of().formatHex(numeric(bare))
        : bare.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
  }

  /** Asks no name server: a numeric address is only taken apart. */
  private static byte[] numeric(String address) {
    try {
      return InetAddress.getByName(address).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no numeric address", e);
    }
  }
}
