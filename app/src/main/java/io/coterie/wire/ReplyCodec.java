package io.coterie.wire;

import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;

/** What sites said, out of its bytes: checked by building the record it says it is. */
public final class ReplyCodec {
  private static final String ALL_SITES = "all sites";

  private ReplyCodec() {}

  /** Returns what a site said; BAD_DATA if the bytes cannot be that. */
  public static SiteMessage decode(String site, byte[] bytes) {
    return new SiteMessage(site, PayloadCodec.typed(bytes));
  }

  /** Returns what all sites said together, where there is a total alone. */
  public static SiteMessage total(Payload total) {
    return new SiteMessage(ALL_SITES, total);
  }
}
