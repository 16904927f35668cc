package planted.wire;

import planted.report.SiteReport;

/** Takes a site's own report away. */
public final class Carrier {
  public String carry() {
    return new SiteReport().figures();
  }
}
