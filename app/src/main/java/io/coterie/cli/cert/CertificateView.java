package io.coterie.cli.cert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.terminal.Table;
import io.coterie.trust.pki.PartyCertificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/** A certificate as text and as JSON. */
record CertificateView(String file, PartyCertificate certificate) {
  Table facts() {
    Table table =
        Table.ofFacts()
            .row("file", file)
            .row("holder", certificate.holder())
            .row("valid", "%s to %s%s".formatted(certificate.from(), certificate.until(), left()))
            .row("fingerprint", certificate.fingerprint().toString());
    if (!certificate.hosts().isEmpty()) {
      table.row("hosts", String.join(", ", certificate.hosts()));
    }
    certificate.identity().ifPresent(key -> table.row("identity key", hex(key.toArray())));
    return table;
  }

  private String left() {
    Instant now = Instant.now();
    if (now.isBefore(certificate.from())) {
      return ", not valid yet";
    }
    return now.isAfter(certificate.until())
        ? ", EXPIRED"
        : ", %d days left".formatted(Duration.between(now, certificate.until()).toDays());
  }

  ObjectNode json() {
    ObjectNode node =
        Json.object()
            .put("file", file)
            .put("role", certificate.role().toString())
            .put("name", certificate.name())
            .put("from", certificate.from().toString())
            .put("until", certificate.until().toString())
            .put("fingerprint", certificate.fingerprint().toString());
    certificate.hosts().forEach(node.withArray("hosts")::add);
    certificate.identity().ifPresent(key -> node.put("identity_key", hex(key.toArray())));
    return node;
  }

  private static String hex(byte[] key) {
    return HexFormat.of().withUpperCase().formatHex(key);
  }
}
