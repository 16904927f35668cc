package planted.report;

/** Stands for the figures of a site. */
public final class SiteReport {
  public String figures() {
    return "";
  }
}
