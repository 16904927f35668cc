package io.coterie.message;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;

/**
 * Everything one site tells the coordinator in one round, and nothing else. Only the privacy gate
 * of a site makes one.
 *
 * @param site the site's name
 * @param payload what it says
 */
public record SiteMessage(String site, Payload payload) implements Serializable {
  public SiteMessage {
    requireNonNull(site, "site is null");
    requireNonNull(payload, "payload is null");
  }

  /** Returns the total of the sites' payloads, added in the order given. */
  public static <T extends SumPayload<T>> T total(List<SiteMessage> messages, Class<T> kind) {
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("There is no message to add up.");
    }
    List<T> parts = messages.stream().map(message -> message.payloadAs(kind)).toList();
    return parts.get(0).plusAll(parts.subList(1, parts.size()));
  }

  /** Returns the payload if it is of the kind the round asked for. */
  public <T extends Payload> T payloadAs(Class<T> kind) {
    if (!kind.isInstance(payload)) {
      throw new IllegalArgumentException(
          "Site %s answered with %s where %s was asked for."
              .formatted(site, payload.kind(), kind.getSimpleName()));
    }
    return kind.cast(payload);
  }
}
