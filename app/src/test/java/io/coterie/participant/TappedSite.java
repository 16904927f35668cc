package io.coterie.participant;

import io.coterie.trust.SiteCredentials;
import io.grpc.ClientInterceptor;
import java.util.List;
import java.util.Optional;

/** A site whose calls somebody sees, and may lose or repeat: for tests of other packages. */
public final class TappedSite {
  private TappedSite() {}

  public static Site of(
      String name, String address, SiteCredentials credentials, ClientInterceptor tap) {
    return new Site(name, address, Optional.of(credentials), "test", List.of(tap));
  }
}
