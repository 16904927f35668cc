package io.coterie.federation;

import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;

/** How messages get from one end to the other: as they are, or through bytes and back. */
interface Carrier {
  /** Hands values over within the process. */
  Carrier DIRECT =
      new Carrier() {
        @Override
        public Payload toSite(Payload payload) {
          return payload;
        }

        @Override
        public SiteMessage fromSite(SiteMessage message) {
          return message;
        }
      };

  Payload toSite(Payload payload);

  SiteMessage fromSite(SiteMessage message);
}
