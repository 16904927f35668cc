package io.coterie.dashboard;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The files of a live page, which hold nothing of any study: everybody may read them. The policy
 * lets nothing run or load that is not among them.
 */
final class PageFiles {
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'";

  private static final String SHARED = "/io/coterie/report/";
  private static final String OWN = "/io/coterie/dashboard/";

  private final Map<String, Answer> files = new TreeMap<>();

  /**
   * Reads the files of a page.
   *
   * @param page coordinator or site
   */
  PageFiles(String page) {
    put("/", "text/html; charset=utf-8", resource(OWN + "page.html").replace("{{page}}", page));
    for (String name : new String[] {"charts.js", "coterie.css", "report.css"}) {
      put("/" + name, type(name), resource(SHARED + name));
    }
    for (String name :
        new String[] {"live.js", "parts.js", "consent.js", page + ".js", "live.css", "icon.svg"}) {
      put("/" + name, type(name), resource(OWN + name));
    }
  }

  private void put(String path, String type, String text) {
    files.put(path, Answer.text(type, text).with("Content-Security-Policy", POLICY));
  }

  Optional<Answer> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  private static String type(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return switch (ending) {
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      default -> "image/svg+xml";
    };
  }

  private static String resource(String name) {
    try (InputStream stream = PageFiles.class.getResourceAsStream(name)) {
      return new String(requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
