package io.coterie.coordinator;

import io.coterie.message.SiteMessage;
import io.coterie.wire.ReplyCodec;
import java.util.AbstractList;
import java.util.List;

/**
 * The replies of a round, each decoded when it is asked for: a sum over many sites needs the room
 * of one reply.
 */
final class StoredReplies extends AbstractList<SiteMessage> {
  /** Where the bytes are. */
  @FunctionalInterface
  interface Source {
    byte[] bytes(String site);
  }

  private final List<String> sites;
  private final Source source;

  StoredReplies(List<String> sites, Source source) {
    this.sites = List.copyOf(sites);
    this.source = source;
  }

  @Override
  public SiteMessage get(int index) {
    String site = sites.get(index);
    return ReplyCodec.decode(site, source.bytes(site));
  }

  @Override
  public int size() {
    return sites.size();
  }
}
