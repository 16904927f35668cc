package io.coterie.trust;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.PeerText;
import io.coterie.trust.pki.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Where a site finds its coordinator: the file connection.yaml.
 *
 * @param site the name of the site
 * @param coordinator its address, host and port
 * @param fingerprint the coordinator's certificate as agreed on; without one, any that the
 *     authority gave to the coordinator is accepted
 */
public record Connection(String site, String coordinator, Optional<Fingerprint> fingerprint) {
  static final String FILE = "connection.yaml";

  /** The coordinator's note of its own address, for the sites that come later. */
  static final String ADDRESS = "address";

  private static final String SITE = "site";
  private static final String COORDINATOR = "coordinator";
  private static final String FINGERPRINT = "fingerprint";
  private static final List<String> KEYS = List.of(SITE, COORDINATOR, FINGERPRINT);

  public Connection {
    SiteNames.check(site);
    HostPort.of(coordinator);
    requireNonNull(fingerprint, "fingerprint is null");
  }

  static Connection read(Path file) {
    JsonNode document = document(file);
    Iterator<String> keys = document.fieldNames();
    while (keys.hasNext()) {
      String key = keys.next();
      if (!KEYS.contains(key)) {
        throw CoterieException.badData(
            "The file %s has an unknown key %s; the keys are %s.%s"
                .formatted(
                    file,
                    PeerText.ascii(key, PeerText.NAME),
                    String.join(", ", KEYS),
                    NearestName.hint(key, KEYS)));
      }
    }
    String fingerprint = document.path(FINGERPRINT).asText("");
    return new Connection(
        required(document, SITE, file),
        required(document, COORDINATOR, file),
        fingerprint.isEmpty() ? Optional.empty() : Optional.of(Fingerprint.parse(fingerprint)));
  }

  static String readAddress(Path coordinatorFolder) {
    Path file = coordinatorFolder.resolve(ADDRESS);
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw CoterieException.badData(
          "The file %s, with the coordinator's HOST:PORT, cannot be read; write it again."
              .formatted(file));
    }
  }

  private static JsonNode document(Path file) {
    try {
      JsonNode document = new YAMLMapper().readTree(Files.readString(file));
      if (document.isObject()) {
        return document;
      }
    } catch (IOException e) {
      // told below: the place in the file is all that could be added
    }
    throw CoterieException.badData(
        "The file %s cannot be read as YAML with the keys %s; restore it, or write them."
            .formatted(file, String.join(", ", KEYS)));
  }

  private static String required(JsonNode document, String key, Path file) {
    String text = document.path(key).asText("");
    if (text.isEmpty()) {
      throw CoterieException.badData("The file %s lacks the key %s.".formatted(file, key));
    }
    return text;
  }

  String text() {
    StringBuilder text = new StringBuilder(200);
    text.append("# How this site reaches its coordinator.\n")
        .append("%s: \"%s\"\n".formatted(SITE, site))
        .append("%s: \"%s\"\n".formatted(COORDINATOR, coordinator));
    fingerprint.ifPresent(
        agreed ->
            text.append("# SHA-256 of the coordinator's certificate; compare it by phone.\n")
                .append("%s: \"%s\"\n".formatted(FINGERPRINT, agreed)));
    return text.toString();
  }
}
