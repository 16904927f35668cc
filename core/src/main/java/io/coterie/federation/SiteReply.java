package io.coterie.federation;

import static java.util.Objects.requireNonNull;

import io.coterie.message.SiteMessage;
import io.coterie.privacy.ReleaseNotice;
import java.io.Serializable;
import java.util.List;

/**
 * What a simulated site said, and what it stated of its noise before.
 *
 * @param message to the coordinator
 * @param released empty where nothing noisy was
 */
public record SiteReply(SiteMessage message, List<ReleaseNotice> released) implements Serializable {
  public SiteReply {
    requireNonNull(message, "message is null");
    released = List.copyOf(released);
  }
}
