package io.coterie.store.journal;

import io.coterie.CoterieException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Where a PostgreSQL database is. The password is among the properties alone: neither the URL nor
 * the place, which may be shown, holds it.
 *
 * @param url for the driver
 * @param place for people
 * @param properties user, password and what else the URL says, such as sslmode
 */
record PostgresAddress(String url, String place, Properties properties) {
  private static final Pattern START = Pattern.compile("(jdbc:)?postgres(ql)?:.*");

  static boolean isOne(String where) {
    return START.matcher(where).matches();
  }

  static PostgresAddress parse(String where) {
    try {
      URI uri = new URI(where.startsWith("jdbc:") ? where.substring("jdbc:".length()) : where);
      if (uri.getHost() == null || uri.getPath().length() < 2) {
        throw unreadable();
      }
      Properties properties = properties(uri);
      String server = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
      return new PostgresAddress(
          "jdbc:postgresql://" + server + uri.getRawPath(),
          "postgresql://" + server + uri.getPath(),
          properties);
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw unreadable(); // without the cause, which would show a password
    }
  }

  private static CoterieException unreadable() {
    return CoterieException.usage(
        "The URL of the journal cannot be read. Write it as postgresql://user@host:5432/database,"
            + " and give the password in the environment variable PGPASSWORD.");
  }

  private static Properties properties(URI uri) {
    Properties properties = new Properties();
    String environment = System.getenv("PGPASSWORD");
    if (environment != null) {
      properties.setProperty("password", environment);
    }
    if (uri.getRawUserInfo() != null) {
      String[] parts = uri.getRawUserInfo().split(":", 2);
      properties.setProperty("user", decode(parts[0]));
      if (parts.length == 2) {
        properties.setProperty("password", decode(parts[1]));
      }
    }
    if (uri.getRawQuery() != null) {
      for (String pair : uri.getRawQuery().split("&", -1)) {
        String[] parts = pair.split("=", 2);
        properties.setProperty(decode(parts[0]), parts.length == 2 ? decode(parts[1]) : "");
      }
    }
    return properties;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return place;
  }
}
